//! The built-in games as real windows on the desktop.

mod help;
mod keys;
mod seat;
mod turns;
mod window;

pub use seat::{Pauses, Seat};
pub use turns::{Bot, Company, Hands};
pub use window::open;
