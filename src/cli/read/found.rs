//! What was read of a picture, for scripts, for people and for an overlay; the same for both games.

use serde_json::{Value, json};

use super::recognise::Recognised;
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::board::tetris::Tile;
use crate::calibration::Game;
use crate::geometry::{CellPos, GridGeometry};
use crate::vision::overlay::Mark;
use crate::vision::{minesweeper, tetris};

/// What was read of one picture.
pub struct Found {
    /// The JSON object, without `image` and `ms`.
    pub json: Value,
    /// For people.
    pub text: String,
    /// The grid and the marks of an overlay, row by row.
    pub geometry: GridGeometry,
    /// One mark a cell.
    pub marks: Vec<Mark>,
}

/// A reading of either game, before it is told.
pub struct Seen<'a> {
    /// Which game.
    pub game: Game,
    /// Where its cells are.
    pub geometry: &'a GridGeometry,
    /// Other boards in the picture.
    pub others: &'a [Recognised],
    /// The board in the game's notation, top row first.
    pub rows: Vec<String>,
    /// What is believed of each cell.
    pub told: Grid<Told>,
    /// A cell with a smaller margin is doubtful.
    pub sure: f32,
    /// What else people are told, after the size.
    pub also: String,
}

/// What is believed of one cell, in the letters of its game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Told {
    /// The kind; `None` is unknown.
    pub kind: Option<char>,
    /// The best kind.
    pub best: char,
    /// How well it fits, 0 to 1.
    pub score: f32,
    /// The second-best kind.
    pub second: char,
    /// How well that fits, 0 to 1.
    pub second_score: f32,
}

impl Seen<'_> {
    /// The same as JSON with the fields of `more` added, each cell too if `cells`; as text; and
    /// as marks.
    pub fn found(&self, cells: bool, more: Value) -> Found {
        let Self { geometry, others, rows, told, .. } = self;
        let unknown = told.values().iter().filter(|cell| cell.kind.is_none()).count();
        let mut json = json!({
            "game": self.game,
            "cols": geometry.cols(),
            "rows": geometry.rows(),
            "cell": place(geometry),
            "others": others.iter().map(other).collect::<Vec<_>>(),
            "board": rows,
            "unknown": unknown,
        });
        if let (Value::Object(all), Value::Object(more)) = (&mut json, more) {
            all.extend(more);
        }
        if cells {
            json["cells"] = told.iter().map(|(pos, cell)| cell.json(pos)).collect();
        }
        let name = match self.game {
            Game::Minesweeper => "Minesweeper",
            Game::Tetris => "Tetris",
        };
        let size = format!("{}x{}", geometry.cols(), geometry.rows());
        let beside: String = others.iter().map(|other| format!(", {}", beside(other))).collect();
        let text =
            format!("{name} {size}, {unknown} unknown{}{beside}\n{}", self.also, rows.join("\n"));
        let marks = told.values().iter().map(|cell| cell.mark(self.sure)).collect();
        Found { json, text, geometry: (*geometry).clone(), marks }
    }
}

/// The top-left corner of a grid and the size of its cells.
fn place(grid: &GridGeometry) -> Value {
    let (bounds, (w, h)) = (grid.bounds(), grid.pitch());
    let [x, y, w, h] = [bounds.x, bounds.y, w, h].map(round);
    json!({"x": x, "y": y, "w": w, "h": h})
}

/// A board that is not the one that was read.
fn other(board: &Recognised) -> Value {
    let grid = board.geometry();
    json!({
        "game": board.game(), "cols": grid.cols(), "rows": grid.rows(), "cell": place(grid),
    })
}

/// The same for people.
fn beside(board: &Recognised) -> String {
    let grid = board.geometry();
    let (bounds, (cols, rows)) = (grid.bounds(), (grid.cols(), grid.rows()));
    let game = board.game();
    format!("another {game} of {cols}x{rows} at {:.0},{:.0}", bounds.x, bounds.y)
}

impl From<minesweeper::CellReading> for Told {
    fn from(cell: minesweeper::CellReading) -> Self {
        Self {
            kind: cell.kind.map(Cell::to_char),
            best: cell.best.to_char(),
            score: cell.score,
            second: cell.second.to_char(),
            second_score: cell.second_score,
        }
    }
}

impl From<tetris::CellReading> for Told {
    fn from(cell: tetris::CellReading) -> Self {
        Self {
            kind: cell.kind.map(Tile::to_char),
            best: cell.best.to_char(),
            score: cell.score,
            second: cell.second.to_char(),
            second_score: cell.second_score,
        }
    }
}

impl Told {
    /// How much better the best kind fits than the second-best.
    pub fn margin(&self) -> f32 {
        self.score - self.second_score
    }

    /// Whether the cell is unknown, or was named with a smaller margin than `sure`.
    pub fn is_doubtful(&self, sure: f32) -> bool {
        self.kind.is_none() || self.margin() < sure
    }

    /// The cell at `pos` as a JSON object.
    pub fn json(&self, pos: CellPos) -> Value {
        json!({
            "col": pos.col, "row": pos.row,
            "kind": self.kind,
            "best": self.best, "score": rounded(self.score),
            "second": self.second, "second_score": rounded(self.second_score),
            "margin": rounded(self.margin()),
        })
    }

    fn mark(&self, sure: f32) -> Mark {
        match self.kind {
            None => Mark::Unknown('~'),
            Some(kind) if self.is_doubtful(sure) => Mark::Doubtful(kind),
            Some(kind) => Mark::Sure(kind),
        }
    }
}

/// To three decimals.
pub fn rounded(v: f32) -> f64 {
    round(f64::from(v))
}

fn round(v: f64) -> f64 {
    (v * 1000.0).round() / 1000.0
}
