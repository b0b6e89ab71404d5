//! DT-10 by Gabillon, Ghavamzadeh and Scherrer (2013), learnt on 10x10.

use crate::solver::tetris::features::Feature as F;
use crate::solver::tetris::weights::Weights;

/// The weights.
pub(super) fn weights() -> Weights {
    Weights::new(
        "dt10",
        &[
            (F::LandingHeight, -2.18),
            (F::ErodedCells, 2.42),
            (F::RowTransitions, -2.17),
            (F::ColumnTransitions, -3.31),
            (F::Holes, 0.95),
            (F::FastWells, -2.22),
            (F::HoleDepth, -0.81),
            (F::RowsWithHoles, -9.65),
            (F::Diversity, 1.27),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::hand_worked::{MEASURED, value};

    #[test]
    fn the_hand_worked_board_has_the_hand_worked_value() {
        let f = MEASURED;
        let by_hand = -2.18 * f.landing_height + 2.42 * f.eroded_cells
            - 2.17 * f.row_transitions
            - 3.31 * f.column_transitions
            + 0.95 * f.holes
            - 2.22 * f.fast_wells
            - 0.81 * f.hole_depth
            - 9.65 * f.rows_with_holes
            + 1.27 * f.diversity;
        assert!((value(super::weights()) - by_hand).abs() < 1e-4);
    }
}
