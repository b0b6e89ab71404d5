//! The built-in games' windows, played through the screen by another process.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use std::process::Stdio;

use support::{Desk, Group, json_lines, one_at_a_time, wait_for};

/// Opens `sim` with these arguments and waits for its window.
fn open(desk: &Desk, arguments: &[&str]) -> Group {
    let mut command = desk.sweepfall(arguments);
    let process = Group::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
    wait_for("the window", 20, || desk.windows("sweepfall").pop());
    process
}

/// Plays with these arguments; gives the reports and all that was told.
fn play(desk: &Desk, arguments: &[&str]) -> (Vec<serde_json::Value>, String) {
    let output = desk.sweepfall(arguments).args(["--no-db", "--json"]).output().unwrap();
    let told = String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    (json_lines(&output), told)
}

#[test]
fn another_process_plays_expert_minesweeper_in_the_built_in_window() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let _game = open(&desk, &["sim", "minesweeper", "--level", "expert", "--seed", "3"]);
    let window = ["play", "minesweeper", "--window", "sweepfall Minesweeper"];
    let limits = ["--games", "2", "--max-seconds", "300"];
    let (games, told) = play(&desk, &[window, limits].concat());
    assert_eq!(games.len(), 2, "{told}");
    for game in games {
        assert_ne!(game["result"], "stopped", "{told}");
        assert_eq!(game["misreads"], 0, "{told}");
        assert_eq!(game["stray_inputs"], 0, "{told}");
        assert_eq!((&game["cols"], &game["mines"]), (&30.into(), &99.into()), "{told}");
    }
}
