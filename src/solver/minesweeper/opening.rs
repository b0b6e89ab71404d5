//! Where to click first.

use super::analysis::{Analysis, Can, is_unseen};
use super::field::{Field, Index, Known};
use super::{Move, MoveKind, Reason};
use crate::board::minesweeper::{Board, StartRule};
use crate::geometry::CellPos;

/// The cell to click first on a board of this size.
///
/// Where only the clicked cell is safe, a corner opens an area most often. Where the neighbours
/// are safe too, a cell some way in opens more; (3, 3) on wide boards and (2, 2) on small ones
/// are best in the tables published with MineSweeperProb. Under the classic rule a mine that is
/// moved lands at the top left, so the corner furthest from there is taken.
pub fn first_cell(cols: usize, rows: usize, start: StartRule) -> CellPos {
    let inner = if cols * rows > 300 { 3 } else { 2 };
    match start {
        StartRule::Open => CellPos::new(inner.min((cols - 1) / 2), inner.min((rows - 1) / 2)),
        StartRule::Classic => CellPos::new(cols - 1, rows - 1),
        StartRule::Safe | StartRule::Opened | StartRule::None => CellPos::new(0, 0),
    }
}

/// The first click on the covered `board` as a move.
pub fn first_click(board: &Board, start: StartRule) -> Move {
    let cell = first_cell(board.cols(), board.rows(), start);
    let mine_probability = match start {
        StartRule::None | StartRule::Opened => board.mines() as f64 / board.cells().len() as f64,
        StartRule::Safe | StartRule::Open | StartRule::Classic => 0.0,
    };
    Move { cell, kind: MoveKind::Open, mine_probability, reason: Reason::Opening }
}

/// How much likelier to be a mine than the cells that numbers see a corner may be.
const CORNER_MARGIN: f64 = 0.02;
/// The density of mines from which on a corner is sought; measured: expert boards (0.21) are won
/// more often with it, intermediate ones (0.16) are not.
const CORNER_DENSITY: f64 = 0.18;

/// A corner that no number sees, while no area is open yet and mines are dense: it opens one more
/// often than any other cell, which counts for more than surviving the next opens. `least` is the
/// probability of the cell least likely to be a mine. The last corner in reading order comes
/// first.
pub fn next_corner<W>(field: &Field, analysis: &Analysis<W>, least: f64) -> Option<Index> {
    let closed = analysis.unseen == 0 || analysis.unseen_can != Can::Both;
    if closed
        || analysis.unseen_mine < CORNER_DENSITY
        || analysis.unseen_mine > least + CORNER_MARGIN
        || has_area(field)
    {
        return None;
    }
    let (cols, cells) = (field.shape.cols, field.shape.len());
    let corners = [cells - 1, cells - cols, cols - 1, 0].map(|corner| corner as Index);
    let mut unseen = corners.into_iter().filter(|cell| field.known(*cell) == Known::Unknown);
    unseen.find(|cell| is_unseen(field, *cell))
}

/// Whether two open cells touch, as they do wherever an area has been opened.
fn has_area(field: &Field) -> bool {
    let is_open = |cell: Index| field.known(cell) == Known::Open;
    field.cells_known_as(Known::Open).any(|c| field.shape.around(c).iter().any(|n| is_open(*n)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::minesweeper::analysis::Engine;
    use crate::solver::minesweeper::field::Shape;

    fn corner_after(mines: usize, opened: &[(Index, u8)]) -> Option<Index> {
        let mut field = Field::covered(Shape::new(30, 16), mines);
        opened.iter().for_each(|(cell, number)| field.reveal(*cell, *number));
        field.propagate().expect("a legal position");
        let (mut engine, mut analysis) = (Engine::<f64>::default(), Analysis::default());
        engine.analyse(&field, &mut analysis).expect("a legal position");
        next_corner(&field, &analysis, 1.0)
    }

    #[test]
    fn a_corner_is_sought_on_dense_boards_until_two_open_cells_touch() {
        assert_eq!(corner_after(99, &[(0, 1)]), Some(479));
        assert_eq!(corner_after(99, &[(0, 1), (479, 2)]), Some(450));
        assert_eq!(corner_after(99, &[(0, 1), (1, 2)]), None);
        assert_eq!(corner_after(70, &[(0, 1)]), None);
    }
}
