//! One game of the built-in Minesweeper or Tetris under faults.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

use anyhow::Result;

use super::row::{End, Played};
use crate::board::minesweeper::{Level, Rules, StartRule, parse_cells};
use crate::board::tetris;
use crate::board::tetris::game::Options;
use crate::calibration::Game;
use crate::cli::play::{minesweeper_manners, reader, tetris_manners};
use crate::clock::SteppedClock;
use crate::frame::Frame;
use crate::geometry::GridGeometry;
use crate::input::{Action, Button};
use crate::play::minesweeper::{Guessing, Setup};
use crate::play::tetris::Setup as TetrisSetup;
use crate::play::{
    Aim, Ended, Environment, GameReport, Limits, LimitsReached, Player, Step, Watcher, run,
};
use crate::solver::minesweeper::{DEFAULT_STRATEGY, FlagStyle};
use crate::solver::tetris::DEFAULT_STRATEGY as TETRIS_STRATEGY;
use crate::target::faulty::{Fault, FaultyTarget, Witness};
use crate::target::simulated::{minesweeper, tetris as simulated_tetris};
use crate::target::{Target, TargetError};

/// The longest time without a look.
const HANG: Duration = Duration::from_secs(5);
/// After so long a game of Minesweeper hangs.
const MINESWEEPER: Duration = Duration::from_secs(60);
/// So long Tetris is played.
const TETRIS: Duration = Duration::from_secs(10);

/// Plays one game with `faults`, all from `seed`.
///
/// # Errors
/// When the built-in game cannot be set up.
pub fn play(game: Game, faults: &[Fault], seed: u64) -> Result<Played> {
    let caught = catch_unwind(AssertUnwindSafe(|| match game {
        Game::Minesweeper => minesweeper_game(faults, seed),
        Game::Tetris => tetris_game(faults, seed),
    }));
    caught.unwrap_or(Ok(Played {
        end: End::Panicked,
        misreads_acted: 0,
        wrong_inputs: 0,
        struck: 0,
        hung: false,
        held_keys: 0,
    }))
}

fn minesweeper_game(faults: &[Fault], seed: u64) -> Result<Played> {
    let clock = SteppedClock::default();
    let start = StartRule::Open;
    let window = minesweeper::Setup {
        level: Level::BEGINNER,
        rules: Rules { start, ..Rules::default() },
        chords: vec![Button::Middle],
        look: minesweeper::Look::new("classic", 1.0)?,
        seed,
    };
    let target = minesweeper::SimulatedMinesweeper::with_clock(window, Box::new(clock.clone()));
    let grid = target.window().picture().grid();
    let manners = minesweeper_manners(start);
    let setup = Setup {
        level: Some(Level::BEGINNER),
        strategy: DEFAULT_STRATEGY.to_string(),
        on_guess: Guessing::Play,
        flags: FlagStyle::None,
        think: Duration::from_secs(1),
        dry_run: false,
        profile: None,
        rules: manners.rules,
        pace: manners.pace,
        new_game: manners.new_game,
    };
    let reader = Box::new(reader(None, setup.level));
    let mut player = setup.player(reader, Box::new(|_| false), Rc::new(clock.clone()))?;
    let target = FaultyTarget::new(target, faults.to_vec(), seed);
    Ok(watched(target, &mut player, &clock, MINESWEEPER, Some(grid)))
}

fn tetris_game(faults: &[Fault], seed: u64) -> Result<Played> {
    let clock = SteppedClock::default();
    let window = simulated_tetris::Setup {
        options: Options::new(tetris::Rules::load("srs")?, seed),
        look: simulated_tetris::Look::new("outlined", 1.0)?,
        effects: simulated_tetris::Effects::default(),
        keys: simulated_tetris::Keys::default(),
        frames: simulated_tetris::Frames::SIXTY,
    };
    let target = simulated_tetris::SimulatedTetris::with_clock(window, Box::new(clock.clone()))?;
    let (game, pace, new_game) = tetris_manners("srs");
    let setup = TetrisSetup {
        strategy: TETRIS_STRATEGY.to_string(),
        depth: None,
        width: None,
        think: None,
        between: Duration::ZERO,
        dry_run: false,
        game,
        pace,
        new_game,
    };
    let mut player = setup.player(Rc::new(clock.clone()))?;
    let target = FaultyTarget::new(target, faults.to_vec(), seed);
    Ok(watched(target, &mut player, &clock, TETRIS, None))
}

