//! The end of a game and the way to the next.

use super::{Asked, MinesweeperPlayer, State};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::calibration;
use crate::input::Action;
use crate::play::steps::{self, Place};
use crate::play::{Ended, GameReport, Outcome, Planned, Step};

impl MinesweeperPlayer {
    /// Ends the game in hand.
    pub(super) fn finish(&mut self, outcome: Outcome, cells: &Grid<Option<Cell>>) -> Step {
        let now = self.real_time.now();
        let mut game = self.game.take().expect("a game is in hand while it is played");
        let disproved = self.memory.disproved(cells, game.level.mines).len() as u32;
        let certain_loss = outcome == Outcome::Lost && !self.guessed;
        game.misreads += disproved.max(u32::from(certain_loss));
        let reason = certain_loss.then_some("a mine exploded on a move that was certain");
        let report = game.report(outcome, reason, now);
        self.state = State::Restart(outcome, 0);
        Step::Finished(Box::new(GameReport::Minesweeper(report)))
    }

    /// Asks for a new game.
    pub(super) fn restart(&mut self, outcome: Outcome, tries: u32) -> Step {
        let new_game = &self.options.new_game;
        let steps = match outcome {
            Outcome::Won => &new_game.after_win,
            Outcome::Lost => &new_game.after_loss,
            Outcome::Over | Outcome::Stopped => &new_game.midway,
        };
        let face = [calibration::Step::Face];
        let steps: &[_] = if steps.is_empty() { &face } else { steps };
        let plan = match self.steps(steps) {
            Ok(plan) => plan,
            Err(why) => {
                return Step::GiveUp(Ended::Safety(format!(
                    "cannot start a new game: {why}; give the game's profile with --profile"
                )));
            }
        };
        self.state = State::AwaitFresh(Asked { outcome, tries: tries + 1, since: None });
        Step::Act(plan)
    }

    /// The inputs for steps of the profile, the pointer parked at their end.
    pub(super) fn steps(&self, steps: &[calibration::Step]) -> Result<Vec<Planned>, String> {
        let seen = self.seen.as_ref().expect("a board was found before a game ends");
        let face = seen.reading.counters.face;
        let place = Place { grid: Some(&seen.reading.geometry), face, size: seen.size };
        let mut plan = steps::plan(steps, &place, &self.options.pace)?;
        if plan.iter().any(|planned| matches!(planned.action, Action::Click { .. })) {
            plan.extend(self.park());
        }
        Ok(plan)
    }
}
