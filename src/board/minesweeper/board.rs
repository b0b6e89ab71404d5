//! A legal Minesweeper position of a running game, as a solver needs it.

use thiserror::Error;

use super::Cell;
use crate::board::Grid;
use crate::geometry::CellPos;

/// A legal position: every cell known, every number possible. Flags are the player's notes, not
/// knowledge: a solver may treat them as covered cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    cells: Grid<Cell>,
    mines: usize,
}

/// One reason why cells are no legal position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Illegal {
    /// A cell that was not recognised.
    #[error("cell {0} is unknown")]
    Unknown(CellPos),
    /// A number larger than the closed cells and shown mines around it.
    #[error("cell {at} shows {number} but only {room} cells around it can be mines")]
    TooLarge {
        /// The numbered cell.
        at: CellPos,
        /// Its number.
        number: u8,
        /// Cells around it that can be mines.
        room: usize,
    },
    /// An open empty cell with a covered neighbour: the flood opening is missing or half drawn.
    #[error("cell {at} is open and empty but its neighbour {covered} is still covered")]
    Unflooded {
        /// The empty cell.
        at: CellPos,
        /// Its covered neighbour.
        covered: CellPos,
    },
    /// More mines than closed cells.
    #[error("{mines} mines but only {closed} cells are closed")]
    TooFewClosed {
        /// Mines in all.
        mines: usize,
        /// Closed cells and shown mines.
        closed: usize,
    },
}

impl Board {
    /// Checks `cells` (`None` is unknown) of a game with `mines` mines in all.
    ///
    /// # Errors
    /// Every reason why this is no legal position. The check looks at each number alone; whether
    /// all numbers can hold together is for the solver to say.
    pub fn check(cells: &Grid<Option<Cell>>, mines: usize) -> Result<Self, Vec<Illegal>> {
        let mut reasons: Vec<Illegal> = cells
            .iter()
            .filter(|(_, cell)| cell.is_none())
            .map(|(pos, _)| Illegal::Unknown(pos))
            .collect();
        for (at, cell) in cells.iter() {
            let Some(Cell::Open(number)) = *cell else { continue };
            let around = || cells.neighbours(at).map(|pos| (pos, cells[pos]));
            let can_be_mine =
                |cell: Option<Cell>| cell.is_none_or(|c| c.is_closed() || c.is_end_picture());
            let room = around().filter(|(_, cell)| can_be_mine(*cell)).count();
            if usize::from(number) > room {
                reasons.push(Illegal::TooLarge { at, number, room });
            }
            if number == 0 {
                let covered = around().filter(|(_, cell)| *cell == Some(Cell::Covered));
                reasons.extend(covered.map(|(covered, _)| Illegal::Unflooded { at, covered }));
            }
        }
        let closed = cells
            .values()
            .iter()
            .filter(|cell| cell.is_none_or(|c| c.is_closed() || c.is_end_picture()))
            .count();
        if mines > closed {
            reasons.push(Illegal::TooFewClosed { mines, closed });
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let cells = cells.map(|cell| cell.expect("unknown cells were refused above"));
        Ok(Self { cells, mines })
    }

    /// What every cell shows.
    pub fn cells(&self) -> &Grid<Cell> {
        &self.cells
    }

    /// Mines in all, found or not.
    pub fn mines(&self) -> usize {
        self.mines
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cells.cols()
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.cells.rows()
    }

    /// Whether no cell has been opened yet.
    pub fn is_fresh(&self) -> bool {
        self.cells.values().iter().all(|cell| cell.is_closed())
    }

    /// Whether all safe cells are open.
    pub fn is_won(&self) -> bool {
        !self.is_lost()
            && self.cells.values().iter().filter(|cell| cell.is_closed()).count() == self.mines
    }

    /// Whether a mine has exploded or the mines are shown.
    pub fn is_lost(&self) -> bool {
        self.cells.values().iter().any(|cell| cell.is_end_picture())
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_cells;
    use super::*;

    fn check(text: &str, mines: usize) -> Result<Board, Vec<Illegal>> {
        Board::check(&parse_cells(text).expect("legal text"), mines)
    }

    #[test]
    fn a_position_lists_every_reason_why_it_is_illegal() {
        let reasons = check("~3.\n###\n", 9).expect_err("four things are wrong");
        assert_eq!(reasons.len(), 4, "{reasons:?}");
        assert!(reasons.contains(&Illegal::Unknown(CellPos::new(0, 0))));
        assert!(reasons.contains(&Illegal::TooFewClosed { mines: 9, closed: 4 }));
    }

    #[test]
    fn won_lost_and_fresh_are_told_apart() {
        let board = |text, mines| check(text, mines).expect("legal");
        assert!(board("##\n##\n", 1).is_fresh());
        assert!(board("1#\n11\n", 1).is_won());
        assert!(board("1!\n##\n", 1).is_lost());
        assert!(!board("1F\n##\n", 1).is_won());
    }
}
