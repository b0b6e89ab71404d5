//! Bounds on a run that hold exactly.

use std::time::Duration;

use thiserror::Error;

/// Bounds on a run; `None` is no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Games to finish.
    pub games: u32,
    /// Time from the start of the run.
    pub time: Option<Duration>,
    /// Clicks and keys in all.
    pub inputs: Option<u64>,
}

/// Which bound ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LimitsReached {
    /// The time is over.
    #[error("the time given with --max-seconds is over")]
    Time,
    /// The number of inputs is used up.
    #[error("the inputs given with --max-clicks are used up")]
    Inputs,
}

impl Limits {
    /// No bound: something else ends the run.
    pub const NONE: Self = Self { games: u32::MAX, time: None, inputs: None };

    /// Whether one more input may be sent after `sent` inputs, `elapsed` into the run.
    ///
    /// # Errors
    /// The bound that forbids it.
    pub fn allow(&self, elapsed: Duration, sent: u64) -> Result<(), LimitsReached> {
        if self.time.is_some_and(|time| elapsed >= time) {
            return Err(LimitsReached::Time);
        }
        if self.inputs.is_some_and(|inputs| sent >= inputs) {
            return Err(LimitsReached::Inputs);
        }
        Ok(())
    }
}
