//! `sweepfall play minesweeper`.

use std::io::{BufRead, IsTerminal, Write};
use std::rc::Rc;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;

use super::common::{self, Common};
use super::open::{self, Opened};
use crate::board::minesweeper::{Level, StartRule};
use crate::cli::{Exit, Fault};
use crate::clock::{Clock, SystemClock};
use crate::input::HeldList;
use crate::play::minesweeper::{MinesweeperPlayer, OnGuess, Options};
use crate::play::{Environment, GameReport, run as play};
use crate::solver::minesweeper::{DEFAULT_STRATEGY, FlagStyle, Move, strategy};
use crate::target::StopReason;
use crate::target::live::signals;
use crate::vision::minesweeper::{Hints, ProfiledReader, Reader};

/// Play Minesweeper in an open window or in the built-in game
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub(super) common: Common,
    /// beginner, intermediate, expert or COLSxROWS/MINES (default: read from the window)
    #[arg(long)]
    pub(super) level: Option<Level>,
    /// Who decides: two-rule, probability, pseq or full
    #[arg(long, default_value = DEFAULT_STRATEGY)]
    strategy: String,
    /// What to do when only a guess is left (default: ask for two-rule, play for the others)
    #[arg(long, value_enum)]
    on_guess: Option<Guessing>,
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
enum Guessing {
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
    let decider = strategy(&args.strategy).map_err(Fault::usage)?;
    signals::install(HeldList::default());
    let Opened { mut target, manners, profile } = open::minesweeper(args)?;
    eprintln!("playing {}", target.describe());
    let real_time: Rc<dyn Clock> = Rc::new(SystemClock::new());
    let guesser = strategy(DEFAULT_STRATEGY).expect("the default strategy exists");
    let options = options(args, manners);
    let general = Reader::new(Hints { level: args.level, profile: None });
    let reader = Box::new(ProfiledReader::new(profile.as_ref(), general));
    let mut player = MinesweeperPlayer::new(options, reader, decider, guesser, real_time.clone());
    let mut environment = Environment {
        clock: &*real_time,
        limits: args.common.limits(),
        stop: &|| signals::interrupted().then_some(StopReason::Interrupt),
        evidence: &args.common.evidence(),
        report: &mut |report| tell(report, args.common.json),
    };
    Ok(match play(&mut *target, &mut player, &mut environment) {
        Ok(()) => Exit::Done,
        Err(ended) => common::tell(&ended),
    })
}

/// How to play, from the command line and the game's profile.
fn options(args: &Args, manners: open::Manners) -> Options {
    let two_rule = args.strategy == "two-rule";
    let default_guess = if two_rule { Guessing::Ask } else { Guessing::Play };
    let default_flags =
        if two_rule || manners.rules.flags_to_win { Flags::All } else { Flags::None };
    Options {
        level: args.level,
        on_guess: match args.on_guess.unwrap_or(default_guess) {
            Guessing::Play => OnGuess::Play,
            Guessing::Stop => OnGuess::Stop,
            Guessing::Ask => OnGuess::Ask(Box::new(ask)),
        },
        flags: match args.flags.unwrap_or(default_flags) {
            Flags::None => FlagStyle::None,
            Flags::All => FlagStyle::All,
            Flags::Efficient => FlagStyle::Efficient,
        },
        think: Duration::from_millis(args.common.think_ms),
        dry_run: args.common.dry_run,
        rules: manners.rules,
        pace: manners.pace,
        new_game: manners.new_game,
    }
}

/// Asks a person whether to make this guess; nobody there means no.
fn ask(guess: &Move) -> bool {
    let percent = guess.mine_probability * 100.0;
    let mut stdin = std::io::stdin().lock();
    eprint!(
        "only a guess is left: cell {} is a mine with {percent:.1} %. Open it? [y/N] ",
        guess.cell
    );
    let _ = std::io::stderr().flush();
    let mut answer = String::new();
    if !std::io::stdin().is_terminal() && stdin.fill_buf().map_or(true, <[u8]>::is_empty) {
        eprintln!("(nobody to ask)");
        return false;
    }
    stdin.read_line(&mut answer).is_ok() && answer.trim().eq_ignore_ascii_case("y")
}

/// Tells of one finished game.
fn tell(report: &GameReport, json: bool) {
    if json {
        println!("{}", serde_json::to_string(report).expect("a report is plain data"));
        return;
    }
    let GameReport::Minesweeper(game) = report else { return };
    let reason = game.reason.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    println!(
        "game {}: {}{reason}, {} clicks, {} guesses, {:.1} s",
        game.index,
        format!("{:?}", game.result).to_lowercase(),
        game.clicks,
        game.guesses,
        game.seconds
    );
}
