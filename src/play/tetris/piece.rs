//! One piece: wait for it, plan once, send it on its way, see it locked.

use std::time::Duration;

use log::{debug, info, warn};

use super::planner::Moment;
use super::sight::{self, Pulse, Sight};
use super::{
    Dropped, LOOK, PUSHED, SURPRISE, Search, Stage, State, Steering, TetrisPlayer, Waiting, keys,
};
use crate::board::tetris::{Oriented, Press, Top, Well};
use crate::frame::Frame;
use crate::input::Action;
use crate::play::{Aim, Ended, Planned, Step};
use crate::solver::tetris::{Gravity, Hold};
use crate::vision::tetris::{Reading, Rest, Unrest};

/// The pause between two nudges of a piece that is not wholly in sight.
const NUDGE: Duration = Duration::from_millis(60);
/// How long a piece that nobody announced must be in sight before it is believed: a frame may be
/// torn between two pieces.
const PAINTING: Duration = Duration::from_millis(60);
/// The same for one that lies deep in the well at first sight, where others come in at the top, or
/// peeps in where none does: longer than rows take to vanish.
const LYING: Duration = Duration::from_millis(500);
/// Rows from the top down to which a piece may lie as it comes in.
const ENTRANCE: i32 = 1;
/// How long a piece may stay so high that it takes no keys before they are sent all the same.
const HIGH: Duration = Duration::from_millis(1500);
/// A decision takes at most this share of the time that the piece takes to fall.
const SHARE: u32 = 3;

impl TetrisPlayer {
    /// Waits until the last drop shows its effect and a new piece is in sight.
    pub(super) fn await_piece(&mut self, frame: &Frame, mut waiting: Waiting) -> Step {
        let high = waiting.blank.is_none_or(|since| frame.at - since < HIGH);
        let sight = self.look(frame).filter(|sight| !high || self.takes_keys(sight));
        let Some(sight) = sight else { return self.nothing(frame, waiting) };
        waiting.blank = None;
        if self.game.is_none() {
            return self.first_piece(frame, waiting, sight);
        }
        if let Some((piece, at)) = waiting.put_away {
            let same = sight.falling.piece == piece;
            if same && frame.at - at < self.setup.pace.settle() {
                self.state = State::Await(waiting);
                return Step::Look(LOOK);
            }
            // A torn frame shows two pieces in one, or a ghost of another piece as blocks.
            let odd = self.awaited.is_some_and(|piece| piece != sight.falling.piece)
                || self.stack.as_ref() != Some(&sight.well);
            if !same && odd && waiting.surprised_for(frame.at, &sight.well) < PAINTING {
                self.state = State::Await(waiting);
                return Step::Look(LOOK);
            }
            self.in_hand().retries += u32::from(same);
            return self.place_with(frame, sight, false);
        }
        let Some(dropped) = waiting.dropped.take() else {
            return self.doubtful(frame, sight, waiting);
        };
        if sight.well == dropped.expected {
            return self.locked(frame, sight, dropped.lines);
        }
        if sight.well == dropped.before && sight.falling.piece == dropped.over.piece {
            return self.not_dropped_yet(frame, sight, waiting, dropped);
        }
        let surprised = waiting.surprised_for(frame.at, &sight.well);
        let pushed = sight::garbage(&dropped.expected, &sight.well).is_some();
        // Rows that vanish look odd in many ways.
        let soon = pushed && dropped.lines == 0;
        if surprised < if soon { PUSHED } else { SURPRISE } {
            waiting.dropped = Some(dropped);
            self.state = State::Await(waiting);
            return Step::Look(LOOK);
        }
        if pushed {
            return self.locked(frame, sight, dropped.lines);
        }
        self.misdropped(&dropped, &sight.well);
        self.begin(frame, sight)
    }

    /// Whether the piece has come down so far that it takes keys.
    fn takes_keys(&self, sight: &Sight) -> bool {
        let top = self.rules.cells(&sight.falling).iter().map(|cell| cell.1).min();
        self.setup.game.ready_row == 0 || top >= Some(self.setup.game.ready_row)
    }

