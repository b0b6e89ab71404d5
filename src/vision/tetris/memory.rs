//! What is remembered of a well from frame to frame, and how it settles what one frame leaves
//! open. It never overrules a frame: where stack and picture disagree it has no say.

use super::background::Looks;
use super::falling::{Moving, Scene};
use super::marks::Marks;
use super::patch::Patch;
use super::reading::CellReading;
use super::shapes::{piece_of, pieces_from_below};
use crate::board::tetris::{Piece, Tile};

/// What is remembered of a well.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// Which cells held locked blocks in the last position, row by row.
    pub stack: Vec<bool>,
    /// The piece that was to come next then.
    pub next: Option<Piece>,
    /// How each cell looked when it was last seen empty.
    pub ground: Vec<Option<Patch>>,
    /// Whether the game shows where the piece would land.
    pub ghosts: Ghosts,
}

/// Whether a game shows where the falling piece would land.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ghosts {
    /// Not certain yet: ghosts that may have been blocks were seen at these places of pieces.
    Perhaps(Vec<Vec<usize>>),
    /// It does.
    Shown,
}

impl Default for Ghosts {
    fn default() -> Self {
        Self::Perhaps(Vec::new())
    }
}

/// So many different pieces must have had blocks exactly where they would land.
const TIMES: usize = 3;

impl Ghosts {
    /// Notes that all cells of `ghost` were marked where a piece in the air would land.
    pub fn note(&mut self, ghost: Vec<usize>) {
        let Self::Perhaps(seen) = self else { return };
        if !seen.contains(&ghost) {
            seen.push(ghost);
            if seen.len() >= TIMES {
                *self = Self::Shown;
            }
        }
    }
}

/// A cell that passes for empty with a lower score has something drawn over it.
const CLEAN: f32 = 0.9;

impl Memory {
    /// Takes over a position: the reading of the cells that look so, and the next piece.
    pub fn update(&mut self, cells: &[CellReading], looks: &Looks, next: Option<Piece>) {
        let is = |cell: &CellReading, tile| cell.kind == Some(tile);
        self.stack = cells.iter().map(|cell| is(cell, Tile::Locked)).collect();
        self.next = next;
        self.ground.resize(cells.len(), None);
        for ((cell, look), ground) in cells.iter().zip(&looks.patches).zip(&mut self.ground) {
            if is(cell, Tile::Empty) && cell.score > CLEAN && look.is_some() {
                *ground = *look;
            }
        }
        let ghost: Vec<usize> = (0..cells.len()).filter(|i| is(&cells[*i], Tile::Ghost)).collect();
        if ghost.len() == 4 {
            self.ghosts.note(ghost);
        }
    }
}

/// Explains a frame as the remembered stack, at most one piece and its ghost; `None` when
/// anything else is there.
pub(super) fn recall(looks: &Looks, marks: &Marks, memory: &Memory) -> Option<Moving> {
    let n = marks.marked.len();
    if memory.stack.len() != n || !(0..n).all(|i| !memory.stack[i] || marks.solid(i)) {
        return None;
    }
    let scene = Scene { looks, marks, ghosts: memory.ghosts == Ghosts::Shown };
    let more: Vec<usize> = (0..n).filter(|i| marks.marked[*i] && !memory.stack[*i]).collect();
    match more.len() {
        0 => Some(Moving::default()),
        1..=3 => part(&scene, memory, more),
        4..=8 => whole(&scene, memory, &more),
        _ => None,
    }
}

/// A piece of which the lower cells are in sight.
fn part(scene: &Scene, memory: &Memory, cells: Vec<usize>) -> Option<Moving> {
    let possible = pieces_from_below(&scene.places(&cells));
    let piece = match &possible[..] {
        [] => return None,
        [one] => Some(*one),
        _ => memory.next.filter(|next| possible.contains(next)),
    };
    let solid = cells.iter().all(|i| scene.marks.solid(*i));
    solid.then(|| match piece {
        Some(_) => Moving { falling: cells, piece, ..Moving::default() },
        None => Moving { unsure: cells, ..Moving::default() },
    })
}

/// Four cells that form a piece, the others being all of its ghost that it leaves in sight.
fn whole(scene: &Scene, memory: &Memory, more: &[usize]) -> Option<Moving> {
    let marks = scene.marks;
    let (falling, piece) = fours(more).find_map(|four| {
        let piece = piece_of(&scene.places(&four))?;
        let solid = four.iter().all(|i| marks.solid(*i));
        let landing = landing(&four, &memory.stack, marks.cols);
        let mut rest = more.iter().filter(|i| !four.contains(i));
        let shown = landing.iter().filter(|i| !four.contains(i)).count();
        let explained = more.len() == 4 || (shown == more.len() - 4);
        (solid && explained && rest.all(|i| landing.contains(i))).then_some((four, piece))
    })?;
    if more.len() > 4 {
        let ghost = more.iter().copied().filter(|i| !falling.contains(i)).collect();
        return Some(Moving { falling, piece: Some(piece), ghost, unsure: Vec::new() });
    }
    // Alone it may as well be the ghost of a piece that is still above the well.
    if scene.lone_ghost() == falling {
        return None;
    }
    let (ghost, veiled) = scene.projection(&falling);
    Some(Moving { falling, piece: Some(piece), ghost, unsure: veiled })
}

/// Where `cells` come to rest on `stack` when they fall.
fn landing(cells: &[usize], stack: &[bool], cols: usize) -> Vec<usize> {
    let mut at = cells.to_vec();
    while at.iter().all(|i| stack.get(i + cols) == Some(&false)) {
        at.iter_mut().for_each(|i| *i += cols);
    }
    at
}

/// Every choice of four of at most eight cells.
fn fours(cells: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    (0u32..1 << cells.len()).filter(|bits| bits.count_ones() == 4).map(|bits| {
        cells.iter().enumerate().filter(|(k, _)| bits >> k & 1 == 1).map(|(_, i)| *i).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_falls_until_a_block_or_the_floor_is_below_it() {
        let mut stack = vec![false; 4 * 6];
        assert_eq!(landing(&[0, 1, 4, 5], &stack, 4), [16, 17, 20, 21]);
        stack[17] = true;
        assert_eq!(landing(&[0, 1, 4, 5], &stack, 4), [8, 9, 12, 13]);
    }

    #[test]
    fn four_of_five_cells_can_be_chosen_in_five_ways() {
        assert_eq!(fours(&[3, 5, 7, 8, 9]).count(), 5);
        assert_eq!(fours(&[3, 5, 7, 8]).collect::<Vec<_>>(), [[3, 5, 7, 8]]);
    }
}
