//! How the pieces come in and turn, as seen; and the rules that say so.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use anyhow::Result;
use log::debug;

use super::keys::{self, Keys};
use super::pupil::{Pupil, Seen, Shape};
use crate::board::tetris::{Orientation, Piece, Press, Rules};

/// How long a turn is waited for.
pub const TURN: Duration = Duration::from_millis(400);
/// How often one piece is turned all the way round until its fall does not come between.
const TRIES: u32 = 4;
/// How long the next piece is waited for.
pub const NEXT: Duration = Duration::from_secs(10);
/// Rows of the well's top in which a piece has just come in.
const ENTRANCE: i32 = 2;
/// Pieces that are watched at most.
const PIECES: i32 = 60;
/// Of the pieces that were seen to turn, so many are enough where shipped rules explain them all.
const ENOUGH: usize = 5;

/// A shape and its corner, counted from that of the first one.
type Turned = (Shape, (i32, i32));

/// One piece's orientations, each after a quarter turn to the right from the one before.
#[derive(Debug, Clone, PartialEq)]
pub struct Cycle {
    /// The column of its left-most cells when it was first seen, in a well of so many columns.
    spawn: (i32, i32),
    /// The topmost row then.
    row: i32,
    /// Each shape with its corner, counted from that of the first.
    pub turns: Vec<Turned>,
}

impl Cycle {
    /// From `shape`, what a press of `turn` makes of it: how its corner moves, and the new shape.
    pub fn next(&self, shape: &Shape, turn: Press) -> Option<((i32, i32), Shape)> {
        let here = self.turns.iter().position(|(drawn, _)| drawn == shape)?;
        let all = self.turns.len();
        let step = if turn == Press::Ccw { all - 1 } else { 1 };
        let ((_, from), (next, to)) = (self.turns[here], self.turns[(here + step) % all]);
        Some(((to.0 - from.0, to.1 - from.1), next))
    }
}

/// The key that turns pieces while they are watched.
///
/// # Errors
/// When none was found.
pub fn turn_key(keys: &Keys) -> Result<Press> {
    let turn = [Press::Cw, Press::Ccw].into_iter().find(|turn| keys.known.contains_key(turn));
    turn.ok_or_else(|| anyhow::anyhow!("no key was found that turns a piece"))
}

/// Watches pieces come in and turn until the rules are known.
///
/// # Errors
/// When the game cannot be watched any longer, or no key turns.
pub fn learn(pupil: &mut Pupil<'_>, keys: &Keys) -> Result<BTreeMap<Piece, Cycle>> {
    let turn = turn_key(keys)?;
    let mut known = BTreeMap::new();
    // The piece in the well was moved and turned while its keys were looked for.
    if let Some(handled) = pupil.wait(NEXT, |_| true)? {
        keys::send_down(pupil, keys, &handled)?;
    }
    for _ in 0..PIECES {
        if known.len() == Piece::ALL.len() || explained(&known).is_some() {
            break;
        }
        let Some(first) = pupil.wait(NEXT, |_| true)? else { break };
        let mut last = first.clone();
        if first.corner().1 <= ENTRANCE && first.room() >= 6 && !known.contains_key(&first.piece) {
            let centred = keys::centred(pupil, keys, first.clone())?;
            let mut ready = lowered(pupil, keys, centred)?;
            for _ in 0..TRIES {
                if let Some(turns) = cycle(pupil, keys, turn, &ready)? {
                    let spawn = (first.corner().0, first.well.cols() as i32);
                    eprintln!("{}: {} orientation(s)", first.piece, turns.len());
                    let row = first.corner().1;
                    let cycle = Cycle { spawn, row, turns };
                    debug!("{cycle:?}");
                    known.insert(first.piece, cycle);
                    break;
                }
                // It has fallen by a row meanwhile; once more from the way it came in.
                let back = |seen: &Seen| seen.well == first.well && seen.shape() == first.shape();
                match pupil.wait(TURN, back)? {
                    Some(seen) if seen.room() >= 4 => ready = seen,
                    _ => break,
                }
            }
            let Some(now) = pupil.wait(TURN, |seen| seen.well == first.well)? else { continue };
            last = now;
        }
        keys::send_down(pupil, keys, &last)?;
    }
    Ok(known)
}

/// The piece once it has come down so far that it can turn.
fn lowered(pupil: &mut Pupil<'_>, keys: &Keys, seen: Seen) -> Result<Seen> {
    let mut at = seen;
    while at.corner().1 < 2 && at.room() > 4 {
        if let Some(down) = keys.known.get(&Press::Down) {
            pupil.tap(*down)?;
        }
        let Some(now) = pupil.wait(TURN, |now| now.well == at.well)? else { break };
        at = now;
    }
    Ok(at)
}

