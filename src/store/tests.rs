use std::fs;
use std::path::PathBuf;

use rusqlite::Connection;
use tempfile::TempDir;

use super::schema::VERSION;
use super::*;
use crate::calibration::Game;
use crate::play::Outcome;

/// A file as version 1 of the schema left it, with two games.
const VERSION_1: &str = "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY, ended_ms INTEGER NOT NULL, player TEXT NOT NULL,
        game TEXT NOT NULL, target TEXT NOT NULL, place TEXT NOT NULL, level TEXT, strategy TEXT,
        seed TEXT, result TEXT NOT NULL, lines INTEGER, pieces INTEGER, score INTEGER,
        seconds REAL NOT NULL, clicks INTEGER NOT NULL, guesses INTEGER NOT NULL,
        misreads INTEGER NOT NULL, misdrops INTEGER NOT NULL, version TEXT NOT NULL);
    INSERT INTO games VALUES
        (1, 1000, 'ada', 'minesweeper', 'sim', 'classic', 'expert', 'full',
         '18446744073709551615', 'won', NULL, NULL, NULL, 12.5, 210, 3, 0, 0, '0.1.0'),
        (2, 2000, 'bob', 'tetris', 'window', 'A game', NULL, NULL, NULL, 'over', 40, 110, 1200,
         61.0, 330, 0, 0, 1, '0.1.0');
    PRAGMA application_id = 1400325740;
    PRAGMA user_version = 1;";

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("results.db");
    (folder, path)
}

fn game(player: &str, result: Outcome, seconds: f64) -> GameRecord {
    let game = GameRecord::new(player, Game::Minesweeper, Played::Sim, "classic", result);
    GameRecord { level: Some("expert".into()), strategy: Some("full".into()), seconds, ..game }
}

fn all(store: &Store) -> Vec<GameRecord> {
    store.games(&Filter::default(), None).expect("readable")
}

#[test]
fn a_stored_game_comes_back_as_it_was() {
    let (_folder, path) = folder();
    let record = GameRecord {
        seed: Some(u64::MAX),
        reason: Some("a mine".into()),
        lines: Some(3),
        pieces: Some(4),
        score: Some(5),
        clicks: 6,
        guesses: 7,
        misreads: 8,
        misdrops: 9,
        ..game("ada", Outcome::Lost, 1.25)
    };
    Store::open(&path).expect("opened").add(&record).expect("added");
    assert_eq!(all(&Store::open_existing(&path).expect("opened")), [record]);
}

#[test]
fn a_file_of_version_1_is_brought_up_to_date_with_its_games() {
    let (_folder, path) = folder();
    Connection::open(&path).expect("made").execute_batch(VERSION_1).expect("version 1");
    let store = Store::open(&path).expect("migrated");
    let games = all(&store);
    let short: Vec<_> = games.iter().map(|g| (g.player.as_str(), g.seed, g.lines)).collect();
    assert_eq!(short, [("bob", None, Some(40)), ("ada", Some(u64::MAX), None)]);
    store.add(&game("eve", Outcome::Won, 9.0)).expect("added");
    drop(store);
    assert_eq!(all(&Store::open(&path).expect("opened again")).len(), 3);
    let version: i64 = Connection::open(&path)
        .expect("opened")
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .expect("a version");
    assert_eq!(version, VERSION);
}

#[test]
fn every_version_has_one_schema_however_it_was_reached() {
    let schema = |path: &Path| {
        let connection = Connection::open(path).expect("opened");
        let mut statement =
            connection.prepare("PRAGMA table_info(games)").expect("there is a table");
        let columns = statement.query_map([], |row| row.get::<_, String>(1)).expect("columns");
        columns.collect::<Result<Vec<_>, _>>().expect("names")
    };
    let (_a, new) = folder();
    let (_b, old) = folder();
    Connection::open(&old).expect("made").execute_batch(VERSION_1).expect("version 1");
    for path in [&new, &old] {
        Store::open(path).expect("opened");
    }
    assert_eq!(schema(&new), schema(&old));
}

#[test]
fn a_newer_a_foreign_and_a_damaged_file_are_refused_and_not_changed() {
    let (folder, _) = folder();
    let path = |name: &str| folder.path().join(name);
    let newer = format!("{VERSION_1} PRAGMA user_version = 99;");
    Connection::open(path("newer")).expect("made").execute_batch(&newer).expect("filled");
    let foreign = "CREATE TABLE bookmarks (url TEXT)";
    Connection::open(path("foreign")).expect("made").execute_batch(foreign).expect("filled");
    fs::write(path("text"), "this is no database, but it is long enough to look at\n".repeat(99))
        .expect("written");
    for (name, words) in
        [("newer", "schema 99"), ("foreign", "another program"), ("text", "damaged")]
    {
        let before = fs::read(path(name)).expect("there");
        let error = Store::open(&path(name)).expect_err(name).to_string();
        assert!(error.contains(words) && error.contains("--db"), "{error}");
        assert!(fs::read(path(name)).expect("there") == before, "{name} was changed");
    }
}

