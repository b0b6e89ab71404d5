//! Plays the built-in Minesweeper through the command line: pixels in, clicks out.

use std::process::{Command, Output};

use serde_json::Value;

fn sweepfall(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sweepfall")).args(args).output().expect("the program starts")
}

fn games(args: &[&str]) -> Vec<Value> {
    let fixed = ["play", "minesweeper", "--target", "sim", "--json"];
    let output = sweepfall(&[&fixed, args].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    let stdout = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    stdout.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn every_level_and_skin_is_played_to_its_end_without_a_misread() {
    for skin in ["classic", "dark", "flat"] {
        for (level, count) in [("beginner", "6"), ("intermediate", "3"), ("expert", "3")] {
            let played =
                games(&["--level", level, "--skin", skin, "--games", count, "--seed", "7"]);
            assert_eq!(played.len().to_string(), count);
            for game in &played {
                let told = format!("{skin} {level}: {game}");
                assert!(game["result"] == "won" || game["result"] == "lost", "{told}");
                for zero in ["misreads", "stray_inputs", "retries"] {
                    assert_eq!(game[zero], 0, "{told}");
                }
                assert!(game["result"] == "won" || game["guesses"].as_u64() > Some(0), "{told}");
            }
        }
    }
}

#[test]
fn odd_scales_are_played_too() {
    for (skin, scale) in [("classic", "0.75"), ("dark", "1.37"), ("flat", "2.5")] {
        let played = games(&["--level", "12x10/15", "--skin", skin, "--scale", scale]);
        assert_eq!(played[0]["misreads"], 0, "{skin} at {scale}: {}", played[0]);
        assert_ne!(played[0]["result"], "stopped", "{skin} at {scale}: {}", played[0]);
    }
}

#[test]
fn one_seed_gives_the_same_games_twice() {
    let told = |game: &Value| (game["result"].clone(), game["clicks"].clone());
    let play = || games(&["--level", "intermediate", "--games", "4", "--seed", "11"]);
    let (first, second) = (play(), play());
    let both = first.iter().zip(&second);
    assert!(both.into_iter().all(|(a, b)| told(a) == told(b)), "{first:?} {second:?}");
}

#[test]
fn the_two_rule_player_stops_where_only_a_guess_is_left() {
    let fixed = ["play", "minesweeper", "--target", "sim", "--json"];
    let more = ["--strategy", "two-rule", "--on-guess", "stop", "--level", "expert"];
    let output = sweepfall(&[&fixed[..], &more[..]].concat());
    assert_eq!(output.status.code(), Some(4));
    let game: Value = serde_json::from_slice(&output.stdout).expect("one line of JSON");
    assert_eq!(game["result"], "stopped");
    let reason = game["reason"].as_str().expect("a reason");
    assert!(reason.contains("guess") && reason.contains('%'), "{reason}");
}

/// Ctrl-C, as a terminal sends it.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_that_waits_for_an_answer() {
    use std::io::Read as _;
    use std::process::Stdio;

    let mut command = Command::new(env!("CARGO_BIN_EXE_sweepfall"));
    command.args(["play", "minesweeper", "--target", "sim", "--strategy", "two-rule", "--no-db"]);
    command.args(["--level", "expert", "--games", "20"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut words = child.stderr.take().expect("it was asked for");
    let (mut told, mut byte) = (Vec::new(), [0]);
    while !told.ends_with(b"[y/N]") {
        words.read_exact(&mut byte).expect("a question");
        told.push(byte[0]);
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill is there").success());
    let mut rest = String::new();
    words.read_to_string(&mut rest).expect("text");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(4), "{rest}");
    assert!(rest.contains("Ctrl-C"), "{rest}");
}

#[test]
fn a_dry_run_sends_nothing() {
    let fixed = ["play", "minesweeper", "--target", "sim", "--json", "--dry-run"];
    let output = sweepfall(&fixed);
    assert_eq!(output.status.code(), Some(0));
    let game: Value = serde_json::from_slice(&output.stdout).expect("one line of JSON");
    assert_eq!((&game["result"], &game["clicks"]), (&"stopped".into(), &0.into()));
    assert!(String::from_utf8_lossy(&output.stderr).contains("would open"));
}

#[test]
fn the_games_and_inputs_given_are_kept_exactly() {
    let played = games(&["--level", "beginner", "--max-games", "3"]);
    assert_eq!(played.len(), 3);
    for inputs in [1, 7, 40] {
        let many = inputs.to_string();
        let played = games(&["--level", "expert", "--games", "1000", "--max-clicks", &many]);
        let clicks: u64 = played.iter().filter_map(|game| game["clicks"].as_u64()).sum();
        // Each game but the first began with a key.
        assert_eq!(clicks + played.len() as u64 - 1, inputs, "{played:?}");
    }
}

#[test]
fn the_time_given_is_kept() {
    let played = games(&["--level", "expert", "--games", "100000", "--max-seconds", "3"]);
    let last = played.last().expect("a game");
    assert!(last["reason"].as_str().is_some_and(|why| why.contains("--max-seconds")), "{last}");
}

#[test]
fn wrong_usage_is_refused_with_the_next_step() {
    for (args, expected) in [
        (["--level", "hard"], "beginner"),
        (["--level", "9x9/81"], "1 to 80"),
        (["--strategy", "luck"], "probability"),
        (["--skin", "velvet"], "classic"),
        (["--scale", "0"], "0.5 to 4"),
        (["--games", "0"], "1.."),
    ] {
        let output = sweepfall(&[&["play", "minesweeper", "--target", "sim"], &args[..]].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(expected), "{args:?}: {stderr}");
    }
}
