//! A target between a player and another target, at which things go wrong from a seed.

mod fault;
mod spoil;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

pub use fault::Fault;

use super::{StopReason, Target, TargetError, TetrisTruth};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::clock::Clock;
use crate::frame::Frame;
use crate::geometry::PixelRect;
use crate::input::{Action, Key};

/// How long a capture takes: time must pass for who only looks.
const CAPTURE: Duration = Duration::from_millis(16);
/// How often a passing fault comes, and how long it stays.
const PASSING: (Duration, Duration) = (Duration::from_millis(700), Duration::from_millis(400));
/// The same for a game that freezes.
const FREEZE: (Duration, Duration) = (Duration::from_millis(800), Duration::from_millis(400));
/// By how much a late input and a late frame come late.
const LATE: (Duration, Duration) = (Duration::from_millis(60), Duration::from_millis(100));

/// What has gone through a [`FaultyTarget`]; for reports only, no decision may look at it.
#[derive(Debug, Default)]
pub struct Witness {
    /// The true cells of Minesweeper at the moment that the last frame shows; `None` where it
    /// shows two moments.
    pub minesweeper: Option<Grid<Cell>>,
    /// The same of Tetris.
    pub tetris: Option<TetrisTruth>,
    /// The longest time of the target's clock between two captures.
    pub longest: Duration,
    /// How often a fault has happened: spoilt frames, inputs gone wrong, an end of the window.
    pub struck: u64,
    /// Keys that are down.
    pub held: Vec<Key>,
}

/// Wraps a target and makes faults happen.
pub struct FaultyTarget<T> {
    inner: T,
    faults: Vec<Fault>,
    seed: u64,
    chance: Pcg64,
    /// The whole frame that was captured last, and its truth.
    last: Option<(Frame, Option<Grid<Cell>>, Option<TetrisTruth>)>,
    /// Inputs that have not arrived yet, and when they will.
    late: Vec<(Duration, Action)>,
    captures: u64,
    /// The capture after which the window is no longer as it was.
    until: u64,
    looked: Option<Duration>,
    witness: Rc<RefCell<Witness>>,
}

