//! Frames that are no position: what still can be told of them, and a new look learnt from them.

use super::super::cover::Background;
use super::super::explain::{Covered, Found, landing};
use super::super::reading::{CellReading, End, Reading, Rest, Unrest};
use super::super::steady::Steady;
use super::Known;
use crate::board::Grid;
use crate::board::tetris::Tile;
use crate::frame::Frame;
use crate::geometry::CellPos;

/// Of a well, more than this share in disorder means that something lies over it.
const COVERED: f32 = 0.2;
/// With more than this share of a well in disorder it soon is looked for anew: another level has
/// another background.
const OVERTURNED: f32 = 0.5;
/// A background is learnt anew once more than this share of the cells without a block keeps its
/// look.
const AT_REST: f32 = 0.7;
/// And only where more than this share of them looks otherwise than before: a message hides a part.
const OTHERWISE: f32 = 0.85;
/// Where more than this share of a block looks otherwise than before it may be gone.
const CHANGED: f32 = 0.5;
/// Rows in which new pieces show first.
const ENTRANCE: usize = 2;

impl Known {
    /// A frame that is no position.
    pub(super) fn disorder(&mut self, frame: &Frame, covered: &Covered) -> Reading {
        let mut strange = 0;
        let blocks = self.blocks.covers(frame);
        let cells = Grid::from_fn(self.stack.cols(), self.stack.rows(), |cell| {
            match (covered.marked(cell), self.stack[cell]) {
                (false, _) => CellReading::certain(Tile::Empty),
                (true, true) if blocks[cell].share < CHANGED => CellReading::certain(Tile::Locked),
                (true, true) => CellReading::UNKNOWN,
                (true, false) => {
                    strange += 1;
                    CellReading::UNKNOWN
                }
            }
        });
        let full = (0..self.stack.rows())
            .any(|row| (0..self.stack.cols()).all(|col| covered.marked(CellPos::new(col, row))));
        let share = strange as f32 / cells.values().len() as f32;
        self.overturned = share > OVERTURNED;
        let (unrest, end) = if share > COVERED {
            (Unrest::Covered, End::Message)
        } else if full {
            (Unrest::Clearing, End::None)
        } else {
            (Unrest::Unclear, self.end(covered))
        };
        Reading { cells, rest: Rest::Unsettled(unrest), end, ..self.bare() }
    }

    pub(super) fn end(&self, covered: &Covered) -> End {
        let at_top = (0..ENTRANCE.min(self.stack.rows()))
            .any(|row| (0..self.stack.cols()).any(|col| covered.marked(CellPos::new(col, row))));
        if at_top { End::StackAtTop } else { End::None }
    }

    /// Most of the well is in disorder. Another level may have another background: once most cells
    /// in which nothing can be locked have kept another look while other things moved, that is how
    /// the empty well looks now. In a smaller part something may lie over it.
    pub(super) fn learn_anew(&mut self, frame: &Frame, covered: &Covered) {
        if !self.overturned {
            self.steady = None;
            return;
        }
        let place = &self.first.geometry;
        let steady = self.steady.get_or_insert_with(|| Steady::since(frame, place));
        let Some(same) = steady.see(frame) else { return };
        self.steady = Some(Steady::since(frame, place));
        let open: Vec<CellPos> = same
            .iter()
            .map(|(cell, _)| cell)
            .filter(|cell| {
                let mut stacks = self.expected.iter().chain([&self.stack]).chain(&self.landed);
                !stacks.any(|stack| stack[*cell])
            })
            .collect();
        let other = open.iter().filter(|cell| covered.marked(**cell)).count();
        if (other as f32) < OTHERWISE * open.len() as f32 {
            return;
        }
        let at_rest: Vec<CellPos> = open.iter().copied().filter(|cell| same[*cell]).collect();
        let bare = at_rest.iter().copied().filter(|cell| !self.amid_flight(*cell));
        if at_rest.len() as f32 > AT_REST * open.len() as f32 {
            let mut kinds = same.map(|_| None);
            bare.for_each(|cell| kinds[cell] = Some(Tile::Empty));
            self.background = Background::learn(frame, place, &kinds);
            self.fresh = true;
        }
    }

    /// In a game whose ghosts do not pulse, one was learnt as a part of a new background.
    pub(super) fn doubt_ghost(&mut self, stack: &Grid<bool>, found: &Found) {
        if let Some(falling) = &found.falling {
            self.background.forget(&landing(&falling.cells, stack));
        }
    }
}
