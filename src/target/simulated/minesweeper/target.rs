//! The built-in Minesweeper behind the [`Target`] trait.

use super::window::{GameWindow, Setup};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::clock::{Clock, SteppedClock};
use crate::frame::Frame;
use crate::geometry::{FramePoint, PixelRect, Placement, ScreenPoint};
use crate::input::Action;
use crate::target::simulated::paint::crop;
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

    fn size(&self) -> (u32, u32) {
        self.window.picture().image().dimensions()
    }

    fn check_inside(&self, at: FramePoint) -> Result<(), TargetError> {
        let (width, height) = self.size();
        if (0.0..f64::from(width)).contains(&at.x) && (0.0..f64::from(height)).contains(&at.y) {
            return Ok(());
        }
        Err(TargetError::Outside(format!(
            "a click at ({:.1}, {:.1}) in {} of {width}x{height} pixels",
            at.x, at.y, self.name
        )))
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
        let (width, height) = self.size();
        let region = region.unwrap_or(PixelRect { x: 0, y: 0, w: width, h: height });
        let inside = |from: u32, size: u32, limit: u32| {
            size > 0 && from.checked_add(size).is_some_and(|end| end <= limit)
        };
        if !inside(region.x, region.w, width) || !inside(region.y, region.h, height) {
            return Err(TargetError::Outside(format!(
                "a capture of {region:?} from {} of {width}x{height} pixels",
                self.name
            )));
        }
        let seq = self.captures;
        self.captures += 1;
        Ok(Frame {
            image: crop(self.window.picture().image(), region),
            region,
            seq,
            at: self.clock.now(),
            placement: Placement { origin: ScreenPoint { x: 0, y: 0 }, scale: 1.0 },
        })
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        self.window.tick(self.clock.now());
        match action {
            Action::Click { at, button, hold } => {
                self.check_inside(*at)?;
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
