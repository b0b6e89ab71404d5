//! One piece: wait for it, plan once, steer, see it in its place, drop it, see it locked.

use std::time::Duration;

use log::{info, warn};

use super::keys;
use super::{
    CAREFUL_PIECES, Dropped, LOOK, Moment, SURPRISE, Sight, State, Steering, TetrisPlayer, Waiting,
};
use crate::board::tetris::{Falling, Press, Well};
use crate::frame::Frame;
use crate::input::Action;
use crate::play::{Aim, Ended, Planned, Step};

impl TetrisPlayer {
    /// Waits until the last drop shows its effect and a new piece is in sight.
    pub(super) fn await_piece(&mut self, frame: &Frame, mut waiting: Waiting) -> Step {
        let Some(sight) = self.look(frame) else { return self.nothing(frame, waiting) };
        waiting.blank = None;
        let Some(dropped) = waiting.dropped.take() else {
            return self.place(frame, sight);
        };
        if sight.well == dropped.expected {
            let game = self.in_hand();
            game.pieces += 1;
            game.lines += u64::from(dropped.lines);
            self.careful = self.careful.saturating_sub(1);
            return self.place(frame, sight);
        }
        if sight.well == dropped.before {
            return self.not_dropped_yet(frame, sight, waiting, dropped);
        }
        let since = match waiting.surprise.take() {
            Some((well, since)) if well == sight.well => since,
            _ => frame.at,
        };
        if frame.at - since < SURPRISE {
            waiting.surprise = Some((sight.well, since));
            waiting.dropped = Some(dropped);
            self.state = State::Await(waiting);
            return Step::Look(LOOK);
        }
        self.misdropped(&dropped.before, &sight.well);
        self.place(frame, sight)
    }

    /// The picture still shows the piece above its place: a late frame, or a lost key.
    fn not_dropped_yet(
        &mut self,
        frame: &Frame,
        sight: Sight,
        mut waiting: Waiting,
        mut dropped: Dropped,
    ) -> Step {
        if frame.at - dropped.at < self.options.pace.settle() {
            waiting.dropped = Some(dropped);
            self.state = State::Await(waiting);
            return Step::Look(LOOK);
        }
        let over = &dropped.over;
        let aligned = sight.falling.orientation == over.orientation
            && sight.falling.col == over.col
            && sight.falling.piece == over.piece;
        self.in_hand().retries += 1;
        self.careful = CAREFUL_PIECES;
        if aligned && !dropped.resent {
            dropped.resent = true;
            dropped.at = frame.at;
            waiting.dropped = Some(dropped);
            self.state = State::Await(waiting);
            return Step::Act(self.drop_inputs());
        }
        self.place(frame, sight)
    }

    /// Takes over a stack that was not planned.
    fn misdropped(&mut self, before: &Well, now: &Well) {
        let gone = (before.filled() + 4).saturating_sub(now.filled());
        let lines = u64::from(gone) / now.cols() as u64;
        warn!("a piece was locked elsewhere than planned");
        self.careful = CAREFUL_PIECES;
        let game = self.in_hand();
        game.pieces += 1;
        game.lines += lines;
        game.misdrops += 1;
    }

    /// No piece is in full sight.
    fn nothing(&mut self, frame: &Frame, mut waiting: Waiting) -> Step {
        let blank = *waiting.blank.get_or_insert(frame.at);
        let gone = frame.at - blank;
        if gone > self.options.over {
            if self.game.is_none() && waiting.tries > 0 {
                self.state = State::Restart(waiting.tries);
                return Step::Look(Duration::ZERO);
            }
            if let Some(release) = self.let_go() {
                self.state = State::Await(waiting);
                return Step::Act(vec![release]);
            }
            return self.finish();
        }
        let nudged = waiting.nudged.get_or_insert(frame.at);
        let nudge = self.options.nudge
            && self.game.is_some()
            && frame.at - *nudged > Duration::from_millis(60)
            && self.reading.as_ref().is_some_and(|reading| reading.unknown() == 0);
        if nudge {
            *nudged = frame.at;
            let plan = keys::inputs(&self.options, &[Press::Down]);
            self.state = State::Await(waiting);
            return Step::Act(plan);
        }
        self.state = State::Await(waiting);
        Step::Look(LOOK)
    }

