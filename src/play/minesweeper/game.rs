//! The counters of the game in hand.

use std::time::Duration;

use crate::board::minesweeper::Level;
use crate::play::{MinesweeperReport, Outcome};

/// The counters of the game in hand.
#[derive(Debug, Clone)]
pub struct GameInHand {
    /// Counts the games of a run from 1.
    pub index: u32,
    /// Size and mines.
    pub level: Level,
    /// When it was first looked at, on the run's real clock.
    pub begun: Duration,
    /// When the first click was sent.
    pub first_click: Option<Duration>,
    /// Clicks sent.
    pub clicks: u64,
    /// Moves that could have been wrong, the first click not counted.
    pub guesses: u32,
    /// Cells known to have been misread.
    pub misreads: u32,
    /// Inputs sent again.
    pub retries: u32,
    /// Inputs refused because they would have gone astray.
    pub stray_inputs: u32,
    /// How long each answer took.
    pub answers: Vec<Duration>,
}

impl GameInHand {
    /// A game that begins at `begun`.
    pub fn new(index: u32, level: Level, begun: Duration) -> Self {
        Self {
            index,
            level,
            begun,
            first_click: None,
            clicks: 0,
            guesses: 0,
            misreads: 0,
            retries: 0,
            stray_inputs: 0,
            answers: Vec::new(),
        }
    }

    /// The report of the game, ended at `now`.
    pub fn report(
        &self,
        result: Outcome,
        reason: Option<&str>,
        now: Duration,
    ) -> MinesweeperReport {
        let playing = self.first_click.map_or(0.0, |first| (now - first).as_secs_f64());
        let mut answers = self.answers.clone();
        answers.sort_unstable();
        MinesweeperReport {
            index: self.index,
            result,
            reason: reason.map(str::to_string),
            cols: self.level.cols,
            rows: self.level.rows,
            mines: self.level.mines,
            clicks: self.clicks,
            clicks_per_second: if playing > 0.0 { self.clicks as f64 / playing } else { 0.0 },
            guesses: self.guesses,
            seconds: (now - self.begun).as_secs_f64(),
            misreads: self.misreads,
            retries: self.retries,
            stray_inputs: self.stray_inputs,
            answer_ms: answers.get(answers.len() / 2).map_or(0.0, |t| t.as_secs_f64() * 1e3),
        }
    }
}
