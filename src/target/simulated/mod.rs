//! The built-in games as targets: they draw themselves in a skin and obey clicks and keys at
//! pixel places, exactly as a window would.

pub mod desktop;
mod ended;
mod look;
pub mod minesweeper;
pub mod paint;
mod playable;
mod target;
pub mod tetris;
mod view;

pub use ended::{EndedGame, TetrisCounts};
pub use look::LookError;
pub use playable::Playable;
pub use target::{Simulated, Truth};
