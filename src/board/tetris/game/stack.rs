//! The locked blocks with what each was, for drawing.

use crate::board::tetris::{Piece, Well};
use crate::geometry::CellPos;

/// What a locked block was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Block {
    /// A part of this piece.
    Of(Piece),
    /// Garbage.
    Garbage,
}

/// Rows kept above the well.
const SPARE: usize = 4;

/// The locked blocks: a [`Well`] that remembers what its blocks were.
#[derive(Debug, Clone)]
pub(super) struct Stack {
    pub well: Well,
    /// Floor first.
    rows: Vec<Vec<Option<Block>>>,
}

impl Stack {
    pub fn new(well: Well) -> Self {
        let empty = vec![None; well.cols()];
        let block =
            |up: usize, col: usize| (well.row(up) >> col & 1 == 1).then_some(Block::Garbage);
        let mut rows: Vec<_> = (0..well.rows())
            .map(|up| (0..well.cols()).map(|col| block(up, col)).collect())
            .collect();
        rows.resize(well.rows() + SPARE, empty);
        Self { well, rows }
    }

    /// What lies in a cell of the well.
    pub fn block(&self, cell: CellPos) -> Option<Block> {
        let up = self.well.rows().checked_sub(1 + cell.row)?;
        *self.rows.get(up)?.get(cell.col)?
    }

    /// Adds the cells (column, row from the top, negative above the well) of a piece. Cells too
    /// far above are lost.
    pub fn add(&mut self, piece: Piece, cells: &[(i32, i32)]) {
        for (col, row) in cells {
            let (col, up) = (*col as usize, self.well.rows() as i32 - 1 - row);
            let Some(line) = usize::try_from(up).ok().and_then(|up| self.rows.get_mut(up)) else {
                continue;
            };
            line[col] = Some(Block::Of(piece));
            let up = up as usize;
            self.well.set_row(up, self.well.row(up) | 1 << col);
        }
    }

    /// The full rows, counted from the floor.
    pub fn full(&self) -> Vec<usize> {
        let full = self.well.full_row();
        (0..self.rows.len()).filter(|up| self.well.row(*up) == full).collect()
    }

    /// Removes the full rows.
    pub fn clear(&mut self) -> u32 {
        let full = self.full();
        for up in full.iter().rev() {
            self.rows.remove(*up);
            self.rows.push(vec![None; self.well.cols()]);
        }
        self.well.clear_lines()
    }

    /// Pushes a garbage row in from below.
    pub fn push_garbage(&mut self, hole: usize) {
        self.rows.pop();
        let row = (0..self.well.cols()).map(|col| (col != hole).then_some(Block::Garbage));
        self.rows.insert(0, row.collect());
        self.well.push_garbage(hole);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remembered_blocks_always_are_the_wells() {
        let mut stack = Stack::new("....\n....\n....\n.###\n".parse().expect("legal well"));
        stack.add(Piece::I, &[(0, 0), (0, 1), (0, 2), (0, 3)]);
        stack.add(Piece::O, &[(1, 2), (1, 1), (2, 2), (2, 1)]);
        assert_eq!((stack.full(), stack.clear()), (vec![0], 1));
        stack.push_garbage(2);
        for row in 0..4 {
            for col in 0..4 {
                let cell = CellPos::new(col, row);
                assert_eq!(stack.block(cell).is_some(), stack.well.is_filled(cell), "{cell}");
            }
        }
        assert_eq!(stack.well.to_string(), "#...\n###.\n###.\n##.#\n");
        assert_eq!(stack.block(CellPos::new(0, 2)), Some(Block::Of(Piece::I)));
        assert_eq!(stack.block(CellPos::new(3, 3)), Some(Block::Garbage));
    }
}
