//! `sim minesweeper`.

use clap::{Args, ValueEnum};

use crate::board::minesweeper::{Level, Marks, Rules, StartRule};
use crate::cli::Exit;
use crate::input::Button;
use crate::target::simulated::desktop;
use crate::target::simulated::minesweeper::{GameWindow, Look, Setup, skins};

/// Minesweeper: left opens, right flags, middle opens around a number, F2 deals anew, F1 helps.
#[derive(Debug, Args)]
pub(super) struct Minesweeper {
    /// beginner, intermediate, expert or COLSxROWS/MINES.
    #[arg(long, default_value = "beginner")]
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
    let look = match Look::new(&args.skin, args.scale) {
        Ok(look) => look,
        Err(error) => return super::wrong_usage(error),
    };
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
    let window = GameWindow::new(Setup {
        level: args.level,
        rules: Rules { start, marks },
        chords,
        look,
        seed: args.seed.unwrap_or_else(rand::random),
    });
    desktop::open(Box::new(window))?;
    Ok(Exit::Done)
}
