//! Which stacks come of others.

use crate::board::Grid;
use crate::geometry::CellPos;

/// `stack` with these cells filled.
pub(super) fn with(stack: &Grid<bool>, cells: &[CellPos]) -> Grid<bool> {
    Grid::from_fn(stack.cols(), stack.rows(), |cell| stack[cell] || cells.contains(&cell))
}

/// What is left of `stack` once its full rows have vanished.
pub(super) fn without_full_rows(stack: &Grid<bool>) -> Grid<bool> {
    let (cols, rows) = (stack.cols(), stack.rows());
    let full = |row: &usize| (0..cols).all(|col| stack[CellPos::new(col, *row)]);
    let kept: Vec<usize> = (0..rows).filter(|row| !full(row)).collect();
    let gone = rows - kept.len();
    Grid::from_fn(cols, rows, |cell| {
        let from = cell.row.checked_sub(gone).map(|row| kept[row]);
        from.is_some_and(|row| stack[CellPos::new(cell.col, row)])
    })
}

/// Whether a stack can have come of `old`: what is added to it is whole pieces, not a pointer or a
/// tooltip beside it. A stack of which blocks are gone too tells nothing.
pub(super) fn may_follow(old: &Grid<bool>, stack: &Grid<bool>) -> bool {
    added(old, stack).is_none_or(|blocks| blocks.is_multiple_of(4))
}

/// Whether a stack is `old` with one more piece.
pub(super) fn is_one_more(old: &Grid<bool>, stack: &Grid<bool>) -> bool {
    added(old, stack) == Some(4)
}

/// How many blocks were added to `old`; `None` when some are gone too.
fn added(old: &Grid<bool>, stack: &Grid<bool>) -> Option<usize> {
    let kept = old.iter().all(|(cell, filled)| !filled || stack[cell]);
    kept.then(|| stack.iter().filter(|(cell, filled)| **filled && !old[*cell]).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(rows: [&str; 3]) -> Grid<bool> {
        Grid::from_fn(4, 3, |cell| rows[cell.row].as_bytes()[cell.col] == b'#')
    }

    #[test]
    fn what_lies_above_full_rows_comes_down_when_they_vanish() {
        let before = stack(["#...", "####", "##.#"]);
        assert_eq!(without_full_rows(&before), stack(["....", "#...", "##.#"]));
    }

    #[test]
    fn only_whole_pieces_are_added_to_a_stack() {
        let old = stack(["....", "....", "#..."]);
        assert!(may_follow(&old, &stack(["....", ".##.", "###."])));
        assert!(!may_follow(&old, &stack(["....", ".#..", "###."])));
        assert!(may_follow(&old, &stack(["....", ".#..", ".##."])));
        assert!(is_one_more(&old, &stack(["....", ".##.", "###."])));
        assert!(!is_one_more(&old, &stack(["....", ".###", ".##."])), "a block is gone");
    }
}
