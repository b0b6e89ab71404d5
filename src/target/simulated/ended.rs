//! Games that end in a window, and which of them still has to be told of.

use std::time::Duration;

use crate::board::Outcome;

/// A game that ended in a window.
#[derive(Debug, Clone, PartialEq)]
pub struct EndedGame {
    /// How it ended.
    pub result: Outcome,
    /// Why it was stopped in its middle.
    pub reason: Option<&'static str>,
    /// The Minesweeper size, or the Tetris speed and first level.
    pub level: String,
    /// The seed of the window.
    pub seed: u64,
    /// How long it took, pauses left out.
    pub time: Duration,
    /// Clicks or keys that the game obeyed.
    pub inputs: u64,
    /// What is counted in Tetris.
    pub tetris: Option<TetrisCounts>,
}

/// What a game of Tetris counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TetrisCounts {
    /// Pieces locked.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    /// The score by the window's rules.
    pub score: u64,
}

/// What a window remembers of its game in hand and the one before.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    inputs: u64,
    told: bool,
    left: Option<EndedGame>,
}

impl Ledger {
    /// The game obeyed an input.
    pub(super) fn input(&mut self) {
        self.inputs += 1;
    }

    /// Clicks or keys that the game in hand obeyed.
    pub(super) fn inputs(&self) -> u64 {
        self.inputs
    }

    /// The game in hand is left; `game` tells it, given its inputs. A game that nobody has touched
    /// or that was told of is forgotten.
    pub(super) fn leave(&mut self, game: impl FnOnce(u64) -> EndedGame) {
        if !self.told && self.inputs > 0 {
            self.left = Some(game(self.inputs));
        }
        self.told = true;
    }

    /// Another game begins.
    pub(super) fn begin(&mut self) {
        *self = Self { left: self.left.take(), ..Self::default() };
    }

    /// A game that nobody was told of yet: the one that was left, or the one in hand, which
    /// `over` tells if it is over.
    pub(super) fn take(
        &mut self,
        over: impl FnOnce(u64) -> Option<EndedGame>,
    ) -> Option<EndedGame> {
        self.left.take().or_else(|| {
            let game = if self.told { None } else { over(self.inputs) };
            self.told |= game.is_some();
            game
        })
    }
}
