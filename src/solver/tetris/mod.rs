//! Tetris players: evaluators, search, and paths of key presses.

pub mod fast;
pub mod features;
pub mod linear;
mod surface;
pub mod weights;

use crate::board::tetris::{Locked, Shape};

/// A piece that has just come to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Landed {
    /// Its cells.
    pub shape: Shape,
    /// Its left-most column.
    pub col: usize,
    /// Its lowest row, from the floor.
    pub up: usize,
    /// What it removed.
    pub locked: Locked,
}
