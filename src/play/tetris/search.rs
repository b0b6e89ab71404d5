//! Finding the well and starting the first game.

use std::time::Duration;

use log::info;

use super::sight::Sight;
use super::{FIND, NEW_GAME_TRIES, State, TetrisPlayer, Waiting};
use crate::calibration;
use crate::frame::Frame;
use crate::play::{Ended, Planned, Step, steps};
use crate::vision::tetris::Reading;

impl TetrisPlayer {
    /// Looks for a well with a piece in it in a whole frame; where none is found the profile's
    /// start steps are tried.
    pub(super) fn search(&mut self, frame: &Frame, since: Option<Duration>, tries: u32) -> Step {
        self.size = (frame.region.w, frame.region.h);
        let since = since.unwrap_or(frame.at);
        let error = match self.reader.find(frame) {
            Ok(reading) if reading.confidence >= 0.5 && reading.falling.is_some() => {
                info!("found a well of {}x{}", reading.cells.cols(), reading.cells.rows());
                let size = |reading: &Reading| (reading.cells.cols(), reading.cells.rows());
                let other = self.reading.as_ref().is_some_and(|was| size(was) != size(&reading));
                if other && self.game.is_some() {
                    return Step::GiveUp(Ended::Safety(
                        "the well has another size than before; start anew if that is wanted"
                            .into(),
                    ));
                }
                if let Some(sight) = Sight::of(&reading, &self.rules) {
                    self.fall.found(&self.rules, &sight);
                }
                self.reading = Some(reading);
                let dropped = self.interrupted.take();
                self.state =
                    State::Await(Waiting { dropped, started: tries, ..Waiting::default() });
                return Step::Look(Duration::ZERO);
            }
            Ok(_) => "there is a well but no piece falls in it".to_string(),
            Err(error) => error.to_string(),
        };
        if frame.at - since < FIND {
            self.state = State::Searching { since: Some(since), tries };
            return Step::Look(Duration::from_millis(50));
        }
        if self.game.is_some() {
            return Step::GiveUp(Ended::Safety(format!(
                "the well was not found again after the window had changed: {error}; uncover it \
                 and start anew"
            )));
        }
        self.start(tries, &error)
    }

    /// Asks for the first game by the profile's start steps.
    pub(super) fn start(&mut self, tries: u32, error: &str) -> Step {
        if tries < NEW_GAME_TRIES
            && !self.setup.dry_run
            && let Some(plan) = self.window_steps(&self.setup.new_game.start)
        {
            info!("starting a game: {error}");
            self.state = State::Searching { since: None, tries: tries + 1 };
            return Step::Act(plan);
        }
        Step::GiveUp(Ended::NothingFound(format!(
            "no running Tetris was found: {error}; start a game in the window and uncover it, or \
             see what is there with `sweepfall windows` and `sweepfall read`"
        )))
    }

    /// The inputs for steps of the profile, or `None` when there are none.
    pub(super) fn window_steps(&self, list: &[calibration::Step]) -> Option<Vec<Planned>> {
        let grid = self.reading.as_ref().map(|reading| &reading.geometry);
        let place = steps::Place { grid, face: None, size: self.size };
        let plan = steps::plan(list, &place, &self.setup.pace).ok()?;
        (!plan.is_empty()).then_some(plan)
    }
}
