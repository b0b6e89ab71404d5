//! The built-in Minesweeper.

mod desktop;
mod layout;
pub mod made_up;
mod picture;
pub mod skins;
mod target;
mod window;

pub use picture::{Look, Picture, render};
pub use target::SimulatedMinesweeper;
pub use window::{GameWindow, Setup};
