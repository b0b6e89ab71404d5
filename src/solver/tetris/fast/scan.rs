//! All straight drops of one piece on a stack, with the part of their value that follows from the
//! skyline.

use super::shapes::SHAPES;
use super::stack::{MAX_COLS, Size, Stack};
use crate::board::tetris::Piece;
use crate::solver::tetris::features::Feature;
use crate::solver::tetris::surface;
use crate::solver::tetris::weights::Fixed;

/// A placement.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Candidate {
    pub shape: u8,
    pub col: u8,
    pub up: u8,
    /// Whether rows become full; nothing is known of its value then.
    pub clears: bool,
    /// The value of all features but wells and surface.
    pub early: i64,
    /// The most its value can be.
    pub bound: i64,
}

/// The most placements of one piece.
pub(super) const MAX_CANDIDATES: usize = 4 * MAX_COLS;

/// Placements in the fixed order: orientation by orientation, columns from left to right.
pub(super) struct Candidates {
    list: [Candidate; MAX_CANDIDATES],
    count: usize,
    /// The first of those with the highest bound.
    likely: usize,
    highest: i64,
}

impl Candidates {
    pub fn new() -> Self {
        Self {
            list: [Candidate::default(); MAX_CANDIDATES],
            count: 0,
            likely: 0,
            highest: i64::MIN,
        }
    }

    pub fn as_slice(&self) -> &[Candidate] {
        &self.list[..self.count]
    }

    /// The index of the first of those with the highest bound.
    pub fn likely(&self) -> usize {
        self.likely
    }

    #[inline(always)]
    fn push(&mut self, found: Candidate) {
        if let Some(to) = self.list.get_mut(self.count) {
            *to = found;
            if found.bound > self.highest {
                self.highest = found.bound;
                self.likely = self.count;
            }
            self.count += 1;
        }
    }
}

/// What scanning needs to know besides the stack.
pub(super) struct Scan<'a> {
    pub stack: &'a Stack,
    pub size: &'a Size,
    pub weights: &'a Fixed,
    /// Whether a piece that sticks out may still clear rows; whether it then ends the game is for
    /// the caller to see.
    pub clear_first: bool,
    /// The most that the features of the whole skyline can add.
    pub surface_most: i64,
    /// The value of the wells in the columns left of each column.
    pub wells_left: [i64; 17],
    /// The value of the stack's own early features.
    base: i64,
    /// Whether features are used that only some evaluators have.
    rare: bool,
}

const RARE: [Feature; 3] = [Feature::HoleColumns, Feature::MaxHeight, Feature::Crowding];

impl<'a> Scan<'a> {
    pub fn new(stack: &'a Stack, size: &'a Size, weights: &'a Fixed) -> Self {
        let totals = &stack.totals;
        let of = |feature: Feature, value: i32| weights[feature.index()] * i64::from(value);
        let base = of(Feature::RowTransitions, totals.row_transitions)
            + of(Feature::ColumnTransitions, totals.column_transitions)
            + of(Feature::Holes, totals.holes)
            + of(Feature::HoleDepth, totals.hole_depth);
        Self {
            stack,
            size,
            weights,
            clear_first: false,
            surface_most: 0,
            wells_left: [0; 17],
            base,
            rare: RARE.iter().any(|feature| weights[feature.index()] != 0),
        }
    }

    /// Lists the placements of `piece` that do not end the game.
    #[inline]
    pub fn list(&self, piece: Piece, out: &mut Candidates) {
        out.count = 0;
        out.likely = 0;
        out.highest = i64::MIN;
        macro_rules! shapes {
            ($($shape:literal)*) => {{ $(self.shape::<$shape>(out);)* }};
        }
        match piece {
            Piece::I => shapes!(0 1),
            Piece::O => shapes!(2),
            Piece::T => shapes!(3 4 5 6),
            Piece::S => shapes!(7 8),
            Piece::Z => shapes!(9 10),
            Piece::J => shapes!(11 12 13 14),
            Piece::L => shapes!(15 16 17 18),
        }
    }

    #[inline(always)]
    fn shape<const SHAPE: usize>(&self, out: &mut Candidates) {
        let shape = const { SHAPES[SHAPE] };
        let (stack, size) = (self.stack, self.size);
        let totals = &stack.totals;
        let weight =
            |feature: Feature, amount: i32| self.weights[feature.index()] * i64::from(amount);
        let cols = size.cols.min(MAX_COLS);
        for col in 0..(cols + 1).saturating_sub(shape.width) {
            let heights = stack.heights.get(col..).and_then(|rest| rest.first_chunk::<4>());
            let Some(heights) = heights else { break };
            let height = |x: usize| i32::from(heights[x]);
            let mut up = 0;
            for x in 0..shape.width {
                up = up.max(height(x) - shape.bottom[x]);
            }
            let at = up as usize;
            let sticks_out = at + shape.height > size.rows;
            if sticks_out && !self.clear_first {
                continue;
            }
            let Some(window) = stack.rows.get(at..at + shape.height) else { continue };
            let below = &stack.transitions_below;
            let mut transitions = i32::from(below[at]) - i32::from(below[at + shape.height]);
            let mut clears = false;
            for (row, bits) in window.iter().zip(shape.rows) {
                let row = row | bits << col;
                transitions += size.transitions(row);
                clears |= row == size.full;
            }
            if sticks_out && !clears {
                continue;
            }
            let (mut gaps, mut holes, mut depth) = (0, 0, 0);
            let mut hole_rows = totals.hole_rows;
            let mut hole_columns = totals.hole_cols;
            for x in 0..shape.width {
                let gap = up + shape.bottom[x] - height(x);
                let open = i32::from(gap > 0);
                gaps += open;
                holes += gap;
                hole_rows |= ((1u64 << gap) - 1) << height(x);
                hole_columns |= (open as u16) << (col + x);
                depth += shape.cells[x] * i32::from(hole_columns >> (col + x) & 1);
            }
            let mut early = self.base
                + weight(Feature::LandingHeight, 2 * up + shape.height as i32 - 1)
                + weight(Feature::RowTransitions, transitions)
                + weight(Feature::ColumnTransitions, 2 * gaps)
                + weight(Feature::Holes, holes)
                + weight(Feature::HoleDepth, depth)
                + weight(Feature::RowsWithHoles, size.row_count(hole_rows));
            if self.rare {
                let top = stack.top.max(at + shape.height) as i32;
                early += weight(Feature::HoleColumns, hole_columns.count_ones() as i32)
                    + weight(Feature::MaxHeight, top)
                    + weight(Feature::Crowding, surface::crowding(size.rows as i32, top));
            }
            let (left, right) = (col.saturating_sub(1), (col + shape.width + 1).min(cols));
            let wells = self.wells_left[cols] - self.wells_left[right] + self.wells_left[left];
            let bound = if clears { i64::MAX } else { early + self.surface_most + wells };
            let (shape, col, up) = (SHAPE as u8, col as u8, up as u8);
            out.push(Candidate { shape, col, up, clears, early, bound });
        }
    }
}
