//! The lock on one window, and everything that is checked before an input goes out.

use std::time::Duration;

use anyhow::{Context, bail, ensure};

use super::corners::{corners, in_corner, is_there, off_corners};
use super::desktop::{Desktop, WindowInfo};
use super::follow::on_screen;
use super::stop::StopWatcher;
use crate::abandon::Wish;
use crate::calibration::InputPace;
use crate::clock::{Clock, SystemClock};
use crate::frame::Frame;
use crate::geometry::{FramePoint, PixelRect, Placement, ScreenPoint, ScreenRect};
use crate::input::{Action, Button, Held, HeldList, InputDevice, Key, KeyStroke};
use crate::target::{StopReason, Target, TargetError};

/// While waiting or holding, a wish to stop is looked for this often.
pub(super) const SLICE: Duration = Duration::from_millis(10);

/// How long the desktop may take to move the pointer.
const POINTER_WAIT: Duration = Duration::from_millis(500);
/// How often it is looked whether it has.
const POINTER_POLL: Duration = Duration::from_micros(200);

/// What is looked at while the pointer moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Only where it is.
    Pointer,
    /// Also whether the window is still there and in front at the pointer.
    Everything,
}

/// How a live target behaves.
#[derive(Debug, Clone)]
pub struct LiveOptions {
    /// The pace of input; the pause after each is kept by the target itself.
    pub pace: InputPace,
    /// The key that stops the run, pressed in any window.
    pub abort_key: Option<Key>,
    /// Whether the window may be brought to the front. A dry run must not touch it.
    pub may_activate: bool,
}

impl Default for LiveOptions {
    fn default() -> Self {
        Self { pace: InputPace::default(), abort_key: Some(Key::F(12)), may_activate: true }
    }
}

/// A window of the desktop as a target.
pub struct LiveWindow {
    pub(super) desktop: Box<dyn Desktop>,
    input: Held<Box<dyn InputDevice>>,
    pub(super) watcher: StopWatcher,
    pub(super) clock: SystemClock,
    pub(super) options: LiveOptions,
    pub(super) window: WindowInfo,
    /// Where the window's client area was when it was locked on.
    pub(super) place: ScreenRect,
    /// The part of the screen that is captured and may be clicked, inside `place`.
    pub(super) view: ScreenRect,
    pub(super) placement: Placement,
    pub(super) monitors: Vec<ScreenRect>,
    captures: u64,
    /// The next input may not go out before this time.
    ready_at: Duration,
    pub(super) activated_at: Option<Duration>,
}

impl LiveWindow {
    /// Locks on `window`, or on `region` of it.
    ///
    /// # Errors
    /// When the window is gone or minimised, or the part that is needed is not wholly on the
    /// screen.
    pub fn lock(
        desktop: Box<dyn Desktop>,
        device: Box<dyn InputDevice>,
        watcher: StopWatcher,
        window: &WindowInfo,
        region: Option<ScreenRect>,
        options: LiveOptions,
    ) -> anyhow::Result<Self> {
        let name = window.describe();
        let place = desktop.place(window.id)?;
        let place = place.with_context(|| format!("{name} is gone or minimised; show it first"))?;
        let view = region.unwrap_or(place);
        ensure!(
            view.intersect(&place) == Some(view),
            "the region {view} is not inside {name}, which is at {place}"
        );
        if let Some(barrier) = desktop.input_barrier(window).filter(|_| options.may_activate) {
            bail!("{barrier}");
        }
        let monitors = desktop.monitors()?;
        on_screen(&name, view, &monitors)?;
        let origin = ScreenPoint { x: view.x, y: view.y };
        let placement = Placement { origin, scale: desktop.scale_at(view.centre()) };
        let input = Held::new(device);
        watcher.guard(input.list());
        Ok(Self {
            desktop,
            input,
            watcher,
            clock: SystemClock::new(),
            options,
            window: window.clone(),
            place,
            view,
            placement,
            monitors,
            captures: 0,
            ready_at: Duration::ZERO,
            activated_at: None,
        })
    }

    /// The window that is locked on.
    pub fn window(&self) -> &WindowInfo {
        &self.window
    }

    /// What watches for a stop.
    pub fn watcher(&self) -> &StopWatcher {
        &self.watcher
    }

    /// Takes over a game's pace, once it is known which game it is.
    pub fn set_pace(&mut self, pace: InputPace) {
        self.options.pace = pace;
    }

    /// What is held down, now and later.
    pub fn held(&self) -> HeldList {
        self.input.list()
    }

    fn size_px(&self) -> (u32, u32) {
        let scaled = |side: u32| (f64::from(side) * self.placement.scale).round() as u32;
        (scaled(self.view.w), scaled(self.view.h))
    }

