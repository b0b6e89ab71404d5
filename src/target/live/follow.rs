//! Following a window that was moved or resized, and borrowing the keyboard for one key.

use std::time::Duration;

use anyhow::ensure;

use super::window::{LiveWindow, SLICE};
use crate::clock::Clock;
use crate::geometry::{Placement, ScreenPoint, ScreenRect};
use crate::input::Action;
use crate::target::{Target, TargetError};

/// A window that has not moved for so long has come to rest.
const REST: Duration = Duration::from_millis(300);
/// How long a window may be on its way.
const TRIP: Duration = Duration::from_secs(5);

/// Checks that all of `view` of the window called `name` is on some monitor.
///
/// # Errors
/// When it is not.
pub(super) fn on_screen(
    name: &str,
    view: ScreenRect,
    monitors: &[ScreenRect],
) -> anyhow::Result<()> {
    let last = |v: i32, size: u32| v.saturating_add_unsigned(size.saturating_sub(1));
    let (right, bottom) = (last(view.x, view.w), last(view.y, view.h));
    for (x, y) in [(view.x, view.y), (right, view.y), (view.x, bottom), (right, bottom)] {
        ensure!(
            monitors.iter().any(|m| m.contains(ScreenPoint { x, y })),
            "{name} at {view} is partly off the screen; move it so that all of it shows"
        );
    }
    Ok(())
}

impl LiveWindow {
    /// Waits until the window has come to rest and locks on where it is then.
    pub(super) fn follow(&mut self) -> Result<(), TargetError> {
        let place = self.resting_place()?;
        let name = self.window.describe();
        let whole = self.view == self.place;
        if !whole && (place.w, place.h) != (self.place.w, self.place.h) {
            let text = format!("{name}, of which only a region is played, is now at {place} and");
            return Err(TargetError::Moved(text));
        }
        let view = if whole {
            place
        } else {
            let (dx, dy) = (place.x - self.place.x, place.y - self.place.y);
            ScreenRect { x: self.view.x + dx, y: self.view.y + dy, ..self.view }
        };
        if on_screen(&name, view, &self.monitors).is_err() {
            let text = format!("{name} is now partly off the screen, at {view}: it");
            return Err(TargetError::Moved(text));
        }
        let origin = ScreenPoint { x: view.x, y: view.y };
        self.placement = Placement { origin, scale: self.desktop.scale_at(view.centre()) };
        (self.place, self.view) = (place, view);
        Ok(())
    }

    fn resting_place(&self) -> Result<ScreenRect, TargetError> {
        let end = self.clock.now() + TRIP;
        let mut last: Option<(ScreenRect, Duration)> = None;
        loop {
            self.check_stop()?;
            let now = self.clock.now();
            let place = self.desktop.place(self.window.id)?;
            let place = place.ok_or_else(|| TargetError::Vanished(self.window.describe()))?;
            match last {
                Some((seen, since)) if seen == place => {
                    if now - since >= REST {
                        return Ok(place);
                    }
                }
                _ => last = Some((place, now)),
            }
            if now >= end {
                let text = format!("{} does not come to rest: it", self.window.describe());
                return Err(TargetError::Moved(text));
            }
            self.clock.sleep(SLICE);
        }
    }

    /// Waits until nobody moves the pointer any more; it may be where it is then.
    pub(super) fn await_still_pointer(&mut self) -> Result<(), TargetError> {
        let (mut place, mut since) = (self.desktop.pointer()?, self.clock.now());
        while self.clock.now() < since + REST {
            self.check_stop()?;
            self.clock.sleep(SLICE);
            let pointer = self.desktop.pointer()?;
            if pointer != place {
                (place, since) = (pointer, self.clock.now());
            }
        }
        self.watcher.end_rest(place);
        Ok(())
    }

    /// Sends `action` with the keyboard taken from who has it, and gives the keyboard back.
    pub(super) fn borrow(&mut self, action: &Action) -> Result<(), TargetError> {
        let owner = self.desktop.focused()?;
        if !self.options.may_activate || !self.activate()? {
            let by = owner.map_or("nothing".to_string(), |owner| owner.describe());
            return Err(TargetError::Unfocused { target: self.window.describe(), by });
        }
        let sent = self.perform(action);
        if let Some(owner) = owner {
            self.desktop.activate(owner.id)?;
            // It is the owner's again only when the desktop has done so.
            let until = self.clock.now() + REST;
            while self.owns_keyboard()? && self.clock.now() < until {
                self.check_stop()?;
                self.clock.sleep(SLICE);
            }
        }
        sent
    }
}
