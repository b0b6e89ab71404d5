//! What differs between real games besides rotation: speed, handling, delays, garbage.

use std::time::Duration;

use crate::board::tetris::{Randomiser, Rules, Scoring};

/// Everything that decides a game besides its input.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Columns of the well.
    pub cols: usize,
    /// Rows of the well.
    pub rows: usize,
    /// Pieces, rotation, keys, spawn places and scoring.
    pub rules: Rules,
    /// How pieces are dealt, where it differs from the rules.
    pub randomiser: Option<Randomiser>,
    /// What lines are paid, where it differs from the rules.
    pub scoring: Option<Scoring>,
    /// Decides the pieces, their first orientations and the garbage.
    pub seed: u64,
    /// The first level; it rises by one every ten lines.
    pub level: u32,
    /// How fast pieces fall.
    pub speed: Speed,
    /// When a piece that rests is locked.
    pub lock: LockDelay,
    /// What held keys do.
    pub handling: Handling,
    /// How long full rows are shown before they vanish.
    pub clear: Duration,
    /// From a lock (or the end of a line clear) to the next piece.
    pub entry: Duration,
    /// How many next pieces are shown, 1 to 6.
    pub next: usize,
    /// Rows that come in from below.
    pub garbage: Garbage,
}

impl Options {
    /// The most next pieces that are shown.
    pub const MAX_NEXT: usize = 6;

    /// A game of 10x20 with these rules at an easy speed, without delays.
    pub fn new(rules: Rules, seed: u64) -> Self {
        Self {
            cols: 10,
            rows: 20,
            rules,
            randomiser: None,
            scoring: None,
            seed,
            level: 1,
            speed: Speed::Gnome,
            lock: LockDelay::After { delay: Duration::from_millis(500), resets: 15 },
            handling: Handling::default(),
            clear: Duration::ZERO,
            entry: Duration::ZERO,
            next: 1,
            garbage: Garbage::None,
        }
    }
}

/// How fast pieces fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speed {
    /// The same time a row at every level; zero lands every piece at once.
    Fixed(Duration),
    /// 80 + 800 * 0.75^(level - 1) milliseconds a row, as quadrapassel does.
    Gnome,
    /// (0.8 - 0.007 (level - 1))^(level - 1) seconds a row, the guideline's formula.
    Guideline,
    /// The 1989 console game's frames a row, at 60.0988 frames a second; levels from 0.
    Nes,
}

impl std::fmt::Display for Speed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Speed::Fixed(period) => write!(f, "{} ms", period.as_millis()),
            Speed::Gnome => f.write_str("gnome"),
            Speed::Guideline => f.write_str("guideline"),
            Speed::Nes => f.write_str("nes"),
        }
    }
}

impl Speed {
    /// Time a row at `level`.
    pub fn period(self, level: u32) -> Duration {
        let from_one = level.max(1) - 1;
        match self {
            Speed::Fixed(period) => period,
            Speed::Gnome => {
                Duration::from_secs_f64(0.08 + 0.8 * 0.75_f64.powi(from_one.min(99) as i32))
            }
            Speed::Guideline => {
                // The formula is meant up to level 20; it would fall again far beyond.
                let step = f64::from(from_one.min(19));
                Duration::from_secs_f64((0.8 - 0.007 * step).powf(step))
            }
            Speed::Nes => {
                let frames = match level {
                    0..=8 => 48 - 5 * level,
                    9 => 6,
                    10..=12 => 5,
                    13..=15 => 4,
                    16..=18 => 3,
                    19..=28 => 2,
                    _ => 1,
                };
                Duration::from_secs_f64(f64::from(frames) / 60.0988)
            }
        }
    }
}

/// When a piece that rests on something is locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockDelay {
    /// When it should fall the next row and cannot, or at a press of the down key.
    NextStep,
    /// After a time of rest.
    After {
        /// The time.
        delay: Duration,
        /// How many moves and turns may start it again.
        resets: u32,
    },
}

/// What held keys do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handling {
    /// From a press to the first repetition of a sideways move.
    pub das: Duration,
    /// Between its repetitions; at least a millisecond is taken.
    pub arr: Duration,
    /// Time a row while the down key is held.
    pub soft: Duration,
}

impl Default for Handling {
    fn default() -> Self {
        Self {
            das: Duration::from_millis(170),
            arr: Duration::from_millis(50),
            soft: Duration::from_millis(50),
        }
    }
}

/// Rows that come in from below, each with one hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Garbage {
    /// None.
    None,
    /// Some rows after every so many pieces.
    Every {
        /// Pieces between two lots.
        pieces: u32,
        /// Rows of a lot.
        rows: u32,
    },
}
