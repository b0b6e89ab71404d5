//! The end of a game and the way to the next.

use super::{NEW_GAME_TRIES, State, TetrisPlayer, Waiting};
use crate::calibration;
use crate::frame::Frame;
use crate::play::{Ended, GameReport, Outcome, Planned, Step, steps};

impl TetrisPlayer {
    /// Ends the game in hand: no piece has been in sight for long.
    pub(super) fn finish(&mut self) -> Step {
        let now = self.real_time.now();
        let Some(game) = self.game.take() else {
            return Step::GiveUp(Ended::Safety(
                "no piece falls in the well; is the game paused or over? Start a new one".into(),
            ));
        };
        let release = self.let_go();
        debug_assert!(release.is_none(), "a held key is let go before a game is over");
        self.state = State::Restart(0);
        Step::Finished(Box::new(GameReport::Tetris(game.report(Outcome::Over, None, now))))
    }

    /// Asks for a new game.
    pub(super) fn restart(&mut self, frame: &Frame, tries: u32) -> Step {
        let Some(plan) = self.window_steps(frame, &self.options.new_game.after_loss) else {
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
        if tries == 0 {
            self.games += 1;
        }
        self.careful = 3;
        self.state = State::Await(Waiting { tries: tries + 1, ..Waiting::default() });
        Step::Act(plan)
    }

    /// The inputs for steps of the profile, or `None` when there are none.
    pub(super) fn window_steps(
        &self,
        frame: &Frame,
        list: &[calibration::Step],
    ) -> Option<Vec<Planned>> {
        let size = (frame.region.w, frame.region.h);
        let place = steps::Place { grid: self.grid_now(), face: None, size };
        let plan = steps::plan(list, &place, &self.options.pace).ok()?;
        (!plan.is_empty()).then_some(plan)
    }

    fn grid_now(&self) -> Option<&crate::geometry::GridGeometry> {
        self.reading.as_ref().map(|reading| &reading.geometry)
    }
}
