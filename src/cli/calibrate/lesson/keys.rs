//! Which key does what: each is tapped and its effect watched.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use log::debug;

use super::pupil::{Pupil, Seen, turned_right};
use crate::board::tetris::{Piece, Press};
use crate::input::{Key, KeyStroke};

/// Keys that games of Tetris use, the commonest first. Those that end or pause games on many
/// desktops (Escape, Q, P, Return) are left out.
const CANDIDATES: [Key; 17] = [
    Key::Right,
    Key::Left,
    Key::Down,
    Key::Up,
    Key::Space,
    Key::Char('z'),
    Key::Char('x'),
    Key::Char('a'),
    Key::Char('c'),
    Key::Char('k'),
    Key::Char('j'),
    Key::Char('l'),
    Key::PageDown,
    Key::End,
    Key::KeypadEnter,
    Key::Control,
    Key::Shift,
];
/// Pieces that show which way they were turned.
const TELLING: [Piece; 3] = [Piece::T, Piece::J, Piece::L];
/// How long the effect of a key is waited for.
const EFFECT: Duration = Duration::from_millis(400);
/// How long a piece with room to fall is waited for.
const PIECE: Duration = Duration::from_secs(60);
/// Rows that a piece must have left to fall before a key is tried on it.
const ROOM: i32 = 5;
/// Taps in a row that tell a key that brings a piece down from the fall itself.
const BURST: i32 = 4;

/// What one tap did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Columns to the right.
    Shift(i32),
    /// A turn.
    Turn(Press),
    /// It turned, but the piece does not tell which way.
    Turned,
    /// Down and locked.
    Drop,
    /// Another piece on the same stack.
    Hold,
    /// Nothing but a fall by this many rows.
    Fall(i32),
}

/// What is known of a game's keys.
#[derive(Debug, Default)]
pub struct Keys {
    /// The keys by what they do.
    pub known: BTreeMap<Press, KeyStroke>,
    /// The columns that one tap moves a piece by.
    pub columns: i32,
    /// The key that hides the game until it is pressed again.
    pub pause: Option<KeyStroke>,
}

/// Tries keys until all that a game may have are found or none is left.
///
/// # Errors
/// When the game cannot be watched any longer.
pub fn learn(pupil: &mut Pupil<'_>) -> Result<Keys> {
    let mut keys = Keys::default();
    for key in CANDIDATES {
        let key = KeyStroke::from(key);
        let missing = [Press::Cw, Press::Ccw, Press::Down, Press::Drop, Press::Left, Press::Right];
        if missing.iter().all(|press| keys.known.contains_key(press)) {
            break;
        }
        if let Some(press) = role(pupil, &mut keys, key)? {
            eprintln!("{key}: {press}");
            keys.known.entry(press).or_insert(key);
        }
    }
    Ok(keys)
}

/// What `key` does, or `None` for nothing that is of use.
fn role(pupil: &mut Pupil<'_>, keys: &mut Keys, key: KeyStroke) -> Result<Option<Press>> {
    for _ in 0..3 {
        let Some(before) = ready(pupil, keys, &[])? else { return Ok(None) };
        let effect = match tried(pupil, key, &before)? {
            // A piece at a wall, or one that looks the same when it is turned, does not tell.
            Some(Effect::Turned) => {
                let Some(before) = ready(pupil, keys, &TELLING)? else { return Ok(None) };
                tried(pupil, key, &before)?
            }
            Some(Effect::Fall(_)) if before.piece == Piece::O => {
                let others: Vec<Piece> =
                    Piece::ALL.into_iter().filter(|piece| *piece != Piece::O).collect();
                let Some(before) = ready(pupil, keys, &others)? else { return Ok(None) };
                tried(pupil, key, &before)?
            }
            effect => effect,
        };
        debug!("{key}: {effect:?} to {before:?}");
        match effect {
            Some(Effect::Shift(columns)) => {
                keys.columns = keys.columns.max(columns.abs());
                return Ok(Some(if columns < 0 { Press::Left } else { Press::Right }));
            }
            Some(Effect::Turn(turn)) => return Ok(Some(turn)),
            Some(Effect::Drop) => return Ok(Some(Press::Drop)),
            Some(Effect::Hold) => return Ok(Some(Press::Hold)),
            // Some games let a dropped piece lie for a while before it locks.
            Some(Effect::Fall(rows)) if rows >= before.room() && !lands_alone(pupil, keys)? => {
                return Ok(Some(Press::Drop));
            }
            Some(Effect::Fall(_)) => {
                return Ok(brings_down(pupil, keys, key)?.then_some(Press::Down));
            }
            Some(Effect::Turned) => {}
            None => {
                // The game is hidden or another screen is shown: the same key may bring it back.
                pupil.tap(key)?;
                if pupil.wait(EFFECT * 3, |_| true)?.is_some() {
                    keys.pause.get_or_insert(key);
                    return Ok(None);
                }
                anyhow::bail!("{key} made the game disappear; start it again without that key");
            }
        }
    }
    Ok(None)
}

