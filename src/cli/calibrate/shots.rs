//! The pictures that a profile is made from: saved ones, or one of a window.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use crate::cli::Fault;
use crate::cli::read::WhichGame;
use crate::cli::window::Place;
use crate::frame::Frame;
use crate::target::Target;
use crate::target::live::{LiveOptions, WindowInfo};
use crate::vision::picture;

/// A window that was just brought to the front may still be drawn.
const SETTLE: Duration = Duration::from_millis(300);
/// How often two pictures in a row may differ before one of them is taken.
const TRIES: usize = 10;

/// A picture to learn from.
pub struct Shot {
    /// What it is called, for people and for files.
    pub name: String,
    /// The picture.
    pub frame: Frame,
    /// Its label, where there is one.
    pub label: Option<PathBuf>,
    /// The window it is of.
    pub window: Option<WindowInfo>,
}

impl Shot {
    /// A file name for what belongs to this picture.
    pub fn stem(&self) -> String {
        let stem = Path::new(&self.name).file_stem().map(|stem| stem.to_string_lossy());
        stem.map_or_else(|| "picture".into(), |stem| stem.into_owned())
    }
}

/// A saved picture.
///
/// # Errors
/// When it cannot be read.
pub fn load(path: &Path) -> Result<Shot> {
    let image = picture::load(path).map_err(Fault::nothing_found)?;
    let label = Some(path.with_extension("txt")).filter(|label| label.exists());
    Ok(Shot {
        name: path.display().to_string(),
        frame: Frame::from_image(image),
        label,
        window: None,
    })
}

/// A picture of a window or a region, taken once nothing moves there.
///
/// # Errors
/// When there is no such window, or something covers it.
pub fn capture(place: &Place, game: WhichGame) -> Result<Shot> {
    let mut target = place.lock(game.game(), LiveOptions::default())?;
    let mut before = None;
    for _ in 0..TRIES {
        target.clock().sleep(SETTLE);
        let frame = target.capture(None)?;
        if before.replace(frame.image.clone()).is_some_and(|image| image == frame.image) {
            break;
        }
    }
    if let Some(covered) = target.obstruction(None) {
        return Err(Fault::nothing_found(covered).into());
    }
    let frame = target.capture(None)?;
    let window = target.window().clone();
    Ok(Shot { name: window.title.clone(), frame, label: None, window: Some(window) })
}