/// Plays one game and counts; `grid` is where the cells of Minesweeper truly are.
fn watched<T: Target>(
    mut target: FaultyTarget<T>,
    player: &mut dyn Player,
    clock: &SteppedClock,
    time: Duration,
    grid: Option<GridGeometry>,
) -> Played {
    let witness = target.witness();
    let mut judge = Judge { witness: witness.clone(), grid, misreads: 0, wrong: 0 };
    let (mut strays, mut misreads) = (0, 0);
    let mut environment = Environment {
        clock,
        limits: Limits { games: 1, time: Some(time), inputs: None },
        stop: &|| None,
        evidence: None,
        report: &mut |report| match report {
            GameReport::Minesweeper(game) => strays += game.stray_inputs,
            GameReport::Tetris(game) => {
                strays += game.stray_inputs;
                // Of Tetris every settled reading is acted on.
                misreads += game.misreads;
            }
        },
        watch: &mut judge,
    };
    let ended = run(&mut target, player, &mut environment);
    let timed_out = matches!(ended, Err(Ended::Limit(LimitsReached::Time)));
    let witness = witness.borrow();
    Played {
        struck: witness.struck,
        hung: witness.longest > HANG || timed_out && judge.grid.is_some(),
        end: match ended {
            Ok(()) | Err(Ended::Limit(_)) => End::Finished,
            Err(ended) => End::Stopped(reason(&ended)),
        },
        misreads_acted: judge.misreads + misreads,
        wrong_inputs: judge.wrong + strays,
        held_keys: witness.held.len() as u32,
    }
}

/// Why a run ended, without the places in it.
fn reason(ended: &Ended) -> String {
    let text = match ended {
        Ended::Target(TargetError::Moved(_)) => "moved".to_string(),
        Ended::Target(TargetError::Vanished(_)) => "vanished".to_string(),
        Ended::Target(TargetError::Covered { .. }) => "covered".to_string(),
        other => other.to_string(),
    };
    let text = text.split([';', ':']).next().unwrap_or_default();
    text.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect()
}

/// Compares what is acted on with the truth.
struct Judge {
    witness: Rc<RefCell<Witness>>,
    grid: Option<GridGeometry>,
    misreads: u32,
    wrong: u32,
}

impl Watcher for Judge {
    fn stepped(&mut self, _: &Frame, player: &dyn Player, step: &Step) {
        let (Step::Act(plan), Some(grid)) = (step, &self.grid) else { return };
        let witness = self.witness.borrow();
        let read = parse_cells(&(player.view().board.join("\n") + "\n")).ok();
        let on_cells = plan.iter().filter_map(|planned| match (&planned.action, planned.aim) {
            (Action::Click { at, .. }, Aim::Cell(cell)) => Some((*at, cell)),
            _ => None,
        });
        let clicks: Vec<_> = on_cells.collect();
        if clicks.is_empty() {
            return;
        }
        let unread = |cell| read.as_ref().and_then(|read| *read.get(cell)?).is_none();
        let wrong =
            clicks.iter().filter(|(at, cell)| grid.cell_at(*at) != Some(*cell) || unread(*cell));
        self.wrong += wrong.count() as u32;
        if let (Some(truth), Some(read)) = (&witness.minesweeper, &read) {
            let differs = |pos, kind: Option<_>| kind.is_some_and(|k| Some(&k) != truth.get(pos));
            let misread = read.iter().filter(|(pos, kind)| differs(*pos, **kind));
            self.misreads += misread.count() as u32;
        }
    }
}
