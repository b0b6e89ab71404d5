//! What vision believes of one frame.

use thiserror::Error;

use super::{Counters, Templates};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::frame::Frame;
use crate::geometry::GridGeometry;

/// What vision believes of one cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellReading {
    /// The kind, or `None`: not sure enough, *unknown*.
    pub kind: Option<Cell>,
    /// The best kind even where it is not sure enough.
    pub best: Cell,
    /// How well the best kind fits, 0 to 1.
    pub score: f32,
    /// The second-best kind.
    pub second: Cell,
    /// How well the second-best kind fits, 0 to 1.
    pub second_score: f32,
}

/// What vision believes of one frame; it may be impossible as a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Where the cells are.
    pub geometry: GridGeometry,
    /// What they show.
    pub cells: Grid<CellReading>,
    /// What the game shows beside the board: mines left, time and the face button.
    pub counters: Counters,
    /// The profile that the cells were read with, or `None`: read without one.
    pub profile: Option<String>,
}

impl Reading {
    /// The kinds alone; `None` is unknown.
    pub fn kinds(&self) -> Grid<Option<Cell>> {
        self.cells.map(|cell| cell.kind)
    }

    /// A cell whose best and second-best kind are nearer to each other than this is doubtful.
    pub fn sure_margin(&self) -> f32 {
        if self.profile.is_some() { Templates::SURE_MARGIN } else { 0.6 }
    }

    /// Number of unknown cells.
    pub fn unknown(&self) -> usize {
        self.cells.values().iter().filter(|cell| cell.kind.is_none()).count()
    }

    /// Whether any cell is of a kind that `keep` picks.
    pub fn any(&self, keep: impl Fn(Cell) -> bool) -> bool {
        self.cells.values().iter().any(|cell| cell.kind.is_some_and(&keep))
    }

    /// Whether the frame shows a game that may be played on: something is still covered, no mine
    /// is shown, and no more than an eighth of the board is out of sight.
    pub fn playable(&self) -> bool {
        self.any(|kind| matches!(kind, Cell::Covered | Cell::Question))
            && !self.any(|kind| matches!(kind, Cell::Mine | Cell::Exploded | Cell::WrongFlag))
            && self.unknown() * 8 <= self.cells.len()
    }
}

/// Finds and reads boards; remembers within one run what it has learnt of the skin.
pub trait BoardReader {
    /// Finds the board anywhere in a whole frame and reads it.
    ///
    /// # Errors
    /// Why there is no board.
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoBoard>;

    /// Reads a frame (whole or of a region that holds the grid) whose grid is where `previous`
    /// says. A grid that is no longer there gives unknown cells.
    fn read(&mut self, frame: &Frame, previous: &Reading) -> Reading;

    /// Tells that a reading of `frame` has proved right: a legal position that came about as it
    /// was meant to. A reader may learn from it.
    fn confirm(&mut self, _frame: &Frame, _reading: &Reading) {}
}

/// Why a frame holds no board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NoBoard(pub String);
