//! Real Tetris games, started and played from the pixels by the command.
//! A game that is missing fails its test: `./setup --tests` installs it.
#![cfg(target_os = "linux")]

mod support;

use support::{Desk, Game, json_lines, one_at_a_time};

/// Keys that are sent in each test.
const KEYS: &str = "150";

/// Starts the game's first game and plays it for some pieces.
fn played(game: Game) {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let running = game.start(&desk);
    let arguments = ["play", "tetris", "--max-clicks", KEYS, "--json", "--no-db", "--window"];
    let output = desk.sweepfall(&arguments).arg(running.id()).output().expect("sweepfall starts");
    let told = String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    let games = json_lines(&output);
    let report = games.last().unwrap_or_else(|| panic!("{told}"));
    let count = |name: &str| report[name].as_u64().unwrap_or_else(|| panic!("{name}: {told}"));
    assert_eq!(count("stray_inputs"), 0, "{told}");
    assert_eq!(count("misreads"), 0, "{told}");
    assert!(count("pieces") >= 10, "{told}");
    // On a machine under load a game may hear a key twice.
    assert!(count("misdrops") * 8 <= count("pieces"), "{told}");
}

#[test]
fn quadrapassel_is_started_with_the_mouse_and_played_with_keys() {
    played(Game::Quadrapassel);
}

#[test]
fn kblocks_is_started_and_played_though_its_pieces_come_in_from_above() {
    played(Game::Kblocks);
}

#[test]
fn ltris_is_started_from_its_menus_and_played_while_pieces_slide() {
    played(Game::Ltris);
}

#[test]
fn vitetris_is_started_and_played_in_a_terminal() {
    played(Game::Vitetris);
}

#[test]
fn tint_is_played_in_a_terminal_whose_walls_are_letters() {
    played(Game::Tint);
}

#[test]
fn a_real_game_that_loses_the_keyboard_for_a_while_is_paused_and_goes_on() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let game = Game::Kblocks.start(&desk);
    let faults = "unfocused+late-frame+noise";
    let mut command = desk.sweepfall(&["play", "tetris", "--json", "--fault", faults]);
    command.args(["--max-clicks", KEYS, "--window", game.id()]).env("RUST_LOG", "info,enigo=error");
    let output = command.output().expect("sweepfall starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("paused until the keyboard is back"), "{told}");
    let report = json_lines(&output).pop().expect("one game");
    assert_eq!(report["stray_inputs"], 0, "{report}: {told}");
    assert!(report["pieces"].as_u64() >= Some(10), "{report}: {told}");
}
