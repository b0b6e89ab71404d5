//! The player of the interview book: points for lines, fines for new holes and for height, over the
//! current and the next piece, following only the best placements of the first.

use crate::board::tetris::{Scoring, Well};
use crate::solver::tetris::evaluator::{Evaluator, Step};

pub(super) struct Book;

impl Evaluator for Book {
    fn gain(&self, step: &Step) -> f64 {
        self.value(step)
    }

    /// 1, 3, 7 or 13 for lines; -4 a new hole and -15 more for each that goes beyond five in all;
    /// -2 for each row that the stack stands above three fifths of the well.
    fn value(&self, step: &Step) -> f64 {
        let points = Scoring::Book.points(step.landed.locked.lines, 0) as f64;
        let (before, after) = (holes(step.before), holes(step.after));
        let new = after.saturating_sub(before);
        let beyond = after.saturating_sub(before.max(5));
        let allowed = step.after.rows() * 3 / 5;
        let above = step.after.top().saturating_sub(allowed);
        points - 4.0 * f64::from(new) - 15.0 * f64::from(beyond) - 2.0 * above as f64
    }
}

fn holes(well: &Well) -> u32 {
    let mut covered = 0;
    let mut holes = 0;
    for up in (0..well.top()).rev() {
        holes += (covered & !well.row(up)).count_ones();
        covered |= well.row(up);
    }
    holes
}

#[cfg(test)]
mod tests {
    use super::super::hand_worked::{judge, placement};
    use super::*;
    use crate::board::tetris::{Piece, classic_shapes};
    use crate::solver::tetris::Landed;

    #[test]
    fn the_hand_worked_board_pays_one_line_and_fines_no_hole() {
        // Before: holes at the floor in columns 1 and 5 (covered by the full part of the row);
        // after: one in column 3. No new ones; height 2 of 5 is within three fifths.
        assert_eq!(judge(&Book), (1.0, 1.0));
        assert_eq!(holes(&placement().0), 2);
    }

    #[test]
    fn new_holes_beyond_five_and_height_cost_more() {
        let before: Well = "....\n....\n....\n##.#\n....\n".parse().expect("legal well");
        let shape = classic_shapes(Piece::S)[0];
        let mut after = before.clone();
        let locked = after.lock(&shape, 1, 2);
        // Three holes before; the S covers column 2 of two rows and column 3 of one: six in all.
        // New: 3, beyond five: 1, height 4 where 3 are allowed.
        let landed = Landed { piece: Piece::S, shape, col: 1, up: 2, locked };
        let step = Step { before: &before, landed: &landed, after: &after };
        assert_eq!(holes(&after), 6);
        assert_eq!(Book.value(&step), -4.0 * 3.0 - 15.0 - 2.0);
    }
}
