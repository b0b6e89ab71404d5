//! From the looks of the cells to their kinds.

use super::background::Looks;
use super::falling::{Moving, moving};
use super::marks::{Marks, SOFT};
use super::patch::{Patch, SAMPLES};
use super::reading::{CellReading, End, Rest};
use super::rest::{end, rest};
use crate::board::tetris::Tile;

/// The kinds of all cells of one well and how far to trust them.
pub(super) struct Interpretation {
    pub cells: Vec<CellReading>,
    pub moving: Moving,
    /// Which cells hold something.
    pub marked: Vec<bool>,
    pub rest: Rest,
    pub end: End,
    /// How much like a well this is, for the choice among candidates; no fixed scale.
    pub quality: f32,
    /// How much the picture just outside looks like the cells inside.
    pub continues: f32,
}

/// Reads the cells; `None` when no part of it looks like an empty well.
pub(super) fn interpret(looks: &Looks) -> Option<Interpretation> {
    let ground = looks.background()?;
    let marks = Marks::of(looks, &ground);
    let moving = moving(looks, &marks);
    let n = marks.cols * marks.rows;
    let doubt =
        Doubt { scribble: scribbles(&marks, &moving), strange: strange(looks, &marks, &moving) };
    let cells: Vec<CellReading> = (0..n).map(|i| cell(looks, &marks, &moving, &doubt, i)).collect();
    let quality = quality(&marks, &moving, &cells);
    let rest = rest(&marks, &moving, &cells);
    let end = end(&marks, &moving, rest);
    let marked = marks.marked;
    Some(Interpretation { cells, moving, marked, rest, end, quality, continues: 0.0 })
}

/// Reasons to doubt that a marked cell is a block.
struct Doubt {
    /// Writing, lines, a beam over the well.
    scribble: Vec<bool>,
    /// A glow, a flash, a trail: not built like the blocks.
    strange: Vec<bool>,
}

/// Marked cells that are not built like blocks: those of a group whose outline is blurred, and
/// those with a pattern of light and shade that no block elsewhere has.
fn strange(looks: &Looks, marks: &Marks, moving: &Moving) -> Vec<bool> {
    let n = marks.marked.len();
    let known = |i: usize| moving.falling.contains(&i) || moving.ghost.contains(&i);
    let blocks: Vec<usize> = (0..n).filter(|i| marks.marked[*i] && !known(*i)).collect();
    let mut out = vec![false; n];
    for group in groups(marks, &|i| marks.marked[i] && !known(i)) {
        let (sides, soft) =
            group.iter().fold((0, 0), |(a, b), i| (a + marks.sides[*i].0, b + marks.sides[*i].1));
        if soft * 3 > sides {
            group.iter().for_each(|i| out[*i] = true);
        }
    }
    if blocks.len() < 8 {
        return out;
    }
    let shades: Vec<Option<Shade>> = blocks
        .iter()
        .map(|i| looks.patches[*i].as_ref().map(|p| Shade::of(p, marks.distance[*i])))
        .collect();
    let mates = |a: usize| {
        let (col, row) = (blocks[a] % marks.cols, blocks[a] / marks.cols);
        (0..blocks.len()).any(|b| {
            blocks[b] % marks.cols != col
                && blocks[b] / marks.cols != row
                && !out[blocks[b]]
                && match (&shades[a], &shades[b]) {
                    (Some(a), Some(b)) => a.like(b),
                    _ => false,
                }
        })
    };
    let lone: Vec<bool> = (0..blocks.len()).map(|a| !mates(a)).collect();
    // Skins whose blocks join up with their neighbours have many patterns: no evidence there.
    if lone.iter().filter(|l| **l).count() * 4 < blocks.len() {
        for (i, lone) in blocks.iter().zip(lone) {
            out[*i] |= lone;
        }
    }
    // What hangs on strange cells only is strange as well.
    let lost: Vec<usize> = blocks
        .iter()
        .copied()
        .filter(|i| {
            let mut joined = marks.around(*i).filter(|(k, _)| marks.marked[*k]).peekable();
            joined.peek().is_some() && joined.all(|(k, _)| out[k])
        })
        .collect();
    lost.into_iter().for_each(|i| out[i] = true);
    out
}

/// The pattern of light and shade of a block, whatever its colour.
struct Shade {
    pattern: [f32; SAMPLES],
    flat: bool,
}

impl Shade {
    fn of(patch: &Patch, distance: f32) -> Self {
        let mut pattern = [0.0f32; SAMPLES];
        for (k, value) in pattern.iter_mut().enumerate() {
            *value = patch.sample(k).iter().map(|v| f32::from(*v)).sum::<f32>() / 3.0;
        }
        let mean = pattern.iter().sum::<f32>() / SAMPLES as f32;
        pattern.iter_mut().for_each(|v| *v -= mean);
        let size = pattern.iter().map(|v| v * v).sum::<f32>().sqrt();
        let flat = size / (SAMPLES as f32).sqrt() < 0.08 * distance + 2.0;
        pattern.iter_mut().for_each(|v| *v /= size.max(1.0));
        Self { pattern, flat }
    }

    fn like(&self, other: &Shade) -> bool {
        let along: f32 = self.pattern.iter().zip(&other.pattern).map(|(a, b)| a * b).sum();
        (self.flat && other.flat) || along > 0.8
    }
}

