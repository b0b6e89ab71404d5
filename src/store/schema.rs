//! The tables, and the way from every earlier version of them to the present one.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// Marks a file as one of this program: "SwFl", in SQLite's `application_id`.
const APPLICATION: i64 = 0x5377_466c;

/// What leads from each schema version to the next; version n is reached by the first n.
/// An entry that was released is never changed: a new version is a new entry.
const MIGRATIONS: [&str; 2] = [
    // 1: one row a game.
    "CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        ended_ms INTEGER NOT NULL,  -- milliseconds since 1970 in UTC
        player TEXT NOT NULL,
        game TEXT NOT NULL,         -- minesweeper, tetris
        target TEXT NOT NULL,       -- window, sim
        place TEXT NOT NULL,        -- the window's title, or the skin
        level TEXT,
        strategy TEXT,              -- NULL: played by a person
        seed TEXT,                  -- decimal; does not fit SQLite's signed numbers
        result TEXT NOT NULL,       -- won, lost, over, stopped
        lines INTEGER,
        pieces INTEGER,
        score INTEGER,
        seconds REAL NOT NULL,
        clicks INTEGER NOT NULL,
        guesses INTEGER NOT NULL,
        misreads INTEGER NOT NULL,
        misdrops INTEGER NOT NULL,
        version TEXT NOT NULL
    );",
    // 2: why a game was stopped, and finding the games of one kind by time.
    "ALTER TABLE games ADD COLUMN reason TEXT;
     CREATE INDEX games_by_kind_and_time ON games (game, ended_ms);",
];

/// The present version.
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// Checks that the file is ours and brings it up to date, in one transaction.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let fail = |error| StoreError::from_sqlite(path, error);
    if check(connection, path)? < VERSION {
        // A writer that comes second waits here and then finds the work done.
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
        let found = check(&transaction, path)?;
        for (step, sql) in (1..).zip(MIGRATIONS) {
            if step > found {
                transaction.execute_batch(sql).map_err(fail)?;
            }
        }
        transaction.pragma_update(None, "application_id", APPLICATION).map_err(fail)?;
        transaction.pragma_update(None, "user_version", VERSION).map_err(fail)?;
        transaction.commit().map_err(fail)?;
    }
    // Only now, so that a file which is not ours is never changed. A file on a read-only disk can
    // still be read in its old mode, and who finds it busy leaves the switch to the other.
    match connection.pragma_update(None, "journal_mode", "wal").map_err(fail) {
        Ok(()) | Err(StoreError::Unwritable(_) | StoreError::Busy(_)) => {}
        Err(error) => return Err(error),
    }
    connection.pragma_update(None, "synchronous", "full").map_err(fail)
}

/// The schema version of the file; 0 is an empty one.
fn check(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let fail = |error| StoreError::from_sqlite(path, error);
    let number = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(fail);
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    if application != APPLICATION && (tables > 0 || application != 0 || version != 0) {
        return Err(StoreError::Foreign(path.into()));
    }
    if version > VERSION {
        return Err(StoreError::Newer { path: path.into(), found: version, known: VERSION });
    }
    Ok(version)
}
