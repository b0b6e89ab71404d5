//! A well that was found once and whose empty look is remembered: what differs from it is a block.

use std::time::Duration;

use super::known::Known;
use super::landed::Landed;
use super::reader::{Hints, NoWell, TetrisReader, read_at};
use super::reading::Reading;
use super::rest::floats;
use super::watch::WellReader;
use crate::board::Grid;
use crate::board::tetris::Well;
use crate::frame::Frame;
use crate::geometry::{FrameRect, PixelRect};

/// How long after a look for it in vain it is looked for again, and the least time for which one
/// that was found anew must go on to make sense.
const AGAIN: Duration = Duration::from_millis(100);
/// The same for one that was found with a stack that was expected.
const SOON: Duration = Duration::from_millis(30);

/// Reads one well again and again. It remembers how the empty well looks, cell by cell, and which
/// cells are locked; a frame is explained as that stack, one piece and its ghost, or is no
/// position.
#[derive(Debug, Default)]
pub struct LearntWell {
    reader: TetrisReader,
    landed: Landed,
    known: Option<Known>,
    /// The well as it was found anew, with its stack then: rows that vanish may have been in
    /// sight, so it is believed once a later frame makes sense with that stack.
    found: Option<(Known, Grid<bool>)>,
    size: (u32, u32),
}

impl LearntWell {
    /// A reader that has found nothing yet.
    pub fn new(hints: Hints) -> Self {
        Self { reader: TetrisReader::new(hints), ..Self::default() }
    }
}

impl WellReader for LearntWell {
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoWell> {
        let mut reading = self.reader.find(frame)?;
        self.landed.complete(&mut reading);
        self.size = (frame.region.x + frame.region.w, frame.region.y + frame.region.h);
        self.known = Some(Known::of(frame, &reading));
        Ok(reading)
    }

    fn found_again(&self, frame: &Frame) -> Option<bool> {
        let known = self.known.as_ref()?;
        let found = self.reader.find(frame).ok().filter(|found| found.confidence >= 0.5)?;
        Some(found.same_well(&known.first))
    }

    fn region(&self) -> Option<PixelRect> {
        let known = self.known.as_ref().filter(|known| !known.is_lost())?;
        let FrameRect { x, y, w, h } = known.first.geometry.bounds();
        let around = FrameRect { x: x - 1.0, y: y - 1.0, w: w + 2.0, h: h + 2.0 };
        let all = known.previews.areas().fold(around, FrameRect::union);
        Some(all.to_pixels(self.size.0, self.size.1))
    }

    fn read(&mut self, frame: &Frame) -> Option<Reading> {
        let whole = (frame.region.x, frame.region.y) == (0, 0)
            && (frame.region.w, frame.region.h) == self.size;
        let known = self.known.as_mut()?;
        if !known.is_lost() || !whole {
            return Some(known.read(frame));
        }
        // Another level may have another background; a message may have hidden a part of it.
        known.look_again(frame.at + AGAIN);
        if let Some((mut found, stack)) = self.found.take() {
            let reading = found.read(frame);
            if reading.playable() && found.stack == stack {
                *known = found;
                return Some(reading);
            }
            if found.stack == stack && !found.is_lost() {
                self.found = Some((found, stack));
                return Some(known.read(frame));
            }
        }
        let place = known.first.geometry.clone();
        let recalled = read_at(frame, &place).and_then(|found| known.recalled(frame, found));
        if let Some(found) = recalled {
            self.found = Some(found.with_its_stack());
            known.look_again(frame.at + SOON);
            return Some(known.read(frame));
        }
        let found = self.reader.find(frame).ok().filter(|found| found.same_well(&known.first));
        if let Some(mut reading) = found {
            self.landed.complete(&mut reading);
            if let Some(found) = known.recalled(frame, reading.clone()) {
                self.found = Some(found.with_its_stack());
                known.look_again(frame.at + SOON);
            } else if reading.playable() {
                // While rows vanish, what stood on them may look like a piece.
                let found = Known::of(frame, &reading).with_its_stack();
                self.found = Some(found).filter(|(_, stack)| !floats(stack));
            }
        }
        Some(known.read(frame))
    }

    fn dropped(&mut self, before: &Well, landed: &Well, after: &Well) {
        if let Some(known) = &mut self.known {
            known.dropped(before, landed, after);
        }
    }
}
