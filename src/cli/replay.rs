//! `sweepfall replay`: goes through a recorded session again.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result};
use serde_json::json;

use super::play::reader;
use super::{Exit, Fault};
use crate::calibration;
use crate::clock::SystemClock;
use crate::play::Player;
use crate::recording::{Difference, Header, Page, PlayerSetup, Recording, Tape, replay};

/// How many decisions a page shows.
const DECISIONS: usize = 40;

/// Play a recorded session through vision and solver again and demand the same readings and actions.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// The folder that `play --record` made
    dir: PathBuf,
    /// Write a page with pictures that needs no other file
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Where the two pictures of the first difference go (default: DIR/difference)
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Read the profile, rules or weights outside the recording that it names: only for your own
    #[arg(long)]
    trust: bool,
    /// One JSON object on the standard output
    #[arg(long)]
    json: bool,
}

/// Runs `sweepfall replay`.
///
/// # Errors
/// When the recording cannot be read or a file cannot be written.
pub fn run(args: &Replay) -> Result<Exit> {
    let recording = Recording::open(&args.dir)?;
    let header = recording.header().clone();
    if let (Some(outside), false) = (header.outside().first(), args.trust) {
        let told = format!(
            "{} names the file '{outside}', which lies outside it; give --trust if the recording \
             is your own",
            args.dir.display()
        );
        return Err(Fault::usage(told).into());
    }
    let keep = if args.report.is_some() { DECISIONS } else { 0 };
    let done = replay(recording, keep, build)?;
    if let Some(path) = &args.report {
        let html = Page { header: &header, replay: &done }.html();
        fs::write(path, html).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let folder = args.pictures.clone().unwrap_or_else(|| args.dir.join("difference"));
    let pictures = done.difference.as_ref().map(|d| save(d, &folder)).transpose()?;
    if args.json {
        let difference = done.difference.as_ref().zip(pictures.as_ref()).map(|(found, files)| {
            json!({
                "look": found.number,
                "at_ms": found.at.as_secs_f64() * 1e3,
                "text": found.to_string(),
                "recorded": files[0],
                "replayed": files[1],
            })
        });
        let line = json!({
            "recording": args.dir,
            "same": done.difference.is_none(),
            "looks": done.looks,
            "inputs": done.inputs,
            "games": done.games,
            "cut_off": done.cut_off,
            "difference": difference,
        });
        say!("{line}");
    } else {
        if done.cut_off {
            say!("the recording was cut off; what is there was compared");
        }
        let counts = format!("{} looks, {} inputs, {} games", done.looks, done.inputs, done.games);
        match (&done.difference, &pictures) {
            (Some(difference), Some(files)) => {
                let [recorded, replayed] = files;
                say!("different after {counts}: {difference}");
                say!("pictures: {}\n          {}", recorded.display(), replayed.display());
            }
            _ => say!("the same: {counts}"),
        }
    }
    Ok(if done.difference.is_none() { Exit::Done } else { Exit::Failed })
}

/// Sets the recorded player up again.
fn build(header: &Header, tape: Rc<RefCell<Tape>>) -> Result<Box<dyn Player>> {
    match &header.player {
        PlayerSetup::Minesweeper(setup) => {
            let profile = setup.profile.as_deref().map(calibration::load).transpose()?;
            let reader = reader(profile.as_ref(), setup.level);
            // Who was asked then is asked no more: the recording knows the answer.
            let ask = Box::new(move |_: &_| tape.borrow().acted());
            Ok(Box::new(setup.player(Box::new(reader), ask, Rc::new(SystemClock::new()))?))
        }
        PlayerSetup::Tetris(setup) => Ok(Box::new(setup.player(Rc::new(SystemClock::new()))?)),
    }
}

/// Saves the two pictures of a difference.
fn save(difference: &Difference, folder: &Path) -> Result<[PathBuf; 2]> {
    let files = [folder.join("recorded.png"), folder.join("replayed.png")];
    let (recorded, replayed) = difference.pictures();
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (file, picture) in files.iter().zip([recorded, replayed]) {
        picture.save(file).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(files)
}
