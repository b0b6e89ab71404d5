//! Compares what a run does with the truth.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::board::Grid;
use crate::board::minesweeper::{Cell, parse_cells};
use crate::board::tetris::{Tile, parse_tiles};
use crate::frame::Frame;
use crate::geometry::CellPos;
use crate::input::Action;
use crate::play::{Aim, Planned, Player, Step, Watcher};
use crate::target::faulty::Witness;

/// Compares what is acted on and sent with the truth.
pub struct Judge {
    witness: Rc<RefCell<Witness>>,
    /// Cells that were read wrong in a reading that was acted on.
    pub misreads: u32,
    /// Clicks on another cell than the one meant, or on one that was not read.
    pub wrong: u32,
    /// Clicks on a cell that had changed since it was read, but for those that are sent once more
    /// because nothing showed of them.
    pub stale: u32,
    /// The cells that were clicked last.
    last: Vec<CellPos>,
    /// Whether a game was played at all.
    pub played: bool,
}

impl Judge {
    /// Nothing was seen yet.
    pub fn new(witness: Rc<RefCell<Witness>>) -> Self {
        Self { witness, misreads: 0, wrong: 0, stale: 0, last: Vec::new(), played: false }
    }

    fn minesweeper(&mut self, text: &str, clicked: &[CellPos]) {
        let Ok(read) = parse_cells(text) else {
            self.wrong += clicked.len() as u32;
            return;
        };
        let witness = self.witness.borrow();
        let at = |grid: &Grid<Cell>, pos| grid.get(pos).copied();
        let misread = |(pos, kind): &(CellPos, &Option<Cell>)| {
            kind.is_some() && witness.boards.iter().all(|board| at(board, *pos) != **kind)
        };
        self.misreads += read.iter().filter(misread).count() as u32;
        for pos in clicked {
            let kind = read.get(*pos).copied().flatten();
            let changed = witness.present.as_ref().is_some_and(|present| at(present, *pos) != kind);
            self.wrong += u32::from(kind.is_none());
            let again = self.last.contains(pos);
            self.stale += u32::from(kind.is_some() && changed && !again);
        }
    }

    /// A reading with a falling piece in it is one that its keys were chosen by.
    fn tetris(&mut self, text: &str) {
        let Ok(read) = parse_tiles(text) else { return };
        let witness = self.witness.borrow();
        let chosen = read.values().iter().any(|tile| matches!(tile, Some(Tile::Falling(_))));
        if !chosen || witness.wells.iter().any(|well| well.moving) {
            return;
        }
        let misread = |(pos, tile): &(CellPos, &Option<Tile>)| {
            let shown = |tiles: &Grid<Tile>| tiles.get(*pos).copied();
            tile.is_some() && witness.wells.iter().all(|well| shown(&well.tiles) != **tile)
        };
        self.misreads += read.iter().filter(misread).count() as u32;
    }
}

impl Watcher for Judge {
    fn stepped(&mut self, _: &Frame, player: &dyn Player, step: &Step) {
        let Step::Act(plan) = step else { return };
        let clicked: Vec<CellPos> = plan
            .iter()
            .filter_map(|planned| match (&planned.action, planned.aim) {
                (Action::Click { .. }, Aim::Cell(cell)) => Some(cell),
                _ => None,
            })
            .collect();
        let keys = plan.iter().any(|planned| matches!(planned.action, Action::Key { .. }));
        let text = || player.view().board.join("\n") + "\n";
        if !clicked.is_empty() {
            self.minesweeper(&text(), &clicked);
            self.last = clicked;
        } else if keys && !self.witness.borrow().wells.is_empty() {
            self.tetris(&text());
        }
    }

    fn sent(&mut self, _: Duration, planned: &Planned) {
        self.played |= matches!(planned.aim, Aim::Cell(_));
        let (Action::Click { at, .. }, Aim::Cell(cell)) = (&planned.action, planned.aim) else {
            return;
        };
        let witness = self.witness.borrow();
        let hit = witness.cells.as_ref().and_then(|grid| grid.cell_at(*at));
        self.wrong += u32::from(hit != Some(cell));
    }
}
