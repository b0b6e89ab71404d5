//! Cells that no number will ever tell apart: a pair of which one is a mine, or a square of four of
//! which two opposite ones are, with a mine in every cell that could tell the two ways apart. Such a
//! knot costs a blind guess sooner or later, so a guess on it, or on a cell that would break it,
//! costs less than it seems. (The idea of weighing this is David Hill's.)

use std::time::Instant;

use super::analysis::{Analysis, Engine, is_unseen};
use super::field::{Field, Index, Known, Shape};
use super::weight::Weight;
use crate::abandon;

/// Knots whose walls are mines with less than this probability are left out of account: low, as
/// even rare ones decide between cells that are alike otherwise.
const LEAST: f64 = 0.002;

/// Cells that cannot be told apart if their walls are mines, in one of the two ways that the
/// mines can lie in them; the other way is as likely.
struct Knot {
    /// Mines.
    mines: Vec<Index>,
    /// Safe cells.
    safe: Vec<Index>,
    /// Cells that would tell the two ways apart if they were safe.
    walls: Vec<Index>,
}

/// For each cell the probability that it is part of a knot, or a mine that walls one in.
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
    for knot in field.cells_known_as(Known::Unknown).flat_map(|cell| knots_at(&shape, cell)) {
        let mut tied = knot.mines.iter().chain(&knot.safe);
        if tied.any(|cell| field.known(*cell) != Known::Unknown) {
            continue;
        }
        if knot.walls.iter().map(|w| mine[usize::from(*w)]).product::<f64>() < LEAST {
            continue;
        }
        if abandon::wanted() || deadline.is_some_and(|end| Instant::now() >= end) {
            return found;
        }
        let open_walls = knot.walls.iter().filter(|w| field.known(**w) == Known::Unknown);
        child.clone_from(field);
        knot.mines.iter().chain(open_walls.clone()).for_each(|cell| child.mark_mine(*cell));
        knot.safe.iter().for_each(|cell| child.mark_safe(*cell));
        if child.propagate().is_err() || engine.analyse(&child, &mut after).is_err() {
            continue;
        }
        let share = 2.0 * after.total.ratio(analysis.total);
        let all = knot.mines.iter().chain(&knot.safe).chain(open_walls);
        all.for_each(|cell| found[usize::from(*cell)] += share);
    }
    found
}

/// The knots whose top left cell is `cell`: a pair across, a pair down, and a square.
fn knots_at(shape: &Shape, cell: Index) -> Vec<Knot> {
    let at = shape.pos(cell);
    let (is_last_col, is_last_row) = (at.col + 1 == shape.cols, at.row + 1 == shape.rows);
    let (right, below) = (cell + 1, cell + shape.cols as Index);
    let mut knots = Vec::with_capacity(3);
    if !is_last_col {
        knots.push(Knot::pair(shape, cell, right));
    }
    if !is_last_row {
        knots.push(Knot::pair(shape, cell, below));
    }
    if !is_last_col && !is_last_row {
        knots.push(Knot::square(shape, [cell, below + 1], [right, below]));
    }
    knots
}

impl Knot {
    fn pair(shape: &Shape, a: Index, b: Index) -> Self {
        let walls = [(a, b), (b, a)].into_iter().flat_map(|(near, far)| {
            let around = shape.around(near).iter().copied();
            around.filter(move |cell| *cell != far && !shape.around(far).contains(cell))
        });
        Self { mines: vec![a], safe: vec![b], walls: walls.collect() }
    }

    /// A cell beside the square sees one cell of either diagonal; only the four at its corners
    /// see a single one.
    fn square(shape: &Shape, mines: [Index; 2], safe: [Index; 2]) -> Self {
        let all = [mines[0], mines[1], safe[0], safe[1]];
        let seen_from =
            |cell: &Index| shape.around(*cell).iter().filter(|n| all.contains(n)).count();
        let around = all.iter().flat_map(|cell| shape.around(*cell).iter().copied());
        let walls = around.filter(|cell| !all.contains(cell) && seen_from(cell) == 1).collect();
        Self { mines: mines.to_vec(), safe: safe.to_vec(), walls }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether all of the square of `cells` or the pair of `cells` in `layout` are a knot: every
    /// number outside is the same when their mines and safe cells change places.
    fn is_knot(shape: &Shape, layout: u32, cells: &[Index]) -> bool {
        let is_mine = |cell: Index| layout >> cell & 1 == 1;
        let outside = (0..shape.len() as Index).filter(|c| !cells.contains(c) && !is_mine(*c));
        let mines = cells.iter().filter(|c| is_mine(**c)).count();
        let opposite = is_mine(cells[0]) == is_mine(cells[cells.len() - 1]);
        let is_shaped = mines * 2 == cells.len() && (cells.len() == 2 || opposite);
        is_shaped
            && outside.into_iter().all(|c| {
                let near = cells.iter().filter(|n| shape.around(c).contains(n));
                let (mines, safe): (Vec<Index>, Vec<Index>) = near.partition(|n| is_mine(**n));
                mines.len() == safe.len()
            })
    }

    #[test]
    fn shares_of_knots_agree_with_looking_at_every_arrangement() {
        let (cols, rows, mines) = (4, 3, 5);
        let shape = Shape::new(cols, rows);
        let field = Field::covered(shape.clone(), mines);
        let (mut engine, mut analysis) = (Engine::<f64>::default(), Analysis::default());
        engine.analyse(&field, &mut analysis).expect("a legal position");
        let fast = entangled(&mut engine, &field, &analysis, None);
        let groups: Vec<Vec<Index>> = (0..12)
            .flat_map(|c: Index| {
                let (right, below) = (c % 4 < 3, c < 8);
                let pairs = [(right, vec![c, c + 1]), (below, vec![c, c + 4])];
                let square = (right && below, vec![c, c + 1, c + 4, c + 5]);
                pairs.into_iter().chain([square]).filter(|g| g.0).map(|g| g.1).collect::<Vec<_>>()
            })
            .collect();
        let (mut slow, mut all) = ([0.0; 12], 0.0);
        for layout in (0_u32..1 << 12).filter(|layout| layout.count_ones() == 5) {
            all += 1.0;
            for cells in groups.iter().filter(|cells| is_knot(&shape, layout, cells)) {
                // Only those see an odd number of the cells.
                let sees = |c: Index| cells.iter().filter(|n| shape.around(c).contains(n)).count();
                let walls = (0..12).filter(|c| !cells.contains(c) && sees(*c) == 1);
                cells.iter().copied().chain(walls).for_each(|c| slow[usize::from(c)] += 1.0);
            }
        }
        for (cell, (fast, slow)) in fast.iter().zip(slow).enumerate() {
            assert!((fast - slow / all).abs() < 1e-9, "cell {cell}: {fast} against {}", slow / all);
        }
    }
}
