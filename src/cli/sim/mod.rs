//! `sim`: the built-in games as real windows.

mod company;
mod minesweeper;
mod tetris;

use clap::{Args, Subcommand};

use super::Exit;

/// Opens a built-in game as a real window, for a person or a bot.
#[derive(Debug, Args)]
pub struct Sim {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, Subcommand)]
enum Game {
    Minesweeper(minesweeper::Minesweeper),
    Tetris(tetris::Tetris),
}

/// Opens the window and waits until it is closed.
///
/// # Errors
/// When there is no display.
pub fn run(args: Sim) -> anyhow::Result<Exit> {
    match args.game {
        Game::Minesweeper(args) => minesweeper::run(args),
        Game::Tetris(args) => tetris::run(args),
    }
}
