//! The built-in games' windows, played through the screen by another process, by a person's keys
//! and by the bot inside; and what of that is stored.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;

use serde_json::Value;
use support::{Desk, SimWindow, json_lines, one_at_a_time, wait_for};
use sweepfall::board::minesweeper::{Cell, Level, Rules};
use sweepfall::geometry::CellPos;
use sweepfall::input::Button;
use sweepfall::target::simulated::minesweeper::{GameWindow, Look, Setup};

/// Plays with these arguments; gives the reports and all that was told.
fn play(desk: &Desk, arguments: &[&str]) -> (Vec<Value>, String) {
    let output = desk.sweepfall(arguments).args(["--no-db", "--json"]).output().unwrap();
    let told = String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    (json_lines(&output), told)
}

/// The games stored in `db`, the first one first.
fn stored(desk: &Desk, db: &Path) -> Vec<Value> {
    let lines = desk.json(&["scores", "--json", "--limit", "1000", "--db", db.to_str().unwrap()]);
    let mut games: Vec<Value> = lines.into_iter().filter(|line| line["kind"] == "game").collect();
    games.reverse();
    games
}

/// Waits until `count` games are stored.
fn wait_for_games(desk: &Desk, db: &Path, count: usize, seconds: u64) -> Vec<Value> {
    wait_for("the end of games", seconds, || {
        let games = stored(desk, db);
        (games.len() >= count).then_some(games)
    })
}

#[test]
fn another_process_plays_ten_games_of_expert_minesweeper_in_the_built_in_window() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let window = ["minesweeper", "--level", "expert", "--seed", "3", "--no-db"];
    let _window = SimWindow::open(&desk, &window);
    let limits = ["--games", "10", "--max-seconds", "300"];
    let window = ["play", "minesweeper", "--window", "sweepfall Minesweeper"];
    let (games, told) = play(&desk, &[&window[..], &limits].concat());
    assert_eq!(games.len(), 10, "{told}");
    for game in games {
        assert_ne!(game["result"], "stopped", "{told}");
        assert_eq!(game["misreads"], 0, "{told}");
        assert_eq!(game["stray_inputs"], 0, "{told}");
        assert_eq!((&game["cols"], &game["mines"]), (&30.into(), &99.into()), "{told}");
    }
}

#[test]
fn another_process_plays_tetris_in_the_built_in_window_at_its_normal_speed() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let _window = SimWindow::open(&desk, &["tetris", "--seed", "3", "--no-db"]);
    let limits = ["--max-clicks", "600", "--max-seconds", "300"];
    let window = ["play", "tetris", "--window", "sweepfall Tetris"];
    let (games, told) = play(&desk, &[&window[..], &limits].concat());
    let [game] = &games[..] else { panic!("one game: {told}") };
    // The game goes on: it was the number of keys that ended the run.
    assert_eq!(game["result"], "stopped", "{told}");
    assert!(told.contains("--max-clicks"), "{told}");
    assert!(game["pieces"].as_u64().unwrap() > 80, "{told}");
    for count in ["misdrops", "misreads", "stray_inputs"] {
        assert_eq!(game[count], 0, "{count}: {told}");
    }
}

#[test]
fn games_of_a_person_are_stored_and_stay_when_the_window_is_killed_in_the_next() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("results.db");
    let at = ["--db", db.to_str().unwrap(), "--player", "ada", "--seed", "5"];
    let mut window = SimWindow::open(&desk, &[&["minesweeper"][..], &at].concat());
    let mut twin = GameWindow::new(Setup {
        level: Level::BEGINNER,
        rules: Rules::default(),
        chords: vec![Button::Middle],
        look: Look::new("classic", 1.0).unwrap(),
        seed: 5,
    });
    // Row by row until a mine or the win; the twin counts the clicks that the game obeys.
    let all = (0..81).map(|i| CellPos::new(i % 9, i / 9));
    for pos in all {
        if twin.game().is_over() {
            break;
        }
        if twin.game().cells()[pos] != Cell::Covered {
            continue;
        }
        let at = twin.picture().grid().cell(pos).centre();
        let (x, y) = (at.x.floor().to_string(), at.y.floor().to_string());
        desk.hand(&["mousemove", "--window", &window.id, &x, &y, "click", "1"]);
        twin.press(Button::Left, at);
        twin.release(Button::Left, at);
    }
    let ended = twin.ended().unwrap();
    assert_eq!(twin.ended(), None, "a game is told of once");
    let games = wait_for_games(&desk, &db, 1, 10);
    let game = &games[0];
    assert_eq!(game["result"], ended.result.name());
    assert_eq!((&game["clicks"], &game["seed"]), (&ended.inputs.into(), &5.into()));
    assert_eq!((&game["player"], &game["target"]), (&"ada".into(), &"sim".into()));
    assert_eq!((&game["level"], &game["strategy"]), (&"beginner".into(), &Value::Null));

    // The next game is in its middle when nothing in the process can tidy up.
    desk.hand(&["key", "F2", "mousemove", "--window", &window.id, "60", "120", "click", "1"]);
    window.process.child.kill().unwrap();
    window.process.child.wait().unwrap();
    assert_eq!(stored(&desk, &db), games);
}