/// Turns a piece all the way round; `None` when the fall of the piece came between.
fn cycle(
    pupil: &mut Pupil<'_>,
    keys: &Keys,
    turn: Press,
    start: &Seen,
) -> Result<Option<Vec<Turned>>> {
    let (col, row) = start.corner();
    let mut turns = vec![(start.shape(), (0, 0))];
    for _ in 0..4 {
        pupil.tap(keys.known[&turn])?;
        let (shape, _) = turns[turns.len() - 1];
        let turned = pupil.wait(TURN, |seen| seen.well != start.well || seen.shape() != shape)?;
        let Some(now) = turned.filter(|now| now.well == start.well) else {
            // One that looks the same in every way.
            return Ok((turns.len() == 1 && start.piece == Piece::O).then_some(turns));
        };
        let at = (now.corner().0 - col, now.corner().1 - row);
        if now.shape() == turns[0].0 && at == (0, 0) && matches!(turns.len(), 1 | 2 | 4) {
            if turn == Press::Ccw {
                turns[1..].reverse();
            }
            return Ok(Some(turns));
        }
        turns.push((now.shape(), at));
    }
    Ok(None)
}

/// The shipped rules that explain all that was seen, where that is enough to tell.
pub fn explained(known: &BTreeMap<Piece, Cycle>) -> Option<&'static str> {
    if known.len() < ENOUGH {
        return None;
    }
    Rules::names().into_iter().find(|name| {
        let rules = Rules::load(name).expect("shipped rules load");
        known.iter().all(|(piece, cycle)| agrees(&rules, *piece, cycle))
    })
}

fn agrees(rules: &Rules, piece: Piece, cycle: &Cycle) -> bool {
    let all = rules.orientations(piece);
    let cols = cycle.spawn.1;
    let drawn = |orientation: Orientation| {
        let falling = rules.spawn(piece, orientation, cols as usize);
        let cells = rules.cells(&falling);
        let col = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let row = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        let mut shape: Vec<(i32, i32)> = cells.iter().map(|(x, y)| (x - col, y - row)).collect();
        shape.sort_unstable();
        (shape, col)
    };
    all.len() == cycle.turns.len()
        && rules.spawn_orientations(piece).iter().any(|first| {
            let start = &all[first.index() % all.len()];
            let (shape, col) = drawn(*first);
            col == cycle.spawn.0
                && shape == cycle.turns[0].0
                && cycle.turns.iter().enumerate().all(|(step, (shape, at))| {
                    let now = &all[(first.index() + step) % all.len()];
                    let offset = (now.left - start.left, now.top - start.top);
                    let (drawn, _) = drawn(Orientation::ALL[(first.index() + step) % all.len()]);
                    drawn == *shape && offset == *at
                })
        })
}

/// Rules as a file, without kicks: pieces that never came are drawn as mirror images of those that
/// did.
pub fn text(name: &str, known: &BTreeMap<Piece, Cycle>, keys: &Keys) -> Option<String> {
    let mut all = known.clone();
    for (piece, other) in [(Piece::J, Piece::L), (Piece::S, Piece::Z)] {
        for (missing, from) in [(piece, other), (other, piece)] {
            if let Some(cycle) = known.get(&from).filter(|_| !known.contains_key(&missing)) {
                all.insert(missing, mirrored(cycle));
            }
        }
    }
    let names: Vec<String> =
        keys.known.keys().map(|press| format!("\"{}\"", press.name())).collect();
    let mut text = format!(
        "# Learnt by watching the game: how its pieces come in and turn.\nname = \"{name}\"\nabout \
         = \"{name}, as it was seen\"\nkeys = [{}]\nrandomiser = \"uniform\"\nscoring = \
         \"classic\"\n\n[spawn]\n",
        names.join(", ")
    );
    let mut drawings = String::from("\n[pieces]\n");
    for piece in Piece::ALL {
        let Cycle { spawn: (col, cols), row, turns } = all.get(&piece)?;
        let bounds = |part: fn(&(i32, i32)) -> i32| {
            let places = turns.iter().flat_map(|(shape, at)| {
                shape.iter().map(move |(x, y)| part(&(x + at.0, y + at.1)))
            });
            (places.clone().min().unwrap_or(0), places.max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (bounds(|cell| cell.0), bounds(|cell| cell.1));
        let draw = |(shape, at): &Turned| {
            let rows: Vec<String> = (top..=bottom)
                .map(|y| {
                    let filled = |x| shape.contains(&(x - at.0, y - at.1));
                    (left..=right).map(|x| if filled(x) { '#' } else { '.' }).collect()
                })
                .collect();
            format!("\"{}\"", rows.join("/"))
        };
        let list: Vec<String> = turns.iter().map(draw).collect();
        // Wells of other widths than ten shift the place by half the difference.
        let col = col + left - (cols - 10).div_euclid(2);
        writeln!(text, "{piece} = {{ col = {col}, row = {} }}", row + top).ok()?;
        writeln!(drawings, "{piece} = [{}]", list.join(", ")).ok()?;
    }
    Some(text + &drawings)
}

/// The same piece seen in a mirror that stands at its first corner.
fn mirrored(cycle: &Cycle) -> Cycle {
    let width = |shape: &Shape| shape.iter().map(|cell| cell.0).max().unwrap_or(0);
    let first = width(&cycle.turns[0].0);
    let mut turns: Vec<Turned> = cycle
        .turns
        .iter()
        .map(|(shape, at)| {
            let wide = width(shape);
            let mut flipped = shape.map(|(x, y)| (wide - x, y));
            flipped.sort_unstable();
            (flipped, (first - at.0 - wide, at.1))
        })
        .collect();
    // In a mirror a turn to the right is one to the left.
    turns[1..].reverse();
    Cycle { turns, ..cycle.clone() }
}
