//! Finding the well and starting the first game.

use std::time::Duration;

use log::info;

use super::sight::Sight;
use super::{FIND, NEW_GAME_TRIES, Search, State, TetrisPlayer, Waiting};
use crate::calibration;
use crate::frame::Frame;
use crate::play::{Ended, Planned, Step, steps};
use crate::vision::tetris::Reading;

/// How often a well may be found in another place than before.
const ELSEWHERE: u32 = 8;

impl TetrisPlayer {
    /// Looks for a well with a piece in it in a whole frame; where none is found the profile's
    /// start steps are tried.
    pub(super) fn search(&mut self, frame: &Frame, search: Search) -> Step {
        self.size = (frame.region.w, frame.region.h);
        if search.moved.is_some() {
            return self.prove(frame, search);
        }
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
                let Search { tries: started, elsewhere, .. } = search;
                let dropped = self.interrupted.take();
                self.state =
                    State::Await(Waiting { dropped, started, elsewhere, ..Waiting::default() });
                return Step::Look(Duration::ZERO);
            }
            Ok(_) => "there is a well but no piece falls in it".to_string(),
            Err(error) => error.to_string(),
        };
        self.not_found(frame, search, &error)
    }

    /// Looks whether the well is where it was before something moved in it.
    fn prove(&mut self, frame: &Frame, search: Search) -> Step {
        match self.reader.found_again(frame) {
            Some(true) => {
                self.proven = true;
                let Search { tries: started, moved, .. } = search;
                let life = moved.unwrap_or_default();
                self.state = State::Await(Waiting { started, life, ..Waiting::default() });
                Step::Look(Duration::ZERO)
            }
            Some(false) if search.elsewhere < ELSEWHERE => {
                let Search { tries, elsewhere, .. } = search;
                let elsewhere = elsewhere + 1;
                self.reading = None;
                self.state = State::Searching(Search { tries, elsewhere, ..Search::default() });
                Step::Look(Duration::ZERO)
            }
            Some(false) => self.start(search.tries, "each time a well is found somewhere else"),
            None => self.not_found(frame, search, "the well is not found again"),
        }
    }

    /// No well was found in a frame, for the reason `error`: looks on for a while.
    fn not_found(&mut self, frame: &Frame, search: Search, error: &str) -> Step {
        let since = search.since.unwrap_or(frame.at);
        if frame.at - since < FIND {
            self.state = State::Searching(Search { since: Some(since), ..search });
            return Step::Look(Duration::from_millis(50));
        }
        if self.game.is_some() {
            return Step::GiveUp(Ended::Safety(format!(
                "the well was not found again after the window had changed: {error}; uncover it \
                 and start anew"
            )));
        }
        self.start(search.tries, error)
    }

    /// Asks for the first game by the profile's start steps.
    pub(super) fn start(&mut self, tries: u32, error: &str) -> Step {
        if tries < NEW_GAME_TRIES
            && !self.setup.dry_run
            && let Some(plan) = self.window_steps(&self.setup.new_game.start)
        {
            info!("starting a game: {error}");
            self.state = State::Searching(Search { tries: tries + 1, ..Search::default() });
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
