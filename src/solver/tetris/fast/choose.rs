//! Choosing among the placements of a piece, measuring in full only what can win.

use super::scan::{Candidate, Candidates, scan};
use super::shapes::{FIRST, SHAPES, piece_of};
use super::stack::{Stack, analyse, place, wells};
use super::{Drop, EndRule, FastGame, Lookahead};
use crate::board::tetris::Piece;
use crate::solver::tetris::features::{COUNT, Feature};
use crate::solver::tetris::surface;
use crate::solver::tetris::weights::{Weights, weigh};

/// Weights and what may be left out.
pub(super) struct Evaluator {
    weights: Weights,
    wells: bool,
    surface: bool,
}

/// Features of the whole skyline, and the most each can be.
const SURFACE: [(Feature, f64); 9] = [
    (Feature::Diversity, 5.0),
    (Feature::AggregateHeight, f64::INFINITY),
    (Feature::Bumpiness, f64::INFINITY),
    (Feature::MisfitSZ, 2.0),
    (Feature::MisfitJL, 2.0),
    (Feature::MisfitO, 1.0),
    (Feature::MisfitT, 1.0),
    (Feature::Scarce, 6.0),
    (Feature::DeepWells, 8.0),
];

/// What one set of weights gives at most for the features that are measured late.
struct Late {
    surface: f64,
    wells: f64,
    fast_wells: f64,
}

impl Late {
    fn new(weights: &[f64; COUNT]) -> Self {
        let most = |(feature, limit): &(Feature, f64)| {
            let weight = weights[feature.index()];
            if weight > 0.0 { weight * limit } else { 0.0 }
        };
        Self {
            surface: SURFACE.iter().map(most).sum(),
            wells: weights[Feature::Wells.index()],
            fast_wells: weights[Feature::FastWells.index()],
        }
    }

    /// The most the wells can give when the columns from `from` to `to` (excluded) may change.
    #[inline(always)]
    fn wells(&self, stack: &Stack, from: usize, to: usize, cols: usize) -> f64 {
        let left = &stack.wells_left;
        let sum = |measure: usize, weight: f64| {
            let rest = left[cols][measure] - left[to][measure] + left[from][measure];
            if weight > 0.0 { f64::INFINITY } else { weight * f64::from(rest) }
        };
        sum(0, self.wells) + sum(1, self.fast_wells)
    }
}

impl Evaluator {
    pub fn new(weights: Weights) -> Self {
        Self {
            wells: weights.uses(Feature::Wells) || weights.uses(Feature::FastWells),
            surface: SURFACE.iter().any(|(feature, _)| weights.uses(*feature)),
            weights,
        }
    }
}

/// How good the best way on is; surviving longer comes first.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(super) struct Outlook {
    placed: usize,
    value: f64,
}

impl FastGame {
    /// The best placement of the first piece of `queue` and its outlook.
    pub(super) fn best(
        &self,
        stack: &Stack,
        queue: &[Piece],
        look: Lookahead,
        scratch: &mut [Candidates],
    ) -> Option<(Candidate, Outlook)> {
        let (piece, rest) = queue.split_first()?;
        let (own, deeper) = scratch.split_first_mut()?;
        if rest.is_empty() || deeper.is_empty() {
            let (found, value) = self.ranked(stack, *piece, 1, own).into_iter().next()?;
            return Some((found, Outlook { placed: 1, value }));
        }
        let mut best: Option<(Candidate, Outlook)> = None;
        for (candidate, value) in self.ranked(stack, *piece, look.width, own) {
            let mut after = stack.clone();
            after.place(&self.size, usize::from(candidate.shape), candidate.col, candidate.up);
            after.analyse(&self.size);
            let outlook = match self.best(&after, rest, look, deeper) {
                Some((_, ahead)) => Outlook { placed: ahead.placed + 1, ..ahead },
                None => Outlook { placed: 1, value },
            };
            if best.as_ref().is_none_or(|(_, most)| outlook > *most) {
                best = Some((candidate, outlook));
            }
        }
        best
    }

    /// The best `width` placements of a piece with their values, best first; of equal ones the
    /// first in order comes first.
    fn ranked(
        &self,
        stack: &Stack,
        piece: Piece,
        width: usize,
        scratch: &mut Candidates,
    ) -> Vec<(Candidate, f64)> {
        let clear_first = self.rule == EndRule::AfterClearing;
        scan(stack, &self.size, piece, clear_first, scratch);
        let weights = self.evaluator.weights.at(stack.top, self.size.rows);
        let late = Late::new(&weights);
        let list = scratch.as_mut_slice();
        let mut likely = 0;
        for i in 0..list.len() {
            list[i].bound = self.bound(stack, &list[i], &weights, &late);
            if list[i].bound > list[likely].bound {
                likely = i;
            }
        }
        let mut best: Vec<(usize, f64)> = Vec::with_capacity(width.min(list.len()) + 1);
        let order = std::iter::once(likely).chain((0..list.len()).filter(|i| *i != likely));
        for i in order.filter(|i| *i < list.len()) {
            if best.len() >= width {
                let (_, least) = best[width - 1];
                // The margin covers the rounding of sums taken in different orders.
                if list[i].bound + 1e-9 * (1.0 + least.abs()) < least {
                    continue;
                }
            }
            let value = self.value(stack, &list[i], &weights);
            if value == f64::NEG_INFINITY {
                continue;
            }
            let at = best.partition_point(|(j, other)| *other > value || *other == value && *j < i);
            best.insert(at, (i, value));
            best.truncate(width);
        }
        best.into_iter().map(|(i, value)| (list[i], value)).collect()
    }

