//! A recording as a target: it shows the recorded frames and swallows all input.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use super::{Target, TargetError};
use crate::clock::{Clock, SteppedClock};
use crate::frame::Frame;
use crate::geometry::PixelRect;
use crate::input::Action;
use crate::recording::Tape;

/// Shows the frames of a tape in their order, whatever is asked for: what is compared is what
/// the player makes of them.
pub struct ReplayTarget {
    tape: Rc<RefCell<Tape>>,
    name: String,
    clock: SteppedClock,
}

impl ReplayTarget {
    /// Shows `tape`; `name` is the recorded target.
    pub fn new(tape: Rc<RefCell<Tape>>, name: String) -> Self {
        Self { tape, name, clock: SteppedClock::default() }
    }
}

impl Target for ReplayTarget {
    fn describe(&self) -> String {
        format!("a recording of {}", self.name)
    }

    fn clock(&self) -> &dyn Clock {
        &self.clock
    }

    fn capture(&mut self, _: Option<PixelRect>) -> Result<Frame, TargetError> {
        let frame = self.tape.borrow_mut().next_frame()?;
        let behind = frame.at.saturating_sub(self.clock.now());
        self.clock.sleep(behind.max(Duration::ZERO));
        Ok(frame)
    }

    fn perform(&mut self, _: &Action) -> Result<(), TargetError> {
        Ok(())
    }
}
