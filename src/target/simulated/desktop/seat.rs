//! A bot's place at a window: it sees the picture and works the mouse and keys as a person does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use image::RgbImage;
use winit::event_loop::EventLoopProxy;

use crate::clock::{Clock, SystemClock};
use crate::frame::Frame;
use crate::geometry::{FramePoint, PixelRect};
use crate::input::{Action, Button, Key, KeyStroke};
use crate::target::simulated::view;
use crate::target::{StopReason, Target, TargetError};

/// The least time between two looks at the picture, which is copied for each.
const LOOK: Duration = Duration::from_millis(8);
/// How often somebody who waits looks whether the seat is still theirs.
const SLICE: Duration = Duration::from_millis(20);

/// How long a bot pauses after what it does, for people who watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pauses {
    /// After each click.
    pub click: Duration,
    /// After each key.
    pub key: Duration,
}

/// What the one in the seat asks of the window.
pub(super) enum Wish {
    /// The picture as it is now.
    Picture(Sender<RgbImage>),
    /// A button or key; the answer comes once it has been heard.
    Input(Input, Sender<()>),
    /// To leave the seat.
    Leave,
}

/// What a hand does.
pub(super) enum Input {
    Move(FramePoint),
    Press(Button, FramePoint),
    Release(Button, FramePoint),
    Down(KeyStroke),
    Up(Key),
}

/// A wish, and the number of the seat it comes from: wishes from an earlier seat are not heard.
pub(super) struct Asked {
    pub seat: u64,
    pub wish: Wish,
}

/// A bot's place at a window, until a person takes over.
pub struct Seat {
    number: u64,
    window: EventLoopProxy<Asked>,
    taken: Arc<AtomicBool>,
    clock: SystemClock,
    pauses: Pauses,
    looked: Option<Instant>,
    captures: u64,
}

impl Seat {
    pub(super) fn new(
        number: u64,
        window: EventLoopProxy<Asked>,
        taken: Arc<AtomicBool>,
        pauses: Pauses,
    ) -> Self {
        let clock = SystemClock::new();
        Self { number, window, taken, clock, pauses, looked: None, captures: 0 }
    }

    fn ask<T>(&self, wish: impl FnOnce(Sender<T>) -> Wish) -> Result<T, TargetError> {
        let (answer, heard) = mpsc::channel();
        let asked = Asked { seat: self.number, wish: wish(answer) };
        let taken = TargetError::Stopped(StopReason::TakenOver);
        if self.stop_requested().is_some() || self.window.send_event(asked).is_err() {
            return Err(taken);
        }
        heard.recv().map_err(|_| taken)
    }

    fn input(&self, input: Input) -> Result<(), TargetError> {
        self.ask(|answer| Wish::Input(input, answer))
    }

    /// Waits, but no longer than the seat is the bot's.
    fn wait(&self, time: Duration) {
        let until = Instant::now() + time;
        while self.stop_requested().is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(SLICE));
        }
    }
}

impl Target for Seat {
    fn describe(&self) -> String {
        "the window's own game".to_string()
    }

    fn clock(&self) -> &dyn Clock {
        &self.clock
    }

    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError> {
        if let Some(looked) = self.looked {
            self.wait(LOOK.saturating_sub(looked.elapsed()));
        }
        let image = self.ask(Wish::Picture)?;
        self.looked = Some(Instant::now());
        self.captures += 1;
        view::capture(&image, region, self.captures - 1, self.clock.now(), "the window")
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        match action {
            Action::Click { at, button, hold } => {
                self.input(Input::Press(*button, *at))?;
                self.wait(*hold);
                self.input(Input::Release(*button, *at))?;
                self.wait(self.pauses.click);
            }
            Action::Move { to } => self.input(Input::Move(*to))?,
            Action::Key { stroke, hold } => {
                self.input(Input::Down(*stroke))?;
                self.wait(*hold);
                self.input(Input::Up(stroke.key))?;
                self.wait(self.pauses.key);
            }
            Action::Press(key) => self.input(Input::Down((*key).into()))?,
            Action::Release(key) => self.input(Input::Up(*key))?,
            Action::Wait(time) => self.wait(*time),
        }
        Ok(())
    }

    fn stop_requested(&self) -> Option<StopReason> {
        self.taken.load(Ordering::SeqCst).then_some(StopReason::TakenOver)
    }
}

impl Drop for Seat {
    /// The one in the seat is done, or has come to grief: a person plays on.
    fn drop(&mut self) {
        // A window that is closed needs no telling.
        let _ = self.window.send_event(Asked { seat: self.number, wish: Wish::Leave });
    }
}
