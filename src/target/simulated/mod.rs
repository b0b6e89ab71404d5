//! The built-in games as targets: they draw themselves in a skin and obey clicks and keys at
//! pixel places, exactly as a window would.

pub mod desktop;
mod ended;
pub mod minesweeper;
pub mod paint;
pub mod tetris;
mod view;

pub use ended::{EndedGame, TetrisCounts};