    /// A game may begin: it must be seen to move, and not be the picture of the one before.
    fn first_piece(&mut self, frame: &Frame, mut waiting: Waiting, sight: Sight) -> Step {
        let old = self.last_stack.as_ref() == Some(&sight.well);
        if old || !waiting.life.shown_by(&sight) {
            let since = *waiting.nudged.get_or_insert(frame.at);
            if frame.at - since < Duration::from_millis(self.setup.game.over_ms) {
                self.state = State::Await(waiting);
                return Step::Look(LOOK);
            }
            return self.no_game(&waiting, "nothing moves in the well");
        }
        if !self.proven {
            let Waiting { life, started: tries, elsewhere, .. } = waiting;
            let moved = Some(life);
            self.state = State::Searching(Search { tries, moved, elsewhere, ..Search::default() });
            return Step::Look(Duration::ZERO);
        }
        self.in_hand();
        self.begin(frame, sight)
    }

    /// A piece was locked where it was meant to be.
    fn locked(&mut self, frame: &Frame, sight: Sight, lines: u32) -> Step {
        let game = self.in_hand();
        game.pieces += 1;
        game.lines += u64::from(lines);
        self.careful = self.careful.saturating_sub(1);
        self.begin(frame, sight)
    }

    /// The picture still shows the piece above its place: a late frame, or a lost key.
    fn not_dropped_yet(
        &mut self,
        frame: &Frame,
        sight: Sight,
        mut waiting: Waiting,
        mut dropped: Dropped,
    ) -> Step {
        // One that lies where it was sent only waits to be locked.
        let lies = self.rules.cells(&sight.falling) == self.rules.cells(&dropped.rest);
        dropped.pulse.sees(&sight.falling);
        if self.held.is_some() || lies || !self.lost(dropped.at, frame.at, &dropped.pulse) {
            waiting.dropped = Some(dropped);
            self.state = State::Await(waiting);
            return Step::Look(LOOK);
        }
        debug!("{:?} was not dropped from {:?}", sight.falling, dropped.over);
        self.in_hand().retries += 1;
        self.trouble();
        let aligned = keys::aligned(&self.rules, &sight.well, &sight.falling, &dropped.over);
        if aligned && !dropped.resent {
            dropped.resent = true;
            dropped.at = frame.at;
            dropped.pulse = Pulse::default();
            waiting.dropped = Some(dropped);
            self.state = State::Await(waiting);
            return Step::Act(self.drop_inputs());
        }
        self.place(frame, sight)
    }

    /// Takes over a stack that was not planned.
    fn misdropped(&mut self, dropped: &Dropped, now: &Well) {
        warn!(
            "a piece was locked elsewhere than planned; expected\n{}seen\n{now}",
            dropped.expected
        );
        let gone = (dropped.before.filled() + 4).saturating_sub(now.filled());
        let lines = u64::from(gone) / now.cols() as u64;
        self.trouble();
        let game = self.in_hand();
        game.pieces += 1;
        game.lines += lines;
        game.misdrops += 1;
    }

    /// No piece is in full sight.
    pub(super) fn nothing(&mut self, frame: &Frame, mut waiting: Waiting) -> Step {
        let blank = *waiting.blank.get_or_insert(frame.at);
        let over = Duration::from_millis(self.setup.game.over_ms);
        if frame.at - blank > over {
            if let Some(release) = self.let_go() {
                self.state = State::Await(waiting);
                return Step::Act(vec![release]);
            }
            return self.finish(waiting, frame.at - blank);
        }
        // A held soft drop must not send the next piece down too.
        if waiting.dropped.is_some()
            && self.reading.as_ref().is_some_and(|r| r.falling.is_none())
            && let Some(release) = self.let_go()
        {
            self.state = State::Await(waiting);
            return Step::Act(vec![release]);
        }
        let nudged = waiting.nudged.get_or_insert(frame.at);
        let quiet = [Rest::Settled, Rest::Unsettled(Unrest::NoPiece)];
        let clear = |reading: &Reading| quiet.contains(&reading.rest);
        let nudge = self.setup.game.nudge
            && self.game.is_some()
            && self.has(Press::Down)
            && frame.at - *nudged > NUDGE
            && self.reading.as_ref().is_some_and(clear);
        if nudge {
            *nudged = frame.at;
            let plan = keys::inputs(&self.setup, &[Press::Down]);
            self.state = State::Await(waiting);
            return Step::Act(plan);
        }
        self.state = State::Await(waiting);
        Step::Look(LOOK)
    }

