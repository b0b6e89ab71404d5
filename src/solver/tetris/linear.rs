//! The linear evaluators of the literature.

use super::features::Feature as F;
use super::weights::Weights;

/// Pierre Dellacherie's player (2003), as given by Fahey.
pub fn dellacherie() -> Weights {
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

/// El-Tetris by Islam El-Ashi (2011): the same features with weights found by particle swarm, rows
/// removed in place of eroded cells.
pub fn el_tetris() -> Weights {
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

/// BCTS by Thiery and Scherrer (2009), the winner of the 2008 reinforcement learning competition.
pub fn bcts() -> Weights {
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

/// DT-10 by Gabillon, Ghavamzadeh and Scherrer (2013), learnt on 10x10.
pub fn dt10() -> Weights {
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

/// DT-20 by Gabillon, Ghavamzadeh and Scherrer (2013), learnt on 10x20.
pub fn dt20() -> Weights {
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