#[test]
fn a_file_damaged_in_its_middle_is_an_error_and_not_a_panic() {
    let (_folder, path) = folder();
    let store = Store::open(&path).expect("opened");
    for _ in 0..200 {
        store.add(&game("ada", Outcome::Won, 1.0)).expect("added");
    }
    drop(store);
    let mut bytes = fs::read(&path).expect("there");
    for page in bytes.chunks_mut(4096).skip(1) {
        page.fill(0xa5);
    }
    fs::write(&path, bytes).expect("written");
    let read = Store::open_existing(&path).and_then(|s| s.games(&Filter::default(), None));
    assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");
}

#[test]
fn a_full_disk_keeps_earlier_games_and_takes_the_waiting_ones_when_there_is_room() {
    let (_folder, path) = folder();
    let mut pending = Pending::new(path.clone());
    pending.add(game("ada", Outcome::Won, 1.0)).expect("added");
    let pages = |pending: &Pending, pages: i64| {
        let store = pending.store.as_ref().expect("open");
        store.connection.pragma_update(None, "max_page_count", pages).expect("set");
    };
    pages(&pending, 1);
    let mut stored = 1;
    let error = loop {
        match pending.add(game("ada", Outcome::Won, 2.0)) {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
        assert!(stored < 10_000, "the bound was not felt");
    };
    assert!(matches!(error, StoreError::Full(_)), "{error}");
    assert_eq!(pending.waiting(), 1);
    assert_eq!(all(&Store::open_existing(&path).expect("opened")).len(), stored);
    pages(&pending, 1000);
    pending.add(game("ada", Outcome::Won, 3.0)).expect("added");
    assert_eq!(pending.waiting(), 0);
    assert_eq!(all(&Store::open_existing(&path).expect("opened")).len(), stored + 2);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let (folder, _) = folder();
    fs::write(folder.path().join("file"), "").expect("written");
    let error = Store::open(&folder.path().join("file/results.db")).expect_err("no folder");
    assert!(error.to_string().contains("--db"), "{error}");
}

#[test]
fn the_leaderboard_agrees_with_counting_by_hand() {
    let (_folder, path) = folder();
    let store = Store::open(&path).expect("opened");
    for (player, result, seconds) in [
        ("ada", Outcome::Won, 30.0),
        ("ada", Outcome::Won, 20.0),
        ("ada", Outcome::Lost, 2.0),
        ("ada", Outcome::Lost, 3.0),
        ("ada", Outcome::Stopped, 4.0),
        ("bob", Outcome::Won, 99.0),
    ] {
        store.add(&GameRecord { ended_ms: 1000, ..game(player, result, seconds) }).expect("added");
    }
    for lines in [10, 20, 60] {
        let tetris = GameRecord::new("cat", Game::Tetris, Played::Window, "A game", Outcome::Over);
        let score = Some(lines * 7);
        let tetris = GameRecord { ended_ms: 1000, lines: Some(lines), score, ..tetris };
        store.add(&tetris).expect("added");
    }
    let best = store.leaderboard(&Filter::default(), None).expect("readable");
    let names: Vec<_> = best.iter().map(|b| b.player.as_str()).collect();
    assert_eq!(names, ["bob", "ada", "cat"]);
    let ada = &best[1];
    assert_eq!((ada.games, ada.stopped, ada.wins, ada.best_seconds), (4, 1, 2, Some(20.0)));
    assert_eq!(ada.win_rate, Some(Share { rate: 0.5, stderr: 0.25 }));
    let cat = &best[2];
    assert_eq!(
        (cat.best_score, cat.best_lines, cat.lines_per_game),
        (Some(420), Some(60), Some(30.0))
    );
    // The values 10, 20, 60 have the sample deviation sqrt(700).
    let stderr = cat.lines_stderr.expect("three games");
    assert!((stderr - (700.0_f64 / 3.0).sqrt()).abs() < 1e-9, "{stderr}");
    let only = Filter { game: Some(Game::Tetris), ..Filter::default() };
    assert_eq!(store.leaderboard(&only, None).expect("readable").len(), 1);
    let days = store.days(&Filter::default(), None, |_| "today".into()).expect("readable");
    let counts: Vec<_> = days.iter().map(|d| (d.game.as_str(), d.games, d.wins, d.lines)).collect();
    assert_eq!(counts, [("tetris", 3, 0, 90), ("minesweeper", 5, 3, 0)]);
}

#[test]
fn filters_hold_for_time_and_player() {
    let (_folder, path) = folder();
    let store = Store::open(&path).expect("opened");
    for (player, ended_ms) in [("ada", 1000), ("ada", 2000), ("bob", 3000)] {
        store.add(&GameRecord { ended_ms, ..game(player, Outcome::Won, 1.0) }).expect("added");
    }
    let count = |player: Option<&str>, since_ms| {
        let filter = Filter { player: player.map(String::from), since_ms, game: None };
        store.games(&filter, None).expect("readable").len()
    };
    assert_eq!(
        (count(None, None), count(None, Some(2000)), count(Some("ada"), Some(2000))),
        (3, 2, 1)
    );
    assert_eq!(store.games(&Filter::default(), Some(1)).expect("readable")[0].player, "bob");
}
