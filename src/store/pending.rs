//! Storing games while they are played, without ever standing in the way of playing.

use std::path::PathBuf;

use super::{GameRecord, Store, StoreError};

/// Stores each game as it ends. What could not be stored is kept and tried again with the next
/// game, so that a disk that was full for a while loses nothing.
#[derive(Debug)]
pub struct Pending {
    path: PathBuf,
    pub(super) store: Option<Store>,
    waiting: Vec<GameRecord>,
}

impl Pending {
    /// Stores in the file `path`, which is opened with the first game.
    pub fn new(path: PathBuf) -> Self {
        Self { path, store: None, waiting: Vec::new() }
    }

    /// Stores `game` and all that wait.
    ///
    /// # Errors
    /// Why something still waits.
    pub fn add(&mut self, game: GameRecord) -> Result<(), StoreError> {
        self.waiting.push(game);
        if self.store.is_none() {
            self.store = Some(Store::open(&self.path)?);
        }
        let store = self.store.as_ref().expect("it was opened just above");
        while let Some(game) = self.waiting.first() {
            store.add(game)?;
            self.waiting.remove(0);
        }
        Ok(())
    }

    /// How many games are not stored.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}
