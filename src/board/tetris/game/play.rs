//! What happens in a game: presses, gravity, locking, clearing, the next piece.

use std::time::Duration;

use rand::RngExt;

use super::{Game, Garbage, LockDelay, LockedPiece, Phase};
use crate::board::tetris::{Falling, Orientation, Piece, Press};

/// How long a piece may be moved where gravity is instant and no lock delay is given.
const LANDED_REST: Duration = Duration::from_millis(500);

/// The next thing that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    Repeat(Press),
    Fall,
    Lock,
    Enter,
    Clear,
}

impl Game {
    /// Lets everything happen that is due until `now`; a time in the past changes nothing.
    pub fn advance(&mut self, now: Duration) {
        while let Some((at, due)) = self.due()
            && at <= now
        {
            self.now = self.now.max(at);
            match due {
                Due::Repeat(press) => {
                    let arr = self.options.handling.arr.max(Duration::from_millis(1));
                    self.shift = Some((press, self.now + arr));
                    self.try_press(press);
                }
                Due::Fall => self.fall(),
                Due::Lock => self.lock(),
                Due::Clear => self.clear(),
                Due::Enter => self.next_piece(),
            }
        }
        self.now = self.now.max(now);
    }

    /// A key goes down now. Keys that the rules do not have do nothing.
    pub fn press(&mut self, press: Press) {
        if !self.rules().has(press) {
            return;
        }
        match press {
            Press::Left | Press::Right => {
                self.shift = Some((press, self.now + self.options.handling.das));
            }
            Press::Down => self.soft = true,
            _ => {}
        }
        if self.phase != Phase::Falling {
            return;
        }
        match press {
            Press::Drop => {
                self.falling = self.landing();
                self.lock();
            }
            Press::Down => self.fall(),
            Press::Hold => self.put_away(),
            _ => self.try_press(press),
        }
    }

    /// A key goes up now.
    pub fn release(&mut self, press: Press) {
        if self.shift.is_some_and(|(held, _)| held == press) {
            self.shift = None;
        }
        if press == Press::Down {
            self.soft = false;
        }
    }

    /// All keys go up.
    pub fn release_all(&mut self) {
        self.shift = None;
        self.soft = false;
    }

    /// Time a row: by level, or faster while the down key is held.
    pub(super) fn period(&self) -> Duration {
        let period = self.options.speed.period(self.level());
        if self.soft { period.min(self.options.handling.soft) } else { period }
    }

    /// When the piece is to fall again after it came in or fell now.
    fn next_fall(&self) -> Duration {
        match (self.period().is_zero(), self.options.lock) {
            (false, _) => self.now + self.period(),
            // Where gravity is instant the piece has landed already: only its lock is left.
            (true, LockDelay::NextStep) => self.now + LANDED_REST,
            (true, LockDelay::After { .. }) => Duration::MAX,
        }
    }

    pub(super) fn can_fall(&self) -> bool {
        self.falling
            .is_some_and(|piece| self.rules().press(self.well(), &piece, Press::Down).is_some())
    }

    /// The earliest thing that is due, moves before falls before locks at the same moment.
    fn due(&self) -> Option<(Duration, Due)> {
        match &self.phase {
            Phase::Over => None,
            Phase::Clearing { since, .. } => Some((*since + self.options.clear, Due::Clear)),
            Phase::Entering { since } => Some((*since + self.options.entry, Due::Enter)),
            Phase::Falling => {
                let repeat = self.shift.map(|(press, at)| (at, Due::Repeat(press)));
                let lock = self.lock_at.map(|at| (at, Due::Lock));
                let fall = (self.fall_at, Due::Fall);
                [repeat, Some(fall), lock].into_iter().flatten().min_by_key(|(at, _)| *at)
            }
        }
    }

    /// A sideways move or a turn, if it fits.
    fn try_press(&mut self, press: Press) {
        let Some(falling) = self.falling else { return };
        if let Some(moved) = self.rules().press(self.well(), &falling, press) {
            self.falling = Some(moved);
            self.moved();
        }
    }