/// Taps a key and says what came of it; `None` when no piece is in sight any longer.
fn tried(pupil: &mut Pupil<'_>, key: KeyStroke, before: &Seen) -> Result<Option<Effect>> {
    pupil.tap(key)?;
    let mut last = None;
    let told = pupil.wait(EFFECT, |seen| {
        let effect = effect(before, seen);
        last = Some(effect);
        !matches!(effect, Effect::Fall(_))
    })?;
    if let Some(effect) = told.map(|seen| effect(before, &seen)).or(last) {
        return Ok(Some(effect));
    }
    // What a key does may be hard to see for a while: a pulsing ghost, a slide.
    Ok(pupil.wait(EFFECT * 3, |_| true)?.map(|seen| effect(before, &seen)))
}

/// What has become of a piece.
fn effect(before: &Seen, after: &Seen) -> Effect {
    if after.well != before.well {
        return Effect::Drop;
    }
    if after.piece != before.piece {
        return Effect::Hold;
    }
    let (from, to) = (before.shape(), after.shape());
    let ((col, row), (now, lower)) = (before.corner(), after.corner());
    if from == to {
        return if now == col { Effect::Fall(lower - row) } else { Effect::Shift(now - col) };
    }
    let right = turned_right(&from);
    let half = turned_right(&right);
    let left = turned_right(&half);
    match (to == right, to == left, to == half) {
        (true, false, false) => Effect::Turn(Press::Cw),
        (false, true, false) => Effect::Turn(Press::Ccw),
        (false, false, true) => Effect::Turn(Press::Half),
        _ => Effect::Turned,
    }
}

/// Whether a piece falls all the way in the time that an effect is waited for.
fn lands_alone(pupil: &mut Pupil<'_>, keys: &Keys) -> Result<bool> {
    let Some(start) = ready(pupil, keys, &[])? else { return Ok(true) };
    pupil.wait(pupil.pace.0 + pupil.pace.1 + EFFECT, |_| false)?;
    let seen = pupil.wait(EFFECT, |seen| seen.well == start.well)?;
    Ok(seen.is_none_or(|seen| seen.corner().1 - start.corner().1 >= start.room()))
}

/// Whether taps bring a piece down faster than it falls.
fn brings_down(pupil: &mut Pupil<'_>, keys: &Keys, key: KeyStroke) -> Result<bool> {
    let Some(start) = ready(pupil, keys, &[])? else { return Ok(false) };
    let fallen = |pupil: &mut Pupil<'_>, key: Option<KeyStroke>, from: &Seen| {
        let since = pupil.now();
        for _ in 0..BURST {
            match key {
                Some(key) => pupil.tap(key)?,
                None => {
                    pupil.wait(pupil.pace.0 + pupil.pace.1, |_| false)?;
                }
            }
        }
        let rest = (pupil.pace.0 + pupil.pace.1) * (BURST as u32 + 1);
        let left = (since + rest).saturating_sub(pupil.now());
        pupil.wait(left, |_| false)?;
        let seen = pupil.wait(EFFECT, |seen| seen.well == from.well)?;
        anyhow::Ok(seen.map(|seen| (seen.corner().1 - from.corner().1, seen)))
    };
    let Some((tapped, after)) = fallen(pupil, Some(key), &start)? else { return Ok(false) };
    let Some((alone, _)) = fallen(pupil, None, &after)? else { return Ok(tapped >= BURST) };
    Ok(tapped >= alone + BURST - 1)
}