#[test]
fn a_tetris_game_of_a_person_is_stored_when_it_is_over_and_when_the_window_closes() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("results.db");
    let at = ["tetris", "--db", db.to_str().unwrap(), "--speed", "60000"];
    let mut window = SimWindow::open(&desk, &[&at[..], &["--rows", "6"]].concat());
    for _ in 0..8 {
        desk.hand(&["key", "space"]);
    }
    let games = wait_for_games(&desk, &db, 1, 10);
    assert_eq!(
        (&games[0]["result"], &games[0]["player"], &games[0]["level"]),
        (&"over".into(), &"person".into(), &"60000 ms 1".into())
    );
    assert!((1..=8).contains(&games[0]["pieces"].as_u64().unwrap()), "{games:?}");
    desk.hand(&["key", "F2"]);
    desk.hand(&["key", "space"]);
    desk.hand(&["key", "alt+F4"]);
    window.process.child.wait().unwrap();
    let games = stored(&desk, &db);
    let [_, left] = &games[..] else { panic!("two games: {games:?}") };
    assert_eq!((&left["result"], &left["pieces"]), (&"stopped".into(), &1.into()));
    assert_eq!(left["reason"], "the window was closed");
}

#[test]
fn the_bot_plays_inside_the_windows_and_hands_over_at_a_key_both_ways() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    for (game, strategy) in [("minesweeper", "probability"), ("tetris", "dt20")] {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("results.db");
        let bot = ["--bot", "--bot-delay", "10", "--strategy", strategy, "--player", "ada"];
        let at = [game, "--db", db.to_str().unwrap(), "--seed", "1"];
        let mut window = SimWindow::open(&desk, &[&at[..], &bot].concat());
        let bots_turn = |turn: bool| {
            wait_for("the other one's turn", 5, || {
                (window.title(&desk).contains("the bot plays") == turn).then_some(())
            });
        };
        let played = |game: &Value| {
            let player = game["player"].as_str().unwrap().to_string();
            (player, game["strategy"].as_str().map(str::to_string))
        };
        bots_turn(true);
        if game == "minesweeper" {
            let games = wait_for_games(&desk, &db, 2, 60);
            assert_eq!(played(&games[1]), ("sweepfall".into(), Some(strategy.into())));
        } else {
            std::thread::sleep(std::time::Duration::from_secs(8));
        }

        // The person takes over and leaves the game, plays one by hand, and hands back.
        desk.hand(&["key", "b"]);
        bots_turn(false);
        for _ in 0..2 {
            match game {
                "tetris" => desk.hand(&["key", "Left"]),
                _ => desk.hand(&["mousemove", "--window", &window.id, "60", "120", "click", "1"]),
            };
            desk.hand(&["key", "F2"]);
        }
        let games = wait_for("the end of the game by hand", 10, || {
            let games = stored(&desk, &db);
            (games.last().map(played) == Some(("ada".into(), None))).then_some(games)
        });
        if game == "tetris" {
            let [shared, _] = &games[..] else { panic!("two games: {games:?}") };
            assert_eq!(played(shared), ("ada".into(), Some(strategy.into())));
            assert!(shared["pieces"].as_u64().unwrap() > 3, "{shared}");
        }
        let before = games.len();

        desk.hand(&["key", "b"]);
        bots_turn(true);
        std::thread::sleep(std::time::Duration::from_secs(8));
        desk.hand(&["key", "alt+F4"]);
        window.process.child.wait().unwrap();
        let games = stored(&desk, &db);
        assert!(games.len() > before, "the bot played nothing: {games:?}");
        let last = games.last().unwrap();
        assert_eq!(played(last), ("sweepfall".into(), Some(strategy.into())));
        assert_ne!(last["clicks"], 0, "{games:?}");
    }
}
