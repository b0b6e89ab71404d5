//! Finds a well once and reads it again and again.

use super::background::Looks;
use super::interpret::interpret;
use super::memory::Memory;
use super::reader::{Hints, NoWell, TetrisReader, looks, reading};
use super::reading::{CellReading, End, Reading, Rest, Unrest};
use crate::board::tetris::Well;
use crate::frame::Frame;
use crate::geometry::{FrameRect, PixelRect};

/// What a player needs of vision: a well found once, then read from frame to frame.
pub trait WellReader {
    /// Finds the well in a frame of the whole target and reads it.
    ///
    /// # Errors
    /// When nothing in the frame reads as a well.
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoWell>;

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

/// Reads one well again and again. It remembers the stack and the next piece, which tells a piece
/// that touches the stack or is half above the well from the blocks below it. What a frame shows
/// beyond doubt always goes before what is remembered.
#[derive(Debug, Default)]
pub struct WellWatch {
    reader: TetrisReader,
    known: Option<Reading>,
    memory: Option<Memory>,
    size: (u32, u32),
}

impl WellWatch {
    /// A watch that has found nothing yet.
    pub fn new(hints: Hints) -> Self {
        Self { reader: TetrisReader::new(hints), ..Self::default() }
    }

    /// Keeps what the next frame is read with.
    fn remember(&mut self, reading: &Reading, looks: &Looks) {
        if reading.playable() {
            let next = reading.next.first().copied().flatten();
            self.memory.get_or_insert_default().update(reading.cells.values(), looks, next);
        }
    }
}

impl WellReader for WellWatch {
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoWell> {
        let reading = self.reader.find(frame)?;
        self.memory = None;
        self.size = (frame.region.x + frame.region.w, frame.region.y + frame.region.h);
        self.remember(&reading, &looks(frame, &reading.geometry));
        self.known = Some(reading.clone());
        Ok(reading)
    }

    fn region(&self) -> Option<PixelRect> {
        let geometry = &self.known.as_ref()?.geometry;
        let FrameRect { x, y, w, h } = geometry.bounds();
        Some(
            FrameRect { x: x - 1.0, y: y - 1.0, w: w + 2.0, h: h + 2.0 }
                .to_pixels(self.size.0, self.size.1),
        )
    }

    fn read(&mut self, frame: &Frame) -> Option<Reading> {
        let known = self.known.as_ref()?;
        let looks = looks(frame, &known.geometry);
        let mut again = match interpret(&looks, self.memory.as_ref()) {
            Some(found) => reading(known.geometry.clone(), found, 0.0),
            None => Reading {
                cells: known.cells.map(|_| CellReading::UNKNOWN),
                falling: None,
                ghost: Vec::new(),
                next: Vec::new(),
                hold: None,
                rest: Rest::Unsettled(Unrest::NoWell),
                end: End::WellGone,
                ..known.clone()
            },
        };
        again.confidence = known.confidence;
        again.others.clone_from(&known.others);
        self.remember(&again, &looks);
        Some(again)
    }
}
