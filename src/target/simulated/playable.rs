//! What a game in a window offers to whatever shows it: a real window or an off-screen target.

use std::time::Duration;

use image::RgbImage;

use super::EndedGame;
use crate::geometry::FramePoint;
use crate::input::{Button, Key, KeyStroke};

/// Why a game ends when its window does.
pub(super) const CLOSED: &str = "the window was closed";

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

    /// The picture is covered now, or no longer: a game that goes on by itself waits so long.
    fn covered(&mut self, _covered: bool) {}

    /// Somebody else plays on: what is held goes up, and a game that was stopped goes on.
    fn handed_over(&mut self);

    /// Clicks or keys that the game in hand obeyed.
    fn inputs(&self) -> u64;

    /// A game that ended and was not given yet.
    fn ended(&mut self) -> Option<EndedGame>;

    /// The window closes: a game in its middle has ended.
    fn close(&mut self);
}
