//! The Java article's player: eight features by hand. The article leaves eroded cells as a stub that
//! counts nothing; here they are rows removed times own cells in them.

use crate::solver::tetris::features::Feature as F;
use crate::solver::tetris::weights::Weights;

/// The weights.
pub(super) fn weights() -> Weights {
    Weights::new(
        "eight-feature",
        &[
            (F::LandingHeight, -4.5),
            (F::ErodedCells, 3.4),
            (F::RowTransitions, -3.2),
            (F::ColumnTransitions, -9.3),
            (F::Holes, -7.9),
            (F::Wells, -3.4),
            (F::Bumpiness, -2.7),
            (F::AggregateHeight, -1.0),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::hand_worked::{MEASURED, value};

    #[test]
    fn the_hand_worked_board_has_the_hand_worked_value() {
        let f = MEASURED;
        let by_hand = -4.5 * f.landing_height + 3.4 * f.eroded_cells
            - 3.2 * f.row_transitions
            - 9.3 * f.column_transitions
            - 7.9 * f.holes
            - 3.4 * f.wells
            - 2.7 * f.bumpiness
            - f.aggregate_height;
        assert!((value(super::weights()) - by_hand).abs() < 1e-4);
    }
}
