//! Minesweeper: what a cell can show, levels, legal boards, and the rules of the game.

mod board;
mod cell;
mod deal;
mod game;
mod level;

pub use board::{Board, Illegal};
pub use cell::{Cell, ParseCellsError, format_cells, parse_cells};
pub use game::{Game, Marks, Phase, Rules};
pub use level::{Level, ParseLevelError, StartRule};
