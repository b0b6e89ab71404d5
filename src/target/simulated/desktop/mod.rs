//! The built-in games as real windows on the desktop.

mod help;
mod keys;
mod window;

use std::time::Duration;

use image::RgbImage;

use crate::geometry::FramePoint;
use crate::input::{Button, Key, KeyStroke};

pub use window::open;

/// A game that a window can show. Places are pixels of its picture; times count from when the
/// window was opened.
pub trait Playable {
    /// The window's title.
    fn title(&self) -> String;

    /// What the help says, a line an entry; short lines, as windows may be narrow.
    fn help(&self) -> &[&str];

    /// How often [`Playable::tick`] wants to be called.
    fn period(&self) -> Duration;

    /// The picture as it is now; its size may change only with a new game.
    fn image(&self) -> &RgbImage;

    /// Time went on.
    fn tick(&mut self, now: Duration);

    /// The pointer moved.
    fn moved(&mut self, _to: FramePoint) {}

    /// A mouse button went down.
    fn press(&mut self, _button: Button, _at: FramePoint) {}

    /// A mouse button went up.
    fn release(&mut self, _button: Button, _at: FramePoint) {}

    /// A key went down; the operating system's own repetitions are left out.
    fn key_down(&mut self, _stroke: KeyStroke) {}

    /// A key went up.
    fn key_up(&mut self, _key: Key) {}

    /// The window lost the keyboard: held keys will not be heard going up.
    fn unfocused(&mut self) {}
}
