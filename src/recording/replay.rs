//! Going through a recording again.

use std::cell::RefCell;
use std::rc::Rc;

use anyhow::{Context, Result};

use super::difference::{Difference, mark_clicks};
use super::format::{Header, StepRecord};
use super::read::Recording;
use super::tape::Tape;
use super::write::png;
use crate::clock::SystemClock;
use crate::frame::Frame;
use crate::play::{Environment, Limits, Player, Step, View, Watcher, run};
use crate::target::ReplayTarget;

/// What a replay came to.
#[derive(Debug)]
pub struct Replay {
    /// Where it first differs from the recording, if anywhere.
    pub difference: Option<Box<Difference>>,
    /// Looks that were compared.
    pub looks: u32,
    /// Inputs that the recorded run had sent.
    pub inputs: u64,
    /// Games that ended.
    pub games: u32,
    /// Whether the recording was cut off in the middle of a line.
    pub cut_off: bool,
    /// The last decisions, oldest first.
    pub decisions: Vec<Decision>,
}

/// A decision with its picture.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The look's number, from 0.
    pub look: u32,
    /// What was read and thought.
    pub view: View,
    /// What was wanted.
    pub step: StepRecord,
    /// The target's picture with the clicks crossed, as a PNG file.
    pub png: Vec<u8>,
}

/// Plays `recording` through the player that `build` makes for it and stops at the first
/// difference; keeps the last `keep` decisions with their pictures.
///
/// # Errors
/// When the recording is damaged or the player cannot be built.
pub fn replay(
    recording: Recording,
    keep: usize,
    build: impl FnOnce(&Header, Rc<RefCell<Tape>>) -> Result<Box<dyn Player>>,
) -> Result<Replay> {
    let header = recording.header().clone();
    let tape = Rc::new(RefCell::new(Tape::new(recording)));
    let mut player = build(&header, tape.clone()).context("cannot set the player up again")?;
    let mut target = ReplayTarget::new(tape.clone(), header.target);
    let mut checker = Checker { tape: tape.clone(), keep, decisions: Vec::new() };
    let mut environment = Environment {
        clock: &SystemClock::new(),
        limits: Limits::NONE,
        stop: &|| None,
        evidence: None,
        report: &mut |_| {},
        watch: &mut checker,
    };
    // It always ends early: at the latest when the tape does. The tape knows how it went.
    let _ended = run(&mut target, &mut *player, &mut environment);
    let decisions = checker.decisions;
    drop((target, player, checker.tape));
    let tape = Rc::into_inner(tape).context("the player kept the recording")?.into_inner();
    let (looks, inputs, games) = (tape.looks(), tape.inputs(), tape.games());
    let cut_off = tape.recording().cut_off();
    let difference = tape.into_difference()?;
    Ok(Replay { difference, looks, inputs, games, cut_off, decisions })
}

/// Compares each step with the recorded one.
struct Checker {
    tape: Rc<RefCell<Tape>>,
    keep: usize,
    decisions: Vec<Decision>,
}

impl Watcher for Checker {
    fn stepped(&mut self, _: &Frame, player: &dyn Player, step: &Step) {
        let mut tape = self.tape.borrow_mut();
        let look = tape.looks();
        tape.compare(player, step);
        if self.keep == 0 || matches!(step, Step::Look(_)) {
            return;
        }
        let step = StepRecord::from(step);
        let mut picture = tape.picture().clone();
        mark_clicks(&mut picture, &step);
        if let Ok(png) = png(&picture) {
            if self.decisions.len() == self.keep {
                self.decisions.remove(0);
            }
            self.decisions.push(Decision { look, view: player.view(), step, png });
        }
    }
}
