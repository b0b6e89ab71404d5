//! How a player is set up, in a form that a recording keeps.

use std::rc::Rc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{MinesweeperPlayer, OnGuess, Options};
use crate::board::minesweeper::Level;
use crate::calibration::{InputPace, MinesweeperRules, NewGame};
use crate::clock::Clock;
use crate::solver::minesweeper::{DEFAULT_STRATEGY, FlagStyle, Move, UnknownStrategy, strategy};
use crate::vision::minesweeper::BoardReader;

/// All that a player's decisions depend on but the frames.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// Size and mines, where they are known.
    pub level: Option<Level>,
    /// Who decides.
    pub strategy: String,
    /// What to do when only a guess is left.
    pub on_guess: Guessing,
    /// Whether and why flags are set.
    pub flags: FlagStyle,
    /// The longest a decision may take.
    pub think: Duration,
    /// Whether nothing is sent.
    pub dry_run: bool,
    /// The profile the cells are read with, if one was chosen.
    pub profile: Option<String>,
    /// Rules of the game at hand.
    pub rules: MinesweeperRules,
    /// How fast input may come.
    pub pace: InputPace,
    /// How a new game begins.
    pub new_game: NewGame,
}

/// What to do when only a guess is left, without the way to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Guessing {
    /// Guess.
    Play,
    /// Ask somebody.
    Ask,
    /// Stop.
    Stop,
}

impl Setup {
    /// The player; `reader` reads for it, `ask` is asked for guesses where that is wanted, and
    /// `real_time` is for the report.
    ///
    /// # Errors
    /// When there is no such strategy.
    pub fn player(
        &self,
        reader: Box<dyn BoardReader>,
        ask: Box<dyn FnMut(&Move) -> bool>,
        real_time: Rc<dyn Clock>,
    ) -> Result<MinesweeperPlayer, UnknownStrategy> {
        let options = Options {
            level: self.level,
            on_guess: match self.on_guess {
                Guessing::Play => OnGuess::Play,
                Guessing::Ask => OnGuess::Ask(ask),
                Guessing::Stop => OnGuess::Stop,
            },
            flags: self.flags,
            think: self.think,
            dry_run: self.dry_run,
            rules: self.rules.clone(),
            pace: self.pace.clone(),
            new_game: self.new_game.clone(),
        };
        let decider = strategy(&self.strategy)?;
        let guesser = strategy(DEFAULT_STRATEGY)?;
        Ok(MinesweeperPlayer::new(options, reader, decider, guesser, real_time))
    }
}
