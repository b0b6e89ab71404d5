//! Pairs of cells that no number will ever tell apart: one of them is a mine, and every cell that
//! sees only one of the two is a mine as well. Such a pair costs a blind guess sooner or later,
//! so a guess on it, or on a cell that would break it, costs less than it seems. (The idea of
//! weighing this is David Hill's.)

use std::time::Instant;

use super::analysis::{Analysis, Engine, is_unseen};
use super::field::{Field, Index, Known};
use super::weight::Weight;

/// Pairs less probable than this are left out of account.
const LEAST: f64 = 0.025;

/// For each cell the probability that it is one of such a pair, or a mine that walls one in.
pub fn entangled<W: Weight>(
    engine: &mut Engine<W>,
    field: &Field,
    analysis: &Analysis<W>,
    deadline: Option<Instant>,
) -> Vec<f64> {
    let shape = field.shape.clone();
    let mut mine = vec![0.0; shape.len()];
    engine.each_seen(analysis, |cell, odds| mine[usize::from(cell)] = odds.mine);
    field.cells_known_as(Known::Mine).for_each(|cell| mine[usize::from(cell)] = 1.0);
    for cell in field.cells_known_as(Known::Unknown).filter(|cell| is_unseen(field, *cell)) {
        mine[usize::from(cell)] = analysis.unseen_mine;
    }
    let mut found = vec![0.0; shape.len()];
    let (mut child, mut after) = (field.clone(), Analysis::default());
    for a in field.cells_known_as(Known::Unknown) {
        let beside =
            shape.around(a).iter().copied().filter(|b| {
                *b > a && (*b == a + 1 || usize::from(*b) == usize::from(a) + shape.cols)
            });
        for b in beside.filter(|b| field.known(*b) == Known::Unknown) {
            let walls = walls(field, a, b);
            let likely = walls.iter().map(|w| mine[usize::from(*w)]).product::<f64>();
            if likely < LEAST {
                continue;
            }
            if deadline.is_some_and(|end| Instant::now() >= end) {
                return found;
            }
            child.clone_from(field);
            child.mark_mine(a);
            child.mark_safe(b);
            let unknown = walls.iter().filter(|w| field.known(**w) == Known::Unknown);
            unknown.clone().for_each(|wall| child.mark_mine(*wall));
            if child.propagate().is_err() || engine.analyse(&child, &mut after).is_err() {
                continue;
            }
            let share = 2.0 * after.total.ratio(analysis.total);
            if share >= LEAST {
                let all = [a, b].into_iter().chain(unknown.copied());
                all.for_each(|cell| found[usize::from(cell)] += share);
            }
        }
    }
    found
}

/// The cells that see exactly one of two cells.
fn walls(field: &Field, a: Index, b: Index) -> Vec<Index> {
    let (near_a, near_b) = (field.shape.around(a), field.shape.around(b));
    let only_a = near_a.iter().filter(|cell| **cell != b && !near_b.contains(cell));
    let only_b = near_b.iter().filter(|cell| **cell != a && !near_a.contains(cell));
    only_a.chain(only_b).copied().collect()
}
