//! Our own evaluator.

use crate::solver::tetris::weights::Weights;

/// The weights: CMA-ES on a 10x8 well from the weights of DT-10, 92 generations of 16 candidates
/// with 200 games each.
pub(super) fn weights() -> Weights {
    Weights::from_toml(include_str!("sweepfall.toml"))
        .expect("the shipped weights are right")
        .named("sweepfall")
}
