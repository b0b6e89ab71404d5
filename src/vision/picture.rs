//! Loading saved pictures: bounded in memory, with errors that name the file and the reason.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Seek};
use std::path::Path;

use image::{DynamicImage, ImageError, ImageReader, Limits, RgbImage};
use thiserror::Error;

use super::plane::opaque;

/// The longest side a picture may have, in pixels.
pub const MAX_SIDE: u32 = 16384;
/// The most pixels a picture may have: two 8K screens.
pub const MAX_PIXELS: u64 = 2 * 7680 * 4320;

/// Why a picture cannot be loaded.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The file cannot be opened or read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// It is no picture, or a broken one.
    #[error("{path} is not a picture that can be read (PNG, JPEG or BMP): {reason}")]
    Broken {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It is larger than any screen.
    #[error("{path} is {w}x{h} pixels; at most {MAX_SIDE} a side and {MAX_PIXELS} in all are read")]
    TooLarge {
        /// The file.
        path: String,
        /// Width in pixels.
        w: u32,
        /// Height in pixels.
        h: u32,
    },
}

/// Loads a picture; transparent parts are laid on white.
///
/// # Errors
/// When the file is missing, is no PNG, JPEG or BMP, is broken, or is larger than any screen.
pub fn load(path: &Path) -> Result<RgbImage, PictureError> {
    let name = path.display().to_string();
    let io = |source| PictureError::Io { path: name.clone(), source };
    let open = || {
        let found = std::fs::metadata(path).map_err(io)?;
        // Nothing may ever come out of a pipe or a device.
        match (found.is_dir(), found.is_file()) {
            (true, _) => Err(io(std::io::Error::other("it is a folder"))),
            (_, false) => Err(io(std::io::Error::other("it is no plain file"))),
            _ => File::open(path).map(BufReader::new).map_err(io),
        }
    };
    checked(&name, open)
}

/// The picture in a file's content; `name` is for messages.
///
/// # Errors
/// As for [`load`].
pub fn decode(name: &str, bytes: &[u8]) -> Result<RgbImage, PictureError> {
    checked(name, || Ok(Cursor::new(bytes)))
}

fn checked<R: BufRead + Seek>(
    name: &str,
    open: impl Fn() -> Result<R, PictureError>,
) -> Result<RgbImage, PictureError> {
    let broken =
        |error: ImageError| PictureError::Broken { path: name.into(), reason: error.to_string() };
    let guessed = || {
        let reader = ImageReader::new(open()?).with_guessed_format();
        reader.map_err(|source| PictureError::Io { path: name.into(), source })
    };
    // The size is in the header: a picture too large is refused before anything is unpacked.
    let (w, h) = guessed()?.into_dimensions().map_err(broken)?;
    if w > MAX_SIDE || h > MAX_SIDE || u64::from(w) * u64::from(h) > MAX_PIXELS {
        return Err(PictureError::TooLarge { path: name.into(), w, h });
    }
    let mut reader = guessed()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_PIXELS * 8);
    reader.limits(limits);
    let image: DynamicImage = reader.decode().map_err(broken)?;
    Ok(opaque(&image))
}
