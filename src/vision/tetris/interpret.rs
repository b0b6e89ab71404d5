//! From the looks of the cells to their kinds.

use super::background::Looks;
use super::falling::{Moving, moving};
use super::marks::Marks;
use super::reading::{CellReading, Rest};
use crate::board::tetris::Tile;

/// The kinds of all cells of one well and how far to trust them.
pub(super) struct Interpretation {
    pub cells: Vec<CellReading>,
    pub moving: Moving,
    /// Which cells hold something.
    pub marked: Vec<bool>,
    pub rest: Rest,
    /// How much like a well this is, for the choice among candidates; no fixed scale.
    pub quality: f32,
}

/// Reads the cells; `None` when no part of it looks like an empty well.
pub(super) fn interpret(looks: &Looks) -> Option<Interpretation> {
    let ground = looks.background()?;
    let marks = Marks::of(looks, &ground);
    let moving = moving(looks, &marks);
    let n = marks.cols * marks.rows;
    let solid = typical(&marks, &moving);
    let cells: Vec<CellReading> = (0..n).map(|i| cell(looks, &marks, &moving, &solid, i)).collect();
    let quality = quality(&marks, &moving, &cells);
    let unknown = cells.iter().filter(|c| c.kind.is_none()).count();
    let rest = if unknown > n / 10 { Rest::Unsettled } else { Rest::Settled };
    Some(Interpretation { cells, moving, marked: marks.marked, rest, quality })
}

/// What blocks of this skin have in common.
struct Solid {
    cover: f32,
}

fn typical(marks: &Marks, moving: &Moving) -> Solid {
    let mut cover: Vec<f32> = (0..marks.marked.len())
        .filter(|i| marks.marked[*i] && !moving.ghost.contains(i))
        .map(|i| marks.cover[i])
        .collect();
    cover.sort_by(f32::total_cmp);
    Solid { cover: cover.get(cover.len() / 2).copied().unwrap_or(1.0) }
}

fn cell(looks: &Looks, marks: &Marks, moving: &Moving, solid: &Solid, i: usize) -> CellReading {
    let sure = |tile, score| CellReading {
        kind: Some(tile),
        best: tile,
        score,
        second: if tile == Tile::Empty { Tile::Locked } else { Tile::Empty },
        second_score: 1.0 - score,
    };
    let unsure = |best, second| CellReading {
        kind: None,
        best,
        score: 0.5,
        second,
        second_score: 0.4,
    };
    if looks.patches[i].is_none() {
        return unsure(Tile::Empty, Tile::Locked);
    }
    if moving.unsure.contains(&i) {
        return unsure(Tile::Locked, Tile::Ghost);
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
    let patchy = marks.cover[i] < 0.72 * solid.cover;
    let soft = marks.sharp[i] < 0.4;
    if faint || patchy || soft {
        return unsure(if patchy { Tile::Empty } else { Tile::Locked }, Tile::Ghost);
    }
    sure(Tile::Locked, 0.95)
}

/// How much like a well: clear cells, sharp block edges on the lattice, a piece in flight.
fn quality(marks: &Marks, moving: &Moving, cells: &[CellReading]) -> f32 {
    let n = cells.len() as f32;
    let known = cells.iter().filter(|c| c.kind.is_some()).count() as f32 / n;
    let marked: Vec<usize> = (0..cells.len()).filter(|i| marks.marked[*i]).collect();
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
    let floor = (n as usize - marks.cols..n as usize).all(|i| marks.marked[i]);
    1.5 * known + sharp + 0.5 * cover + 0.5 * strength + piece + ghost
        - 0.7 * walls
        - if floor { 0.3 } else { 0.0 }
        - if doubled(marks) { 1.0 } else { 0.0 }
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
        squares >= 2 && odd * 20 < squares
    })
}
