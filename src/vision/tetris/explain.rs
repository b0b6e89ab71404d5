//! What covered cells mean: a stack, one falling piece, and its ghost.

use super::cover::Cover;
use super::rest::floats;
use super::shapes::{piece_of, pieces_from_below, whole_places};
use crate::board::Grid;
use crate::board::tetris::Piece;
use crate::geometry::CellPos;

/// A cell covered less than this is empty: dots and lines come and go in some wells.
const FREE: f32 = 0.1;
/// A cell covered at least this much of what a block covers is a block.
const SOLID: f32 = 0.6;
/// A block that nobody expected covers at least this much of what others cover: a tooltip seldom
/// covers just whole cells.
const WHOLE: f32 = 0.8;
/// Slides of less than this share of a row count as none.
const RESTS: f32 = 0.1;
/// The cells that a sliding piece covers in part may be covered by so much more or less.
const UNEVEN: f32 = 0.25;
/// A piece that falls on a stack nobody expected has just come in: not lower than this row.
const HIGH: usize = 5;
/// A ghost is at most this part as deep as the piece.
const FAINT: f32 = 0.75;
/// A cell whose empty look is guessed wrongly differs less than this part of what blocks do.
const MISGUESSED: f32 = 0.5;
/// A block that reaches over its edge covers less than this share of the cell beside it.
const EDGE: f32 = 0.2;
/// Ghosts are at most so many times as deep as the deepest one seen.
const LIKE: f32 = 1.3;

/// The covered cells of one frame.
#[derive(Debug, Clone)]
pub(super) struct Covered {
    covers: Grid<Cover>,
    /// The share of its cell that a block covers.
    block: f32,
    /// How deep ghosts were seen to be, as a part of the piece; `None` where none was seen.
    ghost: Option<f32>,
}

/// The moving things of a frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Found {
    /// The falling piece.
    pub falling: Option<Fallen>,
    /// Cells of its ghost that are in sight.
    pub ghost: Vec<CellPos>,
    /// Cells of a piece that is not wholly in the well yet and cannot be named.
    pub entering: Vec<CellPos>,
}

/// A falling piece as seen.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fallen {
    pub piece: Piece,
    pub cells: Vec<CellPos>,
    pub places: Option<[(i32, i32); 4]>,
    pub slid: f32,
}

impl Covered {
    /// `covers` in a game whose blocks cover the share `block` of their cells and whose ghosts
    /// were seen to be so deep, if it shows any: see [`depth_of_ghost`](Self::depth_of_ghost).
    pub fn new(covers: Grid<Cover>, block: f32, ghost: Option<f32>) -> Self {
        Self { covers, block: block.max(0.2), ghost }
    }

    /// Whether anything is in the cell.
    pub fn marked(&self, cell: CellPos) -> bool {
        self.covers[cell].share >= FREE
    }

    /// Whether it is not certain that nothing is in the cell.
    pub fn doubtful(&self, cell: CellPos) -> bool {
        self.marked(cell) || self.covers[cell].guessed
    }

    fn solid(&self, cell: CellPos) -> bool {
        self.covers[cell].share >= SOLID * self.block
    }

    /// Whether `cells`, just where a piece would land, may be its ghost. In a game that shows
    /// ghosts as deep they are: were they blocks, the ghost would lie on them. Elsewhere they must
    /// differ much less from the empty well than the piece does.
    fn may_be_ghost(&self, cells: &[CellPos], piece: &[CellPos]) -> bool {
        let known = |most| self.depth_of_ghost(cells, piece) <= LIKE * most;
        self.ghost.is_some_and(known) || self.fainter(cells, piece)
    }

    /// How much a ghost differs from the empty well, as a part of what the piece does.
    pub fn depth_of_ghost(&self, ghost: &[CellPos], piece: &[CellPos]) -> f32 {
        self.depth(ghost) / self.depth(piece).max(1.0)
    }

