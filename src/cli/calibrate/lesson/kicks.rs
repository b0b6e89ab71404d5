//! Where a piece goes that cannot turn where it is: it is turned at both walls.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;

use super::keys::{self, Keys, shift_to};
use super::pupil::{Pupil, Seen};
use super::turns::{Cycle, NEXT, TURN, turn_key};
use crate::board::tetris::{Piece, Press};

/// Pieces that are watched at most.
const PIECES: usize = 40;
/// Rows that a piece must have left to fall before it is turned at a wall.
const ROOM: i32 = 6;

/// Columns to the right and rows up that each piece was seen to be moved by when it turned.
pub type Moved = BTreeMap<Piece, BTreeSet<(i32, i32)>>;

/// The side of the well at which a turn is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Left,
    Right,
}

/// Turns pieces where there is a wall in the way.
///
/// # Errors
/// When the game cannot be watched any longer.
pub fn learn(pupil: &mut Pupil<'_>, keys: &Keys, known: &BTreeMap<Piece, Cycle>) -> Result<Moved> {
    let (turn, sides) = (turn_key(keys)?, [Side::Left, Side::Right]);
    let turning = known.iter().filter(|(_, cycle)| cycle.turns.len() > 1).map(|(piece, _)| *piece);
    let mut left: BTreeSet<(Piece, Side)> =
        turning.flat_map(|piece| sides.map(|side| (piece, side))).collect();
    let mut moved = Moved::new();
    for _ in 0..PIECES {
        if left.is_empty() {
            break;
        }
        let Some(mut seen) = pupil.wait(NEXT, |_| true)? else { break };
        for side in sides {
            let Some(cycle) = known.get(&seen.piece).filter(|_| seen.room() >= ROOM) else { break };
            if !left.contains(&(seen.piece, side)) {
                continue;
            }
            let Some(now) = tried(pupil, keys, turn, cycle, side, &seen)? else { break };
            left.remove(&(seen.piece, side));
            if now.kick != (0, 0) {
                eprintln!("{}: moved by {:?} at a wall", seen.piece, now.kick);
                moved.entry(seen.piece).or_default().insert(now.kick);
            }
            seen = now.seen;
        }
        keys::send_down(pupil, keys, &seen)?;
    }
    Ok(moved)
}

/// What came of a turn at a wall.
struct Tried {
    /// Columns to the right and rows up; none where the piece did not turn.
    kick: (i32, i32),
    seen: Seen,
}

/// Turns a piece until its next turn would lead through the wall, if one does, and then once more
/// there; `None` when it was lost sight of.
fn tried(
    pupil: &mut Pupil<'_>,
    keys: &Keys,
    turn: Press,
    cycle: &Cycle,
    side: Side,
    start: &Seen,
) -> Result<Option<Tried>> {
    let key = keys.known[&turn];
    let cols = start.well.cols() as i32;
    let mut seen = start.clone();
    for _ in 0..cycle.turns.len() {
        let Some((step, next)) = cycle.next(&seen.shape(), turn) else { return Ok(None) };
        let width = 1 + next.iter().map(|cell| cell.0).max().unwrap_or(0);
        let wall = if side == Side::Left { 0 } else { cols - seen.width() };
        let blocked = wall + step.0 < 0 || wall + step.0 + width > cols;
        if blocked {
            let at = shift_to(pupil, keys, seen, wall)?;
            if at.corner().0 != wall {
                return Ok(None);
            }
            pupil.tap(key)?;
            let turned =
                pupil.wait(TURN, |now| now.well != at.well || now.shape() != at.shape())?;
            let Some(now) = turned else { return Ok(Some(Tried { kick: (0, 0), seen: at })) };
            if now.well != at.well || now.shape() != next {
                return Ok(None);
            }
            let right = now.corner().0 - (at.corner().0 + step.0);
            let down = now.corner().1 - (at.corner().1 + step.1);
            // It may have fallen by a row meanwhile.
            let up = if down == 1 { 0 } else { -down };
            return Ok(Some(Tried { kick: (right, up), seen: now }));
        }
        pupil.tap(key)?;
        let turned =
            pupil.wait(TURN, |now| now.well != seen.well || now.shape() != seen.shape())?;
        let Some(now) = turned.filter(|now| now.well == start.well) else { return Ok(None) };
        seen = now;
    }
    Ok(Some(Tried { kick: (0, 0), seen }))
}

/// The rules' lists of places that a turn tries, for the pieces that were seen to be moved.
pub fn text(moved: &Moved) -> String {
    let mut text = String::new();
    for (piece, kicks) in moved {
        let mut list = String::from("[0, 0]");
        for (right, up) in kicks {
            let _ = write!(list, ", [{right}, {up}]");
        }
        let _ = write!(text, "\n[[kicks]]\npieces = \"{piece}\"\nany = [{list}]\n");
    }
    text
}
