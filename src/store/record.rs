//! One past game.

use std::time::SystemTime;

use serde::Serialize;

use crate::calibration::Game;
use crate::play::{GameReport, Outcome};

/// One past game, as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameRecord {
    /// When it ended, in milliseconds since 1970 in UTC.
    pub ended_ms: i64,
    /// Who played.
    pub player: String,
    /// Which game.
    pub game: Game,
    /// Where it was played.
    pub target: Played,
    /// The window's title, or the simulator's skin.
    pub place: String,
    /// The level: a Minesweeper size or a Tetris speed.
    pub level: Option<String>,
    /// The solver; `None`: a person.
    pub strategy: Option<String>,
    /// The seed of a simulated game.
    pub seed: Option<u64>,
    /// How it ended.
    pub result: Outcome,
    /// Why it was stopped.
    pub reason: Option<String>,
    /// Tetris: lines cleared.
    pub lines: Option<u64>,
    /// Tetris: pieces locked.
    pub pieces: Option<u64>,
    /// Tetris: the score, by the simulator's rules or as read.
    pub score: Option<u64>,
    /// How long it took.
    pub seconds: f64,
    /// Inputs sent: clicks or keys.
    pub clicks: u64,
    /// Moves that could have been wrong.
    pub guesses: u32,
    /// Cells known to have been misread.
    pub misreads: u32,
    /// Tetris: pieces locked elsewhere than planned.
    pub misdrops: u32,
    /// The version of this program.
    pub version: String,
}

/// Where a game was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Played {
    /// In another program's window.
    Window,
    /// In the built-in game.
    Sim,
}

impl Played {
    /// The name in the results file.
    pub fn name(self) -> &'static str {
        match self {
            Played::Window => "window",
            Played::Sim => "sim",
        }
    }
}

impl GameRecord {
    /// The names of the fields, in their order.
    pub const FIELDS: [&str; 19] = [
        "ended_ms", "player", "game", "target", "place", "level", "strategy", "seed", "result",
        "reason", "lines", "pieces", "score", "seconds", "clicks", "guesses", "misreads",
        "misdrops", "version",
    ];

    /// A game of `player` that ended just now with nothing counted.
    pub fn new(player: &str, game: Game, target: Played, place: &str, result: Outcome) -> Self {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Self {
            ended_ms: since_1970.map_or(0, |time| time.as_millis() as i64),
            player: player.into(),
            game,
            target,
            place: place.into(),
            level: None,
            strategy: None,
            seed: None,
            result,
            reason: None,
            lines: None,
            pieces: None,
            score: None,
            seconds: 0.0,
            clicks: 0,
            guesses: 0,
            misreads: 0,
            misdrops: 0,
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }

    /// The same game with the results that `report` gives: `self` says who played where.
    pub fn with_report(&self, report: &GameReport) -> Self {
        let same = |result| Self {
            level: self.level.clone(),
            strategy: self.strategy.clone(),
            seed: self.seed,
            ..Self::new(&self.player, self.game, self.target, &self.place, result)
        };
        match report {
            GameReport::Tetris(game) => Self {
                reason: game.reason.clone(),
                seconds: game.seconds,
                lines: Some(game.lines),
                pieces: Some(game.pieces),
                clicks: game.keys,
                misreads: game.misreads,
                misdrops: game.misdrops,
                ..same(game.result)
            },
            GameReport::Minesweeper(game) => {
                let level = crate::board::minesweeper::Level {
                    cols: game.cols,
                    rows: game.rows,
                    mines: game.mines,
                };
                Self {
                    level: Some(level.name()),
                    reason: game.reason.clone(),
                    seconds: game.seconds,
                    clicks: game.clicks,
                    guesses: game.guesses,
                    misreads: game.misreads,
                    ..same(game.result)
                }
            }
        }
    }
}
