//! Tetris players: evaluators, search, and paths of key presses.
//!
//! [`strategy`] gives a player by name, [`plan`] asks it what to do with the falling piece.

pub mod advice;
mod beam;
pub mod evaluator;
pub mod fast;
pub mod features;
#[cfg(test)]
mod game_tests;
pub mod games;
mod path;
mod reach;
#[cfg(test)]
mod reach_tests;
mod search;
pub mod splitting;
pub mod strategies;
mod surface;
pub mod tune;
pub mod weights;

pub use path::shortest_path;
pub use reach::{Gravity, Movement, Resting};
pub use search::{Hold, Placement, Search, Situation, Unknown, plan};
pub use strategies::{DEFAULT_STRATEGY, Strategy, strategies, strategy};

use crate::board::tetris::{Locked, Piece, Shape, classic_shapes};

/// A piece that has just come to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Landed {
    /// Which piece.
    pub piece: Piece,
    /// Its cells.
    pub shape: Shape,
    /// Its left-most column.
    pub col: usize,
    /// Its lowest row, from the floor.
    pub up: usize,
    /// What it removed.
    pub locked: Locked,
}

impl Landed {
    /// Quarter turns to the right from the piece's flat orientation, as [`classic_shapes`] lists
    /// them.
    pub fn turns(&self) -> usize {
        classic_shapes(self.piece).iter().position(|shape| *shape == self.shape).unwrap_or(0)
    }
}
