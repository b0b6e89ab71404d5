//! What a player needs of vision.

use super::reader::NoWell;
use super::reading::Reading;
use crate::board::tetris::Well;
use crate::frame::Frame;
use crate::geometry::PixelRect;

/// What a player needs of vision: a well found once, then read from frame to frame.
pub trait WellReader {
    /// Finds the well in a frame of the whole target and reads it.
    ///
    /// # Errors
    /// When nothing in the frame reads as a well.
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoWell>;

    /// Whether the well in a frame of the whole target is the one that was found before; `None`
    /// when none is found in it, or none was before.
    fn found_again(&self, frame: &Frame) -> Option<bool>;

    /// The part of the target, in frame pixels, that [`read`](Self::read) looks at: a frame of
    /// it is enough. `None` before a well was found.
    fn region(&self) -> Option<PixelRect>;

    /// Reads the well again where it was found; `None` before that. Cells outside of the frame
    /// are unknown.
    fn read(&mut self, frame: &Frame) -> Option<Reading>;

    /// Tells that a piece was dropped: `before` is the stack it falls on, `landed` has its cells
    /// added, and `after` is what is left when full rows have vanished. They are looked for in
    /// the pixels like any other and believed only where those agree.
    fn dropped(&mut self, before: &Well, landed: &Well, after: &Well) {
        let _ = (before, landed, after);
    }
}
