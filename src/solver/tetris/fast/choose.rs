//! Choosing among the placements of a piece, measuring in full only what can win.

use super::scan::{Candidate, Candidates, Scan};
use super::shapes::{FIRST, SHAPES, piece_of};
use super::stack::{Stack, analyse, place, wells};
use super::{Drop, EndRule, FastGame, Lookahead};
use crate::board::tetris::Piece;
use crate::solver::tetris::features::{COUNT, Feature};
use crate::solver::tetris::surface;
use crate::solver::tetris::weights::{Fixed, Weights, weigh};

/// Weights and what may be left out.
pub(super) struct Evaluator {
    weights: Weights,
    wells: bool,
    surface: bool,
}

/// More than any bound, with room to add to it.
const NO_LIMIT: i64 = i64::MAX / 4;

/// Features of the whole skyline, and the most each can be.
const SURFACE: [(Feature, Option<i64>); 9] = [
    (Feature::Diversity, Some(5)),
    (Feature::AggregateHeight, None),
    (Feature::Bumpiness, None),
    (Feature::MisfitSZ, Some(2)),
    (Feature::MisfitJL, Some(2)),
    (Feature::MisfitO, Some(1)),
    (Feature::MisfitT, Some(1)),
    (Feature::Scarce, Some(6)),
    (Feature::DeepWells, Some(8)),
];

impl Evaluator {
    pub fn new(weights: Weights) -> Self {
        Self {
            wells: weights.uses(Feature::Wells) || weights.uses(Feature::FastWells),
            surface: SURFACE.iter().any(|(feature, _)| weights.uses(*feature)),
            weights,
        }
    }

    /// A scan that knows the most that late features can add.
    fn scan<'a>(&self, game: &'a FastGame, stack: &'a Stack, weights: &'a Fixed) -> Scan<'a> {
        let mut scan = Scan::new(stack, &game.size, weights);
        scan.clear_first = game.rule == EndRule::AfterClearing;
        if self.surface {
            let most = |(feature, limit): &(Feature, Option<i64>)| match weights[feature.index()] {
                weight if weight <= 0 => 0,
                weight => limit.map_or(NO_LIMIT, |limit| weight * limit),
            };
            scan.surface_most =
                SURFACE.iter().map(most).fold(0, |sum, most| NO_LIMIT.min(sum + most));
        }
        if self.wells {
            let own = [weights[Feature::Wells.index()], weights[Feature::FastWells.index()]];
            for (to, left) in scan.wells_left.iter_mut().zip(&stack.wells_left) {
                *to = own[0] * i64::from(left[0]) + own[1] * i64::from(left[1]);
            }
            if own.iter().any(|weight| *weight > 0) {
                scan.surface_most = NO_LIMIT;
            }
        }
        scan
    }
}

/// How good the best way on is; surviving longer comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Outlook {
    placed: usize,
    value: i64,
}

impl FastGame {
    /// The best placement of the first piece of `queue` and its outlook. An outlook in which all
    /// pieces are placed needs to be known only when its value is above `floor`; others may be
    /// told as `floor`.
    pub(super) fn best(
        &self,
        stack: &Stack,
        queue: &[Piece],
        look: Lookahead,
        scratch: &mut [Candidates],
        floor: i64,
    ) -> Option<(Candidate, Outlook)> {
        let all = queue.len().min(scratch.len());
        let (piece, rest) = queue.split_first()?;
        let (own, deeper) = scratch.split_first_mut()?;
        if rest.is_empty() || deeper.is_empty() {
            let (found, value) = self.best_of_one(stack, *piece, own, floor)?;
            return Some((found, Outlook { placed: 1, value }));
        }
        let mut best: Option<(Candidate, Outlook)> = None;
        for (candidate, value) in self.ranked(stack, *piece, look.width, own) {
            let mut after = stack.clone();
            after.place(&self.size, usize::from(candidate.shape), candidate.col, candidate.up);
            after.analyse(&self.size);
            let to_beat = match &best {
                Some((_, most)) if most.placed == all => most.value.max(floor),
                _ => floor,
            };
            let outlook = match self.best(&after, rest, look, deeper, to_beat) {
                Some((_, ahead)) => Outlook { placed: ahead.placed + 1, ..ahead },
                None => Outlook { placed: 1, value },
            };
            if best.as_ref().is_none_or(|(_, most)| outlook > *most) {
                best = Some((candidate, outlook));
            }
        }
        best
    }

