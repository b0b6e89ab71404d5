//! What happens at a target at which things go wrong.

use std::time::Duration;

use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::geometry::GridGeometry;
use crate::input::Key;
use crate::target::TetrisTruth;

/// What has gone through a [`FaultyTarget`](super::FaultyTarget); for reports only, no decision may look at it.
#[derive(Debug, Default)]
pub struct Witness {
    /// The true boards of Minesweeper at the moments that the last frame shows: one, or two where
    /// it mixes them.
    pub boards: Vec<Grid<Cell>>,
    /// The same of Tetris.
    pub wells: Vec<TetrisTruth>,
    /// The true board of Minesweeper at the time of the last frame, whatever that shows.
    pub present: Option<Grid<Cell>>,
    /// Where the cells of Minesweeper truly are.
    pub cells: Option<GridGeometry>,
    /// The longest time of the target's clock between two captures.
    pub longest: Duration,
    /// How often a fault has happened: spoilt frames, inputs gone wrong, a changed window.
    pub struck: u64,
    /// When the window or the game was changed, on the target's clock.
    pub changed_at: Option<Duration>,
    /// Keys that are down.
    pub held: Vec<Key>,
    /// How often a key was still down when it was asked whether the keyboard is back: it is typed
    /// into the program that has it.
    pub typed: u64,
}
