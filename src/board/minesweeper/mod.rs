//! Minesweeper: what a cell can show, levels, and legal boards.

mod board;
mod cell;
mod level;

pub use board::{Board, Illegal};
pub use cell::{Cell, ParseCellsError, format_cells, parse_cells};
pub use level::{Level, ParseLevelError, StartRule};
