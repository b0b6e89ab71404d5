//! What playing either game has in common on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::session::Keep;
use crate::calibration::{self, Game, Profile};
use crate::cli::Exit;
use crate::cli::soak::Mixture;
use crate::cli::window::Place;
use crate::input::Key;
use crate::play::{Ended, Evidence, Limits, Outcome};
use crate::store::{GameRecord, Played};
use crate::target::TargetError;

/// Where to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TargetKind {
    /// The game's window on the desktop.
    Window,
    /// The built-in game, off screen.
    Sim,
}

/// Options of every `play` command.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// Where to play
    #[arg(long, value_enum, default_value = "window")]
    pub target: TargetKind,
    #[command(flatten)]
    pub place: Place,
    /// A shipped profile's name or a profile folder (default: found by itself)
    #[arg(long, value_name = "NAME-OR-PATH")]
    pub profile: Option<String>,
    /// How many games to play
    #[arg(
        long,
        visible_alias = "max-games",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub games: u32,
    /// Stop after this time
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub max_seconds: Option<Duration>,
    /// Stop after this many clicks and keys
    #[arg(long, value_name = "N")]
    pub max_clicks: Option<u64>,
    /// The key that stops it, pressed in any window
    #[arg(long, value_name = "KEY", default_value = "F12")]
    pub abort_key: Key,
    /// The seed of the built-in game and of what goes wrong
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The longest one decision may take, in milliseconds
    #[arg(long, value_name = "MS")]
    pub think_ms: Option<u64>,
    /// Say what would be done and send nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Let these things go wrong between it and the game, to see how it bears them (their names: see
    /// docs/faults.md); no result is stored
    #[arg(long, value_name = "FAULT+FAULT..")]
    pub fault: Option<Mixture>,
    /// Where evidence is saved when a run stops on something it does not understand
    #[arg(long, value_name = "DIR")]
    pub evidence: Option<PathBuf>,
    /// One JSON object a game on the standard output
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub keep: Keep,
}

impl Common {
    /// The bounds of the run.
    pub fn limits(&self) -> Limits {
        Limits { games: self.games, time: self.max_seconds, inputs: self.max_clicks }
    }

    /// How `profile` is found again: by the name of a shipped one or by the path that was given.
    pub fn profile_path(&self, profile: Profile) -> String {
        let saved = || self.keep.save_profile().map(|folder| folder.display().to_string());
        let shipped = calibration::shipped().contains(&profile);
        let given = self.profile.clone().or_else(saved).filter(|_| !shipped);
        given.unwrap_or(profile.name)
    }

    /// Who plays what and where, for the results: on `target`, or on the built-in game in `skin`.
    pub fn who(&self, game: Game, target: &str, skin: &str, strategy: &str) -> GameRecord {
        let (played, place, seed) = match self.target {
            TargetKind::Window => (Played::Window, target, None),
            TargetKind::Sim => (Played::Sim, skin, Some(self.seed)),
        };
        let record = GameRecord::new(self.keep.player(), game, played, place, Outcome::Stopped);
        GameRecord { strategy: Some(strategy.to_string()), seed, ..record }
    }

    /// Where evidence goes.
    pub fn evidence(&self) -> Evidence {
        Evidence::new(self.evidence.clone().unwrap_or_else(Evidence::default_root))
    }
}

/// Tells a person why a run ended early, and gives the exit code.
pub fn tell(ended: &Ended) -> Exit {
    eprintln!("{ended}");
    match ended {
        Ended::Limit(_) | Ended::DryRun(_) => Exit::Done,
        Ended::NothingFound(_) => Exit::NothingFound,
        Ended::Target(TargetError::Failed(_)) => Exit::Failed,
        Ended::Asked(_) | Ended::Target(_) | Ended::Safety(_) | Ended::Guess(_) => Exit::Stopped,
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("'{text}' is no time; give seconds such as 30 or 2.5"))
}
