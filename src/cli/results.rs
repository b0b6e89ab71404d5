//! Storing games as they end, for every command that has games played.

use std::path::PathBuf;

use log::warn;

use crate::store::{GameRecord, Pending, Store};

/// Where results go.
#[derive(Debug, clap::Args)]
pub struct KeepResults {
    /// The file results are stored in (default: in the platform's data folder)
    #[arg(long, value_name = "FILE", conflicts_with = "no_db")]
    db: Option<PathBuf>,
    /// Store no results
    #[arg(long)]
    no_db: bool,
}

impl KeepResults {
    /// Ready to store; nothing is opened before the first game ends.
    pub fn begin(&self) -> Results {
        let path = || self.db.clone().unwrap_or_else(Store::default_path);
        Results { pending: (!self.no_db).then(|| Pending::new(path())), warned: false }
    }
}

/// Stores games, and says once why that fails.
pub struct Results {
    pending: Option<Pending>,
    warned: bool,
}

impl Results {
    /// Stores nothing.
    pub fn none() -> Self {
        Self { pending: None, warned: false }
    }

    /// Stores `game`; it is on the disk when this returns, or waits for the next one.
    pub fn add(&mut self, game: GameRecord) {
        if let Some(pending) = &mut self.pending
            && let Err(error) = pending.add(game)
            && !std::mem::replace(&mut self.warned, true)
        {
            warn!("this game is not stored yet: {error}");
        }
    }

    /// Says how many games could not be stored.
    pub fn end(&self) {
        match self.pending.as_ref().map_or(0, Pending::waiting) {
            0 => {}
            1 => warn!("one game could not be stored"),
            games => warn!("{games} games could not be stored"),
        }
    }
}
