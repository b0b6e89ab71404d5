//! Reading Minesweeper boards.

pub mod grid;
mod reading;

pub use reading::{BoardReader, CellReading, NoBoard, Reading};