    fn depth(&self, cells: &[CellPos]) -> f32 {
        let sum: f32 = cells.iter().map(|cell| self.covers[*cell].depth).sum();
        sum / cells.len().max(1) as f32
    }

    /// Whether all of `cells` differ much less from the empty well than `than` do.
    fn fainter(&self, cells: &[CellPos], than: &[CellPos]) -> bool {
        self.depth(cells) < FAINT * self.depth(than) || cells.iter().all(|cell| !self.solid(*cell))
    }

    fn cells(&self) -> impl Iterator<Item = CellPos> + '_ {
        self.covers.iter().map(|(cell, _)| cell)
    }

    /// Explains the frame as `stack` and at most one piece with its ghost; `None` when anything
    /// else is there. `next` is the piece that was to come, for one that is half above the well.
    pub fn with_stack(&self, stack: &Grid<bool>, next: Option<Piece>) -> Option<Found> {
        if !self.cells().all(|cell| !stack[cell] || self.solid(cell)) {
            return None;
        }
        let more: Vec<CellPos> =
            self.cells().filter(|cell| self.marked(*cell) && !stack[*cell]).collect();
        self.moving(stack, &more, next).or_else(|| {
            let sure = self.certain(stack, &more);
            let other = sure.len() < more.len() && !sure.is_empty();
            self.moving(stack, &sure, next).filter(|_| other)
        })
    }

    /// What `more`, the marked cells beside `stack`, are.
    fn moving(&self, stack: &Grid<bool>, more: &[CellPos], next: Option<Piece>) -> Option<Found> {
        match more.len() {
            0 => Some(Found::default()),
            1..=12 => self
                .whole(stack, more)
                .or_else(|| self.sliding(stack, more))
                .or_else(|| self.entering(stack, more, next)),
            _ => None,
        }
    }

    /// The cells of `more` but those that may be marked only because their empty look was guessed
    /// wrongly, for they differ from it much less than blocks do; or because a block beside them
    /// reaches over its edge.
    fn certain(&self, stack: &Grid<bool>, more: &[CellPos]) -> Vec<CellPos> {
        let block = self.depth_of_blocks(stack);
        let wrong = |cell: CellPos| {
            self.covers[cell].guessed && self.covers[cell].depth < MISGUESSED * block
        };
        let edge = |cell: CellPos| {
            self.covers[cell].share < EDGE
                && beside(cell, stack).into_iter().any(|other| stack[other])
        };
        more.iter().copied().filter(|cell| !wrong(*cell) && !edge(*cell)).collect()
    }

    /// How much blocks differ from the empty well: those of the stack, or before anything is locked
    /// what else is solid.
    fn depth_of_blocks(&self, stack: &Grid<bool>) -> f32 {
        let none = !stack.values().contains(&true);
        let block = |cell: &CellPos| {
            stack[*cell] || none && self.solid(*cell) && !self.covers[*cell].guessed
        };
        let mut depths: Vec<f32> =
            self.cells().filter(block).map(|cell| self.covers[cell].depth).collect();
        depths.sort_unstable_by(f32::total_cmp);
        depths.get(depths.len() / 2).copied().unwrap_or(0.0)
    }

    /// Explains a frame in which rows that have vanished from `stack` still fly about, at `from`
    /// and the rows below: above them falls a piece, the one that was announced if `next` is known.
    pub fn with_debris(
        &self,
        stack: &Grid<bool>,
        next: Option<Piece>,
        from: usize,
    ) -> Option<Found> {
        if !self.cells().all(|cell| !stack[cell] || self.solid(cell)) {
            return None;
        }
        let above = |cell: &CellPos| cell.row < from && self.marked(*cell) && !stack[*cell];
        let more: Vec<CellPos> = self.cells().filter(above).collect();
        let more = self.certain(stack, &more);
        if more.len() > 12 {
            return None;
        }
        let found = self.whole(stack, &more).or_else(|| self.sliding(stack, &more))?;
        let falls = found.falling.as_ref()?.piece;
        next.is_none_or(|next| next == falls).then_some(found)
    }

    /// Four cells that form a piece, the others being its ghost.
    fn whole(&self, stack: &Grid<bool>, more: &[CellPos]) -> Option<Found> {
        let (cells, piece) = fours(more).find_map(|four| {
            let piece = piece_of(&four)?;
            let solid = four.iter().all(|cell| self.solid(*cell));
            let landing = landing(&four, stack);
            let rest: Vec<CellPos> =
                more.iter().copied().filter(|cell| !four.contains(cell)).collect();
            let ghost = rest.iter().all(|cell| landing.contains(cell))
                && (rest.is_empty() || self.may_be_ghost(&rest, &four) || rest.len() < 4);
            // A whole ghost is all in sight or not there, but for cells that nobody knows.
            let shown = |cell: &CellPos| !four.contains(cell) && !self.covers[*cell].guessed;
            let all = landing.iter().filter(|cell| shown(cell)).all(|cell| rest.contains(cell));
            (solid && ghost && (rest.is_empty() || all)).then_some((four, piece))
        })?;
        let ghost = more.iter().copied().filter(|cell| !cells.contains(cell)).collect();
        let places = whole_places(piece, &cells);
        let falling = Some(Fallen { piece, cells, places, slid: 0.0 });
        Some(Found { falling, ghost, entering: Vec::new() })
    }

    /// A piece between two rows: each of its cells covers a part of two.
    fn sliding(&self, stack: &Grid<bool>, more: &[CellPos]) -> Option<Found> {
        let top = more.iter().map(|cell| cell.row).min()?;
        let share = |cell: CellPos| (self.covers[cell].share / self.block).min(1.0);
        let first: Vec<f32> =
            more.iter().filter(|cell| cell.row == top).map(|cell| share(*cell)).collect();
        let slid = 1.0 - first.iter().sum::<f32>() / first.len() as f32;
        if !(RESTS..=1.0 - RESTS).contains(&slid) {
            return None;
        }
        let mut cells = Vec::new();
        for col in 0..stack.cols() {
            let mut above = 0.0;
            for row in top..(top + 5).min(stack.rows()) {
                let cell = CellPos::new(col, row);
                let own =
                    if stack[cell] { 0.0 } else { (share(cell) - slid * above) / (1.0 - slid) };
                above = f32::from(u8::from(own >= 0.5));
                if above > 0.0 {
                    cells.push(cell);
                }
            }
        }
        cells.sort_unstable_by_key(|cell| (cell.row, cell.col));
        let piece = piece_of(&cells)?;
        if !self.slides(&cells, slid, more) {
            return None;
        }
        let landing = landing(&cells, stack);
        let below =
            |cell: &CellPos| cell.row > 0 && cells.contains(&CellPos::new(cell.col, cell.row - 1));
        let meant = |cell: &CellPos| cells.contains(cell) || below(cell) || landing.contains(cell);
        if !more.iter().all(meant) {
            return None;
        }
        let ghost = more.iter().copied().filter(|cell| !cells.contains(cell) && !below(cell));
        let ghost = ghost.collect();
        let places = whole_places(piece, &cells);
        let falling = Some(Fallen { piece, cells, places, slid });
        Some(Found { falling, ghost, entering: Vec::new() })
    }

    /// Whether a piece at `cells` that has slid down by the share `slid` of a row covers its cells
    /// and those below just as they are covered: one that slides in from above does not.
    fn slides(&self, cells: &[CellPos], slid: f32, more: &[CellPos]) -> bool {
        let part = |cell: CellPos, share: f32| if cells.contains(&cell) { share } else { 0.0 };
        let above = |cell: CellPos| {
            cell.row.checked_sub(1).map_or(0.0, |row| part(CellPos::new(cell.col, row), slid))
        };
        let near = |cell: &&CellPos| {
            let seen = (self.covers[**cell].share / self.block).min(1.0);
            (part(**cell, 1.0 - slid) + above(**cell) - seen).abs() <= UNEVEN
        };
        let whole = |cell: &&CellPos| part(**cell, 1.0) + above(**cell) > 0.0;
        more.iter().filter(whole).all(|cell| near(&cell))
    }

    /// A piece that is not wholly in the well yet.
    fn entering(&self, stack: &Grid<bool>, more: &[CellPos], next: Option<Piece>) -> Option<Found> {
        let (cells, ghost): (Vec<CellPos>, Vec<CellPos>) = split_at_gap(more, stack);
        let faint = ghost.is_empty() || self.may_be_ghost(&ghost, &cells);
        // Of one that slides, the next row shows before it is where it was.
        let rests = cells.iter().all(|cell| self.solid(*cell));
        if cells.len() > 3 || !faint || !rests || !cells.iter().any(|cell| cell.row == 0) {
            return None;
        }
        let possible = pieces_from_below(&cells);
        // A whole ghost tells which piece it is.
        let shown = match ghost.len() {
            0..=3 => None,
            4 if is_foot(&cells, &ghost) => Some(piece_of(&ghost)?),
            _ => return None,
        };
        let next = next.filter(|next| possible.contains(next));
        if shown.is_some() && next.is_some() && shown != next {
            return None;
        }
        let piece = match possible[..] {
            [] => return None,
            [one] => Some(one),
            _ => shown.or(next),
        };
        Some(match piece {
            Some(piece) => {
                let places = whole_places(piece, &cells);
                let falling = Some(Fallen { piece, cells, places, slid: 0.0 });
                Found { falling, ghost, entering: Vec::new() }
            }
            None => Found { falling: None, ghost, entering: cells },
        })
    }

    /// Explains the frame without knowing the stack: the topmost piece-like group falls, what it
    /// would land on is its ghost if fainter, the rest is the stack. `None` when no piece falls
    /// in sight.
    pub fn anew(&self) -> Option<(Grid<bool>, Found)> {
        let groups = self.groups();
        let cells = groups.into_iter().find(|group| {
            group.len() == 4
                && group.iter().all(|cell| cell.row < HIGH)
                && piece_of(group).is_some()
                && group.iter().all(|cell| self.solid(*cell))
        })?;
        let mut stack = self.covers.map(|_| false);
        for cell in self.cells().filter(|cell| self.marked(*cell) && !cells.contains(cell)) {
            stack[cell] = true;
        }
        let rows = stack.rows();
        let ghost = (1..rows).find_map(|down| {
            let moved: Option<Vec<CellPos>> = cells
                .iter()
                .map(|cell| {
                    (cell.row + down < rows).then(|| CellPos::new(cell.col, cell.row + down))
                })
                .collect();
            let moved = moved?;
            if !moved.iter().all(|cell| self.marked(*cell)) || !self.may_be_ghost(&moved, &cells) {
                return None;
            }
            let mut without = stack.clone();
            moved.iter().for_each(|cell| without[*cell] = false);
            (landing(&cells, &without) == moved).then_some((moved, without))
        });
        let ghost = ghost.map_or_else(Vec::new, |(ghost, without)| {
            stack = without;
            ghost
        });
        let whole = |cell: CellPos| self.covers[cell].share >= WHOLE * self.block;
        let certain = self.cells().all(|cell| !stack[cell] || whole(cell));
        let full = (0..rows).any(|row| (0..stack.cols()).all(|col| stack[CellPos::new(col, row)]));
        // Something above a bare row is a pointer or a tooltip.
        let floats = floats(&stack);
        // One that lies on the stack may just have been locked.
        let lies = landing(&cells, &stack) == cells && cells.iter().all(|cell| cell.row > 1);
        if !certain || full || floats || lies {
            return None;
        }
        let piece = piece_of(&cells)?;
        let places = whole_places(piece, &cells);
        let falling = Some(Fallen { piece, cells, places, slid: 0.0 });
        Some((stack, Found { falling, ghost, entering: Vec::new() }))
    }

    /// Whether nothing is in sight but cells of `blocks`.
    pub fn within(&self, blocks: &Grid<bool>) -> bool {
        self.cells().all(|cell| blocks[cell] || !self.marked(cell))
    }

    /// Marked cells that hang together, the topmost group first, each row by row.
    fn groups(&self) -> Vec<Vec<CellPos>> {
        let mut taken = self.covers.map(|_| false);
        let mut groups = Vec::new();
        for start in self.cells() {
            if taken[start] || !self.marked(start) {
                continue;
            }
            let mut group = vec![start];
            taken[start] = true;
            let mut next = 0;
            while let Some(cell) = group.get(next).copied() {
                next += 1;
                for other in beside(cell, &self.covers) {
                    if self.marked(other) && !std::mem::replace(&mut taken[other], true) {
                        group.push(other);
                    }
                }
            }
            group.sort_unstable_by_key(|cell| (cell.row, cell.col));
            groups.push(group);
        }
        groups
    }
}

