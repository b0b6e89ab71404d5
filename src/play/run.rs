//! The only loop: look, let the player think, send what it planned.

use std::time::Duration;

use log::{debug, warn};
use thiserror::Error;

use super::recover::Recovery;
use super::{Evidence, GameReport, Limits, LimitsReached, Planned, View, Watcher};
use crate::clock::Clock;
use crate::frame::Frame;
use crate::geometry::{GridGeometry, PixelRect};
use crate::input::{Action, Key};
use crate::target::{StopReason, Target, TargetError};

/// What a player wants after it has seen a frame.
#[derive(Debug)]
pub enum Step {
    /// Look again after this time.
    Look(Duration),
    /// Send these inputs, then look.
    Act(Vec<Planned>),
    /// The game has ended; the report is complete. The next frame belongs to a new game.
    Finished(Box<GameReport>),
    /// The run cannot go on; the text says why and what to do.
    GiveUp(Ended),
}

/// Plays one kind of game, as a state machine over frames.
pub trait Player {
    /// The part of the target that must be captured, or `None`: all of it.
    fn region(&self) -> Option<PixelRect>;

    /// The grid that clicks are checked against.
    fn grid(&self) -> Option<&GridGeometry>;

    /// Says what to do after seeing `frame`, which was asked for at `asked` on the run's clock.
    fn step(&mut self, frame: &Frame, asked: Duration) -> Step;

    /// What is believed and meant now, for evidence.
    fn notes(&self) -> String;

    /// What is believed and meant now, for who watches.
    fn view(&self) -> View;

    /// The report of the game in hand when the run ends in its middle, if one has begun.
    fn unfinished(&self, reason: &str) -> Option<GameReport>;

    /// Tells that an input was sent, at this time of the run's clock.
    fn sent(&mut self, planned: &Planned);

    /// Tells that an input was refused because it would have gone astray.
    fn astray(&mut self);

    /// Tells that the target is no longer where or as large as it was: its board must be found
    /// anew, and the game in hand goes on there.
    fn displaced(&mut self);

    /// Tells that the game's own program has come in front of it, as some do to tell how it ended.
    fn covered(&mut self) {}

    /// The key that pauses the game and lets it go on, where that is known and useful.
    fn pause(&self) -> Option<Planned> {
        None
    }

    /// Compares the last settled reading with the truth, where `target` is a simulator.
    fn compare(&mut self, target: &dyn Target);
}

/// How often it is seen to that keys would reach a game that can be paused.
const KEYBOARD: Duration = Duration::from_millis(100);

/// Why a run ended before all its games were played.
#[derive(Debug, Error)]
pub enum Ended {
    /// Somebody asked.
    #[error("{0}")]
    Asked(#[from] StopReason),
    /// A bound was reached.
    #[error("{0}")]
    Limit(#[from] LimitsReached),
    /// The target cannot be seen or reached.
    #[error(transparent)]
    Target(TargetError),
    /// No board was found.
    #[error("{0}")]
    NothingFound(String),
    /// A safety rule: something was not understood or had no effect.
    #[error("{0}")]
    Safety(String),
    /// Only a guess is left and none is wanted.
    #[error("{0}")]
    Guess(String),
    /// It was only shown what would be done.
    #[error("dry run, nothing was sent: {0}")]
    DryRun(String),
}

/// What a run gets from outside.
pub struct Environment<'a> {
    /// Real time, for limits and reports.
    pub clock: &'a dyn Clock,
    /// Bounds of the run.
    pub limits: Limits,
    /// Whether somebody asked to stop.
    pub stop: &'a dyn Fn() -> Option<StopReason>,
    /// Where evidence goes, if any is kept.
    pub evidence: Option<&'a Evidence>,
    /// Told of each finished game.
    pub report: &'a mut dyn FnMut(&GameReport),
    /// Looks over the run's shoulder.
    pub watch: &'a mut dyn Watcher,
}

/// Plays until the games are done or something ends the run.
///
/// # Errors
/// Why the run ended early; the game in hand has been reported as stopped by then.
pub fn run(
    target: &mut dyn Target,
    player: &mut dyn Player,
    env: &mut Environment<'_>,
) -> Result<(), Ended> {
    let _heeding = target.abandon().heed();
    let mut last_frame = None;
    let mut progress = Progress::new(env.clock.now());
    let result = games(target, player, env, &mut progress, &mut last_frame);
    progress.let_go(target);
    if let Err(ended) = &result {
        if let Some(evidence) = env.evidence
            && matches!(ended, Ended::Safety(_) | Ended::NothingFound(_) | Ended::Target(_))
        {
            let notes = format!("{ended}\n\n{}", player.notes());
            match evidence.save(last_frame.as_ref(), &notes) {
                Ok(folder) => warn!("evidence saved in {}", folder.display()),
                Err(error) => warn!("{error:#}"),
            }
        }
        if let Some(report) = player.unfinished(&ended.to_string()) {
            (env.report)(&report);
        }
    }
    result
}

/// How far a run has come.
pub(super) struct Progress {
    /// When it began, on the run's clock.
    begin: Duration,
    /// Inputs sent.
    pub(super) sent: u64,
    pub(super) finished: u32,
    /// Keys that were pressed to be held.
    held: Vec<Key>,
    /// When it was last seen to that keys would arrive, on the target's clock.
    keyboard_at: Duration,
}

impl Progress {
    fn new(begin: Duration) -> Self {
        let (held, keyboard_at) = (Vec::new(), Duration::ZERO);
        Self { begin, sent: 0, finished: 0, held, keyboard_at }
    }