/// A piece, one of `wanted` or any, with room to fall and, where the keys for that are known, away
/// from the walls; other pieces are sent down.
pub fn ready(pupil: &mut Pupil<'_>, keys: &Keys, wanted: &[Piece]) -> Result<Option<Seen>> {
    let until = pupil.now() + PIECE;
    while pupil.now() < until {
        let Some(seen) = pupil.wait(Duration::from_secs(5), |_| true)? else { continue };
        let fits = wanted.is_empty() || wanted.contains(&seen.piece);
        if fits && seen.room() >= ROOM {
            return Ok(Some(centred(pupil, keys, seen)?));
        }
        send_down(pupil, keys, &seen)?;
    }
    Ok(None)
}

/// Moves a piece away from the walls, as far as the keys are known.
pub fn centred(pupil: &mut Pupil<'_>, keys: &Keys, seen: Seen) -> Result<Seen> {
    let middle = (seen.well.cols() as i32 - seen.width()) / 2;
    shift_to(pupil, keys, seen, middle)
}

/// Moves a piece until its left-most column is `col`, as far as the keys are known.
pub fn shift_to(pupil: &mut Pupil<'_>, keys: &Keys, seen: Seen, col: i32) -> Result<Seen> {
    let mut at = seen;
    for _ in 0..2 * at.well.cols() {
        let press = match (at.corner().0 - col).signum() {
            0 => break,
            1 => Press::Left,
            _ => Press::Right,
        };
        let Some(key) = keys.known.get(&press) else { break };
        pupil.tap(*key)?;
        let (from, well) = (at.corner().0, at.well.clone());
        let moved = |seen: &Seen| seen.well != well || seen.corner().0 != from;
        match pupil.wait(EFFECT, moved)? {
            Some(seen) if seen.well == well => at = seen,
            _ => break,
        }
    }
    Ok(at)
}

/// Sends a piece down where it falls deepest, by the fastest key known, and waits until it is locked.
pub fn send_down(pupil: &mut Pupil<'_>, keys: &Keys, seen: &Seen) -> Result<()> {
    let last = seen.well.cols() as i32 - seen.width();
    let deepest = (0..=last).max_by_key(|col| seen.moved_to(*col).room()).unwrap_or(0);
    let aside = shift_to(pupil, keys, seen.clone(), deepest)?;
    if let Some(drop) = keys.known.get(&Press::Drop) {
        pupil.tap(*drop)?;
    } else if let Some(down) = keys.known.get(&Press::Down) {
        for _ in 0..2 * seen.well.rows() {
            pupil.tap(*down)?;
            match pupil.wait(EFFECT, |_| true)? {
                Some(now) if now.well == aside.well => {}
                _ => break,
            }
        }
    }
    pupil.wait(PIECE / 2, |now| now.well != aside.well)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tetris::Well;
    use crate::geometry::CellPos;

    fn seen(piece: Piece, cells: [(i32, i32); 4]) -> Seen {
        let well = Well::new(10, 20).expect("a usual size");
        Seen { piece, cells, well, at: Duration::ZERO }
    }

    #[test]
    fn a_taps_effect_is_told_from_where_the_piece_was_and_is() {
        let flat = seen(Piece::T, [(3, 1), (4, 0), (4, 1), (5, 1)]);
        let moved = seen(Piece::T, [(2, 2), (3, 1), (3, 2), (4, 2)]);
        let right = seen(Piece::T, [(4, 0), (4, 1), (4, 2), (5, 1)]);
        let left = seen(Piece::T, [(3, 1), (4, 0), (4, 1), (4, 2)]);
        assert_eq!(effect(&flat, &moved), Effect::Shift(-1));
        assert_eq!(effect(&flat, &right), Effect::Turn(Press::Cw));
        assert_eq!(effect(&flat, &left), Effect::Turn(Press::Ccw));
        assert_eq!(effect(&flat, &flat), Effect::Fall(0));
        assert_eq!(effect(&flat, &seen(Piece::O, flat.cells)), Effect::Hold);
        let mut locked = flat.clone();
        locked.well.set(CellPos::new(4, 19), true);
        assert_eq!(effect(&flat, &locked), Effect::Drop);
        let upright = seen(Piece::I, [(4, 0), (4, 1), (4, 2), (4, 3)]);
        let level = seen(Piece::I, [(3, 1), (4, 1), (5, 1), (6, 1)]);
        assert_eq!(effect(&level, &upright), Effect::Turned);
    }
}
