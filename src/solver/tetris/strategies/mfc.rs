//! The player of the 9x20 dialog game: Dellacherie's six features by that game's own definitions.
//!
//! Rows are rings: the last column's right neighbour is the first, and there are no side walls.
//! There is no floor either for column transitions. A run of empty cells below a block is one hole
//! however long it is. The landing height is that of the piece's top. The game describes a well in
//! two ways, one of which asks for an empty right neighbour; that would make every step to the
//! right a well, so the other one (both neighbours full) is followed.

use crate::board::tetris::Well;
use crate::solver::tetris::evaluator::{Evaluator, Step};

pub(super) struct Mfc;

impl Evaluator for Mfc {
    fn value(&self, step: &Step) -> f64 {
        let landed = step.landed;
        let top = (landed.up + landed.shape.height()) as f64;
        let eroded = f64::from(landed.locked.lines * landed.locked.own_cells);
        let well = step.after;
        eroded
            - top
            - row_transitions(well)
            - column_transitions(well)
            - 4.0 * holes(well)
            - wells(well)
    }

    /// Fewer columns moved from the middle and fewer turns are better; to the left is better than
    /// to the right.
    fn priority(&self, step: &Step) -> i32 {
        let middle = (step.after.cols() - step.landed.shape.width()) as i32 / 2;
        let moved = step.landed.col as i32 - middle;
        let turns = step.landed.turns() as i32;
        100 * moved.abs() + turns - if moved < 0 { 10 } else { 0 }
    }
}

fn count(found: impl Iterator<Item = bool>) -> f64 {
    found.filter(|found| *found).count() as f64
}

fn row_transitions(well: &Well) -> f64 {
    let cols = well.cols();
    let filled = |up: usize, col: usize| well.row(up) >> (col % cols) & 1;
    count(
        (0..well.rows())
            .flat_map(|up| (0..cols).map(move |col| filled(up, col) != filled(up, col + 1))),
    )
}

fn column_transitions(well: &Well) -> f64 {
    (1..well.rows()).map(|up| f64::from((well.row(up) ^ well.row(up - 1)).count_ones())).sum()
}

fn holes(well: &Well) -> f64 {
    // A block right above an empty cell ends one run.
    (1..well.rows()).map(|up| f64::from((well.row(up) & !well.row(up - 1)).count_ones())).sum()
}

fn wells(well: &Well) -> f64 {
    let cols = well.cols();
    let filled = |up: usize, col: usize| well.row(up) >> (col % cols) & 1 == 1;
    let mut sum = 0;
    for up in 0..well.top() {
        for col in 0..cols {
            if !filled(up, col) && filled(up, col + cols - 1) && filled(up, col + 1) {
                sum += (0..=up).rev().take_while(|at| !filled(*at, col)).count();
            }
        }
    }
    sum as f64
}

#[cfg(test)]
mod tests {
    use super::super::hand_worked::judge;
    use super::*;

    #[test]
    fn the_hand_worked_board_is_measured_on_a_ring() {
        // Rows: `#.#.#.` changes six times round the ring, `..###.` twice. Columns without floor:
        // one block on an empty row (1), none (0), two blocks (1), hole and block (2), two blocks
        // (1), none (0). One run of empty cells below a block. Wells: columns 1, 3 and 5, whose
        // neighbours on the ring are full. Top of the piece: row 3. Eroded: 1.
        let by_hand = 1.0 - 3.0 - 8.0 - 5.0 - 4.0 - 3.0;
        assert_eq!(judge(&Mfc), (0.0, by_hand));
    }

    #[test]
    fn a_deep_hole_counts_once_and_a_well_counts_its_depths() {
        let well: Well = "#...\n....\n.#.#\n.#.#\n".parse().expect("legal well");
        assert_eq!(holes(&well), 1.0);
        // Columns 0 and 2, one and two deep each; on the ring column 0 lies between 3 and 1.
        assert_eq!(wells(&well), 6.0);
    }
}
