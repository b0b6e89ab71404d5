//! Reading Minesweeper boards.

pub mod cluster;
mod counters;
mod exact;
mod extent;
mod fit;
pub mod glyph;
pub mod grid;
pub mod label;
pub mod likeness;
pub mod look;
pub mod net;
mod profiled;
mod reader;
mod reading;
pub mod signs;
mod templates;
mod tiled;
mod view;

pub use counters::Counters;
pub use profiled::ProfiledReader;
pub use reader::{Hints, Reader};
pub use reading::{BoardReader, CellReading, NoBoard, Reading};
pub use templates::Templates;