    /// A new piece has come into sight.
    fn begin(&mut self, frame: &Frame, sight: Sight) -> Step {
        self.fall.begins(&sight, frame.at);
        let other = self.awaited.take().is_some_and(|awaited| awaited != sight.falling.piece);
        let doubt = if self.lies_deep(&sight) || self.peeps_aside(&sight) {
            LYING
        } else if other {
            PAINTING
        } else {
            return self.believe(frame, sight);
        };
        self.state = State::Await(Waiting { doubt: Some((sight, doubt)), ..Waiting::default() });
        Step::Look(LOOK)
    }

    /// What came into sight may have been no piece: it is believed once it has been in sight for a
    /// while, or something else is.
    fn doubtful(&mut self, frame: &Frame, sight: Sight, mut waiting: Waiting) -> Step {
        match waiting.doubt.take() {
            Some((doubted, _)) if self.is_other(&doubted, &sight) => self.begin(frame, sight),
            Some((_, doubt)) if frame.at - self.fall.begun() < doubt => {
                self.state = State::Await(Waiting { doubt: Some((sight, doubt)), ..waiting });
                Step::Look(LOOK)
            }
            Some(_) => self.believe(frame, sight),
            None => self.place(frame, sight),
        }
    }

    fn believe(&mut self, frame: &Frame, sight: Sight) -> Step {
        self.fall.believes(&self.rules, &sight);
        self.place(frame, sight)
    }

    fn is_other(&self, doubted: &Sight, sight: &Sight) -> bool {
        doubted.well != sight.well
            || doubted.falling.piece != sight.falling.piece
            || (self.lies_deep(doubted) && !self.lies_deep(sight))
    }

    /// Whether a piece lies far below the top though pieces do not land at once here: it may be
    /// what is left of rows that vanish.
    fn lies_deep(&self, sight: &Sight) -> bool {
        let top = self.rules.cells(&sight.falling).iter().map(|cell| cell.1).min();
        sight.lies(&self.rules) && top > Some(ENTRANCE) && self.fall.gravity() == Gravity::Slow
    }

    /// Whether a part of a piece shows at the upper edge where none comes in: something else may
    /// lie over the well there.
    fn peeps_aside(&self, sight: &Sight) -> bool {
        let cells = self.rules.cells(&sight.falling);
        let cols = sight.well.cols();
        let enters = self.rules.spawn_orientations(sight.falling.piece).iter().any(|orientation| {
            let spawn = self.rules.spawn(sight.falling.piece, *orientation, cols);
            self.rules.cells(&spawn).iter().any(|own| cells.iter().any(|cell| cell.0 == own.0))
        });
        !enters && cells.iter().any(|cell| cell.1 < 0)
    }

    /// Plans a piece that has come into sight and sends it on its way.
    pub(super) fn place(&mut self, frame: &Frame, sight: Sight) -> Step {
        self.place_with(frame, sight, true)
    }

