//! `sim tetris`.

use clap::Args;

use crate::cli::tetris_game::TetrisGame;
use crate::cli::{Exit, Fault};
use crate::target::simulated::desktop;
use crate::target::simulated::tetris::{Frames, TetrisWindow};

/// Tetris: arrows move and turn, Space drops, C puts away, P pauses, F2 deals anew, F1 helps.
#[derive(Debug, Args)]
pub(super) struct Tetris {
    #[command(flatten)]
    game: TetrisGame,
    /// Decides all games; random if not given.
    #[arg(long)]
    seed: Option<u64>,
}

/// Opens the window and waits until it is closed.
pub(super) fn run(args: Tetris) -> anyhow::Result<Exit> {
    // A window shows each moment it is redrawn at, so it needs no frames of its own.
    let setup = args.game.setup(args.seed.unwrap_or_else(rand::random), Frames::None)?;
    desktop::open(Box::new(TetrisWindow::new(setup).map_err(Fault::usage)?))?;
    Ok(Exit::Done)
}