    /// Plans a piece that has come into sight and sends it on its way.
    fn place(&mut self, frame: &Frame, sight: Sight) -> Step {
        if let Some(release) = self.let_go() {
            self.state = State::Await(Waiting::default());
            return Step::Act(vec![release]);
        }
        let careful = self.careful > 0 || !self.has_drop();
        self.in_hand();
        let moment = Moment {
            rules: &self.options.rules,
            well: &sight.well,
            falling: sight.falling,
            next: &sight.next,
            hold: sight.hold,
            think: self.options.think,
        };
        let Some(plan) = self.planner.plan(&moment) else {
            // It can go nowhere: the game ends by itself.
            self.state = State::Await(Waiting::default());
            return Step::Look(LOOK);
        };
        self.planned = true;
        info!("{:?} -> {:?} by {:?}", sight.falling, plan.rest, plan.presses);
        if self.options.dry_run {
            return Step::GiveUp(Ended::DryRun(format!("would press {:?}", plan.presses)));
        }
        let over = keys::after(&self.options.rules, &sight.well, sight.falling, &plan.presses);
        let mut inputs = keys::inputs(&self.options, &plan.presses);
        self.last_plan = Some(plan);
        if careful {
            let since = frame.at;
            self.state = State::Steering(Steering { well: sight.well, over, since, tries: 0 });
        } else {
            inputs.extend(self.dropping(frame, sight.well, over));
        }
        if self.options.pace_per_piece > Duration::ZERO {
            let wait = Action::Wait(self.options.pace_per_piece);
            inputs.insert(0, Planned { action: wait, aim: Aim::Window });
        }
        Step::Act(inputs)
    }

    /// Looks whether a piece has come over its place, and drops it there.
    pub(super) fn steer(&mut self, frame: &Frame, mut steering: Steering) -> Step {
        let gone = frame.at - steering.since;
        let late = gone > self.options.pace.settle();
        let Some(sight) = self.look(frame) else {
            if late {
                let blank = Some(steering.since);
                return self.nothing(frame, Waiting { blank, ..Waiting::default() });
            }
            self.state = State::Steering(steering);
            return Step::Look(LOOK);
        };
        if sight.well != steering.well {
            // It was locked on the way: maybe where it was meant to be.
            let (expected, lines) = self.landed(&steering.well, steering.over);
            let dropped = Some(Dropped {
                at: frame.at,
                before: steering.well,
                expected,
                lines,
                over: steering.over,
                resent: true,
            });
            self.state = State::Await(Waiting { dropped, ..Waiting::default() });
            return Step::Look(Duration::ZERO);
        }
        let (now, over) = (sight.falling, steering.over);
        if (now.piece, now.orientation, now.col) == (over.piece, over.orientation, over.col) {
            return Step::Act(self.dropping(frame, sight.well, now));
        }
        if !late {
            self.state = State::Steering(steering);
            return Step::Look(LOOK);
        }
        let way = keys::correction(&self.options.rules, &sight.well, now, over);
        self.in_hand().retries += 1;
        match way.filter(|_| steering.tries < 3) {
            Some(presses) => {
                steering.tries += 1;
                steering.since = frame.at;
                self.state = State::Steering(steering);
                Step::Act(keys::inputs(&self.options, &presses))
            }
            None => self.place(frame, sight),
        }
    }

    /// The inputs that drop a piece that is `over` its place, and the wait for their effect.
    fn dropping(&mut self, frame: &Frame, well: Well, over: Falling) -> Vec<Planned> {
        let (expected, lines) = self.landed(&well, over);
        let dropped = Dropped { at: frame.at, before: well, expected, lines, over, resent: false };
        self.state = State::Await(Waiting { dropped: Some(dropped), ..Waiting::default() });
        self.drop_inputs()
    }

    fn drop_inputs(&mut self) -> Vec<Planned> {
        if self.has_drop() {
            return keys::inputs(&self.options, &[Press::Drop]);
        }
        let Some(stroke) = self.options.keys.get(&Press::Down) else { return Vec::new() };
        self.held = Some(stroke.key);
        vec![Planned { action: Action::Press(stroke.key), aim: Aim::Window }]
    }

    /// The stack after a piece has dropped from `over`, and the lines that it clears.
    fn landed(&self, well: &Well, over: Falling) -> (Well, u32) {
        let rules = &self.options.rules;
        let rest = rules.press(well, &over, Press::Drop).unwrap_or(over);
        let (shape, col, up) = rules.place(well, &rest);
        let mut after = well.clone();
        let (Ok(col), Ok(up)) = (usize::try_from(col), usize::try_from(up)) else {
            return (after, 0);
        };
        let locked = after.lock(&shape, col, up);
        (after, locked.lines)
    }
}
