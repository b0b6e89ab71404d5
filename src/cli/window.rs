//! Which window of the desktop is meant, for every command that looks at one.

use anyhow::Result;

use super::Fault;
use crate::calibration::{self, Game};
use crate::geometry::ScreenRect;
use crate::target::live::{self, LiveOptions, LiveWindow, Session, WindowInfo, WindowKind};

/// Options that say where a game is.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Place {
    /// The window: part of its title or class, or its id (see `sweepfall windows`)
    #[arg(long, value_name = "TITLE-OR-CLASS-OR-ID")]
    pub window: Option<String>,
    /// A part of the screen instead of a window
    #[arg(long, value_name = "X,Y,WxH", conflicts_with = "window", allow_hyphen_values = true)]
    pub region: Option<ScreenRect>,
}

impl Place {
    /// Locks on what is meant; where nothing is given, on the only window that looks like `game`
    /// (or like any game).
    ///
    /// # Errors
    /// Without a desktop, or when no window or more than one fits or it cannot be locked on.
    pub fn lock(&self, game: Option<Game>, options: LiveOptions) -> Result<LiveWindow> {
        match self.region {
            Some(region) => live::open_region(region, options).map_err(with_advice),
            None => live::open(&choose(self.window.as_deref(), game)?, None, options),
        }
    }
}

/// The window that `query` means, or the only one that looks like `game` by a shipped profile.
fn choose(query: Option<&str>, game: Option<Game>) -> Result<WindowInfo> {
    let windows = live::windows()?;
    if let Some(query) = query {
        return Ok(live::find(&windows, query).map_err(advised)?);
    }
    let known = |w: &&WindowInfo| {
        w.kind == WindowKind::Main && calibration::for_window(&w.title, &w.class, game).is_some()
    };
    let fits: Vec<&WindowInfo> = windows.iter().filter(known).collect();
    if let [window] = fits[..] {
        return Ok(window.clone());
    }
    let list: Vec<String> = fits.iter().map(|w| w.describe()).collect();
    let told = if fits.is_empty() { "none".to_string() } else { list.join(", ") };
    Err(advised(format!(
        "which window is the game? Known ones open now: {told}. Say which with --window (part of \
         its title or class, or its id; `sweepfall windows` lists them)"
    ))
    .into())
}

/// No window was found; with what to do about it if the session hides windows.
fn advised(error: impl std::fmt::Display) -> Fault {
    match Session::current().advice() {
        Some(advice) => Fault::nothing_found(format!("{error}\n{advice}")),
        None => Fault::nothing_found(error),
    }
}

/// The same failure, with what to do about it if the session hides windows.
fn with_advice(error: anyhow::Error) -> anyhow::Error {
    match Session::current().advice() {
        Some(advice) => anyhow::anyhow!("{error:#}\n{advice}"),
        None => error,
    }
}
