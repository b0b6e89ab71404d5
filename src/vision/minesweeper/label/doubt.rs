//! What makes a name doubtful: looks that contradict each other, drawings without a name.

use super::super::cluster::{Groups, form_distance, redrawn};
use super::super::glyph::apart;
use super::super::look::Look;
use super::super::net::{SHAPES, Shape};
use super::super::reading::CellReading;
use super::grounds::KIN;
use super::{Drawn, SURE};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::geometry::CellPos;

/// How many sure numbers each ground of `all` has, and how many there are.
pub(super) fn numbers_by_ground(drawn: &[Drawn], all: &Groups) -> (Vec<usize>, usize) {
    let mut counts = vec![0; all.members.len()];
    for (drawn, group) in drawn.iter().zip(&all.of) {
        if let (Drawn::Shape(Shape::Digit(_), p), Some(group)) = (drawn, group)
            && *p >= SURE
        {
            counts[*group] += 1;
        }
    }
    let total = counts.iter().sum();
    (counts, total)
}

/// Blank cells of a look that fewer than this have ...
pub(super) const FEW: usize = 4;
/// ... are named only where every other name is this much worse.
pub(super) const SURE_OF_FEW: f32 = 2.5;

/// Which groups of blank cells have a ground on which mostly things are drawn that have no name:
/// numbers that are not recognised speak for neither covered nor open ground.
/// Nor does a ground that sure numbers and marks share.
pub(super) fn doubtful_groups(
    near: &[Vec<(usize, f32)>],
    drawn: &[Drawn],
    blank: &Groups,
) -> Vec<bool> {
    #[derive(Clone, Copy, Default)]
    struct Tally {
        numbers: usize,
        marks: usize,
        others: usize,
        nameless: usize,
    }
    let mut tally = vec![Tally::default(); blank.members.len()];
    for (near, drawn) in near.iter().zip(drawn) {
        let Some((group, _)) = near.first().filter(|(_, distance)| *distance < KIN) else {
            continue;
        };
        let tally = &mut tally[*group];
        match drawn {
            Drawn::Shape(Shape::Digit(_), p) if *p >= SURE => tally.numbers += 1,
            Drawn::Shape(Shape::Flag | Shape::Question, p) if *p >= SURE => tally.marks += 1,
            Drawn::Shape(shape, p) if *shape != Shape::Other && *p >= 0.6 => tally.others += 1,
            _ => tally.nameless += 1,
        }
    }
    let doubtful = |(tally, blank): (Tally, &Vec<usize>)| {
        let mixed = tally.numbers.min(tally.marks) >= 2;
        let named = tally.numbers + tally.marks + tally.others;
        // A few odd drawings among many blank cells are something else than the game's own.
        mixed || (tally.nameless > named && tally.nameless * 4 > blank.len().max(8))
    };
    tally.into_iter().zip(&blank.members).map(doubtful).collect()
}

/// Which blank cells are near strong drawings without a name, where most drawings of the board
/// have none: numbers in an unknown font lie on open ground, and blank cells beside them may be
/// open whatever the look of those far away.
pub(super) fn near_nameless(
    looks: &Grid<Look>,
    near: &[Vec<(usize, f32)>],
    drawn: &[Drawn],
) -> Vec<bool> {
    const FEWEST: usize = 4;
    const STRONG: f32 = 45.0;
    const REACH: usize = 2;
    let cols = looks.cols();
    let has_name = |i: &usize| match drawn[*i] {
        Drawn::Shape(Shape::Other, _) => false,
        Drawn::Shape(Shape::Digit(_) | Shape::Flag | Shape::Question, p) => p >= SURE,
        Drawn::Shape(_, p) => p >= 0.6,
        Drawn::Blank => false,
    };
    let named = (0..drawn.len()).filter(has_name).count();
    let at_home = |i: usize| near[i].first().is_some_and(|(_, distance)| *distance < KIN);
    let strong = |i: usize| looks.values()[i].glyph().is_some_and(|g| g.contrast >= STRONG);
    let nameless: Vec<usize> = (0..drawn.len())
        .filter(|i| drawn[*i] != Drawn::Blank && !has_name(i) && at_home(*i) && strong(*i))
        .collect();
    let mut doubtful = vec![false; drawn.len()];
    if nameless.len() < FEWEST || nameless.len() <= named {
        return doubtful;
    }
    for i in nameless {
        let (row, col) = (i / cols, i % cols);
        for y in row.saturating_sub(REACH)..(row + REACH + 1).min(looks.rows()) {
            for x in col.saturating_sub(REACH)..(col + REACH + 1).min(cols) {
                doubtful[y * cols + x] = true;
            }
        }
    }
    doubtful
}

