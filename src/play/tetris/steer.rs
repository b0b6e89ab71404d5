//! A piece on its way: see it over its place, drop it there.

use std::time::Duration;

use super::keys;
use super::sight::{Pulse, Sight};
use super::{Dropped, LOOK, Stage, State, Steering, TetrisPlayer, Waiting};
use crate::board::tetris::{Falling, Press, Well};
use crate::frame::Frame;
use crate::input::Action;
use crate::play::{Aim, Planned, Step};

/// How often a piece's way is mended before it is planned anew.
const MENDS: u32 = 3;
/// How long a game may take to paint one change.
const PAINTING: Duration = Duration::from_millis(60);

impl TetrisPlayer {
    /// Looks whether a piece has come over its place, and drops it there.
    pub(super) fn steer(&mut self, frame: &Frame, mut steering: Steering) -> Step {
        let Some(sight) = self.look(frame) else {
            if frame.at - steering.since > self.setup.pace.settle() {
                let blank = Some(steering.since);
                let dropped = Some(self.given_up(frame, &steering));
                return self.nothing(frame, Waiting { blank, dropped, ..Waiting::default() });
            }
            self.state = State::Steering(steering);
            return Step::Look(LOOK);
        };
        if sight.well != steering.well || sight.falling.piece != steering.over.piece {
            // It was locked on the way, maybe where it was meant to be; or the game was just
            // painting.
            let since = *steering.strange.get_or_insert(frame.at);
            if frame.at - since < PAINTING {
                self.state = State::Steering(steering);
                return Step::Look(LOOK);
            }
            let dropped = Some(self.given_up(frame, &steering));
            self.state = State::Await(Waiting { dropped, ..Waiting::default() });
            return Step::Look(LOOK);
        }
        steering.strange = None;
        self.fall.goes_on(sight.falling, frame.at);
        steering.pulse.sees(&sight.falling);
        let lost = self.lost(steering.since, frame.at, &steering.pulse);
        // Once keys were sent again, some of them may still be on their way.
        let steady = steering.tries == 0 || lost;
        if steering.stage == Stage::Shifts && self.has_turned(&sight, &steering.over) {
            steering.stage = Stage::Drop;
            let shifts = self.mend(&sight, steering.over).unwrap_or_default();
            if !shifts.is_empty() {
                steering.since = frame.at;
                steering.pulse = Pulse::default();
                self.state = State::Steering(steering);
                return Step::Act(keys::inputs(&self.setup, &shifts));
            }
        }
        if steady && keys::aligned(&self.rules, &sight.well, &sight.falling, &steering.over) {
            return Step::Act(self.dropping(frame, sight.well, sight.falling));
        }
        if !lost {
            self.state = State::Steering(steering);
            return Step::Look(LOOK);
        }
        self.in_hand().retries += 1;
        self.trouble();
        match self.mend(&sight, steering.over).filter(|_| steering.tries < MENDS) {
            Some(presses) => {
                steering.tries += 1;
                steering.since = frame.at;
                steering.pulse = Pulse::default();
                self.state = State::Steering(steering);
                Step::Act(keys::inputs(&self.setup, &presses))
            }
            None => self.place(frame, sight),
        }
    }

    /// Whether the piece lies in the way it shall lie.
    fn has_turned(&self, sight: &Sight, over: &Falling) -> bool {
        let shape = |falling: &Falling| self.rules.place(&sight.well, falling).0;
        shape(&sight.falling) == shape(over)
    }

    fn mend(&self, sight: &Sight, over: Falling) -> Option<Vec<Press>> {
        let gravity = self.fall.gravity();
        let has = |press| self.has(press);
        keys::correction(&self.rules, gravity, &sight.well, has, sight.falling, over)
    }

    /// What is expected of a piece that was locked before it was dropped.
    fn given_up(&mut self, frame: &Frame, steering: &Steering) -> Dropped {
        let dropped = self.landing(frame, steering.well.clone(), steering.over);
        Dropped { resent: true, ..dropped }
    }

    /// The inputs that drop a piece that is `over` its place, and the wait for their effect.
    pub(super) fn dropping(&mut self, frame: &Frame, well: Well, over: Falling) -> Vec<Planned> {
        let dropped = Some(self.landing(frame, well, over));
        self.state = State::Await(Waiting { dropped, ..Waiting::default() });
        self.drop_inputs()
    }

    /// The inputs of a drop: the key, or where there is none the soft drop held down.
    pub(super) fn drop_inputs(&mut self) -> Vec<Planned> {
        if self.has(Press::Drop) {
            return keys::inputs(&self.setup, &[Press::Drop]);
        }
        let Some(stroke) = self.setup.game.keys.get(&Press::Down) else { return Vec::new() };
        self.held = Some(stroke.key);
        vec![Planned { action: Action::Press(stroke.key), aim: Aim::Window }]
    }

    /// What a piece does that drops on `before` from `over`; the reader is told.
    fn landing(&mut self, frame: &Frame, before: Well, over: Falling) -> Dropped {
        let rest = self.rules.press(&before, &over, Press::Drop).unwrap_or(over);
        let (shape, col, up) = self.rules.place(&before, &rest);
        let mut landed = before.clone();
        if let (Ok(col), Ok(up)) = (usize::try_from(col), usize::try_from(up)) {
            landed.fill(&shape, col, up);
        }
        let mut expected = landed.clone();
        let lines = expected.clear_lines();
        self.reader.dropped(&before, &landed, &expected);
        let pulse = Pulse::default();
        Dropped { at: frame.at, before, expected, lines, over, rest, resent: false, pulse }
    }
}
