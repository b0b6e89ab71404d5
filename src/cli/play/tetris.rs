//! `sweepfall play tetris`.

use std::rc::Rc;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;

use super::common::{Common, TargetKind};
use super::drive::Run;
use super::learn::Learnt;
use super::open;
use crate::calibration::{Game, InputPace, NewGame, Profile, Step, TetrisRules};
use crate::cli::tetris_game::TetrisGame;
use crate::cli::{Exit, Fault};
use crate::clock::{Clock, SteppedClock, SystemClock};
use crate::input::{HeldList, Key, KeyStroke};
use crate::play::tetris::Setup;
use crate::recording::PlayerSetup;
use crate::solver::tetris::{DEFAULT_STRATEGY, strategy};
use crate::target::Target;
use crate::target::live::{WindowInfo, signals};
use crate::target::simulated::tetris::{Frames, Keys, SimulatedTetris};

/// Play Tetris in an open window or in the built-in game
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    /// Who decides: a name (see `bench tetris`) or a weights file (TOML)
    #[arg(long, default_value = DEFAULT_STRATEGY)]
    strategy: String,
    /// Pieces placed in thought, at most as many as are seen (default: 2 or the strategy's own)
    #[arg(long)]
    depth: Option<usize>,
    /// Best placements followed at each piece but the last (default: the strategy's own)
    #[arg(long)]
    width: Option<usize>,
    /// The least time from one piece to the next in milliseconds, to watch it
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pace: u64,
    /// How time passes in the built-in game
    #[arg(long, value_enum, default_value = "stepped")]
    clock: ClockKind,
    #[command(flatten)]
    game: TetrisGame,
}

/// How time passes in the built-in game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ClockKind {
    /// Only while the player waits or holds a key
    Stepped,
    /// As on the wall
    Real,
}

/// Runs `play tetris`.
pub fn run(args: &Args) -> Result<Exit> {
    strategy(&args.strategy).map_err(Fault::usage)?;
    signals::install(HeldList::default());
    let (mut target, setup, window) = open(args)?;
    let folder = args.common.keep.save_profile();
    let mut learnt = folder
        .map(|dir| Learnt::begin(dir, Game::Tetris, None, window.as_ref()))
        .transpose()
        .map_err(Fault::usage)?;
    let played = Profile {
        input: setup.pace.clone(),
        tetris: Some(setup.game.clone()),
        ..Profile::unknown_tetris()
    };
    let real_time: Rc<dyn Clock> = Rc::new(SystemClock::new());
    let mut player = setup.player(real_time.clone())?;
    let run = Run {
        common: &args.common,
        who: args.common.who(Game::Tetris, &target.describe(), args.game.skin(), &args.strategy),
        setup: PlayerSetup::Tetris(Box::new(setup)),
        clock: &*real_time,
        learn: &mut |report| learnt.as_mut().map_or(Ok(()), |l| l.well(&played, report)),
    };
    run.play(&mut *target, &mut player)
}

/// Opens what is asked for, with how to play there.
fn open(args: &Args) -> Result<(Box<dyn Target>, Setup, Option<WindowInfo>)> {
    let setup = |game, pace, new_game| Setup {
        strategy: args.strategy.clone(),
        depth: args.depth,
        width: args.width,
        think: args.common.think_ms.map(Duration::from_millis),
        between: Duration::from_millis(args.pace),
        dry_run: args.common.dry_run,
        game,
        pace,
        new_game,
    };
    if args.common.target == TargetKind::Sim {
        let simulated = args.game.setup(args.common.seed, Frames::SIXTY)?;
        let (game, pace, new_game) = simulated_manners(args.game.rules());
        let clock: Box<dyn Clock> = match args.clock {
            ClockKind::Stepped => Box::new(SteppedClock::default()),
            ClockKind::Real => Box::new(SystemClock::new()),
        };
        let target = SimulatedTetris::with_clock(simulated, clock).map_err(Fault::usage)?;
        return Ok((Box::new(target), setup(game, pace, new_game), None));
    }
    let (target, profile) = open::window(&args.common, Game::Tetris)?;
    let Profile { tetris, input, new_game, .. } = profile.unwrap_or_else(Profile::unknown_tetris);
    let game = tetris.unwrap_or_else(TetrisRules::usual);
    let window = Some(target.window().clone());
    Ok((Box::new(target), setup(game, input, new_game), window))
}

/// How the built-in game behaves with the rules of that name.
pub fn simulated_manners(rules: &str) -> (TetrisRules, InputPace, NewGame) {
    let again = vec![Step::Key(KeyStroke::from(Key::F(2)))];
    let new_game = NewGame { after_loss: again, ..NewGame::default() };
    let game = TetrisRules {
        rules: rules.to_string(),
        keys: Keys::default().by_press(),
        pause: Some(KeyStroke::from(Keys::default().pause)),
        ..TetrisRules::usual()
    };
    let pace = InputPace { hold_ms: 0, gap_ms: 0, settle_ms: 200, ..InputPace::default() };
    (game, pace, new_game)
}
