//! One line of the campaign's table.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::calibration::Game;

/// The table's head.
pub const HEADER: &str = "\
| game | fault | runs | strikes | finished | stopped | wrong stops | misreads acted on | wrong inputs | stale inputs | hangs | panics | held keys | lost results | no evidence | misdrops | let go, ms | reasons |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// How one run under faults ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum End {
    /// It was played to its end, or for the time it had.
    #[default]
    Finished,
    /// It was stopped by a safety rule, for this reason.
    Stopped(String),
    /// The program failed.
    Panicked,
}

/// What happened in one run.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// Whether the faults give no reason to stop like that.
    pub wrong_stop: bool,
    /// Cells that were read wrong in a reading that was acted on.
    pub misreads_acted: u32,
    /// Clicks on another cell than the one meant, on a cell that was not read, or refused ones;
    /// a key that stayed down while another program had the keyboard.
    pub wrong_inputs: u32,
    /// Clicks on a cell that had changed since it was read.
    pub stale_inputs: u32,
    /// How often the faults happened.
    pub struck: u64,
    /// Whether the player did nothing for too long, or came to no end.
    pub hung: bool,
    /// Keys that stayed down.
    pub held_keys: u32,
    /// Whether a game that was played was not told of.
    pub lost_result: bool,
    /// Whether it was stopped without evidence.
    pub no_evidence: bool,
    /// Pieces locked elsewhere than planned.
    pub misdrops: u32,
    /// From the end of the window to that of the run.
    pub let_go: Option<Duration>,
}

/// What happened in all runs under one fault.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    game: &'static str,
    fault: String,
    games: u32,
    strikes: u64,
    finished: u32,
    stopped: u32,
    wrong_stops: u32,
    misreads_acted: u32,
    wrong_inputs: u32,
    stale_inputs: u32,
    hangs: u32,
    panics: u32,
    held_keys: u32,
    lost_results: u32,
    no_evidence: u32,
    misdrops: u32,
    /// The longest of all runs.
    let_go_ms: Option<u64>,
    reasons: BTreeMap<String, u32>,
}

impl Row {
    /// No run yet.
    pub fn new(game: Game, fault: &str) -> Self {
        let game = match game {
            Game::Minesweeper => "minesweeper",
            Game::Tetris => "tetris",
        };
        Self {
            game,
            fault: fault.to_string(),
            games: 0,
            strikes: 0,
            finished: 0,
            stopped: 0,
            wrong_stops: 0,
            misreads_acted: 0,
            wrong_inputs: 0,
            stale_inputs: 0,
            hangs: 0,
            panics: 0,
            held_keys: 0,
            lost_results: 0,
            no_evidence: 0,
            misdrops: 0,
            let_go_ms: None,
            reasons: BTreeMap::new(),
        }
    }

    /// Counts one run.
    pub fn add(&mut self, played: Played) {
        self.games += 1;
        self.strikes += played.struck;
        self.wrong_stops += u32::from(played.wrong_stop);
        self.misreads_acted += played.misreads_acted;
        self.wrong_inputs += played.wrong_inputs;
        self.stale_inputs += played.stale_inputs;
        self.hangs += u32::from(played.hung);
        self.held_keys += played.held_keys;
        self.lost_results += u32::from(played.lost_result);
        self.no_evidence += u32::from(played.no_evidence);
        self.misdrops += played.misdrops;
        self.let_go_ms = self.let_go_ms.max(played.let_go.map(|time| time.as_millis() as u64));
        match played.end {
            End::Finished => self.finished += 1,
            End::Panicked => self.panics += 1,
            End::Stopped(reason) => {
                self.stopped += 1;
                *self.reasons.entry(reason).or_default() += 1;
            }
        }
    }

    /// What must not happen, and how often it did.
    fn never(&self) -> [u32; 9] {
        [
            self.wrong_stops,
            self.misreads_acted,
            self.wrong_inputs,
            self.stale_inputs,
            self.hangs,
            self.panics,
            self.held_keys,
            self.lost_results,
            self.no_evidence,
        ]
    }

    /// Whether nothing happened that must not.
    pub fn is_clean(&self) -> bool {
        self.never() == [0; 9]
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { game, fault, games, strikes, finished, stopped, misdrops, .. } = self;
        write!(f, "| {game} | {fault} | {games} | {strikes} | {finished} | {stopped} |")?;
        self.never().iter().try_for_each(|count| write!(f, " {count} |"))?;
        let let_go = self.let_go_ms.map_or(String::new(), |ms| ms.to_string());
        let reasons: Vec<String> = self.reasons.iter().map(|(r, n)| format!("{n} {r}")).collect();
        write!(f, " {misdrops} | {let_go} | {} |", reasons.join("; "))
    }
}