/// Which blank cells show more traces of a drawing than the others of their group do, nearly as
/// much as the faintest numbers of the board.
pub(super) fn faintly_drawn(cells: &[Look], drawn: &[Drawn], blank: &Groups) -> Vec<bool> {
    let number = |i: &usize| matches!(drawn[*i], Drawn::Shape(Shape::Digit(_), p) if p >= SURE);
    let mut contrasts: Vec<f32> = (0..cells.len())
        .filter(number)
        .filter_map(|i| cells[i].glyph().map(|glyph| glyph.contrast))
        .collect();
    contrasts.sort_by(f32::total_cmp);
    let mut faint = vec![false; cells.len()];
    let Some(least) = contrasts.get(contrasts.len() / 20) else { return faint };
    for members in &blank.members {
        let mut traces: Vec<f32> = members.iter().map(|i| cells[*i].inside.traces).collect();
        traces.sort_by(f32::total_cmp);
        let usual = traces[traces.len() / 2];
        for i in members {
            let own = cells[*i].inside.traces;
            faint[*i] = own > 0.6 * least && own > usual + 8.0;
        }
    }
    faint
}

/// The reading with both sides of every contradiction unknown: all neighbours of an open cell
/// without a number are open, unless they bear a mark.
pub(super) fn without_contradictions(mut cells: Grid<CellReading>) -> Grid<CellReading> {
    let kind = |cells: &Grid<CellReading>, pos| cells[pos].kind;
    let odd: Vec<CellPos> = cells
        .positions()
        .filter(|pos| kind(&cells, *pos) == Some(Cell::Open(0)))
        .flat_map(|pos| {
            let covered = cells.neighbours(pos).filter(|n| kind(&cells, *n) == Some(Cell::Covered));
            let mut all: Vec<CellPos> = covered.collect();
            if !all.is_empty() {
                all.push(pos);
            }
            all
        })
        .collect();
    odd.into_iter().for_each(|pos| cells[pos].kind = None);
    cells
}

/// In one skin a number has one look: what a sure group of cells shows is nothing that another
/// look may be, and the same number in quite another colour is doubtful.
pub(super) fn tell_numbers_apart(
    cells: &[Look],
    glyphs: &Groups,
    drawn: &mut [Drawn],
    votes: &mut [[f32; SHAPES]],
    strange: &mut [bool],
) {
    let mut order: Vec<&Vec<usize>> = glyphs.members.iter().collect();
    order.sort_by_key(|members| std::cmp::Reverse(members.len()));
    let mut taken: [Option<usize>; 8] = [None; 8];
    for members in &order {
        if let Drawn::Shape(Shape::Digit(n), p) = drawn[members[0]]
            && p > 0.88
            && members.len() >= 3
        {
            taken[usize::from(n) - 1].get_or_insert(members[0]);
        }
    }
    for members in order {
        let Drawn::Shape(Shape::Digit(n), p) = drawn[members[0]] else { continue };
        let Some(glyph) = cells[members[0]].glyph() else { continue };
        let apart_from =
            |other: usize| cells[other].glyph().map_or(0.0, |g| apart(&g.colour, &glyph.colour));
        let own = taken[usize::from(n) - 1];
        if own.is_some_and(|cell| cell != members[0] && apart_from(cell) > 70.0) {
            members.iter().for_each(|i| strange[*i] = true);
            continue;
        }
        if p >= SURE {
            continue;
        }
        let mut mean = votes[members[0]];
        for (digit, cell) in taken.iter().enumerate() {
            let other_look = cell.is_some_and(|cell| apart_from(cell) > 40.0);
            if digit + 1 != usize::from(n) && other_look {
                mean[digit] = 0.0;
            }
        }
        let sum: f32 = mean.iter().sum();
        mean.iter_mut().for_each(|p| *p /= sum.max(0.5));
        for cell in members {
            votes[*cell] = mean;
            drawn[*cell] = Drawn::Shape(Shape::Digit(n), mean[usize::from(n) - 1]);
        }
    }
}

