//! Counting what was read right.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use super::frames::Labelled;
use crate::geometry::CellPos;
use crate::vision::minesweeper::Reading;

/// What came of one or more frames.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub frames: usize,
    /// Frames in which the board was not found.
    pub missed: usize,
    /// Frames in which something else was taken for the board, or not all of it.
    pub other_grid: usize,
    pub right: usize,
    pub wrong: usize,
    pub unknown: usize,
    /// Counters read right, wrong, and not read although there is one.
    pub counters: [usize; 3],
}

/// A cell hidden by more than this share need not be read ...
const PARTLY: f32 = 0.1;
/// ... and by more than this must not be.
const MOSTLY: f32 = 0.7;

impl Tally {
    /// Compares one reading with the truth.
    pub fn of(truth: &Labelled, reading: Option<&Reading>) -> Self {
        let cells = truth.cells.len();
        let mut tally = Self { frames: 1, ..Self::default() };
        let Some(reading) = reading else {
            return Self { missed: 1, unknown: cells, ..tally };
        };
        if let Some(number) = truth.mines_left {
            let place = match reading.counters.mines_left {
                Some(read) if read == number => 0,
                Some(_) => 1,
                None => 2,
            };
            tally.counters[place] = 1;
        }
        let (want, got) = (&truth.geometry, &reading.geometry);
        let (pitch, found) = (want.pitch(), got.pitch());
        let (a, b) = (want.bounds(), got.bounds());
        let right = (want.cols(), want.rows()) == (got.cols(), got.rows())
            && (a.x - b.x).abs() < 0.3 * pitch.0
            && (a.y - b.y).abs() < 0.3 * pitch.1
            && (found.0 / pitch.0 - 1.0).abs() < 0.03
            && (found.1 / pitch.1 - 1.0).abs() < 0.03;
        if !right {
            return Self { other_grid: 1, unknown: cells, ..tally };
        }
        for (pos, cell) in reading.cells.iter() {
            tally.count(truth, pos, cell.kind);
        }
        tally
    }

    fn count(
        &mut self,
        truth: &Labelled,
        pos: CellPos,
        kind: Option<crate::board::minesweeper::Cell>,
    ) {
        let (Some(want), hidden) = (truth.cells[pos], truth.hidden[pos]) else { return };
        match kind {
            Some(_) if hidden > MOSTLY => self.wrong += 1,
            Some(kind) if kind == want => self.right += 1,
            Some(_) => self.wrong += 1,
            None if hidden > PARTLY => {}
            None => self.unknown += 1,
        }
    }

    /// All cells counted.
    pub fn cells(&self) -> usize {
        self.right + self.wrong + self.unknown
    }

    /// Whether a board was not found or something was read wrong.
    pub fn is_bad(&self) -> bool {
        self.missed + self.other_grid + self.wrong + self.counters[1] > 0
    }

    fn add(&mut self, other: &Self) {
        self.frames += other.frames;
        self.missed += other.missed;
        self.other_grid += other.other_grid;
        self.right += other.right;
        self.wrong += other.wrong;
        self.unknown += other.unknown;
        self.counters.iter_mut().zip(other.counters).for_each(|(a, b)| *a += b);
    }

    /// The tally as a JSON object.
    pub fn json(&self) -> Value {
        let [right, wrong, missing] = self.counters;
        json!({
            "frames": self.frames, "missed": self.missed, "other_grid": self.other_grid,
            "right": self.right, "wrong": self.wrong, "unknown": self.unknown,
            "counters": {"right": right, "wrong": wrong, "not_read": missing},
        })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = 100.0 * self.unknown as f64 / self.cells().max(1) as f64;
        let [right, wrong, missing] = self.counters;
        write!(
            f,
            "{:>4} frames, {:>3} missed, {:>3} other grid, {:>6} right, {:>4} wrong, {:>5} \
             unknown ({share:>5.2} %); counters {right} right, {wrong} wrong, {missing} not read",
            self.frames, self.missed, self.other_grid, self.right, self.wrong, self.unknown
        )
    }
}

/// Tallies by skin and range of scales.
#[derive(Debug, Default)]
pub struct Table(BTreeMap<(String, &'static str), Tally>);

impl Table {
    /// Counts one frame in its group.
    pub fn add(&mut self, frame: &Labelled, tally: Tally) {
        let range = match frame.scale {
            s if s < 1.0 => "below 1",
            1.0 => "1",
            s if s < 2.0 => "1 to 2",
            _ => "2 to 3",
        };
        self.0.entry((frame.skin.clone(), range)).or_default().add(&tally);
    }

    /// All groups together.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        self.0.values().for_each(|tally| total.add(tally));
        total
    }

    /// The groups as a list of JSON objects.
    pub fn json(&self) -> Value {
        let group = |((skin, scale), tally): (&(String, &str), &Tally)| {
            let mut line = tally.json();
            line["skin"] = json!(skin);
            line["scale"] = json!(scale);
            line
        };
        self.0.iter().map(group).collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((skin, scale), tally) in &self.0 {
            writeln!(f, "{skin:<20} scale {scale:<8} {tally}")?;
        }
        writeln!(f, "{:<35} {}", "all", self.total())
    }
}
