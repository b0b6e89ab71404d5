//! `advise`: what the solver would do on a board, and why.

mod heat;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::read::{Recognised, WhichGame, named_profile, recognise};
use super::{Exit, Fault};
use crate::board::Grid;
use crate::board::minesweeper::{Board, Cell, Level, StartRule, parse_cells};
use crate::files;
use crate::frame::Frame;
use crate::geometry::CellPos;
use crate::solver::minesweeper::{
    DEFAULT_STRATEGY, Decision, FlagStyle, Limits, Move, MoveKind, strategy,
};
use crate::solver::tetris::advice as tetris;
use crate::vision::picture;

/// Show what the solver would do on a board and why: moves and each cell's mine probability, or
/// where the falling piece goes
#[derive(Debug, Args)]
pub struct Advise {
    /// A screenshot, a Minesweeper board as text (`#` covered, `.` empty, `1`-`8`, `F` flag, a line
    /// a row) or a Tetris well as text (`.` empty, `#` locked, the falling piece in its small letter)
    board: PathBuf,
    /// The profile to read a screenshot with: a name, a folder, or auto
    #[arg(long, default_value = "auto")]
    profile: String,
    /// Mines in all (else from the counter or the header `# mines_left:` and the flags, or by the
    /// board's size)
    #[arg(long)]
    mines: Option<usize>,
    /// Who is asked, by default the game's best: a name as in `bench`
    #[arg(long)]
    strategy: Option<String>,
    /// Rules by which a Tetris piece moves: a name or a TOML file
    #[arg(long, default_value = "srs")]
    rules: String,
    /// What the game promises about the first click
    #[arg(long, value_enum, default_value_t = Start::Safe)]
    start: Start,
    /// The cell that was clicked first, as COL,ROW (the classic rule needs it)
    #[arg(long, value_parser = parse_cell)]
    first: Option<CellPos>,
    /// Longest time to think in milliseconds
    #[arg(long, default_value_t = 1_000)]
    think_ms: u64,
    /// Draw the board with its probabilities as a heat map into this PNG file
    #[arg(long)]
    overlay: Option<PathBuf>,
    /// One JSON object on stdout
    #[arg(long)]
    json: bool,
}

/// A board is a page of text; a larger file is something else.
const MAX_BYTES: u64 = 4 << 20;

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Start {
    Safe,
    Open,
    Classic,
    None,
}

#[derive(Debug, Serialize)]
struct Advice {
    moves: Vec<Advised>,
    probabilities: Vec<Vec<f64>>,
    legal: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Advised {
    col: usize,
    row: usize,
    action: &'static str,
    mine_probability: f64,
    reason: String,
}

/// Reads the board, asks the strategy and prints its answer.
///
/// # Errors
/// When the file is no board or the strategy's name is wrong. An impossible board is an answer
/// (`"legal": false`, exit code 1).
pub fn run(args: &Advise) -> anyhow::Result<Exit> {
    let told = || format!("reading {}", args.board.display());
    let mut board = std::fs::File::open(&args.board).with_context(told)?;
    let mut head = Vec::new();
    board.by_ref().take(16).read_to_end(&mut head).with_context(told)?;
    if image::guess_format(&head).is_ok() {
        // Pictures have a limit of their own.
        return advise_picture(args);
    }
    let text = files::read_all(head.as_slice().chain(board), MAX_BYTES).with_context(told)?;
    match String::from_utf8(text) {
        Ok(text) if tetris::is_tetris(&text) => {
            let advice = tetris::advise(&text, &args.question());
            tell_tetris(args, &advice.with_context(told)?)
        }
        Ok(text) => {
            let cells = parse_cells(&text).with_context(told)?;
            let left = text.lines().find_map(|line| line.strip_prefix("# mines_left:"));
            let left = left.map(|left| left.trim().parse()).transpose();
            let left = left.context("the header '# mines_left:' has no number")?;
            advise_minesweeper(args, &cells, left)
        }
        Err(_) => advise_picture(args),
    }
}

/// The same for the game that a screenshot shows.
fn advise_picture(args: &Advise) -> anyhow::Result<Exit> {
    let profile = named_profile(&args.profile)?;
    let told = || format!("in {}", args.board.display());
    let frame = Frame::from_image(picture::load(&args.board).map_err(Fault::nothing_found)?);
    match recognise(&frame, profile.as_ref(), WhichGame::Auto) {
        Err(reasons) => {
            Err(Fault::nothing_found(format!("{}: {reasons}", args.board.display())).into())
        }
        Ok((Recognised::Minesweeper(reading), _)) => {
            let left = reading.counters.mines_left.map(i64::from);
            advise_minesweeper(args, &reading.kinds(), left)
        }
        Ok((Recognised::Tetris(reading), _)) => {
            let next = reading.next.iter().map_while(|piece| *piece).collect();
            let question = args.question();
            let advice = tetris::advise_tiles(&reading.kinds(), next, reading.hold, &question);
            tell_tetris(args, &advice.with_context(told)?)
        }
    }
}

/// The moves on a Minesweeper board with so many mines left by its counter, if it has one.
fn advise_minesweeper(
    args: &Advise,
    cells: &Grid<Option<Cell>>,
    left: Option<i64>,
) -> anyhow::Result<Exit> {
    let mines = mines(args, left, cells)?;
    let (advice, decision) = match Board::check(cells, mines) {
        Err(reasons) => (Advice::illegal(reasons.iter().map(ToString::to_string).collect()), None),
        Ok(board) => match ask(args, &board)? {
            Err(contradiction) => (Advice::illegal(vec![contradiction]), None),
            Ok(decision) => (Advice::new(&decision), Some((board, decision))),
        },
    };
    if args.json {
        say!("{}", serde_json::to_string(&advice)?);
    } else {
        advice.print();
    }
    let Some((board, decision)) = decision else { return Ok(Exit::Failed) };
    if let Some(path) = &args.overlay {
        save_overlay(path, &board, &decision)?;
    }
    Ok(Exit::Done)
}

/// Prints where a falling Tetris piece goes.
fn tell_tetris(args: &Advise, advice: &tetris::Advice) -> anyhow::Result<Exit> {
    if args.json {
        say!("{}", serde_json::to_string(advice)?);
    } else {
        say!("{}", advice.text());
    }
    Ok(Exit::Done)
}

impl Advise {
    fn question(&self) -> tetris::Question<'_> {
        tetris::Question {
            strategy: self.strategy.as_deref().unwrap_or(crate::solver::tetris::DEFAULT_STRATEGY),
            rules: &self.rules,
            think: None,
        }
    }
}

