//! What is known of the game in hand, and what a later picture says about it.

use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::geometry::CellPos;

/// The open cells and the flags seen so far. A number never changes in a game, so a cell that
/// shows another one later was misread at one of the two times.
#[derive(Debug, Clone)]
pub struct Memory {
    open: Grid<Option<u8>>,
    flags: Grid<bool>,
}

impl Memory {
    /// Nothing is known of a board of this size.
    pub fn new(cols: usize, rows: usize) -> Self {
        let flags = Grid::from_fn(cols, rows, |_| false);
        Self { open: Grid::from_fn(cols, rows, |_| None), flags }
    }

    /// Whether a cell was seen open.
    pub fn is_open(&self, cell: CellPos) -> bool {
        self.open[cell].is_some()
    }

    /// Cells whose number differs from what was seen before, or that closed again.
    pub fn changed(&self, cells: &Grid<Option<Cell>>) -> Vec<CellPos> {
        let differs = |known: u8, cell: Option<Cell>| match cell {
            Some(Cell::Open(number)) => number != known,
            Some(cell) => cell.is_closed(),
            None => false,
        };
        let all = self.open.iter();
        all.filter(|(pos, known)| known.is_some_and(|known| differs(known, cells[*pos])))
            .map(|(pos, _)| pos)
            .collect()
    }

    /// Whether there is a flag that was not there before.
    pub fn new_flag(&self, cells: &Grid<Option<Cell>>) -> bool {
        cells.iter().any(|(pos, cell)| *cell == Some(Cell::Flag) && !self.flags[pos])
    }

    /// Learns the open cells and the flags of a settled reading.
    pub fn learn(&mut self, cells: &Grid<Option<Cell>>) {
        self.learn_open(cells);
        cells.iter().for_each(|(pos, cell)| self.flags[pos] = *cell == Some(Cell::Flag));
    }

    /// Learns the open cells alone.
    pub fn learn_open(&mut self, cells: &Grid<Option<Cell>>) {
        for (pos, cell) in cells.iter() {
            if let Some(Cell::Open(number)) = *cell {
                self.open[pos] = Some(number);
            }
        }
    }

    /// Numbers that a final picture proves wrong: only a picture that shows all `mines` mines
    /// (flags count, wrong ones do not) proves anything.
    pub fn disproved(&self, last: &Grid<Option<Cell>>, mines: usize) -> Vec<CellPos> {
        let is_mine =
            |cell: Option<Cell>| matches!(cell, Some(Cell::Mine | Cell::Exploded | Cell::Flag));
        let shown = last.values().iter().filter(|cell| is_mine(**cell)).count();
        if shown != mines || last.values().iter().any(Option::is_none) {
            return Vec::new();
        }
        let around = |pos| last.neighbours(pos).filter(|other| is_mine(last[*other])).count();
        self.open
            .iter()
            .filter(|(pos, known)| known.is_some_and(|n| usize::from(n) != around(*pos)))
            .map(|(pos, _)| pos)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::minesweeper::parse_cells;

    #[test]
    fn a_number_that_changes_is_noticed_and_an_opened_cell_is_not() {
        let cells = |text| parse_cells(text).expect("legal text");
        let mut memory = Memory::new(3, 1);
        memory.learn(&cells("1##\n"));
        assert!(memory.changed(&cells("11#\n")).is_empty());
        assert!(memory.changed(&cells("~!#\n")).is_empty());
        assert_eq!(memory.changed(&cells("2##\n")), [CellPos::new(0, 0)]);
        assert_eq!(memory.changed(&cells("###\n")), [CellPos::new(0, 0)]);
    }

    #[test]
    fn a_flag_is_new_until_it_is_learnt() {
        let cells = |text| parse_cells(text).expect("legal text");
        let mut memory = Memory::new(3, 1);
        memory.learn(&cells("F#1\n"));
        assert!(!memory.new_flag(&cells("F#1\n")));
        assert!(memory.new_flag(&cells("FF1\n")));
        memory.learn(&cells("#F1\n"));
        assert!(!memory.new_flag(&cells("#F1\n")));
        assert!(memory.new_flag(&cells("F#1\n")));
    }

    #[test]
    fn a_final_picture_with_all_mines_checks_every_number() {
        let cells = |text| parse_cells(text).expect("legal text");
        let mut memory = Memory::new(3, 1);
        memory.learn(&cells("1#2\n"));
        assert_eq!(memory.disproved(&cells("1!2\n"), 1), [CellPos::new(2, 0)]);
        assert!(memory.disproved(&cells("1!2\n"), 2).is_empty());
    }
}
