//! Recording a run as it happens.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{GenericImageView, ImageEncoder, RgbImage};
use log::warn;

use super::canvas::Canvas;
use super::format::{self, Event, Header, Look, Seen};
use crate::frame::Frame;
use crate::play::{Planned, Player, Step, Watcher};

/// Writes a recording. When it cannot, it says so once and lets the run go on.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    /// `None` once writing has failed.
    events: Option<File>,
    canvas: Canvas,
    looks: u32,
    seen: Option<Seen>,
    last: Option<Look>,
}

impl Recorder {
    /// Begins a recording in `folder`, which is made, or must be empty.
    ///
    /// # Errors
    /// When the folder is in use or cannot be written.
    pub fn begin(folder: &Path, header: &Header) -> Result<Self> {
        let error =
            || format!("cannot record in {}; give --record another folder", folder.display());
        fs::create_dir_all(folder).with_context(error)?;
        if fs::read_dir(folder).with_context(error)?.next().is_some() {
            bail!("{} is not empty; give --record a new folder", folder.display());
        }
        fs::create_dir(format::frames_folder(folder)).with_context(error)?;
        let text = serde_json::to_string_pretty(header).context("cannot write the header")?;
        fs::write(format::header_file(folder), text + "\n").with_context(error)?;
        let events = File::create_new(format::events_file(folder)).with_context(error)?;
        Ok(Self {
            folder: folder.into(),
            events: Some(events),
            canvas: Canvas::default(),
            looks: 0,
            seen: None,
            last: None,
        })
    }

    fn look(&mut self, frame: &Frame, player: &dyn Player, step: &Step) -> Result<()> {
        let mut look = Look::new(self.looks, frame, &player.view(), step);
        look.changed = self.canvas.draw(&frame.image, frame.region)?;
        if let Some(part) = look.changed {
            let picture = self.canvas.image().view(part.x, part.y, part.w, part.h).to_image();
            // The picture comes first: a run that is killed between the two leaves no look
            // without its picture.
            fs::write(format::picture_file(&self.folder, self.looks), png(&picture)?)?;
        }
        if look.seen == self.seen {
            look.seen = None;
        } else {
            self.seen.clone_from(&look.seen);
        }
        self.looks += 1;
        // Most looks of a game that is waited for show nothing new.
        let (number, at, seq) = (look.number, look.at, look.seq);
        let again = self.last.take().is_some_and(|last| Look { number, at, seq, ..last } == look);
        let unchanged = Look { changed: None, seen: None, ..look.clone() };
        self.last = Some(unchanged);
        let event = if again { Event::Again { at, seq } } else { Event::Look(Box::new(look)) };
        self.write(&event)
    }

    fn write(&mut self, event: &Event) -> Result<()> {
        let Some(file) = &mut self.events else { return Ok(()) };
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        Ok(file.write_all(&line)?)
    }

    fn stop_on(&mut self, result: Result<()>) {
        if let Err(error) = result {
            warn!(
                "the recording in {} ends here: {error:#}; the game goes on",
                self.folder.display()
            );
            self.events = None;
        }
    }
}

impl Watcher for Recorder {
    fn stepped(&mut self, frame: &Frame, player: &dyn Player, step: &Step) {
        if self.events.is_some() {
            let result = self.look(frame, player, step);
            self.stop_on(result);
        }
    }

    fn sent(&mut self, at: Duration, planned: &Planned) {
        let result = self.write(&Event::Sent { at, action: planned.action.clone() });
        self.stop_on(result);
    }
}

/// `image` as a PNG file, made fast rather than small.
pub(super) fn png(image: &RgbImage) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive);
    let (width, height) = image.dimensions();
    encoder.write_image(image.as_raw(), width, height, image::ExtendedColorType::Rgb8)?;
    Ok(bytes)
}
