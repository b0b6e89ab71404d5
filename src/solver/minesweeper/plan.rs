//! How much thought a decision gets.

use std::time::Duration;

/// Limits of the searches of one decision. They count work, not time, so that decisions do not
/// depend on the machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Most arrangements for an exact endgame.
    pub endgame: usize,
    /// Most steps that an endgame search may take; a step is a look at one arrangement.
    pub endgame_work: u64,
    /// How much likelier to be a mine than the safest cell a candidate may be.
    pub margin: f64,
    /// Candidates among the cells that no number sees.
    pub unseen: usize,
    /// How much of the probability that a cell belongs to a pair that cannot be told apart counts
    /// for it.
    pub entanglement: f64,
    /// Guesses looked at after the first one.
    pub plies: usize,
    /// Candidates that are looked at so deep.
    pub width: usize,
    /// Only those whose shallow value is within this share of the best.
    pub slack: f64,
    /// Candidates of each later guess.
    pub inner: usize,
    /// Candidates of each later guess that no number sees.
    pub inner_unseen: usize,
}

impl Plan {
    /// For no time at all.
    pub const QUICK: Plan = Plan {
        endgame: 150,
        endgame_work: 100_000,
        margin: 0.04,
        unseen: 4,
        entanglement: 0.0,
        plies: 0,
        width: 0,
        slack: 0.0,
        inner: 0,
        inner_unseen: 0,
    };

    /// The usual plan.
    pub const NORMAL: Plan = Plan {
        endgame: 10_000,
        endgame_work: 6_000_000,
        margin: 0.2,
        unseen: 20,
        entanglement: 0.5,
        plies: 0,
        width: 5,
        slack: 0.05,
        inner: 4,
        inner_unseen: 2,
    };

    /// For several seconds a move.
    pub const DEEP: Plan = Plan {
        endgame: 20_000,
        endgame_work: 100_000_000,
        margin: 0.15,
        unseen: 20,
        entanglement: 0.5,
        plies: 2,
        width: 8,
        slack: 0.1,
        inner: 6,
        inner_unseen: 3,
    };

    /// The plan for decisions that may take as long as `think`.
    pub fn for_time(think: Duration) -> &'static Self {
        match think.as_millis() {
            0 => &Self::QUICK,
            1..4_000 => &Self::NORMAL,
            _ => &Self::DEEP,
        }
    }
}
