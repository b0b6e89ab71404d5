//! From the command line to a target and the manners of the game on it.

use anyhow::Result;

use super::common::{Common, TargetKind};
use super::learn;
use super::minesweeper::Args;
use crate::board::minesweeper::{Level, Rules, StartRule};
use crate::calibration::{self, Chord, Game, InputPace, MinesweeperRules, NewGame, Profile, Step};
use crate::cli::Fault;
use crate::input::{Button, Key, KeyStroke};
use crate::target::Target;
use crate::target::live::{LiveOptions, LiveWindow, WindowInfo};
use crate::target::simulated::minesweeper::{Look, Setup, SimulatedMinesweeper};

/// A target and how the game on it behaves.
pub struct Opened {
    /// The target.
    pub target: Box<dyn Target>,
    /// The game's habits.
    pub manners: Manners,
    /// Its profile, where there is one.
    pub profile: Option<Profile>,
    /// The window, where it is one.
    pub window: Option<WindowInfo>,
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

/// Opens what `args` ask for.
///
/// # Errors
/// For wrong usage, without a desktop, or when the window cannot be locked on.
pub fn minesweeper(args: &Args) -> Result<Opened> {
    if args.common.target == TargetKind::Sim {
        return simulated(args);
    }
    let (target, profile) = window(&args.common, Game::Minesweeper)?;
    let manners = profile.clone().map_or_else(Manners::default, |profile| Manners {
        rules: profile.minesweeper.unwrap_or_default(),
        pace: profile.input,
        new_game: profile.new_game,
    });
    let window = Some(target.window().clone());
    Ok(Opened { target: Box::new(target), manners, profile, window })
}

/// Locks on the window or region that is asked for, and finds the game's profile.
pub(super) fn window(common: &Common, game: Game) -> Result<(LiveWindow, Option<Profile>)> {
    let asked = match (common.profile.as_deref(), common.keep.save_profile()) {
        (Some(name), _) => Some(calibration::load(name).map_err(Fault::usage)?),
        (None, Some(folder)) => learn::load(folder).map_err(Fault::usage)?,
        (None, None) => None,
    };
    let options = LiveOptions {
        abort_key: Some(common.abort_key),
        may_activate: !common.dry_run,
        ..LiveOptions::default()
    };
    let mut target = common.place.lock(Some(game), options)?;
    let window = target.window();
    let found = calibration::for_window(&window.title, &window.class, Some(game));
    let profile = asked.or_else(|| found.cloned());
    if let Some(profile) = &profile {
        log::info!("profile {}", profile.name);
        target.set_pace(profile.input.clone());
    }
    Ok((target, profile))
}

fn simulated(args: &Args) -> Result<Opened> {
    let look = Look::new(&args.skin, args.scale).map_err(Fault::usage)?;
    let start = args.start();
    let setup = Setup {
        level: args.level.unwrap_or(Level::BEGINNER),
        rules: Rules { start, ..Rules::default() },
        chords: vec![Button::Middle],
        look,
        seed: args.common.seed,
    };
    let manners = simulated_manners(start);
    let target = Box::new(SimulatedMinesweeper::new(setup));
    Ok(Opened { target, manners, profile: None, window: None })
}

/// How the built-in game behaves.
pub fn simulated_manners(start: StartRule) -> Manners {
    let again = vec![Step::Key(KeyStroke::from(Key::F(2)))];
    Manners {
        rules: MinesweeperRules { start, chord: Chord::Middle, ..MinesweeperRules::default() },
        pace: InputPace { hold_ms: 1, gap_ms: 0, ..InputPace::default() },
        new_game: NewGame {
            after_win: again.clone(),
            after_loss: again.clone(),
            midway: again,
            ..NewGame::default()
        },
    }
}
