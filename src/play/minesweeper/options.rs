//! How Minesweeper is to be played.

use std::time::Duration;

use crate::board::minesweeper::Level;
use crate::calibration::{InputPace, MinesweeperRules, NewGame};
use crate::solver::minesweeper::{FlagStyle, Move};

/// How Minesweeper is to be played.
pub struct Options {
    /// Size and mines, where the player knows better than the picture.
    pub level: Option<Level>,
    /// What to do when only a guess is left.
    pub on_guess: OnGuess,
    /// Whether and why flags are set.
    pub flags: FlagStyle,
    /// The longest a decision may take.
    pub think: Duration,
    /// Say what would be done and send nothing.
    pub dry_run: bool,
    /// Rules of the game at hand.
    pub rules: MinesweeperRules,
    /// How fast input may come.
    pub pace: InputPace,
    /// How a new game begins.
    pub new_game: NewGame,
}

/// What to do when only a guess is left.
pub enum OnGuess {
    /// Guess.
    Play,
    /// Ask somebody; `true` is yes.
    Ask(Box<dyn FnMut(&Move) -> bool>),
    /// Stop.
    Stop,
}
