//! A target between a player and another target, at which things go wrong from a seed.

mod fault;
mod spoil;
mod stage;
mod witness;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

pub use fault::{About, Fault};
pub use stage::Stage;
pub use witness::Witness;

use super::{StopReason, Target, TargetError, TetrisTruth};
use crate::abandon::Wish;
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::clock::Clock;
use crate::frame::Frame;
use crate::geometry::PixelRect;
use crate::input::Action;

/// How long a capture takes: time must pass for who only looks.
const CAPTURE: Duration = Duration::from_millis(16);
/// A fault that comes and goes.
#[derive(Debug, Clone, Copy)]
struct Period {
    every: Duration,
    /// How long it stays, at the end of each period.
    stays: Duration,
}

/// What lies over the picture for a while.
const PASSING: Period =
    Period { every: Duration::from_millis(700), stays: Duration::from_millis(400) };
/// A game that freezes.
const FREEZE: Period = Period { every: Duration::from_secs(3), stays: Duration::from_secs(2) };
/// By how much a late input and a late frame come late.
const LATE: (Duration, Duration) = (Duration::from_millis(60), Duration::from_millis(100));
/// How long another program has the keyboard.
const AWAY: Duration = Duration::from_secs(2);

/// A frame and what is true of it.
#[derive(Clone)]
struct Moment {
    frame: Frame,
    boards: Vec<Grid<Cell>>,
    wells: Vec<TetrisTruth>,
}

/// Wraps a target and makes faults happen.
pub struct FaultyTarget<T> {
    inner: T,
    faults: Vec<Fault>,
    seed: u64,
    chance: Pcg64,
    /// Where in their periods the passing faults begin.
    phase: Duration,
    /// What was shown last.
    last: Option<Moment>,
    /// Inputs that have not arrived yet, and when they will.
    late: Vec<(Duration, Action)>,
    /// An input that the next one overtakes.
    behind: Option<Action>,
    captures: u64,
    inputs: u64,
    /// The capture after which the window, the game or the colours are no longer as they were.
    until: u64,
    /// Changes of the window and the game that have not happened yet.
    pending: Vec<Fault>,
    /// Width and height of the picture that was locked on.
    size: Option<(u32, u32)>,
    /// Whether the window has moved since it was locked on.
    moved: bool,
    /// What has taken the window away for good.
    gone: Option<Fault>,
    /// Until when another program has the keyboard.
    away: Duration,
    looked: Option<Duration>,
    witness: Rc<RefCell<Witness>>,
}

impl<T: Stage> FaultyTarget<T> {
    /// `inner` with `faults`, all from `seed`.
    pub fn new(inner: T, faults: Vec<Fault>, seed: u64) -> Self {
        let mut chance = Pcg64::seed_from_u64(seed);
        let until = chance.random_range(2..6);
        let phase = Duration::from_millis(chance.random_range(0..5000));
        let changes = |fault: &Fault| {
            use Fault::{BoardSize, Moved, Rescaled, Restarted, Skin, Unfocused};
            let harmless = [BoardSize, Moved, Rescaled, Restarted, Skin, Unfocused];
            fault.is_final() || harmless.contains(fault)
        };
        let pending = faults.iter().copied().filter(changes).collect();
        Self {
            inner,
            faults,
            seed,
            chance,
            phase,
            last: None,
            late: Vec::new(),
            behind: None,
            captures: 0,
            inputs: 0,
            until,
            pending,
            size: None,
            moved: false,
            gone: None,
            away: Duration::ZERO,
            looked: None,
            witness: Rc::default(),
        }
    }

    /// What goes through this target.
    pub fn witness(&self) -> Rc<RefCell<Witness>> {
        self.witness.clone()
    }

    /// Whether `fault` happens now, with a chance of one in `times`.
    fn strikes(&mut self, fault: Fault, times: u32) -> bool {
        let strikes = self.faults.contains(&fault) && self.chance.random_range(0..times) == 0;
        self.witness.borrow_mut().struck += u64::from(strikes);
        strikes
    }

    fn now(&self) -> Duration {
        self.inner.clock().now()
    }

    /// The number of the period that runs now, and how long it still lasts if the fault is there.
    fn there(&self, period: Period) -> (u64, Option<Duration>) {
        let at = (self.now() + self.phase).as_millis() as u64;
        let every = period.every.as_millis() as u64;
        let left = Duration::from_millis(every - at % every);
        (at / every, (left <= period.stays).then_some(left))
    }

    /// The end of the frozen time that runs now.
    fn frozen(&self) -> Option<Duration> {
        let (_, left) = self.there(FREEZE);
        left.filter(|_| self.faults.contains(&Fault::Freeze)).map(|left| self.now() + left)
    }

