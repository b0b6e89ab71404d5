//! How fast keys may come: presses sent against cells moved, at rising rates.

use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::keys::{Keys, ready, shift_to};
use super::pupil::{Pupil, Seen};
use crate::board::tetris::Press;

/// How long a key is held and how long none is then, in milliseconds, slower ones first.
const RATES: [(u64, u64); 7] = [(40, 40), (30, 20), (20, 15), (10, 10), (5, 5), (2, 3), (0, 0)];
/// How often each rate is tried.
const TRIALS: u32 = 4;
/// Rows of a fall that are timed.
const FALLS: i32 = 2;
/// How long a fall is watched.
const FALL: Duration = Duration::from_secs(5);
/// How long the game may take to show all of it.
const SETTLE: Duration = Duration::from_millis(300);

/// What became of the presses at one rate.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Rate {
    /// How long each key was held, in milliseconds.
    pub hold_ms: u64,
    /// The pause after it, in milliseconds.
    pub gap_ms: u64,
    /// Presses sent.
    pub sent: i32,
    /// Columns moved.
    pub moved: i32,
}

impl Rate {
    /// Whether each press moved the piece by `columns`.
    fn is_exact(&self, columns: i32) -> bool {
        self.moved == self.sent * columns
    }
}

/// How long a piece takes for each row that it falls, in milliseconds, where it falls row by row or
/// slides; `None` where it lands sooner than it can be watched.
///
/// # Errors
/// When the game cannot be watched any longer.
pub fn fall(pupil: &mut Pupil<'_>, keys: &Keys) -> Result<Option<u64>> {
    let Some(start) = ready(pupil, keys, &[])? else { return Ok(None) };
    let row = start.corner().1;
    // From one step to a later one, so that no part of a step is counted.
    let reached = |row: i32| move |now: &Seen| now.corner().1 >= row;
    let Some(from) = pupil.wait(FALL, reached(row + 1))? else { return Ok(None) };
    let begun = from.corner().1;
    let Some(to) = pupil.wait(FALL, reached(begun + FALLS))? else { return Ok(None) };
    let rows = (to.corner().1 - begun) as u32;
    Ok((to.well == start.well).then(|| ((to.at - from.at) / rows).as_millis() as u64))
}

/// Tries rates until presses are lost or doubled at one; each is told to `tell`.
///
/// # Errors
/// When the game cannot be watched any longer, or a key to the side is not known.
pub fn measure(
    pupil: &mut Pupil<'_>,
    keys: &Keys,
    mut tell: impl FnMut(&Rate),
) -> Result<Option<Rate>> {
    let side = |press: Press| keys.known.get(&press).copied();
    let (Some(left), Some(right)) = (side(Press::Left), side(Press::Right)) else {
        anyhow::bail!("the keys that move a piece to both sides are not known");
    };
    let mut best: Option<Rate> = None;
    for (hold_ms, gap_ms) in RATES {
        let mut rate = Rate { hold_ms, gap_ms, sent: 0, moved: 0 };
        for trial in 0..TRIALS {
            let Some(seen) = ready(pupil, keys, &[])? else {
                anyhow::bail!("no piece comes in any longer; start a new game and run this again");
            };
            // From one wall towards the other, so that no press is in vain.
            let far = seen.well.cols() as i32 - seen.width();
            let (from, key) = if trial % 2 == 0 { (0, right) } else { (far, left) };
            let start = shift_to(pupil, keys, seen, from)?;
            if start.corner().0 != from || start.room() < 2 {
                continue;
            }
            let presses = far.min(5) / keys.columns.max(1);
            let pace = (Duration::from_millis(hold_ms), Duration::from_millis(gap_ms));
            for _ in 0..presses {
                pupil.tap_at(key, pace)?;
            }
            pupil.wait(SETTLE, |_| false)?;
            if let Some(now) = pupil.wait(SETTLE, |now| now.well == start.well)? {
                rate.sent += presses;
                rate.moved += (now.corner().0 - from).abs();
            }
        }
        tell(&rate);
        if rate.sent > 0 && rate.is_exact(keys.columns.max(1)) {
            best = Some(rate);
        } else if best.is_some() {
            break;
        }
    }
    Ok(best)
}
