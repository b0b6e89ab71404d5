//! `advise`: what the solver would do on a board, and why.

mod heat;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::Exit;
use crate::board::Grid;
use crate::board::minesweeper::{Board, Cell, Level, StartRule, parse_cells};
use crate::files;
use crate::geometry::CellPos;
use crate::solver::minesweeper::{
    DEFAULT_STRATEGY, Decision, FlagStyle, Limits, Move, MoveKind, strategy,
};
use crate::solver::tetris::advice as tetris;

/// Show what the solver would do on a board and why: moves and each cell's mine probability, or
/// where the falling piece goes
#[derive(Debug, Args)]
pub struct Advise {
    /// A Minesweeper board as text (`#` covered, `.` empty, `1`-`8`, `F` flag, a line a row) or a
    /// picture of a Tetris well (`.` empty, `#` locked, the falling piece in its small letter)
    board: PathBuf,
    /// Mines in all (else from the header `# mines_left:` and the flags, or by the board's size)
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
    let board = std::fs::File::open(&args.board).with_context(told)?;
    let text = files::read_all(board, MAX_BYTES).with_context(told)?;
    let Ok(text) = String::from_utf8(text) else {
        bail!("{} is no board in text form; see --help for the notation", args.board.display());
    };
    if tetris::is_tetris(&text) {
        return advise_tetris(args, &text);
    }
    let cells = parse_cells(&text).with_context(|| format!("in {}", args.board.display()))?;
    let mines = mines(args, &text, &cells)?;
    let (advice, decision) = match Board::check(&cells, mines) {
        Err(reasons) => (Advice::illegal(reasons.iter().map(ToString::to_string).collect()), None),
        Ok(board) => match ask(args, &board)? {
            Err(contradiction) => (Advice::illegal(vec![contradiction]), None),
            Ok(decision) => (Advice::new(&decision), Some((board, decision))),
        },
    };
    if args.json {
        println!("{}", serde_json::to_string(&advice)?);
    } else {
        advice.print();
    }
    let Some((board, decision)) = decision else { return Ok(Exit::Failed) };
    if let Some(path) = &args.overlay {
        save_overlay(path, &board, &decision)?;
    }
    Ok(Exit::Done)
}

/// The placement of a falling Tetris piece.
fn advise_tetris(args: &Advise, text: &str) -> anyhow::Result<Exit> {
    let question = tetris::Question {
        strategy: args.strategy.as_deref().unwrap_or(crate::solver::tetris::DEFAULT_STRATEGY),
        rules: &args.rules,
        think: None,
    };
    let advice =
        tetris::advise(text, &question).with_context(|| format!("in {}", args.board.display()))?;
    if args.json {
        println!("{}", serde_json::to_string(&advice)?);
    } else {
        println!("{}", advice.text());
    }
    Ok(Exit::Done)
}

/// Mines in all: as asked for, as the header and the flags say, or as is usual for the size.
fn mines(args: &Advise, text: &str, cells: &Grid<Option<Cell>>) -> anyhow::Result<usize> {
    if let Some(mines) = args.mines {
        return Ok(mines);
    }
    let flags = cells.values().iter().filter(|cell| **cell == Some(Cell::Flag)).count();
    let header = text.lines().find_map(|line| line.strip_prefix("# mines_left:"));
    if let Some(left) = header {
        let left: i64 = left.trim().parse().context("the header '# mines_left:' has no number")?;
        let mines = left.checked_add_unsigned(flags as u64).and_then(|n| usize::try_from(n).ok());
        return mines.context("the header '# mines_left:' is no number of mines");
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
            println!("impossible: {error}");
        }
        for row in &self.probabilities {
            let cells = row.iter().map(|p| format!("{:5.1}", p * 100.0));
            println!("{}", cells.collect::<Vec<_>>().join(" "));
        }
        if self.legal && self.moves.is_empty() {
            println!("nothing to do");
        }
        for advised in &self.moves {
            let Advised { col, row, action, reason, .. } = advised;
            println!("{action} column {col}, row {row}: {reason}");
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