    /// Releases every key that is held.
    pub(super) fn let_go(&mut self, target: &mut dyn Target) {
        for key in std::mem::take(&mut self.held) {
            if let Err(error) = target.perform(&Action::Release(key)) {
                warn!("cannot let go of {key}: {error}");
            }
        }
    }

    /// Whether the run may go on.
    pub(super) fn allowed(&self, target: &dyn Target, env: &Environment<'_>) -> Result<(), Ended> {
        wish(target, env).map_or(Ok(()), |reason| Err(Ended::from(reason)))?;
        Ok(env.limits.allow(env.clock.now() - self.begin, self.sent)?)
    }

    /// `time`, or what is left of the run's time if that is less.
    fn at_most(&self, time: Duration, env: &Environment<'_>) -> Duration {
        let left = |all: Duration| (all + self.begin).saturating_sub(env.clock.now());
        env.limits.time.map_or(time, |all| time.min(left(all)))
    }
}

/// Why somebody wants the run to stop.
fn wish(target: &dyn Target, env: &Environment<'_>) -> Option<StopReason> {
    (env.stop)().or_else(|| target.stop_requested())
}

fn games(
    target: &mut dyn Target,
    player: &mut dyn Player,
    env: &mut Environment<'_>,
    progress: &mut Progress,
    last_frame: &mut Option<Frame>,
) -> Result<(), Ended> {
    let mut recovery = Recovery::default();
    while progress.finished < env.limits.games {
        if let Err(ended) = turn(target, player, env, progress, last_frame) {
            recovery.mend(ended, target, player, env, progress)?;
        }
    }
    Ok(())
}

/// One look and what follows from it.
fn turn(
    target: &mut dyn Target,
    player: &mut dyn Player,
    env: &mut Environment<'_>,
    progress: &mut Progress,
    last_frame: &mut Option<Frame>,
) -> Result<(), Ended> {
    progress.allowed(target, env)?;
    let now = target.clock().now();
    if player.pause().is_some() && now >= progress.keyboard_at + KEYBOARD {
        progress.keyboard_at = now;
        target.keep_keyboard()?;
    }
    let asked = env.clock.now();
    let frame = target.capture(player.region())?;
    let frame = last_frame.insert(frame);
    let step = player.step(frame, asked);
    if !matches!(step, Step::Finished(_)) {
        // What follows from a look or a thought that was abandoned half way is nobody's move.
        wish(target, env).map_or(Ok(()), |reason| Err(Ended::from(reason)))?;
    }
    player.compare(target);
    env.watch.stepped(frame, player, &step);
    match step {
        Step::Look(after) => target.clock().sleep(progress.at_most(after, env)),
        Step::Act(plan) => {
            for mut planned in plan {
                progress.allowed(target, env)?;
                if let Action::Wait(time) = &mut planned.action {
                    *time = progress.at_most(*time, env);
                }
                progress.sent += u64::from(send(target, player, &planned)?);
                match planned.action {
                    Action::Press(key) => progress.held.push(key),
                    Action::Release(key) => progress.held.retain(|held| *held != key),
                    _ => {}
                }
                env.watch.sent(target.clock().now(), &planned);
            }
        }
        Step::Finished(report) => {
            (env.report)(&report);
            progress.finished += 1;
        }
        Step::GiveUp(Ended::Safety(why)) => {
            // What could not be understood may have a plain reason.
            let obstruction = target.obstruction(player.region());
            return Err(obstruction.map_or(Ended::Safety(why), Ended::from));
        }
        Step::GiveUp(ended) => return Err(ended),
    }
    Ok(())
}

/// Sends one input; whether it counts as one (waits and pointer moves do not).
pub(super) fn send(
    target: &mut dyn Target,
    player: &mut dyn Player,
    planned: &Planned,
) -> Result<bool, Ended> {
    if !planned.hits(player.grid()) {
        player.astray();
        return Err(Ended::Safety(format!(
            "refused an input that would have gone astray ({planned:?}); \
             this is a bug: please report it with the saved evidence"
        )));
    }
    debug!("{planned:?}");
    target.perform(&planned.action)?;
    player.sent(planned);
    Ok(planned.action.is_input())
}

impl From<TargetError> for Ended {
    fn from(error: TargetError) -> Self {
        match error {
            TargetError::Stopped(reason) => Ended::Asked(reason),
            other => Ended::Target(other),
        }
    }
}
