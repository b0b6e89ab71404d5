//! Reading Minesweeper boards.

mod reading;

pub use reading::{CellReading, Reading};