/// Groups of joined cells that `take` accepts.
fn groups(marks: &Marks, take: &dyn Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut seen = vec![false; marks.marked.len()];
    let mut all = Vec::new();
    for first in 0..seen.len() {
        if seen[first] || !take(first) {
            continue;
        }
        seen[first] = true;
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            for (k, _) in marks.around(group[next]) {
                if take(k) && !seen[k] {
                    seen[k] = true;
                    group.push(k);
                }
            }
            next += 1;
        }
        all.push(group);
    }
    all
}

/// The patchy cells that belong to a group too large for a ghost: writing, lines, a beam.
fn scribbles(marks: &Marks, moving: &Moving) -> Vec<bool> {
    let n = marks.marked.len();
    let patchy: Vec<bool> =
        (0..n).map(|i| marks.marked[i] && marks.patchy(i) && !moving.ghost.contains(&i)).collect();
    let mut out = vec![false; n];
    for group in groups(marks, &|i| patchy[i]).into_iter().filter(|g| g.len() > 4) {
        group.into_iter().for_each(|i| out[i] = true);
    }
    out
}

fn cell(looks: &Looks, marks: &Marks, moving: &Moving, doubt: &Doubt, i: usize) -> CellReading {
    let sure = |tile, score| CellReading {
        kind: Some(tile),
        best: tile,
        score,
        second: if tile == Tile::Empty { Tile::Locked } else { Tile::Empty },
        second_score: 1.0 - score,
    };
    let unsure =
        |best, second| CellReading { kind: None, best, score: 0.5, second, second_score: 0.4 };
    if looks.patches[i].is_none() {
        return unsure(Tile::Empty, Tile::Locked);
    }
    if moving.unsure.contains(&i) {
        let other = if marks.marked[i] { Tile::Locked } else { Tile::Empty };
        return unsure(other, Tile::Ghost);
    }
    if let (true, Some(piece)) = (moving.falling.contains(&i), moving.piece) {
        return sure(Tile::Falling(piece), 0.95);
    }
    if moving.ghost.contains(&i) {
        return sure(Tile::Ghost, 0.9);
    }
    if marks.doubtful[i] {
        return unsure(Tile::Empty, Tile::Locked);
    }
    if !marks.marked[i] {
        return sure(Tile::Empty, 0.97);
    }
    let faint = marks.distance[i] < 0.35 * marks.level;
    let patchy = marks.patchy(i);
    if doubt.scribble[i] && marks.cover[i] < 0.5 * marks.whole {
        return sure(Tile::Empty, 0.8);
    }
    let soft = marks.sharp[i] < SOFT;
    if faint || patchy || soft || doubt.strange[i] {
        return unsure(if patchy { Tile::Empty } else { Tile::Locked }, Tile::Ghost);
    }
    sure(Tile::Locked, 0.95)
}

/// How much like a well: clear cells, sharp block edges on the lattice, a piece in flight.
fn quality(marks: &Marks, moving: &Moving, cells: &[CellReading]) -> f32 {
    let n = cells.len() as f32;
    let known = cells.iter().filter(|c| c.kind.is_some()).count() as f32 / n;
    let held = |i: &usize| cells[*i].kind.is_some_and(|k| k != Tile::Empty);
    let marked: Vec<usize> = (0..cells.len()).filter(held).collect();
    if marked.len() < 4 {
        return 0.0;
    }
    let sharp = marked.iter().map(|i| marks.sharp[*i]).sum::<f32>() / marked.len() as f32;
    let cover = marked.iter().map(|i| marks.cover[*i]).sum::<f32>() / marked.len() as f32;
    let strength = (marks.level / (marks.noise + 10.0) / 4.0).min(1.0);
    let piece = if moving.piece.is_some() { 0.6 } else { 0.0 };
    let ghost = if moving.ghost.is_empty() { 0.0 } else { 0.3 };
    // A column filled to the top is a wall taken for a part of the well.
    let walls = [0, marks.cols - 1]
        .iter()
        .filter(|c| (0..marks.rows).all(|r| marks.marked[r * marks.cols + **c]))
        .count() as f32;
    // A full bottom row is a floor taken for a part of the well, or a row about to go.
    let floor = (cells.len() - marks.cols..cells.len()).all(|i| held(&i));
    1.5 * known + sharp + 0.5 * cover + 0.5 * strength + piece + ghost
        - 0.7 * walls
        - if floor { 0.3 } else { 0.0 }
        - if moving.piece.is_none() && doubled(marks) { 1.0 } else { 0.0 }
}

/// Whether all marks come in squares of two by two: then the cells are halves of the true ones.
fn doubled(marks: &Marks) -> bool {
    let at = |col: usize, row: usize| marks.marked[row * marks.cols + col];
    (0..4).any(|start| {
        let (dx, dy) = (start % 2, start / 2);
        let (mut odd, mut squares) = (0, 0);
        for row in (dy..marks.rows - 1).step_by(2) {
            for col in (dx..marks.cols - 1).step_by(2) {
                let count = [(0, 0), (1, 0), (0, 1), (1, 1)]
                    .iter()
                    .filter(|(x, y)| at(col + x, row + y))
                    .count();
                odd += usize::from(count % 4 != 0);
                squares += usize::from(count > 0);
            }
        }
        squares >= 4 && odd * 20 < squares
    })
}