    /// Changes the window and the game once it is time.
    fn change(&mut self) -> Result<(), TargetError> {
        if self.captures <= self.until {
            return Ok(());
        }
        for fault in std::mem::take(&mut self.pending) {
            match fault {
                Fault::Moved => self.moved = true,
                // Nobody misses the keyboard before a game is in play.
                Fault::Unfocused if self.inputs < self.until * 3 => {
                    self.pending.push(fault);
                    continue;
                }
                Fault::Unfocused => self.away = self.now() + AWAY,
                fault if fault.is_final() => self.gone = Some(fault),
                fault => {
                    if !self.inner.disturb(fault) {
                        self.pending.push(fault);
                        continue;
                    }
                    let now = self.inner.capture(None)?.image.dimensions();
                    self.moved |= self.size.is_some_and(|size| size != now);
                }
            }
            let now = self.now();
            let mut witness = self.witness.borrow_mut();
            witness.struck += 1;
            witness.changed_at = Some(now);
        }
        Ok(())
    }

    /// Whether the window is as it was when it was locked on.
    fn intact(&self) -> Result<(), TargetError> {
        let target = self.inner.describe();
        match self.gone {
            Some(Fault::Covered) => {
                Err(TargetError::Covered { target, by: "another window".into() })
            }
            Some(_) => Err(TargetError::Vanished(target)),
            None if self.moved => Err(TargetError::Moved(target)),
            None => Ok(()),
        }
    }

    /// Delivers the late inputs that are due.
    fn deliver(&mut self) -> Result<(), TargetError> {
        let now = self.now();
        let (due, late) = std::mem::take(&mut self.late).into_iter().partition(|l| l.0 <= now);
        self.late = late;
        let due: Vec<(Duration, Action)> = due;
        due.iter().try_for_each(|(_, action)| self.inner.perform(action))
    }

    /// What the game shows now.
    fn moment(&mut self) -> Result<Moment, TargetError> {
        let frame = self.inner.capture(None)?;
        let boards = self.inner.minesweeper_truth().into_iter().collect();
        Ok(Moment { frame, boards, wells: self.inner.tetris_truth().into_iter().collect() })
    }

    /// What is shown instead of `new`.
    fn shown(&mut self, new: &Moment) -> Moment {
        let late = self.strikes(Fault::LateFrame, 5);
        let repeated = self.strikes(Fault::RepeatedFrame, 3);
        let torn = self.strikes(Fault::TornFrame, 5);
        let half = self.strikes(Fault::Animation, 4);
        let frozen = self.frozen().is_some();
        self.witness.borrow_mut().struck += u64::from(frozen);
        let same = |last: &&Moment| last.frame.image.dimensions() == new.frame.image.dimensions();
        let last = self.last.as_ref().filter(same).cloned();
        let shown = match &last {
            Some(last) if late || repeated || frozen => last.clone(),
            Some(last) if torn || half => {
                let mut mixed = new.clone();
                let height = mixed.frame.image.height();
                let (cut, part) =
                    (self.chance.random_range(0..height), self.chance.random_range(64..192));
                spoil::mix(&mut mixed.frame.image, &last.frame.image, cut, half.then_some(part));
                mixed.boards.extend(last.boards.iter().cloned());
                mixed.wells.extend(last.wells.iter().cloned());
                mixed
            }
            _ => new.clone(),
        };
        // A frozen game and a repeated frame stay what was shown.
        self.last = Some(if repeated || frozen { shown.clone() } else { new.clone() });
        shown
    }

    /// The picture spoilt by the faults that are there now.
    fn spoil(&mut self, frame: &mut Frame) {
        let (number, passing) = self.there(PASSING);
        for fault in self.faults.clone() {
            let there = match fault {
                Fault::Popup | Fault::Tooltip | Fault::Cursor => passing.is_some(),
                Fault::ColourShift | Fault::Contrast => self.captures > self.until,
                _ => true,
            };
            if there {
                let mut place = Pcg64::seed_from_u64(self.seed ^ number);
                let spoilt = spoil::spoil(&mut frame.image, fault, &mut place, &mut self.chance);
                self.witness.borrow_mut().struck += u64::from(spoilt);
            }
        }
    }
}

impl<T: Stage> Target for FaultyTarget<T> {
    fn describe(&self) -> String {
        let names: Vec<&str> = self.faults.iter().map(|fault| fault.name()).collect();
        format!("{} with {}", self.inner.describe(), names.join(", "))
    }

