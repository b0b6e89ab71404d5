//! BCTS by Thiery and Scherrer (2009), the winner of the 2008 reinforcement learning competition.

use crate::solver::tetris::features::Feature as F;
use crate::solver::tetris::weights::Weights;

/// The weights.
pub(super) fn weights() -> Weights {
    Weights::new(
        "bcts",
        &[
            (F::LandingHeight, -12.629),
            (F::ErodedCells, 6.601974),
            (F::RowTransitions, -9.215815),
            (F::ColumnTransitions, -19.77356),
            (F::Holes, -13.08335),
            (F::Wells, -10.48747),
            (F::HoleDepth, -1.611863),
            (F::RowsWithHoles, -24.04087),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::hand_worked::{MEASURED, value};

    #[test]
    fn the_hand_worked_board_has_the_hand_worked_value() {
        let f = MEASURED;
        let by_hand = -12.629 * f.landing_height + 6.601974 * f.eroded_cells
            - 9.215815 * f.row_transitions
            - 19.77356 * f.column_transitions
            - 13.08335 * f.holes
            - 10.48747 * f.wells
            - 1.611863 * f.hole_depth
            - 24.04087 * f.rows_with_holes;
        assert!((value(super::weights()) - by_hand).abs() < 1e-4);
    }
}
