//! Reading Minesweeper boards.

mod reading;

pub use reading::{BoardReader, CellReading, NoBoard, Reading};
