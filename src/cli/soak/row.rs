//! One line of the campaign's table.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::calibration::Game;

/// The table's head.
pub const HEADER: &str = "\
| game | fault | games | strikes | finished | stopped | misreads acted on | wrong inputs | hangs | panics | held keys | reasons |
|---|---|---|---|---|---|---|---|---|---|---|---|";

/// How one game under faults ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// It was played to its end, or for the time it had.
    Finished,
    /// It was stopped by a safety rule, for this reason.
    Stopped(String),
    /// The program failed.
    Panicked,
}

/// What happened in one game.
#[derive(Debug, Clone)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// Cells that were read wrong in a reading that was acted on.
    pub misreads_acted: u32,
    /// Clicks on another cell than the one meant, on a cell that was not read, or refused ones.
    pub wrong_inputs: u32,
    /// How often the faults happened.
    pub struck: u64,
    /// Whether the player did nothing for too long.
    pub hung: bool,
    /// Keys that stayed down.
    pub held_keys: u32,
}

/// What happened in all games under one fault.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    game: &'static str,
    fault: String,
    games: u32,
    strikes: u64,
    finished: u32,
    stopped: u32,
    misreads_acted: u32,
    wrong_inputs: u32,
    hangs: u32,
    panics: u32,
    held_keys: u32,
    reasons: BTreeMap<String, u32>,
}

impl Row {
    /// No game yet.
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
            misreads_acted: 0,
            wrong_inputs: 0,
            hangs: 0,
            panics: 0,
            held_keys: 0,
            reasons: BTreeMap::new(),
        }
    }

    /// Counts one game.
    pub fn add(&mut self, played: Played) {
        self.games += 1;
        self.strikes += played.struck;
        self.misreads_acted += played.misreads_acted;
        self.wrong_inputs += played.wrong_inputs;
        self.hangs += u32::from(played.hung);
        self.held_keys += played.held_keys;
        match played.end {
            End::Finished => self.finished += 1,
            End::Panicked => self.panics += 1,
            End::Stopped(reason) => {
                self.stopped += 1;
                *self.reasons.entry(reason).or_default() += 1;
            }
        }
    }

    /// Whether nothing happened that must not.
    pub fn is_clean(&self) -> bool {
        let never =
            [self.misreads_acted, self.wrong_inputs, self.hangs, self.panics, self.held_keys];
        never == [0; 5]
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reasons: Vec<String> = self.reasons.iter().map(|(r, n)| format!("{n} {r}")).collect();
        write!(
            f,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.game,
            self.fault,
            self.games,
            self.strikes,
            self.finished,
            self.stopped,
            self.misreads_acted,
            self.wrong_inputs,
            self.hangs,
            self.panics,
            self.held_keys,
            reasons.join("; ")
        )
    }
}
