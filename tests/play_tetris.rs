//! Tetris played through pixels and keys in the built-in game, by the command.

use std::process::Command;

use serde_json::Value;

/// Plays with `arguments` until `inputs` keys are sent; gives the report of the game in hand.
fn played(arguments: &[&str], inputs: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sweepfall"));
    command.args(["play", "tetris", "--target", "sim", "--no-db", "--json"]);
    let home = tempfile::tempdir().expect("a temporary folder");
    command.args(["--max-clicks", inputs]).args(arguments).env("HOME", home.path());
    let output = command.output().expect("sweepfall starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {told}");
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().last().unwrap_or_else(|| panic!("{arguments:?}: {told}"));
    serde_json::from_str(line).expect("a line of JSON")
}

/// Demands that every piece went where it was meant to go and every cell was read rightly.
fn faultless(arguments: &[&str], pieces: u64) {
    let report = played(arguments, "150");
    for count in ["misdrops", "misreads", "stray_inputs", "retries"] {
        assert_eq!(report[count], 0, "{arguments:?}: {report}");
    }
    assert!(report["pieces"].as_u64() >= Some(pieces), "{arguments:?}: {report}");
    assert!(report["lines"].as_u64() > Some(0), "{arguments:?}: {report}");
}

#[test]
fn every_piece_goes_where_it_was_meant_to_go_in_every_skin() {
    for skin in ["plain", "bevelled", "mono", "textured", "outlined", "dark"] {
        faultless(&["--skin", skin], 25);
    }
}

#[test]
fn pieces_that_slide_pixel_by_pixel_are_placed_too() {
    faultless(&["--skin", "bevelled", "--smooth"], 25);
}

#[test]
fn a_game_without_ghosts_is_played() {
    faultless(&["--skin", "plain", "--no-ghost"], 25);
}

#[test]
fn pieces_that_land_at_once_are_placed_where_they_can_go() {
    for skin in ["plain", "mono", "dark"] {
        let report = played(&["--skin", skin, "--speed", "0"], "150");
        for count in ["misdrops", "misreads", "stray_inputs"] {
            assert_eq!(report[count], 0, "{skin}: {report}");
        }
        assert!(report["pieces"].as_u64() >= Some(25), "{skin}: {report}");
    }
}

#[test]
fn a_well_of_another_size_is_played_by_other_rules() {
    faultless(&["--skin", "bevelled", "--cols", "12", "--rows", "22", "--rules", "nes"], 20);
}

#[test]
fn a_finished_game_is_seen_and_the_next_one_begun() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sweepfall"));
    let home = tempfile::tempdir().expect("a temporary folder");
    command.args(["play", "tetris", "--target", "sim", "--no-db", "--json", "--games", "2"]);
    command.args(["--garbage", "1", "--strategy", "book", "--skin", "bevelled"]);
    let output = command.env("HOME", home.path()).output().expect("sweepfall starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    let text = String::from_utf8_lossy(&output.stdout);
    let games: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 2, "{told}{text}");
    assert!(games.iter().all(|game| game["result"] == "over"), "{text}");
}
