//! What is told and kept of a run: the view, the lines, the results, the recording.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::common::Common;
use super::overlays::Overlays;
use super::view::LiveView;
use crate::cli::results::{KeepResults, Results};
use crate::cli::term;
use crate::play::{GameReport, Watcher};
use crate::recording::{FORMAT, Header, PlayerSetup, Recorder};
use crate::store::GameRecord;

/// Options about what is told and kept, of every `play` command.
#[derive(Debug, clap::Args)]
pub struct Keep {
    /// The name the results are stored under
    #[arg(long, value_name = "NAME", default_value = "sweepfall")]
    player: String,
    #[command(flatten)]
    results: KeepResults,
    /// Record what is seen, thought and sent in a new folder (see `sweepfall replay`)
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Save what becomes certain of the game as a profile in this folder, or add it to the one
    /// there
    #[arg(long, value_name = "DIR")]
    save_profile: Option<PathBuf>,
    /// Save a picture of each new position with what was read on it in a new folder
    #[arg(long, value_name = "DIR")]
    overlays: Option<PathBuf>,
    /// Sound on a win, a loss and a cleared line
    #[cfg(feature = "sound")]
    #[arg(long)]
    sound: bool,
    /// Tell nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

impl Keep {
    /// The name the results are stored under.
    pub fn player(&self) -> &str {
        &self.player
    }

    /// Where the profile goes that is made while playing.
    pub fn save_profile(&self) -> Option<&Path> {
        self.save_profile.as_deref()
    }

    /// Whether nothing but errors is told.
    pub fn quiet(&self) -> bool {
        self.quiet
    }

    /// Who watches the run on `target`: the live view where there is a terminal, and the
    /// recording.
    ///
    /// # Errors
    /// When the recording cannot be begun.
    pub fn watchers(
        &self,
        games: u32,
        target: String,
        player: PlayerSetup,
    ) -> Result<Vec<Box<dyn Watcher>>> {
        let mut watchers: Vec<Box<dyn Watcher>> = Vec::new();
        if let Some(folder) = &self.record {
            let version = env!("CARGO_PKG_VERSION").into();
            let began_ms = jiff::Timestamp::now().as_millisecond();
            let header = Header { format: FORMAT, version, target, began_ms, player };
            watchers.push(Box::new(Recorder::begin(folder, &header)?));
        }
        if let Some(folder) = &self.overlays {
            watchers.push(Box::new(Overlays::begin(folder)?));
        }
        if !self.quiet
            && let Some(view) = LiveView::open(games)
        {
            watchers.push(Box::new(view));
        }
        #[cfg(feature = "sound")]
        if self.sound {
            watchers.push(Box::new(super::sound::Sounds::open()?));
        }
        Ok(watchers)
    }
}

/// Prints a line; a reader that has gone away stops no play.
fn tell(line: &str) {
    term::aside(|| {
        let _ = writeln!(std::io::stdout(), "{line}");
    });
}

/// Stores and tells of each game as it ends.
pub struct Teller {
    /// Who plays what and where.
    who: GameRecord,
    results: Results,
    json: bool,
    quiet: bool,
}

impl Teller {
    /// Tells and stores as `common` asks; `who` says who plays what and where.
    pub fn new(common: &Common, who: GameRecord) -> Self {
        let keep = &common.keep;
        // A dry run plays nothing that could be stored; a trial says nothing of how it plays.
        let trial = common.dry_run || common.fault.is_some();
        let results = if trial { Results::none() } else { keep.results.begin() };
        Self { who, results, json: common.json, quiet: keep.quiet }
    }

    /// Stores the game, then tells of it: what was told is kept.
    pub fn game(&mut self, report: &GameReport) {
        self.results.add(self.who.with_report(report));
        if self.json {
            let line = serde_json::to_string(report).expect("a report is plain data");
            tell(&line);
        } else if !self.quiet {
            tell(&report.to_string());
        }
    }

    /// Says how many games could not be stored.
    pub fn end(&self) {
        self.results.end();
    }
}
