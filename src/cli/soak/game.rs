//! One game of the built-in Minesweeper or Tetris under faults.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use anyhow::Result;

use super::judge::Judge;
use super::row::{End, Played};
use crate::board::minesweeper::{Level, Rules, StartRule};
use crate::board::tetris::game::Options;
use crate::board::tetris::{self, Press};
use crate::calibration::Game;
use crate::cli::play::{minesweeper_manners, reader, tetris_manners};
use crate::clock::{Clock as _, SteppedClock};
use crate::input::Button;
use crate::play::minesweeper::{Guessing, Setup};
use crate::play::tetris::Setup as TetrisSetup;
use crate::play::{Ended, Environment, Evidence, GameReport, Limits, LimitsReached, Player, run};
use crate::solver::minesweeper::{DEFAULT_STRATEGY, FlagStyle};
use crate::solver::tetris::DEFAULT_STRATEGY as TETRIS_STRATEGY;
use crate::target::TargetError;
use crate::target::faulty::{Fault, FaultyTarget, Stage};
use crate::target::simulated::{minesweeper, tetris as simulated_tetris};

/// The longest time without a look.
const HANG: Duration = Duration::from_secs(5);
/// What a run has.
const MINESWEEPER: Limits = Limits { games: 2, time: Some(Duration::from_secs(180)), inputs: None };
const TETRIS: Limits = Limits { games: 3, time: Some(Duration::from_secs(8)), inputs: None };
/// The boards and the looks that the runs take in turn.
const LEVELS: [Level; 3] = [Level::BEGINNER, Level::INTERMEDIATE, Level::BEGINNER];
const SKINS: [&str; 3] = ["classic", "flat", "dark"];
const WELL_SKINS: [&str; 3] = ["outlined", "plain", "bevelled"];

/// Plays one run with `faults`, all from `seed`; evidence is kept below `evidence`.
///
/// # Errors
/// When the built-in game cannot be set up.
pub fn play(game: Game, faults: &[Fault], seed: u64, evidence: &Path) -> Result<Played> {
    let caught = catch_unwind(AssertUnwindSafe(|| match game {
        Game::Minesweeper => minesweeper_game(faults, seed, evidence),
        Game::Tetris => tetris_game(faults, seed, evidence),
    }));
    caught.unwrap_or_else(|_| Ok(Played { end: End::Panicked, ..Played::default() }))
}

/// The choice of one run among `all`.
fn turn<T: Copy>(all: &[T], seed: u64) -> T {
    all[(seed % all.len() as u64) as usize]
}

fn minesweeper_game(faults: &[Fault], seed: u64, evidence: &Path) -> Result<Played> {
    let clock = SteppedClock::default();
    let start = StartRule::Open;
    let window = minesweeper::Setup {
        level: turn(&LEVELS, seed),
        rules: Rules { start, ..Rules::default() },
        chords: vec![Button::Middle],
        look: minesweeper::Look::new(turn(&SKINS, seed / 3), 1.0)?,
        seed,
    };
    let target = minesweeper::SimulatedMinesweeper::with_clock(window, Box::new(clock.clone()));
    let manners = minesweeper_manners(start);
    let setup = Setup {
        level: None,
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
    let run = Run { faults, clock: &clock, limits: MINESWEEPER, evidence };
    Ok(run.play(target, &mut player))
}

fn tetris_game(faults: &[Fault], seed: u64, evidence: &Path) -> Result<Played> {
    let clock = SteppedClock::default();
    let window = simulated_tetris::Setup {
        options: Options::new(tetris::Rules::load("srs")?, seed),
        look: simulated_tetris::Look::new(turn(&WELL_SKINS, seed), 1.0)?,
        effects: simulated_tetris::Effects::default(),
        keys: simulated_tetris::Keys::default(),
        frames: simulated_tetris::Frames::SIXTY,
    };
    let target = simulated_tetris::SimulatedTetris::with_clock(window, Box::new(clock.clone()))?;
    let (mut game, pace, new_game) = tetris_manners("srs");
    if turn(&[false, false, false, true], seed) {
        // Then the key that moves a piece down is held to drop it.
        game.keys.remove(&Press::Drop);
    }
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
    let run = Run { faults, clock: &clock, limits: TETRIS, evidence };
    Ok(run.play(target, &mut player))
}

/// What one run needs besides its target and its player.
struct Run<'a> {
    faults: &'a [Fault],
    clock: &'a SteppedClock,
    limits: Limits,
    evidence: &'a Path,
}

impl Run<'_> {
    /// Plays and counts.
    fn play<T: Stage>(self, mut target: FaultyTarget<T>, player: &mut dyn Player) -> Played {
        let Self { faults, clock, limits, evidence } = self;
        let witness = target.witness();
        let mut judge = Judge::new(witness.clone());
        let (mut reports, mut strays, mut misdrops) = (0, 0, 0);
        let saved = pieces(evidence);
        let mut environment = Environment {
            clock,
            limits,
            stop: &|| None,
            evidence: Some(&Evidence::new(evidence.to_path_buf())),
            report: &mut |report| {
                reports += 1;
                match report {
                    GameReport::Minesweeper(game) => strays += game.stray_inputs,
                    GameReport::Tetris(game) => {
                        strays += game.stray_inputs;
                        misdrops += game.misdrops;
                    }
                }
            },
            watch: &mut judge,
        };
        let ended = run(&mut target, player, &mut environment);
        let timed_out = matches!(ended, Err(Ended::Limit(LimitsReached::Time)));
        let end = match ended {
            Ok(()) | Err(Ended::Limit(_)) => End::Finished,
            Err(ended) => End::Stopped(reason(&ended)),
        };
        let witness = witness.borrow();
        let stopped = if let End::Stopped(reason) = &end { Some(reason) } else { None };
        let reasons = || faults.iter().flat_map(|fault| fault.about().stops);
        let right = |reason: &String| reasons().any(|part| reason.contains(part));
        let must_stop = faults.iter().any(|fault| fault.is_final()) && witness.struck > 0;
        Played {
            wrong_stop: stopped.map_or(must_stop, |reason| !right(reason)),
            misreads_acted: judge.misreads,
            wrong_inputs: judge.wrong + strays + u32::from(witness.typed > 0),
            stale_inputs: judge.stale,
            struck: witness.struck,
            hung: witness.longest > HANG || timed_out && limits == MINESWEEPER,
            held_keys: witness.held.len() as u32,
            lost_result: judge.played && reports == 0,
            no_evidence: stopped.is_some() && pieces(evidence) == saved,
            misdrops,
            let_go: stopped.and(witness.changed_at).map(|at| clock.now().saturating_sub(at)),
            end,
        }
    }
}

/// The newest piece of evidence.
fn pieces(evidence: &Path) -> Option<std::ffi::OsString> {
    fs::read_dir(evidence).ok()?.filter_map(|entry| Some(entry.ok()?.file_name())).max()
}

/// Why a run ended, without the places in it.
fn reason(ended: &Ended) -> String {
    let text = match ended {
        Ended::Target(TargetError::Moved(_)) => "moved".to_string(),
        Ended::Target(TargetError::Vanished(_)) => "vanished".to_string(),
        Ended::Target(TargetError::Covered { .. }) => "covered".to_string(),
        Ended::Target(TargetError::Unfocused { .. }) => "unfocused".to_string(),
        other => other.to_string(),
    };
    let text = text.split([';', ':']).next().unwrap_or_default();
    let mut reason: Vec<char> =
        text.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    reason.dedup_by(|a, b| (*a, *b) == ('#', '#'));
    reason.into_iter().collect()
}
