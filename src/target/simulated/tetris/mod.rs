//! The built-in Tetris.

mod blocks;
mod desktop;
mod layout;
mod panel;
mod picture;
mod scene;
pub mod skins;
mod target;
mod window;

pub use layout::Layout;
pub use picture::{Look, Picture, render};
pub use scene::{Effects, Notice, Scene};
pub use target::SimulatedTetris;
pub use window::{Frames, Keys, Setup, TetrisWindow};
