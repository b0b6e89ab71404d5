//! `sweepfall play minesweeper`.

use std::io::{BufRead, Write};
use std::rc::Rc;
use std::sync::mpsc;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;

use super::common::Common;
use super::drive::Run;
use super::learn::{Learnt, SharedReader};
use super::open::{self, Opened};
use crate::board::minesweeper::{Level, StartRule};
use crate::calibration::{Game, Profile};
use crate::cli::{Exit, Fault, term};
use crate::clock::{Clock, SystemClock};
use crate::input::HeldList;
use crate::play::minesweeper::{Guessing, Setup};
use crate::recording::PlayerSetup;
use crate::solver::minesweeper::{DEFAULT_STRATEGY, FlagStyle, Move, strategy};
use crate::target::live::signals;
use crate::vision::minesweeper::{Hints, ProfiledReader, Reader};

/// The longest one decision may take, unless told otherwise.
const THINK: Duration = Duration::from_secs(1);

/// How often it is looked for Ctrl-C while an answer is waited for.
const PATIENCE: Duration = Duration::from_millis(20);

/// Play Minesweeper in an open window or in the built-in game
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub(super) common: Common,
    /// beginner, intermediate, expert or COLSxROWS/MINES (default: read from the window)
    #[arg(long, allow_hyphen_values = true)]
    pub(super) level: Option<Level>,
    /// Who decides: two-rule, probability, pseq or full
    #[arg(long, default_value = DEFAULT_STRATEGY)]
    strategy: String,
    /// What to do when only a guess is left (default: ask for two-rule, play for the others)
    #[arg(long, value_enum)]
    on_guess: Option<Guess>,
    /// Whether mines are flagged (default: all for two-rule, none for the others)
    #[arg(long, value_enum)]
    flags: Option<Flags>,
    /// The built-in game's skin
    #[arg(long, default_value = "classic")]
    pub(super) skin: String,
    /// The built-in game's scale, 1 being the skin's own size
    #[arg(long, default_value_t = 1.0)]
    pub(super) scale: f64,
    /// The built-in game's promise about the first click
    #[arg(long, value_enum, default_value = "safe")]
    start: Start,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Guess {
    /// Make the best guess
    Play,
    /// Ask in the terminal
    Ask,
    /// Stop
    Stop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Flags {
    /// Set no flags: the fastest
    None,
    /// Flag every mine that is certain
    All,
    /// Flag where that saves clicks
    Efficient,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Start {
    /// Only the first clicked cell is free of mines
    Safe,
    /// The first clicked cell and its neighbours are free of mines
    Open,
}

impl Args {
    /// The built-in game's promise about the first click.
    pub(super) fn start(&self) -> StartRule {
        match self.start {
            Start::Safe => StartRule::Safe,
            Start::Open => StartRule::Open,
        }
    }
}

/// Runs `play minesweeper`.
pub fn run(args: &Args) -> Result<Exit> {
    strategy(&args.strategy).map_err(Fault::usage)?;
    signals::install(HeldList::default());
    let Opened { mut target, manners, profile, window } = open::minesweeper(args)?;
    let real_time: Rc<dyn Clock> = Rc::new(SystemClock::new());
    let reader = SharedReader::new(reader(profile.as_ref(), args.level));
    let folder = args.common.keep.save_profile();
    let mut learnt = folder
        .map(|dir| Learnt::begin(dir, Game::Minesweeper, profile.as_ref(), window.as_ref()))
        .transpose()
        .map_err(Fault::usage)?;
    let setup = setup(args, manners, profile);
    let mut player = setup.player(Box::new(reader.clone()), Box::new(ask), real_time.clone())?;
    let run = Run {
        common: &args.common,
        who: args.common.who(Game::Minesweeper, &target.describe(), &args.skin, &args.strategy),
        setup: PlayerSetup::Minesweeper(Box::new(setup)),
        clock: &*real_time,
        learn: &mut |_| learnt.as_mut().map_or(Ok(()), |learnt| learnt.board(&reader)),
    };
    run.play(&mut *target, &mut player)
}

/// What reads the board: with the profile's own pictures where there are some.
pub fn reader(profile: Option<&Profile>, level: Option<Level>) -> ProfiledReader {
    ProfiledReader::new(profile, Reader::new(Hints { level, profile: None }))
}

/// How to play, from the command line and the game's profile.
fn setup(args: &Args, manners: open::Manners, profile: Option<Profile>) -> Setup {
    let two_rule = args.strategy == "two-rule";
    let default_guess = if two_rule { Guess::Ask } else { Guess::Play };
    let default_flags =
        if two_rule || manners.rules.flags_to_win { Flags::All } else { Flags::None };
    Setup {
        level: args.level,
        strategy: args.strategy.clone(),
        on_guess: match args.on_guess.unwrap_or(default_guess) {
            Guess::Play => Guessing::Play,
            Guess::Stop => Guessing::Stop,
            Guess::Ask => Guessing::Ask,
        },
        flags: match args.flags.unwrap_or(default_flags) {
            Flags::None => FlagStyle::None,
            Flags::All => FlagStyle::All,
            Flags::Efficient => FlagStyle::Efficient,
        },
        think: args.common.think_ms.map_or(THINK, Duration::from_millis),
        dry_run: args.common.dry_run,
        profile: profile.map(|profile| args.common.profile_path(profile)),
        rules: manners.rules,
        pace: manners.pace,
        new_game: manners.new_game,
    }
}

/// Asks a person whether to make this guess; nobody there means no.
fn ask(guess: &Move) -> bool {
    term::aside(|| answer(guess))
}

fn answer(guess: &Move) -> bool {
    let percent = guess.mine_probability * 100.0;
    eprint!(
        "only a guess is left: cell {} is a mine with {percent:.1} %. Open it? [y/N] ",
        guess.cell
    );
    let _ = std::io::stderr().flush();
    // Reading cannot be broken off, waiting for it can.
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut answer = String::new();
        let read = std::io::stdin().lock().read_line(&mut answer);
        let _ = tell.send(read.is_ok_and(|length| length > 0).then_some(answer));
    });
    loop {
        match told.recv_timeout(PATIENCE) {
            Ok(Some(answer)) => return answer.trim().eq_ignore_ascii_case("y"),
            Err(mpsc::RecvTimeoutError::Timeout) if !signals::interrupted() => {}
            Err(mpsc::RecvTimeoutError::Timeout) => {
                eprintln!();
                return false;
            }
            Ok(None) | Err(mpsc::RecvTimeoutError::Disconnected) => {
                eprintln!("(nobody to ask)");
                return false;
            }
        }
    }
}
