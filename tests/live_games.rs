//! Real games, played from a fresh board to their end and on to the next, by the command.
//! A game that is missing fails its test: `./setup --tests` installs it.
#![cfg(target_os = "linux")]

mod support;

use support::{Desk, Game, Played, json_lines, one_at_a_time, play};

/// Plays, and demands what must hold whoever wins.
fn played(game: Game, games: u32) -> Played {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let running = game.start(&desk);
    let played = play(&desk, game, games);
    let told = format!("{}\n{:#?}", played.words, played.games);
    assert_eq!(played.code, Some(0), "{told}");
    assert_eq!(played.games.len(), games as usize, "{told}");
    for report in &played.games {
        assert!(report["result"] == "won" || report["result"] == "lost", "{told}");
        assert_eq!(report["misreads"], 0, "{told}");
        assert_eq!(report["stray_inputs"], 0, "{told}");
        let size = (report["cols"].as_u64(), report["rows"].as_u64(), report["mines"].as_u64());
        assert_eq!(size, (Some(30), Some(16), Some(99)), "{told}");
    }
    drop(running);
    played
}

#[test]
fn every_game_of_sgt_mines_is_won_because_none_needs_a_guess() {
    let played = played(Game::SgtMines, 2);
    assert!(played.games.iter().all(|report| report["result"] == "won"), "{:#?}", played.games);
}

#[test]
fn xdemineur_is_played_from_its_opened_start_to_the_end_and_again() {
    played(Game::Xdemineur, 2);
}

#[test]
fn winemine_is_played_to_the_end_and_again() {
    played(Game::Winemine, 2);
}

#[test]
fn kmines_is_played_to_the_end_and_again() {
    played(Game::Kmines, 2);
}

#[test]
fn gnome_mines_is_played_to_the_end_and_again() {
    played(Game::GnomeMines, 2);
}

#[test]
fn a_real_game_is_played_to_the_end_though_inputs_and_frames_go_wrong() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let game = Game::Xdemineur.start(&desk);
    let faults = "late-input+doubled-input+repeated-frame+noise+moved";
    let mut command = desk.sweepfall(&["play", "minesweeper", "--json", "--fault", faults]);
    let output = command.args(["--window", game.id()]).output().expect("sweepfall starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    let report = json_lines(&output).pop().expect("one game");
    assert!(report["result"] == "won" || report["result"] == "lost", "{report}: {told}");
    assert_eq!((&report["misreads"], &report["stray_inputs"]), (&0.into(), &0.into()), "{report}");
    assert!(desk.json(&["scores", "--json"]).is_empty(), "a trial is no result");
}