/// The cells above, below, left and right.
fn beside<T>(cell: CellPos, grid: &Grid<T>) -> Vec<CellPos> {
    let CellPos { col, row } = cell;
    let mut found = Vec::with_capacity(4);
    found.extend(col.checked_sub(1).map(|col| CellPos::new(col, row)));
    found.extend(row.checked_sub(1).map(|row| CellPos::new(col, row)));
    found.extend((col + 1 < grid.cols()).then(|| CellPos::new(col + 1, row)));
    found.extend((row + 1 < grid.rows()).then(|| CellPos::new(col, row + 1)));
    found
}

/// Splits cells into those down to the first empty row and those below it.
fn split_at_gap(cells: &[CellPos], stack: &Grid<bool>) -> (Vec<CellPos>, Vec<CellPos>) {
    let gap = (0..stack.rows()).find(|row| cells.iter().all(|cell| cell.row != *row));
    cells.iter().partition(|cell| gap.is_none_or(|gap| cell.row < gap))
}

/// Whether `part`, what is in sight of a piece, is the lower end of `whole` further up.
fn is_foot(part: &[CellPos], whole: &[CellPos]) -> bool {
    let low = |cells: &[CellPos]| cells.iter().map(|cell| cell.row).max();
    let Some(up) = low(whole).zip(low(part)).and_then(|(from, to)| from.checked_sub(to)) else {
        return false;
    };
    let moved: Vec<CellPos> = whole
        .iter()
        .filter(|cell| cell.row >= up)
        .map(|cell| CellPos::new(cell.col, cell.row - up))
        .collect();
    moved.len() == part.len() && moved.iter().all(|cell| part.contains(cell))
}

/// Where `cells` come to rest on `stack` when they fall.
pub(super) fn landing(cells: &[CellPos], stack: &Grid<bool>) -> Vec<CellPos> {
    let mut at = cells.to_vec();
    let free = |cell: &CellPos| {
        let below = CellPos::new(cell.col, cell.row + 1);
        below.row < stack.rows() && !stack[below]
    };
    while at.iter().all(free) {
        at.iter_mut().for_each(|cell| cell.row += 1);
    }
    at
}

/// Every choice of four of at most twelve cells, the topmost ones first.
fn fours(cells: &[CellPos]) -> impl Iterator<Item = Vec<CellPos>> + '_ {
    let n = cells.len();
    let all = (0..n).flat_map(move |a| {
        (a + 1..n)
            .flat_map(move |b| (b + 1..n).flat_map(move |c| (c + 1..n).map(move |d| [a, b, c, d])))
    });
    all.map(|four| four.iter().map(|i| cells[*i]).collect())
}