    fn place_with(&mut self, frame: &Frame, sight: Sight, may_hold: bool) -> Step {
        if let Some(release) = self.let_go() {
            self.state = State::Await(Waiting::default());
            return Step::Act(vec![release]);
        }
        self.stack = Some(sight.well.clone());
        self.awaited = sight.next.first().copied();
        let gravity = self.fall.gravity();
        let lowering = self.lowering(&sight, gravity);
        let falling = keys::after(&self.rules, gravity, &sight.well, sight.falling, &lowering);
        let (_, _, up) = self.rules.place(&sight.well, &falling);
        let rows = (up - sight.well.top() as i32).max(0) as u32;
        let moment = Moment {
            well: &sight.well,
            falling,
            next: &sight.next,
            hold: Hold { piece: sight.hold, allowed: may_hold && self.has(Press::Hold) },
            gravity,
            time: self.fall.time(rows).map(|time| time / SHARE),
        };
        let Some(plan) = self.planner.plan(&moment) else {
            // It can go nowhere: the game ends by itself.
            self.state = State::Await(Waiting::default());
            return Step::Look(LOOK);
        };
        info!("{:?} -> {plan}", sight.falling);
        if self.setup.dry_run {
            return Step::GiveUp(Ended::DryRun(format!("would press {plan}")));
        }
        let asked = self.asked;
        self.in_hand().answer_begins(asked);
        let step = if plan.hold {
            let put_away = Some((sight.falling.piece, frame.at));
            self.awaited = sight.hold.or(self.awaited);
            self.state = State::Await(Waiting { put_away, ..Waiting::default() });
            keys::inputs(&self.setup, &[Press::Hold])
        } else {
            let presses: Vec<Press> =
                lowering.into_iter().chain(plan.keys.iter().copied()).collect();
            self.send(frame, sight, &presses)
        };
        self.last_plan = Some(plan);
        Step::Act(self.paced(frame, step))
    }

    /// Where pieces cannot be turned over the top row: what brings this one so far down that it
    /// can be turned.
    fn lowering(&self, sight: &Sight, gravity: Gravity) -> Vec<Press> {
        let mut rows = usize::try_from(-sight.falling.row).unwrap_or(0);
        if rows == 0 && self.is_ambiguous(sight) {
            let top = self.rules.cells(&sight.falling).iter().map(|cell| cell.1).min();
            rows = usize::from(top == Some(0));
        }
        let slow = gravity == Gravity::Slow;
        let stuck = self.rules.top() == Top::Closed && slow && self.has(Press::Down);
        if stuck { vec![Press::Down; rows] } else { Vec::new() }
    }

    /// Whether the piece may be in another orientation than the one it was taken for, because
    /// both look alike but turn about different cells.
    fn is_ambiguous(&self, sight: &Sight) -> bool {
        let Sight { well, falling, .. } = sight;
        let (own, ..) = self.rules.place(well, falling);
        let alike = |way: &&Oriented| way.shape == own;
        self.rules.spawn_orientations(falling.piece).len() > 1
            && self.rules.orientations(falling.piece).iter().filter(alike).count() > 1
    }

    /// The inputs that take a piece to its place, and what is waited for then.
    fn send(&mut self, frame: &Frame, sight: Sight, presses: &[Press]) -> Vec<Planned> {
        let moves: Vec<Press> =
            presses.iter().copied().filter(|press| *press != Press::Drop).collect();
        let gravity = self.fall.gravity();
        let over = keys::after(&self.rules, gravity, &sight.well, sight.falling, &moves);
        let last_turn = moves.iter().rposition(|press| press.turn().is_some());
        // Where a turn may end in one of two places, shifts wait until it is seen.
        let unsure = last_turn.filter(|_| self.is_ambiguous(&sight));
        let stage = if unsure.is_some() { Stage::Shifts } else { Stage::Drop };
        let first = unsure.map_or(&moves[..], |at| &moves[..=at]);
        let mut inputs = keys::inputs(&self.setup, first);
        if moves.is_empty() || (self.careful == 0 && unsure.is_none() && self.has(Press::Drop)) {
            inputs.extend(self.dropping(frame, sight.well, over));
        } else {
            let since = frame.at;
            let well = sight.well;
            let (strange, tries, pulse) = (None, 0, Pulse::default());
            self.state =
                State::Steering(Steering { well, over, since, strange, tries, pulse, stage });
        }
        inputs
    }

    /// Lets some time pass first where the game does not hear keys yet or people want to follow.
    fn paced(&mut self, frame: &Frame, mut inputs: Vec<Planned>) -> Vec<Planned> {
        let ready = self.fall.begun() + Duration::from_millis(self.setup.game.ready_ms);
        let due = self.planned_at.map_or(ready, |last| (last + self.setup.between).max(ready));
        if let Some(wait) = due.checked_sub(frame.at).filter(|wait| !wait.is_zero()) {
            inputs.insert(0, Planned { action: Action::Wait(wait), aim: Aim::Window });
        }
        self.planned_at = Some(due.max(frame.at));
        inputs
    }
}
