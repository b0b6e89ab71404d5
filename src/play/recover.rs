//! What is done about a target that was moved or has lost the keyboard, so that the game goes on.

use std::time::Duration;

use log::info;

use super::run::{Progress, send};
use super::{Ended, Environment, Player};
use crate::target::{Target, TargetError};

/// So many moves of the window are followed ...
const MOVES: usize = 3;
/// ... within this time; more are somebody's who wants it elsewhere.
const OFTEN: Duration = Duration::from_secs(10);
/// How long a paused game waits for the keyboard.
const PATIENCE: Duration = Duration::from_secs(600);
/// How often it is looked whether the keyboard is back.
const LOOK: Duration = Duration::from_millis(20);

/// What was already done about it.
#[derive(Debug, Default)]
pub(super) struct Recovery {
    /// When the window was followed, on the target's clock.
    moves: Vec<Duration>,
    /// How many games were over when the game's own program last came in front of it.
    covered: Option<u32>,
}

impl Recovery {
    /// Makes the run able to go on after `ended`.
    ///
    /// # Errors
    /// Why it cannot: most often `ended` itself.
    pub(super) fn mend(
        &mut self,
        ended: Ended,
        target: &mut dyn Target,
        player: &mut dyn Player,
        env: &Environment<'_>,
        progress: &mut Progress,
    ) -> Result<(), Ended> {
        if matches!(ended, Ended::Target(_)) {
            // Another program may have the keyboard by now: a key that stays down is typed there.
            progress.let_go(target);
        }
        match ended {
            Ended::Target(TargetError::Moved(_)) => {
                let now = target.clock().now();
                self.moves.retain(|at| now - *at < OFTEN);
                if self.moves.len() >= MOVES {
                    return Err(ended);
                }
                self.moves.push(now);
                info!("{ended}: locking on again");
                target.relock()?;
                player.displaced();
                Ok(())
            }
            Ended::Target(TargetError::Unfocused { .. }) => {
                wait_for_keyboard(ended, target, player, env, progress)
            }
            // A click may end the game before the next one is sent, and its program may say so in
            // a dialog: another look tells. If it does not, what comes next is refused again.
            Ended::Target(TargetError::Covered { .. })
                if self.covered != Some(progress.finished) && target.has_keyboard()? =>
            {
                self.covered = Some(progress.finished);
                player.covered();
                info!("{ended}: looking again");
                Ok(())
            }
            other => Err(other),
        }
    }
}

/// Pauses the game, waits until the keyboard is back, and goes on.
fn wait_for_keyboard(
    ended: Ended,
    target: &mut dyn Target,
    player: &mut dyn Player,
    env: &Environment<'_>,
    progress: &mut Progress,
) -> Result<(), Ended> {
    let Some(pause) = player.pause() else { return Err(ended) };
    progress.allowed(target, env)?;
    info!("{ended}: the game is paused until the keyboard is back");
    target.borrow_keyboard(&pause.action)?;
    progress.sent += 1;
    let until = target.clock().now() + PATIENCE;
    target.begin_rest();
    while !target.has_keyboard()? {
        progress.allowed(target, env)?;
        if target.clock().now() >= until {
            return Err(ended);
        }
        target.clock().sleep(LOOK);
    }
    target.end_rest()?;
    progress.allowed(target, env)?;
    progress.sent += u64::from(send(target, player, &pause)?);
    Ok(())
}
