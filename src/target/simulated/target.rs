//! A built-in game behind the [`Target`] trait.

use image::RgbImage;

use super::playable::Playable;
use super::view;
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::clock::Clock;
use crate::frame::Frame;
use crate::geometry::PixelRect;
use crate::input::Action;
use crate::target::{Target, TargetError, TetrisTruth};

/// What really is in a window, for counting misreads and misdrops in reports and tests only.
pub trait Truth {
    /// As [`Target::minesweeper_truth`].
    fn minesweeper(&self) -> Option<Grid<Cell>> {
        None
    }

    /// As [`Target::tetris_truth`].
    fn tetris(&self) -> Option<TetrisTruth> {
        None
    }
}

/// A game's window that is on no screen. It is known by its pixels alone and obeys clicks and
/// keys alone; everything it offers besides [`Target`] is for tests and reports.
pub struct Simulated<W> {
    window: W,
    clock: Box<dyn Clock>,
    captures: u64,
    name: String,
}

impl<W: Playable> Simulated<W> {
    /// The target of `window`, called `name`, that lives by `clock`.
    pub(super) fn of(window: W, name: String, clock: Box<dyn Clock>) -> Self {
        let mut target = Self { window, clock, captures: 0, name };
        target.tick();
        target
    }

    /// What happens behind the pixels; no decision may look at it.
    pub fn window(&self) -> &W {
        &self.window
    }

    /// The same, to set up a test.
    pub fn window_mut(&mut self) -> &mut W {
        &mut self.window
    }

    fn tick(&mut self) {
        self.window.tick(self.clock.now());
    }

    fn image(&self) -> &RgbImage {
        self.window.image()
    }
}

impl<W: Playable + Truth> Target for Simulated<W> {
    fn describe(&self) -> String {
        self.name.clone()
    }

    fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError> {
        self.tick();
        let at = self.clock.now();
        let frame = view::capture(self.image(), region, self.captures, at, &self.name)?;
        self.captures += 1;
        Ok(frame)
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        self.tick();
        match action {
            Action::Click { at, button, hold } => {
                view::check_inside(self.image(), *at, &self.name)?;
                self.window.press(*button, *at);
                self.clock.sleep(*hold);
                self.tick();
                self.window.release(*button, *at);
            }
            Action::Move { to } => self.window.moved(*to),
            Action::Key { stroke, hold } => {
                self.window.key_down(*stroke);
                self.clock.sleep(*hold);
                self.tick();
                self.window.key_up(stroke.key);
            }
            Action::Press(key) => self.window.key_down((*key).into()),
            Action::Release(key) => self.window.key_up(*key),
            Action::Wait(time) => self.clock.sleep(*time),
        }
        Ok(())
    }

    fn minesweeper_truth(&self) -> Option<Grid<Cell>> {
        self.window.minesweeper()
    }

    fn tetris_truth(&self) -> Option<TetrisTruth> {
        self.window.tetris()
    }
}
