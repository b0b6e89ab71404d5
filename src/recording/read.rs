//! Reading a recording that may be damaged or made to do harm: every file is bounded, no link is
//! followed, and each error names its file and line.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use image::{ImageFormat, ImageReader, Limits, RgbImage};
use thiserror::Error;

use super::canvas::{BadRect, MAX_PIXELS, MAX_SIDE};
use super::format::{self, Event, FORMAT, Header};
use crate::geometry::PixelRect;

/// The longest header and line of events, in bytes.
const MAX_TEXT: u64 = 4 << 20;
/// The largest picture file, in bytes.
const MAX_PICTURE: u64 = 256 << 20;

/// A recording that is being read.
#[derive(Debug)]
pub struct Recording {
    folder: PathBuf,
    header: Header,
    events: BufReader<File>,
    line: u64,
    cut_off: bool,
}

/// Why a recording cannot be read.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// A file is missing or cannot be read.
    #[error("cannot read {path}: {source}; is this a folder made by --record?")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A link, folder or device where a plain file is wanted.
    #[error("{0} is no plain file; links are not followed")]
    NotAFile(PathBuf),
    /// A file or line longer than any that is written.
    #[error("{path} is damaged: {what} is longer than {limit} bytes")]
    TooLong {
        /// The file.
        path: PathBuf,
        /// Which part of it.
        what: String,
        /// The bound.
        limit: u64,
    },
    /// Made by a newer version.
    #[error("the recording has form {0}, newer than this program's {FORMAT}; update sweepfall")]
    Newer(u32),
    /// A text that is not in the form.
    #[error("{path}, line {line} is damaged: {message}")]
    Form {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: u64,
        /// What is wrong.
        message: String,
    },
    /// A picture that is none or has another size than its look says.
    #[error("the picture {path} is damaged: {message}")]
    Picture {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A rectangle that is no part of a picture.
    #[error("line {line} of the events is damaged: {source}")]
    Rect {
        /// From 1.
        line: u64,
        /// Which.
        source: BadRect,
    },
}

impl Recording {
    /// Opens the recording in `folder`.
    ///
    /// # Errors
    /// When it is none, damaged, or newer than this program.
    pub fn open(folder: &Path) -> Result<Self, RecordingError> {
        let path = format::header_file(folder);
        let mut bytes = Vec::new();
        let file = plain(&path)?.take(MAX_TEXT + 1);
        { file }.read_to_end(&mut bytes).map_err(|source| io_error(&path, source))?;
        if bytes.len() as u64 > MAX_TEXT {
            return Err(RecordingError::TooLong { path, what: "it".into(), limit: MAX_TEXT });
        }
        let form = |error: serde_json::Error| RecordingError::Form {
            path: path.clone(),
            line: error.line() as u64,
            message: error.to_string(),
        };
        // The form's number is read alone first: a newer header need not fit this program's.
        let value: serde_json::Value = serde_json::from_slice(&bytes).map_err(form)?;
        if let Some(newer) = value["format"].as_u64().filter(|form| *form > u64::from(FORMAT)) {
            return Err(RecordingError::Newer(u32::try_from(newer).unwrap_or(u32::MAX)));
        }
        let header = serde_json::from_slice(&bytes).map_err(form)?;
        let events = BufReader::new(plain(&format::events_file(folder))?);
        Ok(Self { folder: folder.into(), header, events, line: 0, cut_off: false })
    }

    /// How the player was set up, and what it played on.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the last line was not whole: the recording was cut off by a kill or a full disk.
    pub fn cut_off(&self) -> bool {
        self.cut_off
    }

    /// The next event, or `None` at the end.
    ///
    /// # Errors
    /// When the line is damaged.
    pub fn next_event(&mut self) -> Result<Option<Event>, RecordingError> {
        let path = format::events_file(&self.folder);
        self.line += 1;
        let mut bytes = Vec::new();
        let mut line = (&mut self.events).take(MAX_TEXT + 1);
        line.read_until(b'\n', &mut bytes).map_err(|source| io_error(&path, source))?;
        if bytes.len() as u64 > MAX_TEXT {
            let what = format!("line {}", self.line);
            return Err(RecordingError::TooLong { path, what, limit: MAX_TEXT });
        }
        if bytes.last() != Some(&b'\n') {
            self.cut_off = !bytes.is_empty();
            return Ok(None);
        }
        let event = serde_json::from_slice(&bytes).map_err(|error| RecordingError::Form {
            path,
            line: self.line,
            message: error.to_string(),
        })?;
        Ok(Some(event))
    }

    /// The picture of look `number`, which must have the size of `part`.
    ///
    /// # Errors
    /// When there is no such picture or it has another size.
    pub fn picture(&self, number: u32, part: PixelRect) -> Result<RgbImage, RecordingError> {
        let path = format::picture_file(&self.folder, number);
        let folder = format::frames_folder(&self.folder);
        if !fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir()) {
            return Err(RecordingError::NotAFile(folder));
        }
        let mut bytes = Vec::new();
        let file = plain(&path)?.take(MAX_PICTURE + 1);
        { file }.read_to_end(&mut bytes).map_err(|source| io_error(&path, source))?;
        if bytes.len() as u64 > MAX_PICTURE {
            let what = "the picture".into();
            return Err(RecordingError::TooLong { path, what, limit: MAX_PICTURE });
        }
        let damaged = |message: String| RecordingError::Picture { path: path.clone(), message };
        let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
        let mut limits = Limits::default();
        limits.max_image_width = Some(MAX_SIDE);
        limits.max_image_height = Some(MAX_SIDE);
        limits.max_alloc = Some(MAX_PIXELS * 8);
        reader.limits(limits);
        let image = reader.decode().map_err(|error| damaged(error.to_string()))?.into_rgb8();
        if image.dimensions() != (part.w, part.h) {
            let (width, height) = image.dimensions();
            return Err(damaged(format!("it is {width}x{height}, not {}x{}", part.w, part.h)));
        }
        Ok(image)
    }

    /// The error for a look that is like the one before it, with none before it.
    pub(super) fn nothing_before(&self) -> RecordingError {
        RecordingError::Form {
            path: format::events_file(&self.folder),
            line: self.line,
            message: "there is no look before this one".into(),
        }
    }

    /// The error for a rectangle of the event just read.
    pub(super) fn bad_rect(&self, source: BadRect) -> RecordingError {
        RecordingError::Rect { line: self.line, source }
    }
}

/// Opens a file that is no link.
fn plain(path: &Path) -> Result<File, RecordingError> {
    let found = fs::symlink_metadata(path).map_err(|source| io_error(path, source))?;
    if !found.is_file() {
        return Err(RecordingError::NotAFile(path.into()));
    }
    File::open(path).map_err(|source| io_error(path, source))
}

fn io_error(path: &Path, source: io::Error) -> RecordingError {
    RecordingError::Io { path: path.into(), source }
}