/// Marks and mines read as the same shape as more frequent ones although they are drawn
/// otherwise: one of the two looks must be something else.
pub(super) fn strange_marks(cells: &[Look], glyphs: &Groups, drawn: &[Drawn]) -> Vec<bool> {
    let mut strange = vec![false; cells.len()];
    for mark in [Shape::Flag, Shape::Question, Shape::Mine, Shape::Crossed] {
        let mut groups: Vec<&Vec<usize>> = glyphs
            .members
            .iter()
            .filter(|m| matches!(drawn[m[0]], Drawn::Shape(shape, _) if shape == mark))
            .collect();
        groups.sort_by_key(|members| std::cmp::Reverse(members.len()));
        let Some((main, others)) = groups.split_first() else { continue };
        for members in others {
            let differ =
                cells[main[0]].glyph().zip(cells[members[0]].glyph()).is_none_or(|(a, b)| {
                    // What one or two cells show may be anything.
                    let most = if members.len() < FEW { 1.0 } else { redrawn(a, b) };
                    form_distance(a, b) >= most
                });
            if differ {
                members.iter().for_each(|i| strange[*i] = true);
            }
        }
    }
    strange
}

/// The median contrast of the drawings that are surely numbers.
pub(super) fn typical_contrast(cells: &[Look]) -> f32 {
    let mut all: Vec<f32> = cells
        .iter()
        .filter(|look| matches!(look.shape(), (Shape::Digit(_), p) if p > SURE))
        .filter_map(|look| look.glyph().map(|glyph| glyph.contrast))
        .collect();
    all.sort_by(f32::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.0)
}

/// Which numbers are set just as those are that most cells show: as high and at the same place of
/// their cells. Text that lies over a board is set otherwise, or goes on in the cell beside it.
pub(super) fn set_alike(looks: &Grid<Look>, drawn: &[Drawn]) -> Vec<bool> {
    const LEAST: usize = 8;
    let cells = looks.values();
    // Height, and how far the middle is from that of the cell, as shares of the cell.
    let setting = |i: usize| -> Option<[f32; 3]> {
        let extra = cells[i].glyph()?.input.extra;
        Some([extra[1], extra[2], extra[3]])
    };
    let sure = |i: &usize| matches!(drawn[*i], Drawn::Shape(Shape::Digit(_), p) if p >= 0.9);
    let all: Vec<[f32; 3]> = (0..cells.len()).filter(sure).filter_map(setting).collect();
    let mut alike = vec![false; cells.len()];
    if all.len() < LEAST {
        return alike;
    }
    let median = |k: usize| {
        let mut values: Vec<f32> = all.iter().map(|setting| setting[k]).collect();
        values.sort_by(f32::total_cmp);
        values[values.len() / 2]
    };
    let usual = [median(0), median(1), median(2)];
    let close = |own: &[f32; 3]| {
        let off = |k: usize| (own[k] - usual[k]).abs();
        off(0) < 0.06 && off(1) < 0.16 && off(2) < 0.1
    };
    if all.iter().filter(|own| close(own)).count() * 4 < all.len() * 3 {
        return alike;
    }
    let goes_on = |i: usize| {
        let (col, cols) = (i % looks.cols(), looks.cols());
        let beside = [(col > 0).then(|| i - 1), (col + 1 < cols).then(|| i + 1)];
        beside.into_iter().flatten().any(|j| {
            !matches!(drawn[j], Drawn::Blank)
                && !sure(&j)
                && apart(&cells[i].inside.background, &cells[j].inside.background) < 24.0
        })
    };
    for i in (0..cells.len()).filter(sure) {
        alike[i] = setting(i).is_some_and(|own| close(&own)) && !goes_on(i);
    }
    alike
}

/// Takes wrong flags out of the shapes where no mine is shown: both come with the end of a game.
pub(super) fn without_lone_crosses(votes: &mut [[f32; SHAPES]], drawn: &mut [Drawn]) {
    let (cross, mine) = (Shape::Crossed.index(), Shape::Mine.index());
    if votes.iter().any(|vote| vote[mine] > 0.5) {
        return;
    }
    for (vote, drawn) in votes.iter_mut().zip(drawn) {
        let Drawn::Shape(shape, p) = drawn else { continue };
        if *shape == Shape::Crossed || vote[cross] < 0.01 {
            continue;
        }
        vote[cross] = 0.0;
        let sum: f32 = vote.iter().sum();
        vote.iter_mut().for_each(|p| *p /= sum.max(0.5));
        *p = vote[shape.index()];
    }
}
