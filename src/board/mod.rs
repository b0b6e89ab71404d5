//! Legal game states. Knows nothing of pixels, solvers or input.

mod grid;
pub mod minesweeper;
pub mod tetris;

pub use grid::Grid;
