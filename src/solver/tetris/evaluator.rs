//! What a strategy thinks of a placement.

use super::Landed;
use super::fast::LinearMeasure;
use super::features::measure;
use super::weights::{UNIT, Weights, weigh};
use crate::board::tetris::Well;

/// One placement with the wells before and after it.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// Before the piece came to rest.
    pub before: &'a Well,
    /// The piece at rest.
    pub landed: &'a Landed,
    /// After full rows were removed.
    pub after: &'a Well,
}

/// Judges placements. The outcome of a sequence of pieces is the gain of each but the last plus
/// the value of the last.
pub trait Evaluator: Send + Sync {
    /// What a placement adds for good, whatever follows it.
    fn gain(&self, _step: &Step) -> f64 {
        0.0
    }

    /// How good a placement is when nothing is known of what follows.
    fn value(&self, step: &Step) -> f64;

    /// Among equal placements the one with the smallest priority is chosen, then the first.
    fn priority(&self, _step: &Step) -> i32 {
        0
    }

    /// The weights, if that is all there is to it: long games with straight drops are then played
    /// by the fast engine.
    fn weights(&self) -> Option<&Weights> {
        None
    }
}

/// A linear evaluator.
pub struct Linear {
    weights: Weights,
}

impl Linear {
    /// With these weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }
}

impl Evaluator for Linear {
    fn value(&self, step: &Step) -> f64 {
        let features = LinearMeasure::of(step.landed, step.after)
            .unwrap_or_else(|| measure(step.landed, step.after));
        weigh(self.weights.fixed(), &features) as f64 / UNIT
    }

    fn weights(&self) -> Option<&Weights> {
        Some(&self.weights)
    }
}
