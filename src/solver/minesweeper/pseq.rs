//! The PSEQ player of Tu et al. (2017): the least likely mine; among equals the cell that most
//! probably opens an area, then the one that opens most cells, then the one whose number tells
//! most; no look-ahead, no endgame search.

use super::analysis::{Analysis, Can, Engine, is_unseen};
use super::field::{Field, Index, Known};
use super::probability::{grid, guess, lowest};
use super::style::{certain_moves, simple_moves};
use super::survey::{Surveyor, is_plain};
use super::weight::Weight;
use super::{Contradiction, Decision, FlagStyle, Limits, Strategy, opening};
use crate::board::minesweeper::Board;

/// Probabilities this close count as equal.
const TIE: f64 = 1e-9;

/// The PSEQ player.
#[derive(Debug, Default)]
pub struct Pseq {
    surveyor: Surveyor,
}

impl Strategy for Pseq {
    fn name(&self) -> &'static str {
        "pseq"
    }

    fn decide(&mut self, board: &Board, limits: &Limits) -> Result<Decision, Contradiction> {
        if board.is_lost() || board.is_won() {
            return Ok(Decision::default());
        }
        self.surveyor.allow(limits.think);
        let field = self.surveyor.field(board)?;
        if field.safe() > 0 && limits.flags == FlagStyle::None {
            return Ok(Decision { moves: simple_moves(&field), probabilities: None });
        }
        let survey = self.surveyor.survey(field)?;
        let mut moves = certain_moves(&survey, board, limits.flags);
        if survey.safe.is_empty() {
            if board.is_fresh() {
                moves.push(opening::first_click(board, limits.start));
            } else {
                let chosen = if is_plain(&survey.field) {
                    choose(&mut self.surveyor.plain, &survey.field)
                } else {
                    choose(&mut self.surveyor.wide, &survey.field)
                };
                let cell = chosen.or_else(|| lowest(&survey));
                moves.extend(cell.map(|cell| guess(&survey, cell, "safest, then most telling")));
            }
        }
        Ok(Decision { moves, probabilities: Some(grid(&survey)) })
    }
}

/// The best cell by P, S, E and Q in this order; `None` where the position cannot be counted.
fn choose<W: Weight>(engine: &mut Engine<W>, field: &Field) -> Option<Index> {
    let mut analysis = Analysis::default();
    engine.analyse(field, &mut analysis).ok()?;
    let mut odds: Vec<(f64, Index)> = Vec::new();
    engine.each_seen(&analysis, |cell, o| {
        if o.can == Can::Both {
            odds.push((o.mine, cell));
        }
    });
    let unseen = field.cells_known_as(Known::Unknown).filter(|c| is_unseen(field, *c));
    odds.extend(unseen.map(|cell| (analysis.unseen_mine, cell)));
    let least = odds.iter().map(|o| o.0).fold(1.0, f64::min);
    let mut tied: Vec<Index> = odds.iter().filter(|o| o.0 <= least + TIE).map(|o| o.1).collect();
    tied.sort_unstable();
    // Unseen cells with the same surroundings are alike: one of each kind is enough.
    let mut kinds: Vec<(u8, usize)> = Vec::new();
    tied.retain(|cell| {
        if !is_unseen(field, *cell) {
            return true;
        }
        let around = field.shape.around(*cell);
        let seen =
            around.iter().filter(|n| field.known(**n) == Known::Unknown && !is_unseen(field, **n));
        let kind = (field.unknown_around(*cell), seen.count());
        // Cells near a number differ in which one; only those far from all are one kind.
        let is_new = kind.1 > 0 || !kinds.contains(&kind);
        kinds.push(kind);
        is_new
    });
    if tied.len() == 1 {
        return tied.first().copied();
    }
    let mut best: Option<([f64; 3], Index)> = None;
    let (mut child, mut after) = (field.clone(), Analysis::default());
    for cell in tied {
        let proved = proved_around(field, cell);
        let mut shares = Vec::new();
        for number in proved..=proved + field.unknown_around(cell) {
            child.clone_from(field);
            child.reveal(cell, number);
            let fits = child.propagate().is_ok() && engine.analyse(&child, &mut after).is_ok();
            shares.push(if fits { after.total.ratio(analysis.total) } else { 0.0 });
        }
        let zeros = shares[0];
        let opened = zeros * f64::from(field.unknown_around(cell));
        let safe: f64 = shares.iter().sum();
        let told =
            shares.iter().map(|s| s / safe).filter(|s| *s > 0.0).map(|s| -s * s.log2()).sum();
        let score = [zeros, opened, told];
        let better = best.is_none_or(|(known, _)| {
            let first = (0..3).find(|i| (score[*i] - known[*i]).abs() > TIE);
            first.is_some_and(|i| score[i] > known[i])
        });
        if better {
            best = Some((score, cell));
        }
    }
    best.map(|b| b.1)
}

/// Mines proved around `cell`.
pub fn proved_around(field: &Field, cell: Index) -> u8 {
    field.shape.around(cell).iter().filter(|n| field.known(**n) == Known::Mine).count() as u8
}
