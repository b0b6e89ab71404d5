//! Finding the well and starting the first game.

use std::time::Duration;

use log::info;

use super::{FIND, NEW_GAME_TRIES, State, TetrisPlayer, Waiting};
use crate::frame::Frame;
use crate::play::{Ended, Step};

impl TetrisPlayer {
    /// Looks for a well in a whole frame; where none is found the profile's start steps are
    /// tried.
    pub(super) fn search(&mut self, frame: &Frame, since: Option<Duration>, tries: u32) -> Step {
        let since = since.unwrap_or(frame.at);
        let error = match self.reader.find(frame) {
            Ok(reading) => {
                let (cols, rows) = (reading.cells.cols(), reading.cells.rows());
                let playable = self.sight(&reading).is_some();
                if playable || self.options.new_game.start.is_empty() || tries > 0 {
                    info!("found a well of {cols}x{rows}");
                    self.reading = Some(reading);
                    self.games += 1;
                    self.state = State::Await(Waiting::default());
                    return Step::Look(Duration::ZERO);
                }
                "there is a well but no piece falls in it".to_string()
            }
            Err(error) => error.to_string(),
        };
        if frame.at - since < FIND {
            self.state = State::Searching { since: Some(since), tries };
            return Step::Look(Duration::from_millis(50));
        }
        if tries < NEW_GAME_TRIES
            && let Some(plan) = self.window_steps(frame, &self.options.new_game.start)
        {
            info!("starting a game: {error}");
            self.state = State::Searching { since: None, tries: tries + 1 };
            return Step::Act(plan);
        }
        Step::GiveUp(Ended::NothingFound(format!(
            "no Tetris well was found: {error}; start a game in the window and uncover it, or see \
             what is there with `sweepfall windows` and `sweepfall read`"
        )))
    }
}
