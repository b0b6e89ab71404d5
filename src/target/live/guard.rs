//! What must hold before an input goes out.

use std::time::Duration;

use super::desktop::Front;
use super::window::{LiveWindow, SLICE};
use crate::clock::Clock;
use crate::geometry::{FramePoint, PixelRect, ScreenPoint, ScreenRect};
use crate::target::TargetError;

/// How long the desktop may take to hand over the keyboard.
const FOCUS_WAIT: Duration = Duration::from_millis(600);
/// A game that loses the keyboard again so soon is being used by somebody.
const FOCUS_AGAIN: Duration = Duration::from_secs(5);

/// In how many columns and rows of points it is looked whether a part of the window can be seen.
const SIGHTS: u32 = 8;

impl LiveWindow {
    /// Brings the window to the front and waits until it has the keyboard, if it may be.
    ///
    /// # Errors
    /// When the window moved or vanished by that. Not having the keyboard is no error yet.
    pub fn bring_to_front(&mut self) -> Result<(), TargetError> {
        if self.options.may_activate && !self.owns_keyboard()? {
            self.activate()?;
        }
        self.check_place()
    }

    pub(super) fn check_stop(&self) -> Result<(), TargetError> {
        self.watcher.reason().map_or(Ok(()), |reason| Err(TargetError::Stopped(reason)))
    }

    pub(super) fn check_place(&self) -> Result<(), TargetError> {
        self.same_place(self.desktop.place(self.window.id)?)
    }

    fn same_place(&self, place: Option<ScreenRect>) -> Result<(), TargetError> {
        match place {
            None => Err(TargetError::Vanished(self.window.describe())),
            Some(place) if place != self.place => {
                let name = self.window.describe();
                let from = self.place;
                Err(TargetError::Moved(format!("{name}, which was at {from} and is at {place},")))
            }
            Some(_) => Ok(()),
        }
    }

    /// What must hold where the pointer is about to go, or is, before a button goes down.
    pub(super) fn check_point(&self, point: ScreenPoint) -> Result<ScreenPoint, TargetError> {
        let probe = self.desktop.probe(self.window.id, point)?;
        self.same_place(probe.place)?;
        match probe.front {
            Front::Itself => Ok(probe.pointer),
            Front::Other(by) => {
                // A window that is just being moved may have left the point since its place was
                // asked for: then that is what to tell.
                self.check_place()?;
                Err(TargetError::Covered { target: self.window.describe(), by })
            }
        }
    }

    /// Whether `region` can be seen: what is in front at points all over it.
    pub(super) fn check_sight(&self, region: PixelRect) -> Result<(), TargetError> {
        let part = |from: u32, size: u32, i: u32| {
            f64::from(from) + f64::from(size) * (f64::from(i) + 0.5) / f64::from(SIGHTS)
        };
        for (row, col) in (0..SIGHTS).flat_map(|row| (0..SIGHTS).map(move |col| (row, col))) {
            let x = part(region.x, region.w, col);
            let y = part(region.y, region.h, row);
            self.check_point(self.aim(FramePoint::new(x, y))?)?;
        }
        Ok(())
    }

    pub(super) fn owns_keyboard(&self) -> Result<bool, TargetError> {
        let focused = self.desktop.focused()?;
        Ok(focused.is_some_and(|focused| focused.same_program(&self.window)))
    }

    pub(super) fn activate(&mut self) -> Result<bool, TargetError> {
        self.desktop.activate(self.window.id)?;
        let until = self.clock.now() + FOCUS_WAIT;
        while self.clock.now() < until {
            self.check_stop()?;
            if self.owns_keyboard()? {
                self.activated_at = Some(self.clock.now());
                return Ok(true);
            }
            self.clock.sleep(SLICE);
        }
        Ok(false)
    }

    /// Asks once for the window to be brought to the front; whether it is in front at `point`
    /// then. If something covers it again soon, somebody is using the machine.
    pub(super) fn uncovered(&mut self, point: ScreenPoint) -> Result<bool, TargetError> {
        let now = self.clock.now();
        let fighting = self.activated_at.is_some_and(|at| now < at + FOCUS_AGAIN);
        if !self.options.may_activate || fighting {
            return Ok(false);
        }
        self.activate()?;
        self.activated_at = Some(now);
        let until = self.clock.now() + FOCUS_WAIT;
        while self.clock.now() < until {
            self.check_stop()?;
            match self.check_point(point) {
                Err(TargetError::Covered { .. }) => self.clock.sleep(SLICE),
                looked => return looked.map(|_| true),
            }
        }
        Ok(false)
    }

    /// Keys go to whatever has the keyboard: that must be the game. If it is not, it is asked
    /// for once; if it is lost again soon, somebody is using the machine.
    pub(super) fn check_keyboard(&mut self) -> Result<(), TargetError> {
        if self.owns_keyboard()? {
            return Ok(());
        }
        let now = self.clock.now();
        let fighting = self.activated_at.is_some_and(|at| now < at + FOCUS_AGAIN);
        if self.options.may_activate && !fighting && self.activate()? {
            return Ok(());
        }
        let by = self.desktop.focused()?.map_or("nothing".to_string(), |w| w.describe());
        Err(TargetError::Unfocused { target: self.window.describe(), by })
    }

    /// The screen pixel of `at`, refused unless it is inside the view.
    pub(super) fn aim(&self, at: FramePoint) -> Result<ScreenPoint, TargetError> {
        let point = self.placement.to_screen(at);
        let finite = at.x.is_finite() && at.y.is_finite();
        if !finite || !self.view.contains(point) {
            let text = format!("({}, {}) is not inside {}", at.x, at.y, self.window.describe());
            return Err(TargetError::Outside(text));
        }
        Ok(point)
    }
}
