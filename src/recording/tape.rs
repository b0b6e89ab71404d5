//! A recording as it runs under a replay.

use anyhow::anyhow;
use image::RgbImage;

use super::canvas::Canvas;
use super::difference::{Difference, Moment};
use super::format::{Event, Look, Seen, StepRecord};
use super::read::{Recording, RecordingError};
use crate::frame::Frame;
use crate::play::{Player, Step};
use crate::target::TargetError;

/// A recording as it runs under a replay: it gives the recorded frames one by one and compares
/// what is read and wanted now with what was.
#[derive(Debug)]
pub struct Tape {
    recording: Recording,
    canvas: Canvas,
    /// The look that was given last, and what was read then.
    look: Option<Look>,
    seen: Seen,
    looks: u32,
    inputs: u64,
    games: u32,
    failed: Option<RecordingError>,
    difference: Option<Box<Difference>>,
}

impl Tape {
    /// A recording from its beginning.
    pub fn new(recording: Recording) -> Self {
        Self {
            recording,
            canvas: Canvas::default(),
            look: None,
            seen: Seen::default(),
            looks: 0,
            inputs: 0,
            games: 0,
            failed: None,
            difference: None,
        }
    }

    /// The recording.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Looks compared so far.
    pub fn looks(&self) -> u32 {
        self.looks
    }

    /// Inputs that the recorded run had sent so far.
    pub fn inputs(&self) -> u64 {
        self.inputs
    }

    /// Games that ended so far.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The picture of the whole target so far, black where it was never seen.
    pub fn picture(&self) -> &RgbImage {
        self.canvas.image()
    }

    /// Whether the recorded player sent something after the present look.
    pub fn acted(&self) -> bool {
        matches!(&self.look, Some(Look { step: StepRecord::Act(_), .. }))
    }

    /// The first difference, if there was one.
    pub fn into_difference(self) -> Result<Option<Box<Difference>>, RecordingError> {
        self.failed.map_or(Ok(self.difference), Err)
    }

    /// The frame of the next look.
    ///
    /// # Errors
    /// At the end, at a difference and where the recording is damaged: the replay is over.
    pub fn next_frame(&mut self) -> Result<Frame, TargetError> {
        let over = || TargetError::Failed(anyhow!("the replay is over"));
        if self.difference.is_some() || self.failed.is_some() {
            return Err(over());
        }
        match self.next_look() {
            Ok(Some(frame)) => Ok(frame),
            Ok(None) => Err(over()),
            Err(error) => {
                self.failed = Some(error);
                Err(over())
            }
        }
    }

    fn next_look(&mut self) -> Result<Option<Frame>, RecordingError> {
        let mut look = loop {
            match self.recording.next_event()? {
                None => return Ok(None),
                Some(Event::Sent { .. }) => self.inputs += 1,
                Some(Event::Look(look)) => break *look,
                Some(Event::Again { at, seq }) => {
                    let last = self.look.take().ok_or_else(|| self.recording.nothing_before())?;
                    break Look {
                        number: last.number.saturating_add(1),
                        at,
                        seq,
                        changed: None,
                        ..last
                    };
                }
            }
        };
        if let Some(part) = look.changed {
            let picture = self.recording.picture(look.number, part)?;
            self.canvas.draw(&picture, part).map_err(|rect| self.recording.bad_rect(rect))?;
        }
        let image = self.canvas.part(look.region).map_err(|rect| self.recording.bad_rect(rect))?;
        if let Some(seen) = look.seen.take() {
            self.seen = seen;
        }
        let (region, seq, at, placement) = (look.region, look.seq, look.at, look.placement);
        self.look = Some(look);
        Ok(Some(Frame { image, region, seq, at, placement }))
    }

    /// Compares what `player` read and wants now with what was recorded; keeps the first
    /// difference.
    pub fn compare(&mut self, player: &dyn Player, step: &Step) {
        let Some(look) = &self.look else { return };
        let view = player.view();
        let now = Moment {
            seen: Seen::from(&view),
            step: StepRecord::from(step),
            thoughts: view.thoughts,
        };
        self.looks += 1;
        self.games += u32::from(matches!(step, Step::Finished(_)));
        if now.seen == self.seen && now.step == look.step {
            return;
        }
        let thoughts = look.thoughts.clone();
        let then = Moment { seen: self.seen.clone(), step: look.step.clone(), thoughts };
        self.difference.get_or_insert_with(|| {
            Box::new(Difference {
                number: look.number,
                at: look.at,
                then,
                now,
                grid: player.grid().cloned(),
                picture: self.canvas.image().clone(),
            })
        });
    }
}
