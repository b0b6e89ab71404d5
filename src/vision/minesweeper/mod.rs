//! Reading Minesweeper boards.

pub mod glyph;
pub mod grid;
pub mod net;
mod reading;

pub use reading::{BoardReader, CellReading, NoBoard, Reading};
