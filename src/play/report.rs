//! What is told of each game.

use serde::Serialize;

use crate::board::Outcome;

/// One finished game, as one line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum GameReport {
    /// A game of Minesweeper.
    Minesweeper(MinesweeperReport),
    /// A game of Tetris.
    Tetris(TetrisReport),
}

impl GameReport {
    /// How the game ended.
    pub fn result(&self) -> Outcome {
        match self {
            Self::Minesweeper(game) => game.result,
            Self::Tetris(game) => game.result,
        }
    }
}

impl std::fmt::Display for GameReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Minesweeper(game) => {
                let reason = game.reason.as_ref().map(|why| format!(" ({why})"));
                write!(
                    f,
                    "game {}: {}{}, {} clicks, {} guesses, {:.1} s",
                    game.index,
                    game.result.name(),
                    reason.unwrap_or_default(),
                    game.clicks,
                    game.guesses,
                    game.seconds
                )
            }
            Self::Tetris(game) => {
                let reason = game.reason.as_ref().map(|why| format!(" ({why})"));
                write!(
                    f,
                    "game {}: {}{}, {} pieces, {} lines, {} misdrops, {:.1} s",
                    game.index,
                    game.result.name(),
                    reason.unwrap_or_default(),
                    game.pieces,
                    game.lines,
                    game.misdrops,
                    game.seconds
                )
            }
        }
    }
}

/// One game of Minesweeper.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MinesweeperReport {
    /// Counts the games of a run from 1.
    pub index: u32,
    /// How it ended.
    pub result: Outcome,
    /// Why it was stopped.
    pub reason: Option<String>,
    /// Columns.
    pub cols: usize,
    /// Rows.
    pub rows: usize,
    /// Mines in all.
    pub mines: usize,
    /// Clicks sent.
    pub clicks: u64,
    /// Clicks a second from the first click to the last effect.
    pub clicks_per_second: f64,
    /// Moves that could have been wrong, the first click not counted.
    pub guesses: u32,
    /// From the first look to the end.
    pub seconds: f64,
    /// Cells that a settled reading gave a kind other than the true one.
    pub misreads: u32,
    /// Inputs sent again because their effect did not show.
    pub retries: u32,
    /// Inputs that would have gone astray; each was refused.
    pub stray_inputs: u32,
    /// Median time from asking for the frame that first showed a settled position to knowing
    /// what to send, in milliseconds: capture, reading and solving.
    pub answer_ms: f64,
}

/// One game of Tetris.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TetrisReport {
    /// Counts the games of a run from 1.
    pub index: u32,
    /// How it ended.
    pub result: Outcome,
    /// Why it was stopped.
    pub reason: Option<String>,
    /// Pieces locked.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Keys pressed.
    pub keys: u64,
    /// Pieces locked elsewhere than planned.
    pub misdrops: u32,
    /// From the first piece to the end.
    pub seconds: f64,
    /// Cells that a settled reading gave a kind other than the true one.
    pub misreads: u32,
    /// Inputs sent again or corrected.
    pub retries: u32,
    /// Inputs that would have gone astray; each was refused.
    pub stray_inputs: u32,
    /// Median time from asking for the frame that shows a new piece to its last key sent, in
    /// milliseconds.
    pub answer_ms: f64,
    /// The same at the 99th percentile.
    pub answer_ms_p99: f64,
}