    /// The best placement of a piece; of equal ones the first in order. When none is above `floor`,
    /// any one as if its value were that.
    fn best_of_one(
        &self,
        stack: &Stack,
        piece: Piece,
        scratch: &mut Candidates,
        floor: i64,
    ) -> Option<(Candidate, i64)> {
        let weights = self.evaluator.weights.fixed();
        let scan = self.evaluator.scan(self, stack, weights);
        scan.list(piece, scratch);
        let list = scratch.as_slice();
        // The likeliest first: then few others have a bound that reaches its value.
        let likely = scratch.likely();
        let promising = list.get(likely)?;
        if promising.bound <= floor {
            return Some((*promising, floor));
        }
        let first = self.value(&scan, promising);
        let mut best: Option<(usize, i64)> = first.map(|value| (likely, value));
        for (i, candidate) in list.iter().enumerate() {
            let (at, most) = best.unwrap_or((usize::MAX, i64::MIN));
            let hopeless = candidate.bound <= floor && best.is_some();
            if hopeless
                || candidate.bound < most
                || candidate.bound == most && i > at
                || i == likely
            {
                continue;
            }
            if let Some(value) = self.value(&scan, candidate)
                && (value > most || value == most && i < at)
            {
                best = Some((i, value));
            }
        }
        best.map(|(i, value)| (list[i], value))
    }

    /// The best `width` placements of a piece with their values, best first; of equal ones the
    /// first in order comes first.
    fn ranked(
        &self,
        stack: &Stack,
        piece: Piece,
        width: usize,
        scratch: &mut Candidates,
    ) -> Vec<(Candidate, i64)> {
        let weights = self.evaluator.weights.fixed();
        let scan = self.evaluator.scan(self, stack, weights);
        scan.list(piece, scratch);
        let list = scratch.as_slice();
        let mut best: Vec<(usize, i64)> = Vec::with_capacity(width.min(list.len()) + 1);
        for (i, candidate) in list.iter().enumerate() {
            if best.len() >= width
                && best.last().is_some_and(|(_, least)| candidate.bound <= *least)
            {
                continue;
            }
            if let Some(value) = self.value(&scan, candidate) {
                let at = best.partition_point(|(_, other)| *other >= value);
                best.insert(at, (i, value));
                best.truncate(width);
            }
        }
        best.into_iter().map(|(i, value)| (list[i], value)).collect()
    }

    /// A placement's value, or `None` when it ends the game after all.
    #[inline]
    fn value(&self, scan: &Scan, c: &Candidate) -> Option<i64> {
        if c.clears { self.value_clearing(scan, c) } else { Some(self.value_quiet(scan, c)) }
    }

    fn value_quiet(&self, scan: &Scan, c: &Candidate) -> i64 {
        let (stack, size, cols) = (scan.stack, &self.size, self.size.cols);
        let shape = &SHAPES[usize::from(c.shape)];
        let col = usize::from(c.col);
        let mut value = c.early;
        if self.evaluator.wells {
            let (mut rows, mut top) = (stack.rows, stack.top);
            place(&mut rows, &mut top, size, usize::from(c.shape), c.col, c.up);
            let (from, to) = (col.saturating_sub(1), (col + shape.width + 1).min(cols));
            value += scan.wells_left[cols] - scan.wells_left[to] + scan.wells_left[from];
            let window = (1u32 << to) - (1u32 << from);
            value += self.wells_value(scan.weights, &rows, top, window as u16);
        }
        if self.evaluator.surface {
            let mut heights = stack.heights;
            for x in 0..shape.width {
                heights[(col + x) & 15] =
                    (i32::from(c.up) + shape.bottom[x] + shape.cells[x]) as u8;
            }
            let mut f = [0; COUNT];
            surface::measure(&heights[..cols], &mut f);
            value += weigh(scan.weights, &f);
        }
        value
    }

    fn value_clearing(&self, scan: &Scan, c: &Candidate) -> Option<i64> {
        let size = &self.size;
        let (mut rows, mut top) = (scan.stack.rows, scan.stack.top);
        let index = usize::from(c.shape);
        let placed = place(&mut rows, &mut top, size, index, c.col, c.up);
        if top > size.rows {
            return None;
        }
        let (totals, heights) = analyse(&rows, top, size);
        let mut f = [0; COUNT];
        if self.evaluator.surface {
            surface::measure(&heights[..size.cols], &mut f);
        }
        totals.write(&mut f);
        let mut set = |feature: Feature, value: i32| f[feature.index()] = value;
        set(Feature::LandingHeight, 2 * i32::from(c.up) + SHAPES[index].height as i32 - 1);
        set(Feature::ErodedCells, (placed.lines * placed.own_cells) as i32);
        set(Feature::RowsCleared, placed.lines as i32);
        set(Feature::MaxHeight, top as i32);
        set(Feature::Crowding, surface::crowding(size.rows as i32, top as i32));
        let mut value = weigh(scan.weights, &f);
        if self.evaluator.wells {
            value += self.wells_value(scan.weights, &rows, top, size.full);
        }
        Some(value)
    }

    #[inline]
    fn wells_value(
        &self,
        weights: &Fixed,
        rows: &super::stack::Rows,
        top: usize,
        window: u16,
    ) -> i64 {
        let (mut exact, mut fast) = (0, 0);
        wells(rows, top, &self.size, window, |_, cell, run| {
            exact += i64::from(cell);
            fast += i64::from(run);
        });
        weights[Feature::Wells.index()] * exact + weights[Feature::FastWells.index()] * fast
    }
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
