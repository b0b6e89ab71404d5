//! What cannot be done is refused in one clear sentence with the next step, and leaves nothing
//! half-written.

use std::path::Path;
use std::process::{Command, Output};

/// Runs without a display, away from the user's own files.
fn run(home: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sweepfall"))
        .args(arguments)
        .env("HOME", home)
        .env_remove("XDG_DATA_HOME")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("sweepfall starts")
}

/// Checks that `arguments` end with `code` and one message that has all `words`.
fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let home = tempfile::tempdir().expect("a temporary folder");
    let output = run(home.path(), arguments);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    assert!(output.stdout.is_empty(), "{arguments:?}: {output:?}");
    assert_eq!(told.matches("error:").count(), 1, "{arguments:?}: {told}");
    assert!(!told.contains("panicked"), "{arguments:?}: {told}");
    for word in words {
        assert!(told.contains(word), "{arguments:?} does not say '{word}': {told}");
    }
    let left = std::fs::read_dir(home.path()).expect("a folder").count();
    assert_eq!(left, 0, "{arguments:?} left something behind");
}

#[test]
fn impossible_minesweeper_boards_are_wrong_usage_in_the_window_and_off_screen() {
    for before in [&["sim", "minesweeper"][..], &["play", "minesweeper", "--target", "sim"]] {
        for (level, words) in [
            ("hard", ["beginner", "COLSxROWS/MINES"]),
            ("9x9", ["beginner", "COLSxROWS/MINES"]),
            ("9x9/ten", ["beginner", "COLSxROWS/MINES"]),
            ("-9x9/10", ["beginner", "COLSxROWS/MINES"]),
            ("99999999999999999999x9/10", ["beginner", "COLSxROWS/MINES"]),
            ("9x9/0", ["0 mines", "1 to 80"]),
            ("9x9/81", ["81 mines", "1 to 80"]),
            ("9x9/500", ["500 mines", "1 to 80"]),
            ("1x1/1", ["1x1", "1 to 200"]),
            ("0x9/1", ["0x9", "1 to 200"]),
            ("201x9/10", ["201x9", "1 to 200"]),
        ] {
            refused(&[before, &["--level", level]].concat(), 2, &words);
        }
    }
}

#[test]
fn other_impossible_arguments_of_the_windows_are_wrong_usage() {
    let mines = &["sim", "minesweeper"][..];
    let tetris = &["sim", "tetris"][..];
    for (game, arguments, word) in [
        (mines, ["--skin", "velvet"], "classic"),
        (mines, ["--scale", "0"], "0.5 to 4"),
        (mines, ["--scale", "NaN"], "0.5 to 4"),
        (mines, ["--strategy", "luck"], "probability"),
        (mines, ["--bot-delay", "-5"], "--bot-delay"),
        (mines, ["--seed", "x"], "--seed"),
        (tetris, ["--skin", "velvet"], "outlined"),
        (tetris, ["--scale", "9"], "0.5 to 4"),
        (tetris, ["--rules", "nosuch"], "srs"),
        (tetris, ["--cols", "3"], "4 to 32"),
        (tetris, ["--rows", "4000"], "4 to 40"),
        (tetris, ["--speed", "slow"], "guideline"),
        (tetris, ["--next", "7"], "1..=6"),
        (tetris, ["--strategy", "luck"], "dellacherie"),
    ] {
        refused(&[game, &arguments].concat(), 2, &[word]);
    }
}

#[test]
fn without_a_display_the_windows_say_so() {
    for game in ["minesweeper", "tetris"] {
        refused(&["sim", game], 1, &["no usable display", "DISPLAY"]);
    }
}

#[test]
fn the_largest_board_is_played_within_memory() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let game = ["play", "minesweeper", "--target", "sim", "--level", "200x200/4000"];
    let limits = ["--max-clicks", "20", "--strategy", "probability", "--no-db", "--json"];
    let output = run(home.path(), &[&game[..], &limits].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    let text = String::from_utf8(output.stdout).expect("text");
    let game: serde_json::Value = serde_json::from_str(text.trim()).expect("JSON");
    assert_eq!((&game["cols"], &game["mines"]), (&200.into(), &4000.into()));
    assert_eq!(game["misreads"], 0, "{text}");
}

/// A folder that nobody can write into is a file here, so that the test means the same for an
/// administrator, who may write everywhere.
#[test]
fn folders_that_cannot_be_written_are_named_before_anything_is_played() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").expect("written");
    let inside = file.join("inside").display().to_string();
    let game = ["play", "minesweeper", "--target", "sim", "--no-db", "--quiet"];
    for option in ["--record", "--overlays"] {
        refused(&[&game[..], &[option, &inside]].concat(), 1, &[&inside, "another folder"]);
    }
    refused(&["scores", "--db", &inside], 1, &[&inside]);
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "mine");
    // A folder with something in it is not written over.
    let used = folder.path().display().to_string();
    for option in ["--record", "--overlays"] {
        refused(&[&game[..], &[option, &used]].concat(), 1, &[&used, option, "new folder"]);
    }
}
