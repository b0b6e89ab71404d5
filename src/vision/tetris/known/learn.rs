//! What positions teach about the well.

use std::time::Duration;

use super::super::cover::Background;
use super::super::explain::{Covered, landing};
use super::super::reading::Reading;
use super::{Known, is_near};
use crate::board::tetris::Tile;
use crate::frame::Frame;
use crate::geometry::CellPos;

/// For so long a cell that looks otherwise than was guessed must keep that look: what peeps in over
/// the upper edge moves on.
const STEADY: Duration = Duration::from_millis(150);

impl Known {
    /// Remembers how deep a ghost is, once the piece dropped before is seen locked: until then its
    /// blocks may be taken for one.
    pub(super) fn learn_ghost(&mut self, covered: &Covered, reading: &Reading) {
        let ghost = reading.ghost.len() == 4 && self.is_settled();
        if let Some(piece) = reading.falling.as_ref().filter(|_| ghost) {
            let depth = covered.depth_of_ghost(&reading.ghost, &piece.cells);
            // Where a piece hardly differs from the well the depth of its ghost tells nothing.
            self.ghost = Some(self.ghost.map_or(depth, |most| most.max(depth)).min(1.0));
        }
    }

    /// Remembers the look of cells that are seen empty for the first time.
    pub(super) fn learn(&mut self, frame: &Frame, covered: &Covered, reading: &Reading) {
        let falling = reading.falling.as_ref().map(|piece| landing(&piece.cells, &self.stack));
        // A ghost too faint to be told from a guessed background may be there.
        let faint = |cell: &CellPos| falling.as_ref().is_some_and(|cells| cells.contains(cell));
        // One that slides covers a part of the cells below it.
        let near = |cell| reading.falling.as_ref().is_some_and(|piece| is_near(cell, &piece.cells));
        let (doubtful, empty): (Vec<CellPos>, Vec<CellPos>) = reading
            .cells
            .iter()
            .filter(|(cell, seen)| {
                let empty = seen.kind == Some(Tile::Empty) && !faint(cell);
                let open = empty && !near(*cell) && !self.amid_flight(*cell);
                open && !self.background.knows(*cell)
            })
            .map(|(cell, _)| cell)
            .partition(|cell| covered.marked(*cell));
        empty.into_iter().for_each(|cell| self.background.remember(frame, cell));
        self.learn_doubtful(frame, &doubtful);
    }

    /// The same of cells that look otherwise than was guessed.
    fn learn_doubtful(&mut self, frame: &Frame, cells: &[CellPos]) {
        if let Some((look, since)) = self.doubted.take() {
            if frame.at.saturating_sub(since) < STEADY {
                self.doubted = Some((look, since));
                return;
            }
            let covers = look.covers(frame);
            let steady = |cell: &&CellPos| look.knows(**cell) && covers[**cell].share == 0.0;
            cells.iter().filter(steady).for_each(|cell| self.background.remember(frame, *cell));
        }
        if !cells.is_empty() {
            let mut kinds = self.stack.map(|_| None);
            cells.iter().for_each(|cell| kinds[*cell] = Some(Tile::Empty));
            self.doubted = Some((Background::learn(frame, &self.first.geometry, &kinds), frame.at));
        }
    }
}
