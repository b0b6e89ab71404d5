//! The built-in Tetris as a target.

use super::window::{Setup, TetrisWindow};
use crate::board::tetris::WellSizeError;
use crate::clock::{Clock, SteppedClock};
use crate::target::TetrisTruth;
use crate::target::simulated::target::{Simulated, Truth};

/// A game of Tetris in a window that is on no screen.
pub type SimulatedTetris = Simulated<TetrisWindow>;

impl Simulated<TetrisWindow> {
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
        Ok(Self::of(TetrisWindow::new(setup)?, name, clock))
    }
}

impl Truth for TetrisWindow {
    fn tetris(&self) -> Option<TetrisTruth> {
        let scene = self.picture().scene()?;
        let game = self.game();
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
