//! Legal game states. Knows nothing of pixels, solvers or input.

mod grid;
pub mod minesweeper;
mod outcome;
pub mod tetris;

pub use grid::Grid;
pub use outcome::Outcome;
