//! What past games amount to: the leaderboard and the time line.

use rusqlite::named_params;
use serde::Serialize;

use super::rows::{Filter, WHERE};
use super::{Store, StoreError};

/// A rate with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// How often it happened, 0 to 1.
    pub rate: f64,
    /// The standard error of `rate`: sqrt(p (1 - p) / n).
    pub stderr: f64,
}

impl Share {
    /// `hits` of `n`; `None` when n is 0.
    pub fn new(hits: u64, n: u64) -> Option<Self> {
        let rate = hits as f64 / n as f64;
        (n > 0).then(|| Self { rate, stderr: (rate * (1.0 - rate) / n as f64).sqrt() })
    }
}

/// All games of one player with one strategy at one level.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Best {
    /// Who played.
    pub player: String,
    /// minesweeper or tetris.
    pub game: String,
    /// The level.
    pub level: Option<String>,
    /// The solver; `None`: a person.
    pub strategy: Option<String>,
    /// Games that came to their end, won or lost or over.
    pub games: u64,
    /// Games that were stopped in their middle; they count in no rate.
    pub stopped: u64,
    /// Minesweeper: games won.
    pub wins: u64,
    /// Minesweeper: wins of the games that came to their end.
    pub win_rate: Option<Share>,
    /// Minesweeper: the fastest win.
    pub best_seconds: Option<f64>,
    /// Tetris: the highest score, stopped games included.
    pub best_score: Option<u64>,
    /// Tetris: the most lines, stopped games included.
    pub best_lines: Option<u64>,
    /// Tetris: lines a game that came to its end.
    pub lines_per_game: Option<f64>,
    /// The standard error of `lines_per_game`: s / sqrt(n); `None` with one game.
    pub lines_stderr: Option<f64>,
}

/// The games of one day.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Day {
    /// The day as YYYY-MM-DD, in the user's time zone.
    pub day: String,
    /// minesweeper or tetris.
    pub game: String,
    /// Games that came to their end.
    pub games: u64,
    /// Minesweeper: games won.
    pub wins: u64,
    /// Minesweeper: wins of the games that came to their end.
    pub win_rate: Option<Share>,
    /// Tetris: lines in all.
    pub lines: u64,
}

impl Store {
    /// The leaderboard: Minesweeper by win rate, then by the fastest win; Tetris by score, then
    /// by lines.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn leaderboard(
        &self,
        filter: &Filter,
        limit: Option<u32>,
    ) -> Result<Vec<Best>, StoreError> {
        let sql = format!(
            "SELECT player, game, level, strategy,
                sum(result <> 'stopped') AS games, sum(result = 'stopped') AS stopped,
                sum(result = 'won') AS wins,
                min(CASE WHEN result = 'won' THEN seconds END) AS best_seconds,
                max(score) AS best_score, max(lines) AS best_lines,
                avg(CASE WHEN result <> 'stopped' THEN lines END) AS mean,
                avg(CASE WHEN result <> 'stopped' THEN 1.0 * lines * lines END) AS mean_square
             FROM games WHERE {WHERE}
             GROUP BY game, level, player, strategy
             ORDER BY game, level, 1.0 * wins / max(games, 1) DESC, best_seconds IS NULL,
                best_seconds, best_score DESC, best_lines DESC, player LIMIT :limit"
        );
        let read = || {
            let mut statement = self.connection.prepare(&sql)?;
            let rows = statement.query_map(
                named_params! {
                    ":game": filter.game.map(|game| game.to_string()),
                    ":player": filter.player,
                    ":since": filter.since_ms,
                    ":limit": limit.map_or(-1, i64::from),
                },
                best,
            )?;
            rows.collect::<Result<Vec<_>, _>>()
        };
        read().map_err(|error| self.fail(error))
    }

    /// Games by day, newest day first; `day_of` gives the day of a time in milliseconds since
    /// 1970 in UTC.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn days(
        &self,
        filter: &Filter,
        limit: Option<u32>,
        day_of: impl Fn(i64) -> String,
    ) -> Result<Vec<Day>, StoreError> {
        let sql = format!(
            "SELECT ended_ms, game, result, coalesce(lines, 0) FROM games
             WHERE {WHERE} AND result <> 'stopped' ORDER BY ended_ms DESC, id DESC"
        );
        let mut days: Vec<Day> = Vec::new();
        let mut read = || -> Result<(), rusqlite::Error> {
            let mut statement = self.connection.prepare(&sql)?;
            let mut rows = statement.query(named_params! {
                ":game": filter.game.map(|game| game.to_string()),
                ":player": filter.player,
                ":since": filter.since_ms,
            })?;
            while let Some(row) = rows.next()? {
                let (day, game) = (day_of(row.get(0)?), row.get::<_, String>(1)?);
                let won = row.get::<_, String>(2)? == "won";
                let lines = row.get::<_, i64>(3)?.max(0) as u64;
                // Newest first, so a day's entries are the last ones.
                let known = days.iter().rposition(|d| d.day == day && d.game == game);
                let at = known.unwrap_or_else(|| {
                    days.push(Day { day, game, games: 0, wins: 0, win_rate: None, lines: 0 });
                    days.len() - 1
                });
                days[at].games += 1;
                days[at].wins += u64::from(won);
                days[at].lines += lines;
            }
            Ok(())
        };
        read().map_err(|error| self.fail(error))?;
        for day in days.iter_mut().filter(|day| day.game == "minesweeper") {
            day.win_rate = Share::new(day.wins, day.games);
        }
        days.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
        Ok(days)
    }
}

fn best(row: &rusqlite::Row<'_>) -> Result<Best, rusqlite::Error> {
    let count = |name: &str| -> Result<Option<u64>, rusqlite::Error> {
        Ok(row.get::<_, Option<i64>>(name)?.map(|n| n.max(0) as u64))
    };
    let game: String = row.get("game")?;
    let (games, wins) = (count("games")?.unwrap_or(0), count("wins")?.unwrap_or(0));
    let lines_per_game: Option<f64> = row.get("mean")?;
    let square: Option<f64> = row.get("mean_square")?;
    let spread = lines_per_game.zip(square).filter(|_| games > 1);
    Ok(Best {
        player: row.get("player")?,
        level: row.get("level")?,
        strategy: row.get("strategy")?,
        games,
        stopped: count("stopped")?.unwrap_or(0),
        wins,
        win_rate: Share::new(wins, games).filter(|_| game == "minesweeper"),
        best_seconds: row.get("best_seconds")?,
        best_score: count("best_score")?,
        best_lines: count("best_lines")?,
        lines_per_game,
        // s^2 / n with s^2 = n / (n - 1) (mean of squares - square of the mean).
        lines_stderr: spread
            .map(|(mean, square)| ((square - mean * mean).max(0.0) / (games - 1) as f64).sqrt()),
        game,
    })
}
