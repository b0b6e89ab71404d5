//! What vision believes of one frame of a Tetris well.

use crate::board::Grid;
use crate::board::tetris::{Piece, Tile};
use crate::geometry::{CellPos, GridGeometry};

/// What vision believes of one cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellReading {
    /// The kind, or `None`: not sure enough, *unknown*.
    pub kind: Option<Tile>,
    /// The best kind even where it is not sure enough.
    pub best: Tile,
    /// How well the best kind fits, 0 to 1.
    pub score: f32,
    /// The second-best kind.
    pub second: Tile,
    /// How well the second-best kind fits, 0 to 1.
    pub second_score: f32,
}

/// The falling piece as far as it is inside the well.
#[derive(Debug, Clone, PartialEq)]
pub struct FallingPiece {
    /// Which piece.
    pub piece: Piece,
    /// Its cells, four unless it is partly above the well; row by row.
    pub cells: Vec<CellPos>,
}

/// Whether a frame shows a position or something on the way to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// A position.
    Settled,
    /// A piece slides between two rows; it was read in the nearest one.
    Sliding,
    /// A line clear, a flash, a message over the well: not a position.
    Unsettled,
}

/// What vision believes of one frame; it may be impossible as a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Where the cells are.
    pub geometry: GridGeometry,
    /// What they show.
    pub cells: Grid<CellReading>,
    /// The falling piece, where it is in sight.
    pub falling: Option<FallingPiece>,
    /// Cells of the ghost, row by row; empty where none is shown.
    pub ghost: Vec<CellPos>,
    /// The next pieces, the first to come first; `None` where one could not be read.
    pub next: Vec<Option<Piece>>,
    /// The held piece, where one is shown.
    pub hold: Option<Piece>,
    /// Whether this is a position.
    pub rest: Rest,
    /// How sure the well itself is, 0 to 1.
    pub confidence: f32,
    /// Other places of the frame that look like wells.
    pub others: Vec<GridGeometry>,
    /// The profile that the cells were read with, or `None`: read without one.
    pub profile: Option<String>,
}

impl Reading {
    /// The kinds alone; `None` is unknown.
    pub fn kinds(&self) -> Grid<Option<Tile>> {
        self.cells.map(|cell| cell.kind)
    }

    /// Number of unknown cells.
    pub fn unknown(&self) -> usize {
        self.cells.values().iter().filter(|cell| cell.kind.is_none()).count()
    }

    /// Whether the frame shows a position that may be played on: settled, a falling piece in
    /// sight, no cell unknown, the well itself beyond doubt.
    pub fn playable(&self) -> bool {
        self.rest != Rest::Unsettled
            && self.confidence >= 0.5
            && self.falling.is_some()
            && self.unknown() == 0
    }
}
