//! Pierre Dellacherie's player (2003), as given by Fahey.

use crate::solver::tetris::features::Feature as F;
use crate::solver::tetris::weights::Weights;

/// The weights.
pub(super) fn weights() -> Weights {
    Weights::new(
        "dellacherie",
        &[
            (F::LandingHeight, -1.0),
            (F::ErodedCells, 1.0),
            (F::RowTransitions, -1.0),
            (F::ColumnTransitions, -1.0),
            (F::Holes, -4.0),
            (F::Wells, -1.0),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::hand_worked::{MEASURED, value};

    #[test]
    fn the_hand_worked_board_has_the_hand_worked_value() {
        let f = MEASURED;
        let by_hand = -f.landing_height + f.eroded_cells
            - f.row_transitions
            - f.column_transitions
            - 4.0 * f.holes
            - f.wells;
        assert!((value(super::weights()) - by_hand).abs() < 1e-4);
    }
}
