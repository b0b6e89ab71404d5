//! Minesweeper players: each gives moves with their reasons.

mod analysis;
mod classic;
mod component;
mod endgame;
#[cfg(test)]
mod endgame_tests;
mod field;
mod fifty;
mod full;
mod lookahead;
mod opening;
mod outlook;
mod plan;
mod probability;
mod pseq;
mod registry;
mod relax;
mod style;
mod survey;
#[cfg(test)]
mod survey_tests;
mod table;
mod tally;
mod trial;
mod two_rule;
mod weight;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Grid;
use crate::board::minesweeper::{Board, StartRule};
use crate::geometry::CellPos;

pub use opening::first_cell;
pub use registry::{DEFAULT_STRATEGY, UnknownStrategy, strategy, strategy_names};
pub use trial::{Trial, play_out};

/// Decides what to do on a board.
pub trait Strategy: Send {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// What to do now: certain moves if there are any, else one guess, else nothing (a strategy
    /// that never guesses).
    ///
    /// # Errors
    /// When no arrangement of mines fits the numbers: the board was misread.
    fn decide(&mut self, board: &Board, limits: &Limits) -> Result<Decision, Contradiction>;
}

/// What a strategy is told besides the board.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The game's promise about its first click.
    pub start: StartRule,
    /// The first cell that was clicked in this game, where known (the classic rule's prior).
    pub first_click: Option<CellPos>,
    /// The longest a decision may take.
    pub think: Duration,
    /// Whether mines are to be flagged.
    pub flags: FlagStyle,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: StartRule::Safe,
            first_click: None,
            think: Duration::from_secs(1),
            flags: FlagStyle::None,
        }
    }
}

/// Whether and why flags are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FlagStyle {
    /// Never.
    #[default]
    None,
    /// Every mine that is certain.
    All,
    /// Where a flag and a chord need fewer clicks than opening each cell.
    Efficient,
}

/// What to do now.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decision {
    /// Moves to make, all certain or a single guess; empty when the strategy will not go on.
    pub moves: Vec<Move>,
    /// Each cell's probability of being a mine, in 0..=1 (0 for open cells), where computed.
    pub probabilities: Option<Grid<f64>>,
}

/// What a move does to its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Open a closed cell; a flag on it was wrong and has to go first.
    Open,
    /// Put a flag on a covered cell.
    Flag,
    /// Open all unflagged neighbours of a satisfied number.
    Chord,
}

impl std::fmt::Display for MoveKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            MoveKind::Open => "open",
            MoveKind::Flag => "flag",
            MoveKind::Chord => "chord",
        })
    }
}

/// One move and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// The cell to act on.
    pub cell: CellPos,
    /// What to do there.
    pub kind: MoveKind,
    /// The probability that the cell is a mine (0 for a chord).
    pub mine_probability: f64,
    /// Why.
    pub reason: Reason,
}

impl Move {
    /// Whether the move may be wrong.
    pub fn is_guess(&self) -> bool {
        !matches!(self.reason, Reason::Certain(_))
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.kind {
            MoveKind::Open => "open",
            MoveKind::Flag => "flag",
            MoveKind::Chord => "chord",
        };
        write!(f, "{kind} {}: {}", self.cell, self.reason)?;
        if self.is_guess() {
            write!(f, " (a mine with {:.1} %)", self.mine_probability * 100.0)?;
        }
        Ok(())
    }
}

/// Why a move was chosen.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// It cannot be wrong; the text says which rule proves it.
    Certain(&'static str),
    /// The first click of a game.
    Opening,
    /// Chosen among uncertain cells; the text says how.
    Guess(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Certain(why) => write!(f, "certain: {why}"),
            Reason::Opening => f.write_str("opening"),
            Reason::Guess(why) => write!(f, "guess: {why}"),
        }
    }
}

/// The numbers cannot all be true.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no arrangement of {mines} mines fits the numbers: the board was misread")]
pub struct Contradiction {
    /// Mines in all.
    pub mines: usize,
}