    fn clock(&self) -> &dyn Clock {
        self.inner.clock()
    }

    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError> {
        self.captures += 1;
        let lost = self.strikes(Fault::LostFrame, 10);
        self.inner.clock().sleep(if lost { LATE.1 } else { CAPTURE });
        self.change()?;
        self.intact()?;
        self.deliver()?;
        if let Some(action) = self.behind.take() {
            self.inner.perform(&action)?;
        }
        let now = self.now();
        let since = self.looked.replace(now).map_or(Duration::ZERO, |looked| now - looked);
        let new = self.moment()?;
        let size = new.frame.image.dimensions();
        self.moved = *self.size.get_or_insert(size) != size;
        self.intact()?;
        let mut shown = self.shown(&new);
        (shown.frame.seq, shown.frame.at) = (self.captures, now);
        self.spoil(&mut shown.frame);
        let mut witness = self.witness.borrow_mut();
        (witness.boards, witness.wells) = (shown.boards, shown.wells);
        witness.present = new.boards.into_iter().next();
        witness.cells = self.inner.cells();
        witness.longest = witness.longest.max(since);
        let mut frame = shown.frame;
        if let Some(region) = region {
            let PixelRect { x, y, w, h } = region;
            frame.image = image::imageops::crop_imm(&frame.image, x, y, w, h).to_image();
            frame.region = region;
        }
        Ok(frame)
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        self.change()?;
        self.intact()?;
        self.deliver()?;
        self.inputs += u64::from(action.is_input());
        let key = matches!(action, Action::Key { .. } | Action::Press(_));
        if key {
            self.keep_keyboard()?;
        }
        match action {
            Action::Press(key) => self.witness.borrow_mut().held.push(*key),
            Action::Release(key) => self.witness.borrow_mut().held.retain(|held| held != key),
            _ => {}
        }
        // A key that stays down is let go at once or not at all: only whole inputs go wrong.
        if !matches!(action, Action::Click { .. } | Action::Key { .. }) {
            return self.inner.perform(action);
        }
        if let Some(end) = self.frozen() {
            self.late.push((end, action.clone()));
            return Ok(());
        }
        if self.strikes(Fault::LostInput, 20) {
            return Ok(());
        }
        if self.strikes(Fault::LateInput, 10) {
            self.late.push((self.now() + LATE.0, action.clone()));
            return Ok(());
        }
        let overtaken = self.behind.take();
        if overtaken.is_none() && self.strikes(Fault::ReorderedInput, 10) {
            self.behind = Some(action.clone());
            return Ok(());
        }
        if self.strikes(Fault::DoubledInput, 10) {
            self.inner.perform(action)?;
        }
        self.inner.perform(action)?;
        overtaken.map_or(Ok(()), |action| self.inner.perform(&action))
    }

    fn relock(&mut self) -> Result<(), TargetError> {
        (self.moved, self.size, self.last) = (false, None, None);
        self.intact()?;
        match self.inner.capture(None) {
            Err(TargetError::Moved(_)) => self.inner.relock(),
            looked => looked.map(|_| ()),
        }
    }

    fn has_keyboard(&self) -> Result<bool, TargetError> {
        let away = self.now() < self.away;
        let mut witness = self.witness.borrow_mut();
        witness.typed += u64::from(away && !witness.held.is_empty());
        drop(witness);
        Ok(!away && self.inner.has_keyboard()?)
    }

    fn keep_keyboard(&mut self) -> Result<(), TargetError> {
        if self.now() >= self.away {
            return self.inner.keep_keyboard();
        }
        let target = self.inner.describe();
        Err(TargetError::Unfocused { target, by: "another window".into() })
    }

    fn borrow_keyboard(&mut self, action: &Action) -> Result<(), TargetError> {
        self.inner.borrow_keyboard(action)
    }

    fn begin_rest(&mut self) {
        self.inner.begin_rest();
    }

    fn end_rest(&mut self) -> Result<(), TargetError> {
        self.inner.end_rest()
    }

    fn obstruction(&self, region: Option<PixelRect>) -> Option<TargetError> {
        self.inner.obstruction(region)
    }

    fn stop_requested(&self) -> Option<StopReason> {
        self.inner.stop_requested()
    }

    fn abandon(&self) -> Wish {
        self.inner.abandon()
    }

    fn minesweeper_truth(&self) -> Option<Grid<Cell>> {
        let witness = self.witness.borrow();
        if let [board] = &witness.boards[..] { Some(board.clone()) } else { None }
    }

    fn tetris_truth(&self) -> Option<TetrisTruth> {
        let witness = self.witness.borrow();
        if let [well] = &witness.wells[..] { Some(well.clone()) } else { None }
    }
}
