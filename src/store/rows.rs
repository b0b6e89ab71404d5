//! Games as rows.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Row, named_params};

use super::{GameRecord, Played};
use crate::calibration::Game;
use crate::play::Outcome;

/// Which games are wanted; `None` is any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this game.
    pub game: Option<Game>,
    /// Only this player.
    pub player: Option<String>,
    /// Only games that ended then or later, in milliseconds since 1970 in UTC.
    pub since_ms: Option<i64>,
}

/// The part of a query that lets through what a [`Filter`] wants.
pub(super) const WHERE: &str = "(:game IS NULL OR game = :game)
    AND (:player IS NULL OR player = :player)
    AND (:since IS NULL OR ended_ms >= :since)";

pub(super) fn insert(connection: &Connection, game: &GameRecord) -> Result<(), Error> {
    let mut statement = connection.prepare(
        "INSERT INTO games (ended_ms, player, game, target, place, level, strategy, seed, result,
            reason, lines, pieces, score, seconds, clicks, guesses, misreads, misdrops, version)
         VALUES (:ended_ms, :player, :game, :target, :place, :level, :strategy, :seed, :result,
            :reason, :lines, :pieces, :score, :seconds, :clicks, :guesses, :misreads, :misdrops,
            :version)",
    )?;
    statement.execute(named_params! {
        ":ended_ms": game.ended_ms,
        ":player": game.player,
        ":game": game.game.to_string(),
        ":target": game.target.name(),
        ":place": game.place,
        ":level": game.level,
        ":strategy": game.strategy,
        ":seed": game.seed.map(|seed| seed.to_string()),
        ":result": game.result.name(),
        ":reason": game.reason,
        ":lines": game.lines.map(signed),
        ":pieces": game.pieces.map(signed),
        ":score": game.score.map(signed),
        ":seconds": game.seconds,
        ":clicks": signed(game.clicks),
        ":guesses": game.guesses,
        ":misreads": game.misreads,
        ":misdrops": game.misdrops,
        ":version": game.version,
    })?;
    Ok(())
}

pub(super) fn select(
    connection: &Connection,
    filter: &Filter,
    limit: Option<u32>,
) -> Result<Vec<GameRecord>, Error> {
    let sql =
        format!("SELECT * FROM games WHERE {WHERE} ORDER BY ended_ms DESC, id DESC LIMIT :limit");
    let mut statement = connection.prepare(&sql)?;
    // A negative limit is none to SQLite.
    let limit = limit.map_or(-1, i64::from);
    let rows = statement.query_map(
        named_params! {
            ":game": filter.game.map(|game| game.to_string()),
            ":player": filter.player,
            ":since": filter.since_ms,
            ":limit": limit,
        },
        game,
    )?;
    rows.collect()
}

fn game(row: &Row<'_>) -> Result<GameRecord, Error> {
    let count = |name: &str| -> Result<Option<u64>, Error> {
        Ok(row.get::<_, Option<i64>>(name)?.map(|n| n.max(0) as u64))
    };
    Ok(GameRecord {
        ended_ms: row.get("ended_ms")?,
        player: row.get("player")?,
        game: named(row, "game", &[Game::Minesweeper, Game::Tetris], |game| game.to_string())?,
        target: named(row, "target", &[Played::Window, Played::Sim], |p| p.name().into())?,
        place: row.get("place")?,
        level: row.get("level")?,
        strategy: row.get("strategy")?,
        seed: row.get::<_, Option<String>>("seed")?.and_then(|seed| seed.parse().ok()),
        result: named(row, "result", &Outcome::ALL, |result| result.name().into())?,
        reason: row.get("reason")?,
        lines: count("lines")?,
        pieces: count("pieces")?,
        score: count("score")?,
        seconds: row.get("seconds")?,
        clicks: count("clicks")?.unwrap_or(0),
        guesses: row.get("guesses")?,
        misreads: row.get("misreads")?,
        misdrops: row.get("misdrops")?,
        version: row.get("version")?,
    })
}

/// The one of `all` whose name is in the column `name`.
fn named<T: Copy>(
    row: &Row<'_>,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> String,
) -> Result<T, Error> {
    let text: String = row.get(name)?;
    all.iter().copied().find(|value| name_of(*value) == text).ok_or_else(|| {
        let wrong = format!("'{text}' is no {name}").into();
        Error::FromSqlConversionFailure(0, Type::Text, wrong)
    })
}

/// SQLite's numbers are signed; a count never gets near their end.
fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