/// Mines in all: as asked for, as the counter and the flags say, or as is usual for the size.
fn mines(args: &Advise, left: Option<i64>, cells: &Grid<Option<Cell>>) -> anyhow::Result<usize> {
    if let Some(mines) = args.mines {
        return Ok(mines);
    }
    let flags = cells.values().iter().filter(|cell| **cell == Some(Cell::Flag)).count();
    if let Some(left) = left {
        let mines = left.checked_add_unsigned(flags as u64).and_then(|n| usize::try_from(n).ok());
        return mines.context("the mines left are no number of mines");
    }
    let level = Level::standard(cells.cols(), cells.rows());
    level.map(|level| level.mines).context(
        "how many mines the board has is not known; give --mines or a line '# mines_left: N'",
    )
}

/// The decision, with all probabilities; the inner error is a contradiction of the numbers.
fn ask(args: &Advise, board: &Board) -> anyhow::Result<Result<Decision, String>> {
    let limits = Limits {
        start: match args.start {
            Start::Safe => StartRule::Safe,
            Start::Open => StartRule::Open,
            Start::Classic => StartRule::Classic,
            Start::None => StartRule::None,
        },
        first_click: args.first,
        think: Duration::from_millis(args.think_ms),
        flags: FlagStyle::None,
    };
    let mut decision = match strategy(args.strategy.as_deref().unwrap_or(DEFAULT_STRATEGY))?
        .decide(board, &limits)
    {
        Ok(decision) => decision,
        Err(contradiction) => return Ok(Err(contradiction.to_string())),
    };
    if decision.probabilities.is_none() {
        match strategy("probability")?.decide(board, &limits) {
            Ok(exact) => decision.probabilities = exact.probabilities,
            Err(contradiction) => return Ok(Err(contradiction.to_string())),
        }
    }
    Ok(Ok(decision))
}

fn save_overlay(path: &Path, board: &Board, decision: &Decision) -> anyhow::Result<()> {
    let picture = heat::draw(board, decision);
    picture.save(path).with_context(|| format!("writing {}", path.display()))
}

fn parse_cell(text: &str) -> Result<CellPos, String> {
    let parsed = text.split_once(',').and_then(|(col, row)| {
        Some(CellPos::new(col.trim().parse().ok()?, row.trim().parse().ok()?))
    });
    parsed.ok_or_else(|| format!("'{text}' is no cell; use COL,ROW counted from 0"))
}

impl Advice {
    fn new(decision: &Decision) -> Self {
        let probabilities = decision.probabilities.as_ref().map_or(Vec::new(), |grid| {
            grid.values().chunks(grid.cols()).map(<[f64]>::to_vec).collect()
        });
        let moves = decision.moves.iter().map(Advised::new).collect();
        Self { moves, probabilities, legal: true, errors: Vec::new() }
    }

    fn illegal(errors: Vec<String>) -> Self {
        Self { moves: Vec::new(), probabilities: Vec::new(), legal: false, errors }
    }

    fn print(&self) {
        for error in &self.errors {
            say!("impossible: {error}");
        }
        for row in &self.probabilities {
            let cells = row.iter().map(|p| format!("{:5.1}", p * 100.0));
            say!("{}", cells.collect::<Vec<_>>().join(" "));
        }
        if self.legal && self.moves.is_empty() {
            say!("nothing to do");
        }
        for advised in &self.moves {
            let Advised { col, row, action, reason, .. } = advised;
            say!("{action} column {col}, row {row}: {reason}");
        }
    }
}

impl Advised {
    fn new(one: &Move) -> Self {
        Self {
            col: one.cell.col,
            row: one.cell.row,
            action: match one.kind {
                MoveKind::Open => "open",
                MoveKind::Flag => "flag",
                MoveKind::Chord => "chord",
            },
            mine_probability: one.mine_probability,
            reason: one.reason.to_string(),
        }
    }
}