    /// The most a placement's value can be; infinite where rows clear.
    #[inline(always)]
    fn bound(&self, stack: &Stack, c: &Candidate, weights: &[f64; COUNT], late: &Late) -> f64 {
        if c.clears {
            return f64::INFINITY;
        }
        let mut f = [0.0; COUNT];
        self.early(stack, c, &mut f);
        let col = usize::from(c.col);
        let (from, to) = (col.saturating_sub(1), col + SHAPES[usize::from(c.shape)].width + 1);
        let to = to.min(self.size.cols);
        let wells =
            if self.evaluator.wells { late.wells(stack, from, to, self.size.cols) } else { 0.0 };
        weigh(weights, &f) + late.surface + wells
    }

    /// The features that follow from the skyline alone when no row clears.
    #[inline(always)]
    fn early(&self, stack: &Stack, c: &Candidate, f: &mut [f64; COUNT]) {
        let mut set = |feature: Feature, value: f64| f[feature.index()] = value;
        let height = SHAPES[usize::from(c.shape)].height;
        let top = stack.top.max(usize::from(c.up) + height);
        set(Feature::LandingHeight, landing_height(c.up, height));
        set(Feature::RowTransitions, f64::from(c.row_transitions));
        set(Feature::ColumnTransitions, f64::from(c.column_transitions));
        set(Feature::Holes, f64::from(c.holes));
        set(Feature::HoleDepth, f64::from(c.hole_depth));
        set(Feature::RowsWithHoles, f64::from(c.rows_with_holes));
        set(Feature::HoleColumns, f64::from(c.hole_columns.count_ones()));
        set(Feature::MaxHeight, top as f64);
        set(Feature::Crowding, surface::crowding(self.size.rows as i32, top as i32));
    }

    /// A placement's value, or negative infinity when it ends the game after all.
    fn value(&self, stack: &Stack, c: &Candidate, weights: &[f64; COUNT]) -> f64 {
        let size = &self.size;
        let mut f = [0.0; COUNT];
        let (mut rows, mut top) = (stack.rows, stack.top);
        let index = usize::from(c.shape);
        let shape = &SHAPES[index];
        let placed = place(&mut rows, &mut top, size, index, c.col, c.up);
        let mut heights;
        let (mut exact, mut fast) = (0, 0);
        let mut add = |_: usize, cell: i32, run: i32| {
            exact += cell;
            fast += run;
        };
        let cols = size.cols;
        if c.clears {
            if top > size.rows {
                return f64::NEG_INFINITY;
            }
            let totals;
            (totals, heights) = analyse(&rows, top, size);
            let after = Candidate {
                row_transitions: totals.row_transitions as i16,
                column_transitions: totals.column_transitions as i16,
                holes: totals.holes as i16,
                hole_depth: totals.hole_depth as i16,
                rows_with_holes: totals.hole_rows.count_ones() as i16,
                hole_columns: totals.hole_cols,
                ..*c
            };
            self.early(stack, &after, &mut f);
            f[Feature::MaxHeight.index()] = top as f64;
            f[Feature::Crowding.index()] = surface::crowding(size.rows as i32, top as i32);
            f[Feature::ErodedCells.index()] = f64::from(placed.lines * placed.own_cells);
            f[Feature::RowsCleared.index()] = f64::from(placed.lines);
            if self.evaluator.wells {
                wells(&rows, top, size, size.full, &mut add);
            }
        } else {
            self.early(stack, c, &mut f);
            heights = stack.heights;
            for x in 0..shape.width {
                heights[usize::from(c.col) + x & 15] =
                    (i32::from(c.up) + shape.bottom[x] + shape.cells[x]) as u8;
            }
            if self.evaluator.wells {
                let col = usize::from(c.col);
                let (from, to) = (col.saturating_sub(1), (col + shape.width + 1).min(cols));
                let window = (1u32 << to) - (1u32 << from);
                wells(&rows, top, size, window as u16, &mut add);
                let left = &stack.wells_left;
                let rest = |m: usize| i32::from(left[cols][m] - left[to][m] + left[from][m]);
                exact += rest(0);
                fast += rest(1);
            }
        }
        f[Feature::Wells.index()] = f64::from(exact);
        f[Feature::FastWells.index()] = f64::from(fast);
        if self.evaluator.surface {
            surface::measure(&heights[..cols], &mut f);
        }
        weigh(weights, &f)
    }
}

fn landing_height(up: u8, height: usize) -> f64 {
    f64::from(up) + (height as f64 - 1.0) / 2.0
}

impl Candidate {
    /// As a placement for callers.
    pub(super) fn drop(&self) -> Drop {
        let shape = usize::from(self.shape);
        let piece = piece_of(shape);
        let turns = (shape - FIRST[piece.index()]) as u8;
        Drop { piece, turns, col: self.col, up: self.up }
    }
}
