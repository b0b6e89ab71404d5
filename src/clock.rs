//! The run's clock: real time, or time that a test moves by hand.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Tells the time since the run began and waits.
pub trait Clock {
    /// Time since the clock was made; never goes back.
    fn now(&self) -> Duration;
    /// Lets `time` pass.
    fn sleep(&self, time: Duration);
}

/// Real time.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// A clock that starts now.
    pub fn new() -> Self {
        Self { start: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// A clock that moves only when somebody sleeps on it; clones share one time.
#[derive(Debug, Clone, Default)]
pub struct SteppedClock {
    now: Rc<Cell<Duration>>,
}

impl Clock for SteppedClock {
    fn now(&self) -> Duration {
        self.now.get()
    }

    fn sleep(&self, time: Duration) {
        self.now.set(self.now.get() + time);
    }
}