    /// Lets `time` pass, or less if somebody wants to stop.
    fn pause(&self, time: Duration) -> Result<(), TargetError> {
        let until = self.clock.now() + time;
        loop {
            self.check_stop()?;
            let left = until.saturating_sub(self.clock.now());
            if left.is_zero() {
                return Ok(());
            }
            self.clock.sleep(left.min(SLICE));
        }
    }

    fn wait_ready(&self) -> Result<(), TargetError> {
        self.pause(self.ready_at.saturating_sub(self.clock.now()))
    }

    fn done(&mut self) {
        self.ready_at = self.clock.now() + self.options.pace.gap();
    }

    /// What a hand that has put the pointer at `pointer` wants.
    fn hand_at(&self, pointer: ScreenPoint) -> StopReason {
        let corners = self.desktop.monitors().map(|monitors| corners(&monitors));
        match corners {
            Ok(corners) if in_corner(pointer, &corners) => StopReason::Corner,
            _ => StopReason::UserMoved,
        }
    }

    /// Moves the pointer and waits until it is there: a window manager that looks at every click
    /// first holds the pointer's events back until it has decided.
    fn move_pointer(
        &mut self,
        from: ScreenPoint,
        point: ScreenPoint,
        look: Look,
    ) -> Result<(), TargetError> {
        // Moving it back now would hide from the watcher that a hand has moved it.
        if self.watcher.expected_pointer().is_some_and(|place| !is_there(from, place)) {
            self.watcher.stop(self.hand_at(from));
        }
        self.check_stop()?;
        self.watcher.expect_pointer(point);
        self.input.move_to(point)?;
        let until = self.clock.now() + POINTER_WAIT;
        loop {
            let pointer = match look {
                Look::Pointer => self.desktop.pointer()?,
                Look::Everything => self.check_point(point)?,
            };
            if is_there(pointer, point) {
                return self.check_stop();
            }
            if !is_there(pointer, from) {
                self.watcher.stop(self.hand_at(pointer));
            }
            self.check_stop()?;
            if self.clock.now() >= until {
                let error = anyhow::anyhow!(
                    "the pointer cannot be moved to {point}, it stays at {pointer}; \
                     close any open menu and restart"
                );
                return Err(TargetError::Failed(error));
            }
            self.clock.sleep(POINTER_POLL);
        }
    }

