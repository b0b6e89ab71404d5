//! Our own evaluator.

use crate::solver::tetris::weights::Weights;

/// The weights, as `tune tetris` wrote them.
pub(super) fn weights() -> Weights {
    Weights::from_toml(include_str!("sweepfall.toml"))
        .expect("the shipped weights are right")
        .named("sweepfall")
}
