//! `sim minesweeper`.

use std::rc::Rc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::company::{self, CompanyArgs, MakePlayer};
use crate::board::minesweeper::{Level, Marks, Rules, StartRule};
use crate::calibration::{Chord as GameChord, Game, MinesweeperRules};
use crate::cli::play::reader;
use crate::cli::{Exit, Fault};
use crate::clock::SystemClock;
use crate::input::Button;
use crate::play::minesweeper::{Guessing, Setup as PlayerSetup};
use crate::solver::minesweeper::{DEFAULT_STRATEGY, FlagStyle};
use crate::target::simulated::desktop;
use crate::target::simulated::minesweeper::{GameWindow, Look, Setup, skins};

/// The longest one decision of the bot may take.
const THINK: Duration = Duration::from_secs(1);

/// Minesweeper: left opens, right flags, middle opens around a number, F2 deals anew, F1 helps.
#[derive(Debug, Args)]
pub(super) struct Minesweeper {
    /// beginner, intermediate, expert or COLSxROWS/MINES.
    #[arg(long, default_value = "beginner", allow_hyphen_values = true)]
    level: Level,
    /// How it looks.
    #[arg(long, default_value = "classic", value_parser = clap::builder::PossibleValuesParser::new(skins::names()))]
    skin: String,
    /// How much larger than normal, 0.5 to 4.
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// The promise about the first click.
    #[arg(long, value_enum, default_value_t = Start::Safe)]
    start: Start,
    /// The click that opens around a number.
    #[arg(long, value_enum, default_value_t = Chord::Middle)]
    chord: Chord,
    /// A second right click takes the flag away instead of giving a question mark.
    #[arg(long)]
    no_questions: bool,
    /// Decides all games; random if not given.
    #[arg(long)]
    seed: Option<u64>,
    /// How the bot decides: two-rule, probability, pseq or full.
    #[arg(long, default_value = DEFAULT_STRATEGY)]
    strategy: String,
    #[command(flatten)]
    company: CompanyArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Start {
    /// The first cell has no mine.
    Safe,
    /// The first cell and its neighbours have none.
    Open,
    /// A mine under the first cell moves to the first free cell from the top left (Windows XP).
    Classic,
    /// An area is open before the first click.
    Opened,
    /// The first click may lose.
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Chord {
    /// A left click.
    Left,
    /// A middle click.
    Middle,
    /// Either.
    Both,
    /// Only left and right together.
    None,
}

/// Opens the window and waits until it is closed.
pub(super) fn run(args: Minesweeper) -> anyhow::Result<Exit> {
    let look = Look::new(&args.skin, args.scale).map_err(Fault::usage)?;
    let start = match args.start {
        Start::Safe => StartRule::Safe,
        Start::Open => StartRule::Open,
        Start::Classic => StartRule::Classic,
        Start::Opened => StartRule::Opened,
        Start::None => StartRule::None,
    };
    let chords = match args.chord {
        Chord::Left => vec![Button::Left],
        Chord::Middle => vec![Button::Middle],
        Chord::Both => vec![Button::Left, Button::Middle],
        Chord::None => vec![],
    };
    let marks = if args.no_questions { Marks::Flags } else { Marks::FlagsAndQuestions };
    let rules = Rules { start, marks };
    let player = player(&args, rules);
    let company = args.company.company(Game::Minesweeper, &args.skin, &args.strategy, player)?;
    let window = GameWindow::new(Setup {
        level: args.level,
        rules,
        chords,
        look,
        seed: args.seed.unwrap_or_else(rand::random),
    });
    desktop::open(Box::new(window), company)?;
    Ok(Exit::Done)
}

/// The bot for a window with these rules.
fn player(args: &Minesweeper, rules: Rules) -> MakePlayer {
    let setup = PlayerSetup {
        level: Some(args.level),
        strategy: args.strategy.clone(),
        on_guess: Guessing::Play,
        flags: FlagStyle::None,
        think: THINK,
        dry_run: false,
        profile: None,
        rules: MinesweeperRules {
            start: rules.start,
            chord: match args.chord {
                Chord::Left => GameChord::Left,
                Chord::Middle | Chord::Both => GameChord::Middle,
                Chord::None => GameChord::None,
            },
            question_marks: rules.marks == Marks::FlagsAndQuestions,
            ..MinesweeperRules::default()
        },
        pace: company::pace(),
        new_game: company::new_game(),
    };
    Box::new(move || {
        let player = setup.player(
            Box::new(reader(None, setup.level)),
            Box::new(|_| true),
            Rc::new(SystemClock::new()),
        )?;
        Ok(Box::new(player))
    })
}
