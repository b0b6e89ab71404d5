//! The built-in Tetris behind the [`Target`] trait.

use super::window::{Setup, TetrisWindow};
use crate::board::tetris::WellSizeError;
use crate::clock::{Clock, SteppedClock};
use crate::frame::Frame;
use crate::geometry::PixelRect;
use crate::input::Action;
use crate::target::simulated::view;
use crate::target::{Target, TargetError, TetrisTruth};

/// A game window that is on no screen. It is known by its pixels alone and obeys keys alone;
/// everything it offers besides [`Target`] is for tests and reports.
pub struct SimulatedTetris {
    window: TetrisWindow,
    clock: Box<dyn Clock>,
    captures: u64,
    name: String,
}

impl SimulatedTetris {
    /// A window with a running game and a stepped clock: time passes only while somebody waits
    /// or holds a key.
    ///
    /// # Errors
    /// When there is no well of that size.
    pub fn new(setup: Setup) -> Result<Self, WellSizeError> {
        Self::with_clock(setup, Box::new(SteppedClock::default()))
    }

    /// The same with another clock.
    ///
    /// # Errors
    /// When there is no well of that size.
    pub fn with_clock(setup: Setup, clock: Box<dyn Clock>) -> Result<Self, WellSizeError> {
        let (rules, look) = (setup.options.rules.name(), setup.look);
        let name = format!("simulated Tetris {rules} ({} at {})", look.skin().name, look.scale());
        let mut window = TetrisWindow::new(setup)?;
        window.tick(clock.now());
        Ok(Self { window, clock, captures: 0, name })
    }

    /// What happens behind the pixels; no decision may look at it.
    pub fn window(&self) -> &TetrisWindow {
        &self.window
    }

    /// The same, to set up a test.
    pub fn window_mut(&mut self) -> &mut TetrisWindow {
        &mut self.window
    }

    fn tick(&mut self) {
        self.window.tick(self.clock.now());
    }
}

impl Target for SimulatedTetris {
    fn describe(&self) -> String {
        self.name.clone()
    }

    fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError> {
        self.tick();
        let at = self.clock.now();
        let frame =
            view::capture(self.window.picture().image(), region, self.captures, at, &self.name)?;
        self.captures += 1;
        Ok(frame)
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        self.tick();
        match action {
            Action::Click { at, hold, .. } => {
                view::check_inside(self.window.picture().image(), *at, &self.name)?;
                self.window.clicked();
                self.clock.sleep(*hold);
            }
            Action::Move { .. } => {}
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

    fn tetris_truth(&self) -> Option<TetrisTruth> {
        let scene = self.window.picture().scene()?;
        let game = self.window.game();
        Some(TetrisTruth {
            tiles: scene.tiles(),
            next: scene.next.iter().map(|(piece, _)| *piece).collect(),
            hold: scene.hold.as_ref().map(|(piece, _)| *piece),
            moving: scene.is_moving(),
            pieces: game.pieces(),
            lines: game.lines(),
            last_lock: game.last_lock().cloned(),
        })
    }
}