    fn click(&mut self, at: FramePoint, button: Button, hold: Duration) -> Result<(), TargetError> {
        let point = self.aim(at)?;
        let from = match self.check_point(point) {
            Err(TargetError::Covered { .. }) if self.uncovered(point)? => {
                self.check_point(point)?
            }
            looked => looked?,
        };
        self.wait_ready()?;
        // The last look before the button goes down, after the pointer has arrived: a tooltip
        // may have come up, a hand may have taken the mouse.
        self.move_pointer(from, point, Look::Everything)?;
        self.input.press_button(button)?;
        let pressed = self.clock.now();
        let arrived = self.await_press(point);
        let held = self.pause(hold.saturating_sub(self.clock.now() - pressed));
        self.input.release_button(button)?;
        self.done();
        arrived?;
        // The click was sent; a wish to stop that came meanwhile counts from the next one on.
        match held {
            Err(TargetError::Stopped(_)) | Ok(()) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Waits until a press at `point` has reached the window. A window manager that wants to see
    /// every press first freezes the pointer until it has passed the press on; a game that then
    /// gets press and release at one moment may lose them. A frozen pointer does not follow a
    /// move, so the press has arrived once the pointer has gone one pixel aside.
    fn await_press(&mut self, point: ScreenPoint) -> Result<(), TargetError> {
        if !self.desktop.may_freeze_pointer() {
            return Ok(());
        }
        let step = if self.view.contains(ScreenPoint { x: point.x + 1, ..point }) { 1 } else { -1 };
        self.input.move_to(ScreenPoint { x: point.x + step, ..point })?;
        let until = self.clock.now() + POINTER_WAIT;
        while self.desktop.pointer()? == point && self.clock.now() < until {
            self.clock.sleep(POINTER_POLL);
        }
        Ok(())
    }

    fn ready_for_key(&mut self) -> Result<(), TargetError> {
        self.wait_ready()?;
        self.check_place()?;
        // Last of all: who has the keyboard may change while anything else is waited for.
        self.check_keyboard()?;
        self.check_stop()
    }

    fn stroke(&mut self, stroke: KeyStroke, hold: Duration) -> Result<(), TargetError> {
        self.ready_for_key()?;
        let pressed = self.input.press_stroke(stroke);
        let held = if pressed.is_ok() { self.pause(hold) } else { Ok(()) };
        let released = self.input.release_stroke(stroke);
        self.done();
        pressed?;
        released?;
        match held {
            Err(TargetError::Stopped(_)) | Ok(()) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn park(&mut self, to: FramePoint) -> Result<(), TargetError> {
        if !to.x.is_finite() || !to.y.is_finite() {
            return Err(TargetError::Outside(format!("({}, {}) is no place", to.x, to.y)));
        }
        let point = off_corners(self.placement.to_screen(to), &self.monitors);
        // A game may look where the pointer is when it gets to handle the last release.
        self.wait_ready()?;
        self.move_pointer(self.desktop.pointer()?, point, Look::Pointer)
    }
}

impl Target for LiveWindow {
    fn describe(&self) -> String {
        self.window.describe()
    }

    fn clock(&self) -> &dyn Clock {
        &self.clock
    }

    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError> {
        self.check_place()?;
        let (width, height) = self.size_px();
        let whole = PixelRect { x: 0, y: 0, w: width, h: height };
        let wanted = region.unwrap_or(whole);
        let inside = |from: u32, size: u32, all: u32| {
            size > 0 && from.checked_add(size).is_some_and(|end| end <= all)
        };
        if !inside(wanted.x, wanted.w, width) || !inside(wanted.y, wanted.h, height) {
            let error = anyhow::anyhow!(
                "cannot capture {wanted:?} of a window of {width} x {height} pixels"
            );
            return Err(TargetError::Failed(error));
        }
        let (rect, exact) = self.screen_part(wanted);
        let at = self.clock.now();
        let mut image = self.desktop.capture(rect)?;
        if (exact.w, exact.h) != image.dimensions() || (exact.x, exact.y) != (0, 0) {
            image =
                image::imageops::crop_imm(&image, exact.x, exact.y, exact.w, exact.h).to_image();
        }
        let seq = self.captures;
        self.captures += 1;
        Ok(Frame { image, region: wanted, seq, at, placement: self.placement })
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        // A release must go out whatever happened.
        if let Action::Release(key) = action {
            return Ok(self.input.release_key(*key)?);
        }
        self.check_stop()?;
        let done = match action {
            Action::Click { at, button, hold } => self.click(*at, *button, *hold),
            Action::Move { to } => self.park(*to),
            Action::Key { stroke, hold } => self.stroke(*stroke, *hold),
            Action::Press(key) => {
                self.ready_for_key().and_then(|()| Ok(self.input.press_key(*key)?))
            }
            Action::Release(_) => Ok(()),
            Action::Wait(time) => self.pause(*time),
        };
        match done {
            // After a stop the device takes nothing any more.
            Err(TargetError::Failed(_)) => self.check_stop().and(done),
            done => done,
        }
    }

    fn relock(&mut self) -> Result<(), TargetError> {
        self.follow()
    }

    fn has_keyboard(&self) -> Result<bool, TargetError> {
        self.owns_keyboard()
    }

    fn keep_keyboard(&mut self) -> Result<(), TargetError> {
        self.check_keyboard()
    }

    fn borrow_keyboard(&mut self, action: &Action) -> Result<(), TargetError> {
        self.borrow(action)
    }

    fn begin_rest(&mut self) {
        self.watcher.begin_rest();
    }

    fn end_rest(&mut self) -> Result<(), TargetError> {
        self.await_still_pointer()
    }

    fn obstruction(&self, region: Option<PixelRect>) -> Option<TargetError> {
        let (w, h) = self.size_px();
        self.check_sight(region.unwrap_or(PixelRect { x: 0, y: 0, w, h })).err()
    }

    fn stop_requested(&self) -> Option<StopReason> {
        self.watcher.reason()
    }

    fn abandon(&self) -> Wish {
        self.watcher.abandon()
    }
}

impl LiveWindow {
    /// The smallest screen rectangle that shows `wanted`, and where `wanted` lies in its picture.
    fn screen_part(&self, wanted: PixelRect) -> (ScreenRect, PixelRect) {
        let scale = self.placement.scale;
        let span = |from: u32, size: u32, all: u32| {
            let first = (f64::from(from) / scale).floor() as u32;
            let end = ((f64::from(from + size) / scale).ceil() as u32).min(all);
            let skip = f64::from(from) - (f64::from(first) * scale).round();
            (first, end - first, skip.max(0.0) as u32)
        };
        let (x, w, skip_x) = span(wanted.x, wanted.w, self.view.w);
        let (y, h, skip_y) = span(wanted.y, wanted.h, self.view.h);
        let rect = ScreenRect {
            x: self.view.x.saturating_add_unsigned(x),
            y: self.view.y.saturating_add_unsigned(y),
            w,
            h,
        };
        (rect, PixelRect { x: skip_x, y: skip_y, w: wanted.w, h: wanted.h })
    }
}