impl<T: Target> FaultyTarget<T> {
    /// `inner` with `faults`, all from `seed`.
    pub fn new(inner: T, faults: Vec<Fault>, seed: u64) -> Self {
        let mut chance = Pcg64::seed_from_u64(seed);
        let until = chance.random_range(2..6);
        Self {
            inner,
            faults,
            seed,
            chance,
            last: None,
            late: Vec::new(),
            captures: 0,
            until,
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

    /// The end of the frozen time that runs now.
    fn frozen(&self) -> Option<Duration> {
        let (every, long) = FREEZE;
        let into = Duration::from_millis((self.now().as_millis() % every.as_millis()) as u64);
        let begin = every - long;
        (self.faults.contains(&Fault::Freeze) && into >= begin).then(|| self.now() + every - into)
    }

    /// What has happened to the window.
    fn window(&self) -> Result<(), TargetError> {
        let target = self.inner.describe();
        if self.captures <= self.until {
            return Ok(());
        }
        let error = self.faults.iter().find_map(|fault| match fault {
            Fault::Moved => Some(TargetError::Moved(target.clone())),
            Fault::Vanished => Some(TargetError::Vanished(target.clone())),
            Fault::Covered => {
                Some(TargetError::Covered { target: target.clone(), by: "another window".into() })
            }
            _ => None,
        });
        self.witness.borrow_mut().struck += u64::from(error.is_some());
        error.map_or(Ok(()), Err)
    }

    /// Delivers the late inputs that are due.
    fn deliver(&mut self) -> Result<(), TargetError> {
        let now = self.now();
        let (due, late) = std::mem::take(&mut self.late).into_iter().partition(|l| l.0 <= now);
        self.late = late;
        let due: Vec<(Duration, Action)> = due;
        due.iter().try_for_each(|(_, action)| self.inner.perform(action))
    }

    /// The picture spoilt by the faults that are there now.
    fn spoil(&mut self, frame: &mut Frame) {
        let now = self.now().as_millis();
        let (every, long) = (PASSING.0.as_millis(), PASSING.1.as_millis());
        for fault in self.faults.clone() {
            let passing = matches!(fault, Fault::Popup | Fault::Tooltip | Fault::Cursor);
            if !passing || now % every >= every - long {
                let mut place = Pcg64::seed_from_u64(self.seed ^ (now / every) as u64);
                let spoilt = spoil::spoil(&mut frame.image, fault, &mut place, &mut self.chance);
                self.witness.borrow_mut().struck += u64::from(spoilt);
            }
        }
    }
}

impl<T: Target> Target for FaultyTarget<T> {
    fn describe(&self) -> String {
        let names: Vec<&str> = self.faults.iter().map(|fault| fault.name()).collect();
        format!("{} with {}", self.inner.describe(), names.join(", "))
    }

    fn clock(&self) -> &dyn Clock {
        self.inner.clock()
    }

    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError> {
        self.captures += 1;
        self.window()?;
        let lost = self.strikes(Fault::LostFrame, 10);
        self.inner.clock().sleep(if lost { LATE.1 } else { CAPTURE });
        self.deliver()?;
        let now = self.now();
        let since = self.looked.replace(now).map_or(Duration::ZERO, |looked| now - looked);
        let new = self.inner.capture(None)?;
        let new = (new, self.inner.minesweeper_truth(), self.inner.tetris_truth());
        let stale = self.strikes(Fault::LateFrame, 5) || self.strikes(Fault::RepeatedFrame, 3);
        let torn = self.strikes(Fault::TornFrame, 5);
        let frozen = self.frozen().is_some();
        self.witness.borrow_mut().struck += u64::from(frozen);
        let mut shown = match &self.last {
            Some(last) if stale || frozen => last.clone(),
            Some(last) if torn => {
                let mut mixed = (new.0.clone(), None, None);
                let height = mixed.0.image.height();
                let cut = self.chance.random_range(0..height);
                for (x, y, pixel) in last.0.image.enumerate_pixels().filter(|p| p.1 < cut) {
                    if x < mixed.0.image.width() && y < height {
                        mixed.0.image.put_pixel(x, y, *pixel);
                    }
                }
                mixed
            }
            _ => new.clone(),
        };
        // A frozen game and a repeated frame stay what was shown.
        let repeated = frozen || self.faults.contains(&Fault::RepeatedFrame) && stale;
        self.last = Some(if repeated { shown.clone() } else { new });
        (shown.0.seq, shown.0.at) = (self.captures, now);
        self.spoil(&mut shown.0);
        {
            let mut witness = self.witness.borrow_mut();
            (witness.minesweeper, witness.tetris) = (shown.1, shown.2);
            witness.longest = witness.longest.max(since);
        }
        let mut frame = shown.0;
        if let Some(region) = region {
            let PixelRect { x, y, w, h } = region;
            frame.image = image::imageops::crop_imm(&frame.image, x, y, w, h).to_image();
            frame.region = region;
        }
        Ok(frame)
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        self.window()?;
        self.deliver()?;
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
        if self.strikes(Fault::DoubledInput, 10) {
            self.inner.perform(action)?;
        }
        self.inner.perform(action)
    }

    fn obstruction(&self, region: Option<PixelRect>) -> Option<TargetError> {
        self.inner.obstruction(region)
    }

    fn stop_requested(&self) -> Option<StopReason> {
        self.inner.stop_requested()
    }

    fn minesweeper_truth(&self) -> Option<Grid<Cell>> {
        self.witness.borrow().minesweeper.clone()
    }

    fn tetris_truth(&self) -> Option<TetrisTruth> {
        self.witness.borrow().tetris.clone()
    }
}
