//! `sim tetris`.

use std::rc::Rc;

use clap::Args;

use super::company::{self, CompanyArgs, MakePlayer};
use crate::calibration::{Game, TetrisRules};
use crate::cli::tetris_game::TetrisGame;
use crate::cli::{Exit, Fault};
use crate::clock::SystemClock;
use crate::play::tetris::Setup;
use crate::solver::tetris::DEFAULT_STRATEGY;
use crate::target::simulated::desktop;
use crate::target::simulated::tetris::{Frames, Keys, TetrisWindow};

/// Tetris: arrows move and turn, Space drops, C puts away, P pauses, F2 deals anew, F1 helps.
#[derive(Debug, Args)]
pub(super) struct Tetris {
    #[command(flatten)]
    game: TetrisGame,
    /// Decides all games; random if not given.
    #[arg(long)]
    seed: Option<u64>,
    /// How the bot decides: a name (see `bench tetris`) or a weights file (TOML).
    #[arg(long, default_value = DEFAULT_STRATEGY)]
    strategy: String,
    #[command(flatten)]
    company: CompanyArgs,
}

/// Opens the window and waits until it is closed.
pub(super) fn run(args: Tetris) -> anyhow::Result<Exit> {
    // A window shows each moment it is redrawn at, so it needs no frames of its own.
    let setup = args.game.setup(args.seed.unwrap_or_else(rand::random), Frames::None)?;
    let player = player(&args);
    let company = args.company.company(Game::Tetris, args.game.skin(), &args.strategy, player)?;
    let window = TetrisWindow::new(setup).map_err(Fault::usage)?;
    desktop::open(Box::new(window), company)?;
    Ok(Exit::Done)
}

/// The bot for the window.
fn player(args: &Tetris) -> MakePlayer {
    let setup = Setup {
        strategy: args.strategy.clone(),
        depth: None,
        width: None,
        think: None,
        between: args.company.delay(),
        dry_run: false,
        game: TetrisRules {
            rules: args.game.rules().to_string(),
            keys: Keys::default().by_press(),
            ..TetrisRules::usual()
        },
        pace: company::pace(),
        new_game: company::new_game(),
    };
    Box::new(move || Ok(Box::new(setup.player(Rc::new(SystemClock::new()))?)))
}
