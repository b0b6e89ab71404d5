//! `sweepfall windows`: what can be played.

use clap::Args;
use serde::Serialize;

use super::Exit;
use crate::calibration;
use crate::geometry::ScreenRect;
use crate::target::live::{self, WindowInfo, WindowKind};

/// Lists the open windows, and which game each looks like.
#[derive(Debug, Args)]
pub struct Windows {
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Line<'a> {
    id: String,
    title: &'a str,
    class: &'a str,
    pid: Option<u32>,
    kind: WindowKind,
    place: Option<ScreenRect>,
    game: Option<calibration::Game>,
    profile: Option<&'a str>,
}

impl<'a> Line<'a> {
    fn new(window: &'a WindowInfo) -> Self {
        let main = window.kind == WindowKind::Main;
        let profile = calibration::for_window(&window.title, &window.class, None);
        let profile = profile.filter(|_| main);
        Self {
            id: window.id.to_string(),
            title: &window.title,
            class: &window.class,
            pid: window.pid,
            kind: window.kind,
            place: window.place,
            game: profile.map(|profile| profile.game),
            profile: profile.map(|profile| profile.name.as_str()),
        }
    }
}

/// Lists the windows.
///
/// # Errors
/// When there is no desktop to ask.
pub fn run(args: &Windows) -> anyhow::Result<Exit> {
    let windows = live::windows()?;
    for line in windows.iter().map(Line::new) {
        if args.json {
            say!("{}", serde_json::to_string(&line)?);
        } else {
            say!("{}", text(&line));
        }
    }
    if windows.is_empty() {
        eprintln!("no open window was found; `sweepfall doctor` says what may be missing");
        return Ok(Exit::NothingFound);
    }
    Ok(Exit::Done)
}

fn text(line: &Line<'_>) -> String {
    let place = line.place.map_or("minimised".to_string(), |place| place.to_string());
    let game = match (line.game, line.profile) {
        (Some(game), Some(profile)) => format!("{game} ({profile})"),
        _ => "-".to_string(),
    };
    format!("{:<12} {:<22} {:<28} {}  [{}]", line.id, place, game, line.title, line.class)
}
