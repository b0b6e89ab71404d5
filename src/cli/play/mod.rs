//! `sweepfall play`: the main job.

mod common;
mod drive;
mod learn;
mod minesweeper;
mod open;
mod overlays;
mod session;
#[cfg(feature = "sound")]
mod sound;
mod tetris;
mod view;

use anyhow::Result;
use clap::Subcommand;

use super::Exit;
pub use minesweeper::reader;
pub use open::simulated_manners as minesweeper_manners;
pub use tetris::simulated_manners as tetris_manners;

/// Play the game that is open in a window, or the built-in one.
#[derive(Debug, Subcommand)]
pub enum Play {
    /// Play Minesweeper.
    Minesweeper(minesweeper::Args),
    /// Play Tetris.
    Tetris(tetris::Args),
}

/// Runs `sweepfall play`.
pub fn run(play: Play) -> Result<Exit> {
    match play {
        Play::Minesweeper(args) => minesweeper::run(&args),
        Play::Tetris(args) => tetris::run(&args),
    }
}
