//! Whether a frame shows a position, and what in it speaks for the end of the game.

use super::falling::Moving;
use super::marks::Marks;
use super::reading::{CellReading, End, Rest, Unrest};
use crate::board::Grid;
use crate::geometry::CellPos;

/// Rows in which new pieces show first.
const ENTRANCE: usize = 2;

/// Whether the cells form a position.
pub(super) fn rest(marks: &Marks, moving: &Moving, cells: &[CellReading]) -> Rest {
    let cols = marks.cols;
    let unknown = |row: &[CellReading]| row.iter().filter(|c| c.kind.is_none()).count();
    let full = marks.marked.chunks(cols).any(|row| row.iter().all(|marked| *marked));
    // A row that fades or flashes is strange from wall to wall, or nearly so.
    let strange = cells.chunks(cols).filter(|row| unknown(row) * 2 > cols).count();
    let all = unknown(cells);
    if full || (strange > 0 && strange <= 4 && all <= strange * cols + 2) {
        Rest::Unsettled(Unrest::Clearing)
    } else if all * 20 > cells.len() {
        Rest::Unsettled(Unrest::Covered)
    } else if moving.piece.is_none() {
        Rest::Unsettled(Unrest::NoPiece)
    } else if all > 0 {
        Rest::Unsettled(Unrest::Unclear)
    } else {
        Rest::Settled
    }
}

/// Whether a row of a stack is bare under one that is not. Every piece is locked on what is there
/// already and rows vanish as a whole, so that is no stack.
pub(super) fn floats(stack: &Grid<bool>) -> bool {
    let bare = |row: usize| (0..stack.cols()).all(|col| !stack[CellPos::new(col, row)]);
    (1..stack.rows()).any(|row| bare(row) && !bare(row - 1))
}

/// What speaks for the end of the game.
pub(super) fn end(marks: &Marks, moving: &Moving, rest: Rest) -> End {
    if moving.piece.is_some() {
        return End::None;
    }
    if rest == Rest::Unsettled(Unrest::Covered) {
        return End::Message;
    }
    let entrance = &marks.marked[..(ENTRANCE * marks.cols).min(marks.marked.len())];
    if entrance.iter().any(|marked| *marked) { End::StackAtTop } else { End::None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_over_a_bare_row_are_no_stack() {
        let stack = |rows: [&str; 3]| {
            Grid::from_fn(3, 3, |cell| rows[cell.row].as_bytes()[cell.col] == b'#')
        };
        assert!(floats(&stack(["..#", "...", "##."])));
        assert!(!floats(&stack(["...", "..#", "##."])));
        assert!(!floats(&stack(["...", "...", "..."])));
    }
}
