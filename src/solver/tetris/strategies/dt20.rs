//! DT-20 by Gabillon, Ghavamzadeh and Scherrer (2013), learnt on 10x20.

use crate::solver::tetris::features::Feature as F;
use crate::solver::tetris::weights::Weights;

/// The weights.
pub(super) fn weights() -> Weights {
    Weights::new(
        "dt20",
        &[
            (F::LandingHeight, -2.68),
            (F::ErodedCells, 1.38),
            (F::RowTransitions, -2.41),
            (F::ColumnTransitions, -6.32),
            (F::Holes, 2.03),
            (F::FastWells, -2.71),
            (F::HoleDepth, -0.43),
            (F::RowsWithHoles, -9.48),
            (F::Diversity, 0.89),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::hand_worked::{MEASURED, value};

    #[test]
    fn the_hand_worked_board_has_the_hand_worked_value() {
        let f = MEASURED;
        let by_hand = -2.68 * f.landing_height + 1.38 * f.eroded_cells
            - 2.41 * f.row_transitions
            - 6.32 * f.column_transitions
            + 2.03 * f.holes
            - 2.71 * f.fast_wells
            - 0.43 * f.hole_depth
            - 9.48 * f.rows_with_holes
            + 0.89 * f.diversity;
        assert!((value(super::weights()) - by_hand).abs() < 1e-4);
    }
}