    /// One row down by gravity or the down key; a piece that cannot may be locked by that.
    fn fall(&mut self) {
        self.fall_at = self.next_fall();
        let Some(falling) = self.falling else { return };
        if let Some(lower) = self.rules().press(self.well(), &falling, Press::Down) {
            self.falling = Some(lower);
            self.lock_at = None;
            self.settle();
        } else if self.options.lock == LockDelay::NextStep {
            self.lock();
        }
    }

    /// After a move or a turn: a piece that rests gets its lock delay anew while it may.
    fn moved(&mut self) {
        if self.lock_at.is_some() && self.resets > 0 {
            self.resets -= 1;
            self.lock_at = None;
        }
        self.settle();
    }

    /// Lets the piece land where gravity is instant, and starts or ends its time of rest.
    fn settle(&mut self) {
        if self.period().is_zero() {
            self.falling = self.landing();
        }
        match self.options.lock {
            LockDelay::After { delay, .. } if !self.can_fall() => {
                self.lock_at.get_or_insert(self.now + delay);
            }
            _ => self.lock_at = None,
        }
    }

    fn lock(&mut self) {
        let Some(falling) = self.falling.take() else { return };
        let cells = self.rules().cells(&falling);
        self.stack.add(falling.piece, &cells);
        self.last_lock = Some(LockedPiece { piece: falling.piece, cells, at: self.now });
        self.lock_at = None;
        self.pieces += 1;
        self.hold_used = false;
        let rows = self.stack.full();
        if rows.is_empty() {
            self.enter();
        } else if self.options.clear.is_zero() {
            self.clear();
        } else {
            self.phase = Phase::Clearing { rows, since: self.now };
        }
    }

    fn clear(&mut self) {
        let level = self.level();
        let lines = self.stack.clear();
        self.lines += u64::from(lines);
        let scoring = self.options.scoring.unwrap_or(self.rules().scoring());
        self.score += scoring.points(lines, level);
        self.enter();
    }

    /// After a lock and its line clear.
    fn enter(&mut self) {
        if let Garbage::Every { pieces, rows } = self.options.garbage
            && self.pieces.is_multiple_of(u64::from(pieces.max(1)))
        {
            for _ in 0..rows {
                let hole = self.rng.random_range(0..self.options.cols);
                self.stack.push_garbage(hole);
            }
        }
        if self.stack.well.overflows() {
            self.phase = Phase::Over;
        } else if self.options.entry.is_zero() {
            self.next_piece();
        } else {
            self.phase = Phase::Entering { since: self.now };
        }
    }

    pub(super) fn next_piece(&mut self) {
        let (piece, orientation) = self.queue.pop(&self.options.rules, &mut self.rng);
        self.bring_in(piece, orientation);
    }

    fn bring_in(&mut self, piece: Piece, orientation: Orientation) {
        let falling: Falling = self.rules().spawn(piece, orientation, self.options.cols);
        if !self.rules().fits(self.well(), &falling) {
            self.falling = None;
            self.phase = Phase::Over;
            return;
        }
        self.phase = Phase::Falling;
        self.falling = Some(falling);
        self.lock_at = None;
        self.resets = match self.options.lock {
            LockDelay::After { resets, .. } => resets,
            LockDelay::NextStep => 0,
        };
        self.fall_at = self.next_fall();
        // A sideways key that was held all the time goes on at once, not for the time missed.
        if let Some((_, at)) = &mut self.shift {
            *at = (*at).max(self.now);
        }
        self.settle();
    }

    fn put_away(&mut self) {
        let Some(falling) = self.falling else { return };
        if self.hold_used {
            return;
        }
        match self.hold.replace(falling.piece) {
            Some(back) => self.bring_in(back, Orientation::First),
            None => self.next_piece(),
        }
        self.hold_used = true;
    }
}
