//! Straight drops with a linear evaluator, fast: what most of a long benchmark or tuning run does.
//!
//! For each placement the measures that follow from the skyline alone are computed first; they
//! give an upper bound of its value, and only placements whose bound can still win are measured
//! in full. The choice is the one that measuring all of them gives (the tests compare).

mod choose;
mod measure;
mod scan;
mod shapes;
mod stack;
#[cfg(test)]
mod tests;

use super::weights::Weights;
use crate::board::tetris::{Piece, Well};
use choose::Evaluator;
pub use measure::LinearMeasure;
use scan::Candidates;
use stack::{MAX_COLS, Size, Stack};

/// When a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EndRule {
    /// As soon as a piece sticks out of the well, before full rows are removed.
    #[default]
    BeforeClearing,
    /// When something sticks out after full rows are removed.
    AfterClearing,
}

/// One placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drop {
    /// The piece.
    pub piece: Piece,
    /// Quarter turns to the right from the flat orientation.
    pub turns: u8,
    /// Left-most column.
    pub col: u8,
    /// Row of its lowest cell, from the floor.
    pub up: u8,
}

/// How far to look: pieces ahead and how many placements of each but the last are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookahead {
    /// Pieces placed in thought, at least 1.
    pub depth: usize,
    /// Best placements followed at each piece but the last.
    pub width: usize,
}

/// A game on a well of at most fifteen columns, with a linear evaluator.
pub struct FastGame {
    size: Size,
    stack: Stack,
    rule: EndRule,
    evaluator: Evaluator,
    /// Working space, one a piece of the look-ahead.
    scratch: Vec<Candidates>,
}

/// The blocks of a game at one moment.
#[derive(Clone)]
pub struct Snapshot(Stack);

impl FastGame {
    /// A game from `well`, or `None` when it has more than fifteen columns.
    pub fn new(well: &Well, weights: Weights, rule: EndRule) -> Option<Self> {
        if well.cols() > MAX_COLS {
            return None;
        }
        let size = Size::new(well.cols(), well.rows());
        let stack = Stack::from_well(well, &size);
        Some(Self { size, stack, rule, evaluator: Evaluator::new(weights), scratch: Vec::new() })
    }

    /// Begins again with an empty well.
    pub fn clear(&mut self) {
        self.stack.rows.fill(0);
        self.stack.top = 0;
        self.stack.analyse(&self.size);
    }

    /// Rows from the floor that hold anything.
    pub fn top(&self) -> usize {
        self.stack.top
    }

    /// The blocks, to come back to.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.stack.clone())
    }

    /// Goes back to the blocks of a snapshot of a well of the same size.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.stack.clone_from(&snapshot.0);
    }

    /// The blocks as a well.
    pub fn well(&self) -> Well {
        let mut well = Well::new(self.size.cols, self.size.rows).expect("the size was a well's");
        for (up, row) in self.stack.rows[..self.stack.top].iter().enumerate() {
            well.set_row(up, u32::from(*row));
        }
        well
    }

    /// The best placement of `queue[0]`, or `None` when every one ends the game. Pieces beyond
    /// the look-ahead are not looked at; a queue shorter than the depth is looked through.
    pub fn choose(&mut self, queue: &[Piece], look: Lookahead) -> Option<Drop> {
        let mut scratch = std::mem::take(&mut self.scratch);
        if scratch.len() != look.depth.max(1) {
            scratch.resize_with(look.depth.max(1), Candidates::new);
        }
        let best = self.best(&self.stack, queue, look, &mut scratch, i64::MIN);
        self.scratch = scratch;
        best.map(|(found, _)| found.drop())
    }

    /// Makes a placement that [`FastGame::choose`] gave and returns the rows it removed.
    pub fn play(&mut self, drop: &Drop) -> u32 {
        let lines = self.stack.place(&self.size, drop.shape(), drop.col, drop.up).lines;
        self.stack.analyse(&self.size);
        lines
    }
}

impl Drop {
    /// The index among all orientations.
    fn shape(&self) -> usize {
        shapes::FIRST[self.piece.index()] + usize::from(self.turns)
    }
}
