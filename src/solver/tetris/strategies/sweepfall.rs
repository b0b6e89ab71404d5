//! Our own evaluator.

use crate::solver::tetris::weights::Weights;

/// The weights: CMA-ES on a 10x15 well from the weights of DT-20, 35 generations of 16 candidates,
/// each judged by an estimate of its lines a game with 1,000 climbs a level (`tune tetris
/// --splitting`), as such games are too long to be played out.
pub(super) fn weights() -> Weights {
    Weights::from_toml(include_str!("sweepfall.toml"))
        .expect("the shipped weights are right")
        .named("sweepfall")
}
