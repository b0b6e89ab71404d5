//! The built-in Minesweeper as a target.

use super::window::{GameWindow, Setup};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::clock::{Clock, SteppedClock};
use crate::target::simulated::target::{Simulated, Truth};

/// A game of Minesweeper in a window that is on no screen.
pub type SimulatedMinesweeper = Simulated<GameWindow>;

impl Simulated<GameWindow> {
    /// A window with a fresh game and a stepped clock: time passes only while somebody waits.
    pub fn new(setup: Setup) -> Self {
        Self::with_clock(setup, Box::new(SteppedClock::default()))
    }

    /// The same with another clock.
    pub fn with_clock(setup: Setup, clock: Box<dyn Clock>) -> Self {
        let name = format!("simulated Minesweeper {} ({:?})", setup.level, setup.look);
        Self::of(GameWindow::new(setup), name, clock)
    }
}

impl Truth for GameWindow {
    fn minesweeper(&self) -> Option<Grid<Cell>> {
        let cells = self.picture().cells();
        cells
            .values()
            .iter()
            .all(Option::is_some)
            .then(|| cells.map(|cell| cell.expect("all cells were just seen to be drawn")))
    }
}
