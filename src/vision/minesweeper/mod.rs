//! Reading Minesweeper boards.

pub mod cluster;
pub mod glyph;
pub mod grid;
pub mod label;
pub mod look;
pub mod net;
mod reader;
mod reading;

pub use reader::{Hints, Reader, likely_mines};
pub use reading::{BoardReader, CellReading, NoBoard, Reading};
