//! The counters of the game in hand.

use std::time::Duration;

use crate::play::{Outcome, TetrisReport};

/// The counters of the game in hand.
#[derive(Debug, Clone, Default)]
pub struct GameInHand {
    /// Counts the games of a run from 1.
    pub index: u32,
    /// When its first piece was seen, on the run's real clock.
    pub begun: Duration,
    /// Pieces locked.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// Keys pressed.
    pub keys: u64,
    /// Pieces locked elsewhere than planned.
    pub misdrops: u32,
    /// Cells known to have been misread.
    pub misreads: u32,
    /// Inputs sent again or corrected.
    pub retries: u32,
    /// Inputs refused because they would have gone astray.
    pub stray_inputs: u32,
    /// How long each answer took, from asking for the frame to the last key sent.
    pub answers: Vec<Duration>,
    /// When the frame was asked for whose answer is being sent.
    pub answering: Option<Duration>,
}

impl GameInHand {
    /// The answer to a new piece begins, whose frame was asked for at `asked`.
    pub fn answer_begins(&mut self, asked: Duration) {
        self.answering = Some(asked);
        self.answers.push(Duration::ZERO);
    }

    /// A key was sent at `now`.
    pub fn sent_at(&mut self, now: Duration) {
        self.keys += 1;
        if let (Some(asked), Some(last)) = (self.answering, self.answers.last_mut()) {
            *last = now.saturating_sub(asked);
        }
    }

    /// The report of the game, ended at `now`.
    pub fn report(&self, result: Outcome, reason: Option<&str>, now: Duration) -> TetrisReport {
        let mut answers = self.answers.clone();
        answers.sort_unstable();
        let quantile = |part: usize| {
            let at = (answers.len() * part / 100).min(answers.len().saturating_sub(1));
            answers.get(at).map_or(0.0, |t| t.as_secs_f64() * 1e3)
        };
        TetrisReport {
            index: self.index,
            result,
            reason: reason.map(str::to_string),
            pieces: self.pieces,
            lines: self.lines,
            keys: self.keys,
            misdrops: self.misdrops,
            seconds: (now - self.begun).as_secs_f64(),
            misreads: self.misreads,
            retries: self.retries,
            stray_inputs: self.stray_inputs,
            answer_ms: quantile(50),
            answer_ms_p99: quantile(99),
        }
    }
}
