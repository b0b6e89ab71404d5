//! Results of past games, in one SQLite file.
//!
//! A game is one row, added in one transaction, so that a crash in its middle loses at most that
//! row. Several processes may add rows at once: the file is in write-ahead mode and a writer
//! waits its turn. A file that is damaged, foreign or newer than this program is never written.

mod pending;
mod record;
mod rows;
mod schema;
mod summary;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use thiserror::Error;

pub use pending::Pending;
pub use record::{GameRecord, Played};
pub use rows::Filter;
pub use summary::{Best, Day, Share};

/// How long one process waits for another's write.
const BUSY: Duration = Duration::from_secs(10);

/// An open results file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// Why results cannot be kept or read; the file is as it was before.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error(
        "cannot make the folder of the results file {path}: {source}; give another file with --db"
    )]
    Folder {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no such file and none may be made.
    #[error("there are no results yet: {0} does not exist; games are stored as they are played")]
    Missing(PathBuf),
    /// The file is no results file of this program.
    #[error(
        "{0} is a database of another program; it was left as it is. Give another file with --db"
    )]
    Foreign(PathBuf),
    /// The file was written by a newer version.
    #[error(
        "the results file {path} has schema {found}, newer than this program's {known}; \
         it was left as it is. Update sweepfall or give another file with --db"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The newest schema known.
        known: i64,
    },
    /// The file is no database or a damaged one.
    #[error(
        "the results file {0} is damaged; it was left as it is. Move it away or give another \
         file with --db (`sqlite3 FILE .recover` may get its games back)"
    )]
    Damaged(PathBuf),
    /// No room, or a bound on the file's size.
    #[error("no room to write the results file {0}; free some space. Earlier results are kept")]
    Full(PathBuf),
    /// The disk does not take or give what is asked for.
    #[error(
        "the disk fails at the results file {0}; is it full, or at its end? Earlier results are \
         kept; give a file on another disk with --db"
    )]
    Disk(PathBuf),
    /// The file or its folder cannot be written.
    #[error(
        "the results file {0} or its folder cannot be written; mend its permissions or give \
         another file with --db"
    )]
    Unwritable(PathBuf),
    /// Another process held the file for too long.
    #[error("the results file {0} is kept locked by another process; end it and try again")]
    Busy(PathBuf),
    /// Anything else.
    #[error("the results file {path} cannot be used: {source}")]
    Other {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

impl Store {
    /// The platform's file for results, or `results.db` here where the platform has none.
    pub fn default_path() -> PathBuf {
        directories::ProjectDirs::from("", "", "sweepfall")
            .map_or_else(|| "results.db".into(), |dirs| dirs.data_local_dir().join("results.db"))
    }

    /// Opens the file for adding games; makes it and its folder, and brings an older schema up
    /// to date.
    ///
    /// # Errors
    /// When the file cannot be used; it is then left as it was.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|source| StoreError::Folder { path: path.into(), source })?;
        }
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a file that exists, for reading past games.
    ///
    /// # Errors
    /// When there is no such file or it cannot be used.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.into()));
        }
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let fail = |error| StoreError::from_sqlite(path, error);
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(fail)?;
        connection.busy_timeout(BUSY).map_err(fail)?;
        schema::prepare(&mut connection, path)?;
        Ok(Self { connection, path: path.into() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds one game; it is on the disk when this returns.
    ///
    /// # Errors
    /// When it was not added; everything added before is kept.
    pub fn add(&self, game: &GameRecord) -> Result<(), StoreError> {
        rows::insert(&self.connection, game).map_err(|error| self.fail(error))
    }

    /// The games that `filter` lets through, newest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(
        &self,
        filter: &Filter,
        limit: Option<u32>,
    ) -> Result<Vec<GameRecord>, StoreError> {
        rows::select(&self.connection, filter, limit).map_err(|error| self.fail(error))
    }

    fn fail(&self, error: rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(&self.path, error)
    }
}

impl StoreError {
    fn from_sqlite(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_path_buf();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged(path),
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::SystemIoFailure) => Self::Disk(path),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::Unwritable(path)
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(path),
            _ => Self::Other { path, source: error },
        }
    }
}
