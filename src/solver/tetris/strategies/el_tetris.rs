//! El-Tetris by Islam El-Ashi (2011): Dellacherie's features with weights found by particle swarm,
//! rows removed in place of eroded cells.

use crate::solver::tetris::features::Feature as F;
use crate::solver::tetris::weights::Weights;

/// The weights.
pub(super) fn weights() -> Weights {
    Weights::new(
        "el-tetris",
        &[
            (F::LandingHeight, -4.500158825082766),
            (F::RowsCleared, 3.4181268101392694),
            (F::RowTransitions, -3.2178882868487753),
            (F::ColumnTransitions, -9.348695305445199),
            (F::Holes, -7.899265427351652),
            (F::Wells, -3.3855972247263626),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::hand_worked::{MEASURED, value};

    #[test]
    fn the_hand_worked_board_has_the_hand_worked_value() {
        let f = MEASURED;
        let by_hand = -4.500158825082766 * f.landing_height + 3.4181268101392694 * f.rows_cleared
            - 3.2178882868487753 * f.row_transitions
            - 9.348695305445199 * f.column_transitions
            - 7.899265427351652 * f.holes
            - 3.3855972247263626 * f.wells;
        assert!((value(super::weights()) - by_hand).abs() < 1e-4);
    }
}
