//! From the command line to a target and the manners of the game on it.

use anyhow::Result;

use super::common::{self, TargetKind};
use super::minesweeper::Args;
use crate::board::minesweeper::{Level, Rules};
use crate::calibration::{Chord, InputPace, MinesweeperRules, NewGame, Step};
use crate::cli::Exit;
use crate::input::Button;
use crate::target::Target;
use crate::target::simulated::minesweeper::{Look, Setup, SimulatedMinesweeper};

/// A target and how the game on it behaves.
pub struct Opened {
    /// The target.
    pub target: Box<dyn Target>,
    /// The game's habits.
    pub profile: Manners,
}

/// How a game of Minesweeper behaves, from its profile.
#[derive(Debug, Default)]
pub struct Manners {
    /// Its rules.
    pub rules: MinesweeperRules,
    /// How fast input may come.
    pub pace: InputPace,
    /// How a new game begins.
    pub new_game: NewGame,
}

/// Opens what `args` ask for; wrong usage has been told when there is only an exit code.
pub fn minesweeper(args: &Args) -> Result<Result<Opened, Exit>> {
    match args.common.target {
        TargetKind::Sim => Ok(simulated(args)),
        TargetKind::Window => todo!(),
    }
}

fn simulated(args: &Args) -> Result<Opened, Exit> {
    let look = Look::new(&args.skin, args.scale).map_err(|error| common::wrong_usage(&error))?;
    let start = args.start();
    let setup = Setup {
        level: args.level.unwrap_or(Level::BEGINNER),
        rules: Rules { start, ..Rules::default() },
        chords: vec![Button::Middle],
        look,
        seed: args.common.seed,
    };
    let face = vec![Step::Face];
    let profile = Manners {
        rules: MinesweeperRules { start, chord: Chord::Middle, ..MinesweeperRules::default() },
        pace: InputPace { hold_ms: 1, gap_ms: 0, ..InputPace::default() },
        new_game: NewGame { after_win: face.clone(), after_loss: face.clone(), midway: face, ..NewGame::default() },
    };
    Ok(Opened { target: Box::new(SimulatedMinesweeper::new(setup)), profile })
}
