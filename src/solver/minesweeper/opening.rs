//! Where to click first.

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
