//! Drawing for the built-in games: pixel art, anti-aliased shapes, text and resizing.

mod canvas;
mod resize;
mod shape;
mod text;

pub use canvas::{Area, bevel, blend, blit, crop, fill, hex, mix, pixels};
pub use resize::{Resizer, Smoothing};
pub use shape::Shape;
pub use text::{Font, Weight};
