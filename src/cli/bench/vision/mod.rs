//! `bench vision`: how many cells are read right on saved and made-up frames, and how fast.

mod frames;
mod speed;
mod tally;

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde_json::json;

use crate::cli::Exit;
use crate::cli::progress::Progress;
use crate::frame::Frame;
use crate::vision::minesweeper::{BoardReader, Hints, ProfiledReader, Reader};

use frames::Labelled;
use tally::{Table, Tally};

/// Read Minesweeper frames without a profile: cells right, wrong and unknown by skin and scale,
/// milliseconds to find a board and to read it again
#[derive(Debug, Args)]
pub struct BenchVision {
    /// Made-up frames to read: random colours, edges, fonts, scales, noise
    #[arg(long, default_value_t = 100)]
    frames: u64,
    /// Which frames are made up
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder of saved frames: NAME.png with its label NAME.txt
    #[arg(long, value_name = "DIR", default_value = "fixtures/frames/minesweeper")]
    fixtures: PathBuf,
    /// TrueType or OpenType files to draw digits with, besides the program's own fonts
    #[arg(long, value_name = "FILE", num_args = 1..)]
    fonts: Vec<PathBuf>,
    /// Keep frames whose grid was not found or that have a wrong cell in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Repetitions of each timing (0: no timing)
    #[arg(long, default_value_t = 15)]
    repeat: usize,
    /// One JSON object on stdout
    #[arg(long)]
    json: bool,
}

/// Runs the benchmark.
///
/// # Errors
/// When a saved frame or a folder cannot be read or written.
pub fn run(args: &BenchVision, quiet: bool) -> anyhow::Result<Exit> {
    let mut table = Table::default();
    let mut failed = Vec::new();
    let saved = frames::saved(&args.fixtures)?;
    let all = (saved.len() + frames::simulated_count()) as u64 + args.frames;
    let progress = Progress::new(all, "frames", quiet);
    let mut try_one = |labelled: Labelled| -> anyhow::Result<()> {
        let frame = Frame::from_image(labelled.image.clone());
        let mut reader = ProfiledReader::new(None, Reader::new(Hints::default()));
        let found = reader.find(&frame);
        let tally = Tally::of(&labelled, found.as_ref().ok());
        if tally.is_bad() || tally.unknown * 10 > tally.cells() {
            failed.push(format!("{}: {tally}", labelled.name));
            if let Some(folder) = &args.keep {
                labelled.keep(folder, found.as_ref().ok())?;
            }
        }
        table.add(&labelled, tally);
        progress.one_more();
        Ok(())
    };
    for labelled in saved {
        try_one(labelled?)?;
    }
    frames::simulated(args.seed).try_for_each(&mut try_one)?;
    frames::made_up(args.seed, args.frames, &args.fonts).try_for_each(&mut try_one)?;
    drop(progress);
    let speed = (args.repeat > 0).then(|| speed::measure(args.repeat)).transpose()?;
    failed.iter().for_each(|line| eprintln!("{line}"));
    if args.json {
        let speed = speed.map(|speed| speed.json());
        let line = json!({"total": table.total().json(), "groups": table.json(), "speed": speed});
        say!("{}", serde_json::to_string(&line).context("a table is always JSON")?);
    } else {
        print!("{table}");
        speed.into_iter().for_each(|speed| say!("{speed}"));
    }
    Ok(Exit::Done)
}
