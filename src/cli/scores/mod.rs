//! `sweepfall scores`: past games.

mod since;
mod table;

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Serialize;

use super::Exit;
use crate::calibration::Game;
use crate::store::{Best, Day, Filter, GameRecord, Store};

/// How many of each kind are shown when --limit does not say.
const SHOWN: u32 = 10;

/// Show past games: the leaderboard, the latest and how they went day by day.
#[derive(Debug, clap::Args)]
pub struct Scores {
    /// Only this game
    #[arg(long, value_enum)]
    game: Option<Which>,
    /// Only games of this player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games since then: a day such as 2026-01-31, a moment, or an age such as 7d or 12h
    #[arg(long, value_name = "WHEN", value_parser = since::parse)]
    since: Option<since::Since>,
    /// How many of each kind are shown (default: 10; with --csv all games)
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// The results file (default: in the platform's data folder)
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// One JSON object a line: {"kind":"best"|"game"|"day", ...}
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// The games as CSV
    #[arg(long)]
    csv: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Which {
    /// Minesweeper.
    Minesweeper,
    /// Tetris.
    Tetris,
}

/// A line of `--json`.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line<'a> {
    Best(&'a Best),
    Game(&'a GameRecord),
    Day(&'a Day),
}

/// Runs `sweepfall scores`.
///
/// # Errors
/// When the results file cannot be read.
pub fn run(args: &Scores) -> Result<Exit> {
    let path = args.db.clone().unwrap_or_else(Store::default_path);
    if args.db.is_none() && !path.exists() {
        eprintln!("no games are stored yet ({} does not exist)", path.display());
        return Ok(Exit::Done);
    }
    let store = Store::open_existing(&path)?;
    let shown = show(args, &store);
    // A reader that has seen enough, such as `head`, is no failure.
    match shown.as_ref().err().and_then(|error| error.downcast_ref::<std::io::Error>()) {
        Some(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Exit::Done),
        _ => shown.map(|()| Exit::Done),
    }
}

fn show(args: &Scores, store: &Store) -> Result<()> {
    let filter = Filter {
        game: args.game.map(|game| match game {
            Which::Minesweeper => Game::Minesweeper,
            Which::Tetris => Game::Tetris,
        }),
        player: args.player.clone(),
        since_ms: args.since.map(|since| since.0),
    };
    let mut out = std::io::stdout().lock();
    if args.csv {
        let mut writer = csv::Writer::from_writer(out);
        let games = store.games(&filter, args.limit)?;
        if games.is_empty() {
            writer.write_record(GameRecord::FIELDS).context("cannot write the CSV")?;
        }
        for game in games {
            writer.serialize(game).map_err(table::io_error)?;
        }
        return Ok(writer.flush()?);
    }
    let limit = Some(args.limit.unwrap_or(SHOWN));
    let best = store.leaderboard(&filter, limit)?;
    let games = store.games(&filter, limit)?;
    let days = store.days(&filter, limit, since::day)?;
    if args.json {
        let lines = best.iter().map(Line::Best);
        let lines = lines.chain(games.iter().map(Line::Game)).chain(days.iter().map(Line::Day));
        for line in lines {
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        }
        return Ok(());
    }
    if games.is_empty() {
        return Ok(writeln!(out, "no such games in {}", store.path().display())?);
    }
    Ok(table::write(&mut out, &best, &games, &days)?)
}
