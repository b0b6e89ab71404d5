//! The end of a game and the way to the next.

use std::time::Duration;

use super::{LOOK, NEW_GAME_TRIES, Search, State, TetrisPlayer, Waiting};
use crate::board::tetris::{Tile, Well};
use crate::play::{Ended, GameReport, Outcome, Step};

/// A game can only be over when the stack came within so many rows of the top.
const NEAR_TOP: usize = 6;
/// A stack lower than this part of the well is low.
const LOW: usize = 3;
/// How long a piece may be out of sight over a lower stack: another background must be learnt
/// first on some levels, and a busy machine takes its time for that.
const PATIENCE: Duration = Duration::from_secs(10);

impl TetrisPlayer {
    /// No piece has been in sight for so long: ends the game in hand.
    pub(super) fn finish(&mut self, waiting: Waiting, blank: Duration) -> Step {
        let stack = waiting.dropped.as_ref().map(|dropped| &dropped.expected);
        let Some(stack) = stack.or(self.stack.as_ref()).filter(|_| self.game.is_some()) else {
            return self.no_game(&waiting, "no piece falls in the well");
        };
        if stack.top() + NEAR_TOP < stack.rows() {
            if blank < PATIENCE {
                self.state = State::Await(waiting);
                return Step::Look(LOOK);
            }
            if !self.has_ended(stack) {
                return Step::GiveUp(Ended::Safety(
                    "no piece can be seen though the stack is low: is the game paused or \
                     covered? Show it, or give its profile with --profile"
                        .into(),
                ));
            }
        }
        self.stack = Some(stack.clone());
        self.ended(waiting.dropped.is_some())
    }

    /// The game in hand is over; whether its last piece was `locked` unseen.
    pub(super) fn ended(&mut self, locked: bool) -> Step {
        self.last_stack.clone_from(&self.stack);
        let now = self.real_time.now();
        let mut game = self.game.take().expect("a game is in hand");
        game.pieces += u64::from(locked);
        self.state = State::Restart(0);
        Step::Finished(Box::new(GameReport::Tetris(game.report(Outcome::Over, None, now))))
    }

    /// Whether a stack with which a game may end has gone from the picture.
    fn has_ended(&self, stack: &Well) -> bool {
        let Some(reading) = &self.reading else { return false };
        let gone = |cell| !stack.is_filled(cell) || reading.cells[cell].kind != Some(Tile::Locked);
        may_be_last(stack) && reading.cells.iter().all(|(cell, _)| gone(cell))
    }

    /// No game runs: asks for one, the first or another.
    pub(super) fn no_game(&mut self, waiting: &Waiting, problem: &str) -> Step {
        if waiting.tries > 0 {
            return self.restart(waiting.tries);
        }
        if waiting.started == 0 && self.setup.new_game.start.is_empty() {
            // While a message lay over it something else may have been taken for the well.
            self.reading = None;
            self.state = State::Searching(Search { tries: 1, ..Search::default() });
            return Step::Look(Duration::ZERO);
        }
        self.start(waiting.started, problem)
    }

    /// Asks for a new game.
    pub(super) fn restart(&mut self, tries: u32) -> Step {
        let Some(plan) = self.window_steps(&self.setup.new_game.after_loss) else {
            return Step::GiveUp(Ended::Safety(
                "how a new game begins is not known here; give the game's profile with --profile"
                    .into(),
            ));
        };
        if tries >= NEW_GAME_TRIES {
            return Step::GiveUp(Ended::Safety(
                "no new game began; start one by hand and close its dialogs".into(),
            ));
        }
        self.careful = self.careful.max(super::FIRST_PIECES);
        self.stack = None;
        self.state = State::Await(Waiting { tries: tries + 1, ..Waiting::default() });
        Step::Act(plan)
    }
}

/// Whether a game may end a few pieces after it had this stack: the last pieces of a fast one may
/// not have been seen.
pub(super) fn may_be_last(stack: &Well) -> bool {
    stack.top() * LOW >= stack.rows()
}
