//! The built-in Minesweeper behind the [`Target`] trait.

use super::window::{GameWindow, Setup};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::clock::{Clock, SteppedClock};
use crate::frame::Frame;
use crate::geometry::PixelRect;
use crate::input::Action;
use crate::target::simulated::view;
use crate::target::{Target, TargetError};

/// A game window that is on no screen. It is known by its pixels alone and obeys clicks and keys
/// alone; everything it offers besides [`Target`] is for tests and reports.
pub struct SimulatedMinesweeper {
    window: GameWindow,
    clock: Box<dyn Clock>,
    captures: u64,
    name: String,
}

impl SimulatedMinesweeper {
    /// A window with a fresh game and a stepped clock: time passes only while somebody waits.
    pub fn new(setup: Setup) -> Self {
        Self::with_clock(setup, Box::new(SteppedClock::default()))
    }

    /// The same with another clock.
    pub fn with_clock(setup: Setup, clock: Box<dyn Clock>) -> Self {
        let name = format!("simulated Minesweeper {} ({:?})", setup.level, setup.look);
        let mut window = GameWindow::new(setup);
        window.tick(clock.now());
        Self { window, clock, captures: 0, name }
    }

    /// What happens behind the pixels; no decision may look at it.
    pub fn window(&self) -> &GameWindow {
        &self.window
    }

    /// The same, to set up a test.
    pub fn window_mut(&mut self) -> &mut GameWindow {
        &mut self.window
    }
}

impl Target for SimulatedMinesweeper {
    fn describe(&self) -> String {
        self.name.clone()
    }

    fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError> {
        self.window.tick(self.clock.now());
        let at = self.clock.now();
        let frame =
            view::capture(self.window.picture().image(), region, self.captures, at, &self.name)?;
        self.captures += 1;
        Ok(frame)
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        self.window.tick(self.clock.now());
        match action {
            Action::Click { at, button, hold } => {
                view::check_inside(self.window.picture().image(), *at, &self.name)?;
                self.window.press(*button, *at);
                self.clock.sleep(*hold);
                self.window.tick(self.clock.now());
                self.window.release(*button, *at);
            }
            Action::Move { to } => self.window.moved(*to),
            Action::Key { stroke, hold } => {
                self.window.key(*stroke);
                self.clock.sleep(*hold);
            }
            Action::Press(key) => self.window.key((*key).into()),
            Action::Release(_) => {}
            Action::Wait(time) => self.clock.sleep(*time),
        }
        Ok(())
    }

    fn minesweeper_truth(&self) -> Option<Grid<Cell>> {
        let cells = self.window.picture().cells();
        cells
            .values()
            .iter()
            .all(Option::is_some)
            .then(|| cells.map(|cell| cell.expect("all cells were just seen to be drawn")))
    }
}
