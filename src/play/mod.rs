//! The loop that joins capture, vision, solver and input.
//!
//! [`run`] is the only loop and does all input and output; a [`Player`] per game is a state
//! machine that sees frames and says what to do next.

mod aim;
mod evidence;
mod limits;
pub mod minesweeper;
mod recover;
mod report;
mod run;
pub mod steps;
pub mod tetris;
mod watch;

pub use crate::board::Outcome;
pub use aim::{Aim, Planned};
pub use evidence::Evidence;
pub use limits::{Limits, LimitsReached};
pub use report::{GameReport, MinesweeperReport, TetrisReport};
pub use run::{Ended, Environment, Player, Step, run};
pub use watch::{View, Watcher};
