//! Playing a real game with the program under test.

use serde_json::Value;

use super::desk::json_lines;
use super::{Desk, Game};

/// What a run of `play` gave.
pub struct Played {
    /// Its exit code.
    pub code: Option<i32>,
    /// A JSON line a game.
    pub games: Vec<Value>,
    /// What it said.
    pub words: String,
}

/// Plays `games` games in the window of `game`.
pub fn play(desk: &Desk, game: Game, games: u32) -> Played {
    let games = games.to_string();
    let arguments = [
        "play",
        "minesweeper",
        "--window",
        game.class(),
        "--games",
        &games,
        "--max-seconds",
        "300",
        "--no-db",
        "--json",
    ];
    let output = desk.sweepfall(&arguments).output().expect("sweepfall starts");
    Played {
        code: output.status.code(),
        games: json_lines(&output),
        words: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
