//! Naming the groups: which look means what, so that the board is possible.

use super::cluster::{Groups, by_glyph, by_ground, form_distance};
use super::glyph::apart;
use super::look::Look;
use super::net::{SHAPES, Shape};
use super::reading::CellReading;
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::geometry::CellPos;

/// A drawing is named only when its shape is at least this probable.
const SURE: f32 = 0.80;

/// What the cells' looks tell before the rules are asked.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Drawn {
    /// Nothing is drawn.
    Blank,
    /// A shape with its probability.
    Shape(Shape, f32),
}

/// What a group of blank cells may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Covered,
    Open,
    /// No cell at all: another window, a dialog, a tooltip.
    Foreign,
}

/// Names every cell of `looks`; `sides` counts the sides of each cell that show a border, and
/// `known` holds the kinds that are certain already.
pub fn name(looks: &Grid<Look>, sides: &Grid<u8>, known: &Grid<Option<Cell>>) -> Grid<CellReading> {
    let cells = looks.values();
    let glyphs = by_glyph(cells);
    let mut drawn: Vec<Drawn> = vec![Drawn::Blank; cells.len()];
    let mut votes: Vec<[f32; SHAPES]> = vec![[0.0; SHAPES]; cells.len()];
    let strength = typical_contrast(cells);
    for members in &glyphs.members {
        let mut mean = [0.0; SHAPES];
        for cell in members {
            mean.iter_mut()
                .zip(cells[*cell].shapes)
                .for_each(|(m, p)| *m += p / members.len() as f32);
        }
        let best = (0..SHAPES).max_by(|a, b| mean[*a].total_cmp(&mean[*b])).unwrap_or(0);
        let ornament = members.len() * 10 > cells.len().max(40)
            && Shape::ALL[best] == Shape::Other
            && mean[best] > 0.5;
        // Many faint traces of one form among strong drawings: a texture of the skin, or what a
        // lossy picture leaves of bevels.
        let faint = members.len() * 25 > cells.len().max(100)
            && members.iter().all(|i| {
                cells[*i].glyph().is_some_and(|g| g.contrast < 45.0_f32.min(0.3 * strength))
            });
        let ornament = ornament || faint;
        for cell in members {
            votes[*cell] = mean;
            drawn[*cell] =
                if ornament { Drawn::Blank } else { Drawn::Shape(Shape::ALL[best], mean[best]) };
        }
    }
    for (i, look) in cells.iter().enumerate() {
        if look.inside.messy && drawn[i] == Drawn::Blank {
            drawn[i] = Drawn::Shape(Shape::Other, 0.0);
        }
    }
    let blank = by_ground(cells, |i| drawn[i] == Drawn::Blank);
    let near = nearest_grounds(looks, &drawn, &blank);
    let kin = kinship(&near, &votes, blank.members.len());
    let known = known_grounds(&blank, known);
    let all = by_ground(cells, |_| true);
    let ring = ringed(looks, &drawn, &blank);
    let first = Evidence {
        looks,
        sides,
        drawn: &drawn,
        blank: &blank,
        kin: &kin,
        known: &known,
        ringed: ring,
        all: &all,
    }
    .name_grounds();
    // Numbers stand on open ground and marks on covered ground: where a drawing's ground is
    // known, the other readings of it fall away.
    let mut homes = vec![None; cells.len()];
    for members in &glyphs.members {
        let home = home_of(members, &near, &first);
        let mut mean = votes[members[0]];
        if let Some(home) = home {
            for (shape, p) in Shape::ALL.iter().zip(&mut mean) {
                let elsewhere = match shape {
                    Shape::Digit(_) => home == Ground::Covered,
                    Shape::Flag | Shape::Question => home == Ground::Open,
                    _ => false,
                };
                if elsewhere {
                    *p = 0.0;
                }
            }
            let sum: f32 = mean.iter().sum();
            mean.iter_mut().for_each(|p| *p /= sum.max(0.2));
        }
        let best = (0..SHAPES).max_by(|a, b| mean[*a].total_cmp(&mean[*b])).unwrap_or(0);
        for cell in members {
            if drawn[*cell] == Drawn::Blank {
                continue;
            }
            votes[*cell] = mean;
            homes[*cell] = home;
            drawn[*cell] = Drawn::Shape(Shape::ALL[best], mean[best]);
        }
    }
    let mut strange = strange_marks(cells, &glyphs, &drawn);
    tell_numbers_apart(cells, &glyphs, &mut drawn, &mut votes, &mut strange);
    let ring = ringed(looks, &drawn, &blank);
    let board = Evidence {
        looks,
        sides,
        drawn: &drawn,
        blank: &blank,
        kin: &kin,
        known: &known,
        ringed: ring,
        all: &all,
    };
    let grounds = board.name_grounds();
    let doubtful = doubtful_groups(&near, &drawn, &blank);
    let (on_ground, numbers) = numbers_by_ground(&drawn, &all);
    // The same drawing several times over is the game's own.
    let frequent = |i: usize| glyphs.of[i].is_some_and(|g| glyphs.members[g].len() >= FEW);
    let settled = |i: usize| {
        numbers < 3 || frequent(i) || all.of[i].is_some_and(|g| on_ground[g] * 8 >= numbers.min(24))
    };
    let covered_seen =
        grounds.iter().any(|(name, margin)| *name == Ground::Covered && *margin >= 1.0);
    let cells = Grid::from_fn(looks.cols(), looks.rows(), |pos| {
        let i = pos.row * looks.cols() + pos.col;
        match drawn[i] {
            Drawn::Blank => match blank.of[i].map(|g| grounds[g]) {
                Some((ground, margin)) => {
                    let reading = blank_reading(ground, margin);
                    // Numbers or marks on the same ground make even one such cell believable.
                    let few = blank.of[i].is_some_and(|g| {
                        let (numbers, marks) = kin[g];
                        blank.members[g].len() < FEW && numbers + marks < 1.6 && known[g].is_none()
                    });
                    let doubt = blank.of[i].is_some_and(|g| doubtful[g]);
                    let sure = !doubt && (!few || margin >= SURE_OF_FEW);
                    CellReading { kind: reading.kind.filter(|_| sure), ..reading }
                }
                None => unknown(Cell::Covered, 0.0),
            },
            Drawn::Shape(shape, p) => {
                // A mine on a ground of its own among mines at home is the one that exploded.
                let own = near[i].first().map_or(f32::MAX, |(_, d)| *d);
                let own_home = homes[i].filter(|_| match shape {
                    Shape::Mine => own < KIN,
                    Shape::Flag | Shape::Question => own < 2.0 * KIN,
                    _ => true,
                });
                let reading = board.shape_reading(pos, shape, p, &votes[i], &grounds, own_home);
                // A number on a ground of its own is text that lies over the board.
                if matches!(shape, Shape::Digit(_)) && own_home.is_none() && !settled(i) {
                    return CellReading { kind: None, ..reading };
                }
                let mark = matches!(shape, Shape::Flag | Shape::Question);
                let contrast = cells[i].glyph().map_or(0.0, |glyph| glyph.contrast);
                if strange[i] || contrast < 45.0_f32.min(0.35 * strength) {
                    return CellReading { kind: None, ..reading };
                }
                // A mark on another ground than the covered cells' is something else: a wrong
                // flag, a mine that was marked, a hint.
                if mark && covered_seen && own_home != Some(Ground::Covered) {
                    CellReading { kind: None, ..reading }
                } else {
                    reading
                }
            }
        }
    });
    without_contradictions(cells)
}

/// How many sure numbers each ground of `all` has, and how many there are.
fn numbers_by_ground(drawn: &[Drawn], all: &Groups) -> (Vec<usize>, usize) {
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
const FEW: usize = 4;
/// ... are named only where every other name is this much worse.
const SURE_OF_FEW: f32 = 2.5;

/// Which groups of blank cells have a ground on which mostly things are drawn that have no name:
/// numbers that are not recognised speak for neither covered nor open ground.
/// Nor does a ground that sure numbers and marks share.
fn doubtful_groups(near: &[Vec<(usize, f32)>], drawn: &[Drawn], blank: &Groups) -> Vec<bool> {
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

/// The reading with both sides of every contradiction unknown: all neighbours of an open cell
/// without a number are open, unless they bear a mark.
fn without_contradictions(mut cells: Grid<CellReading>) -> Grid<CellReading> {
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
fn tell_numbers_apart(
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

/// Marks read as the same shape as more frequent ones although they are drawn otherwise: one of
/// the two looks must be something else.
fn strange_marks(cells: &[Look], glyphs: &Groups, drawn: &[Drawn]) -> Vec<bool> {
    let mut strange = vec![false; cells.len()];
    for mark in [Shape::Flag, Shape::Question] {
        let mut groups: Vec<&Vec<usize>> = glyphs
            .members
            .iter()
            .filter(|m| matches!(drawn[m[0]], Drawn::Shape(shape, _) if shape == mark))
            .collect();
        groups.sort_by_key(|members| std::cmp::Reverse(members.len()));
        let Some((main, others)) = groups.split_first() else { continue };
        for members in others {
            let differ = cells[main[0]]
                .glyph()
                .zip(cells[members[0]].glyph())
                .is_none_or(|(a, b)| form_distance(a, b) >= 1.0);
            if differ {
                members.iter().for_each(|i| strange[*i] = true);
            }
        }
    }
    strange
}

/// The median contrast of the drawings that are surely numbers.
fn typical_contrast(cells: &[Look]) -> f32 {
    let mut all: Vec<f32> = cells
        .iter()
        .filter(|look| matches!(look.shape(), (Shape::Digit(_), p) if p > SURE))
        .filter_map(|look| look.glyph().map(|glyph| glyph.contrast))
        .collect();
    all.sort_by(f32::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.0)
}

fn unknown(best: Cell, score: f32) -> CellReading {
    CellReading { kind: None, best, score, second: Cell::Covered, second_score: score }
}

/// A blank cell's reading from its group's name and how much worse the next name would be.
fn blank_reading(ground: Ground, margin: f32) -> CellReading {
    let (best, second) = match ground {
        Ground::Covered => (Cell::Covered, Cell::Open(0)),
        Ground::Open => (Cell::Open(0), Cell::Covered),
        Ground::Foreign => return unknown(Cell::Covered, 0.2),
    };
    let score = 1.0 - 0.5 / (1.0 + margin.max(0.0));
    let kind = (margin >= 1.0).then_some(best);
    CellReading { kind, best, score, second, second_score: 1.0 - score }
}

struct Evidence<'a> {
    looks: &'a Grid<Look>,
    sides: &'a Grid<u8>,
    drawn: &'a [Drawn],
    blank: &'a Groups,
    /// Per group of blank cells: how many cells with numbers and with marks share its ground.
    kin: &'a [(f32, f32)],
    /// Per group of blank cells: the ground that most of its cells are known to be, if any are.
    known: &'a [Option<Ground>],
    /// Per group of blank cells: whether it touches numbers and nothing else.
    ringed: Vec<bool>,
    /// All cells by their grounds, whatever is drawn on them.
    all: &'a Groups,
}

/// What a group of open cells costs on whose ground no number stands although there are some.
const STRANGE_GROUND: f32 = 1.5;
/// What a group costs whose cells are known to be something else.
const DISAVOWED: f32 = 100.0;

fn known_grounds(blank: &Groups, known: &Grid<Option<Cell>>) -> Vec<Option<Ground>> {
    let ground = |members: &Vec<usize>| {
        let count = |kind| members.iter().filter(|i| known.values()[**i] == Some(kind)).count();
        let (covered, open) = (count(Cell::Covered), count(Cell::Open(0)));
        match covered.cmp(&open) {
            std::cmp::Ordering::Greater => Some(Ground::Covered),
            std::cmp::Ordering::Less => Some(Ground::Open),
            std::cmp::Ordering::Equal => None,
        }
    };
    blank.members.iter().map(ground).collect()
}

/// Which groups of blank cells touch numbers and nothing else.
fn ringed(looks: &Grid<Look>, drawn: &[Drawn], blank: &Groups) -> Vec<bool> {
    let at = |pos: CellPos| pos.row * looks.cols() + pos.col;
    let pos = |i: usize| CellPos::new(i % looks.cols(), i / looks.cols());
    blank
        .members
        .iter()
        .enumerate()
        .map(|(group, members)| {
            let around = members.iter().flat_map(|i| looks.neighbours(pos(*i))).map(at);
            let mut numbers = 0;
            for j in around.filter(|j| blank.of[*j] != Some(group)) {
                match drawn[j] {
                    Drawn::Shape(Shape::Digit(_), p) if p > 0.5 => numbers += 1,
                    _ => return false,
                }
            }
            numbers > 0
        })
        .collect()
}

/// A drawing's ground may differ this much from that of blank cells of its kind.
const KIN: f32 = 11.0;

/// For every cell with a drawing the groups of blank cells and how far its ground is from theirs,
/// nearest first; nothing for blank cells.
fn nearest_grounds(looks: &Grid<Look>, drawn: &[Drawn], blank: &Groups) -> Vec<Vec<(usize, f32)>> {
    let cells = looks.values();
    let cols = looks.cols();
    let far = |i: usize, j: usize| (i % cols).abs_diff(j % cols) + (i / cols).abs_diff(j / cols);
    (0..cells.len())
        .map(|i| {
            if drawn[i] == Drawn::Blank {
                return Vec::new();
            }
            let mut all: Vec<(usize, f32)> = blank
                .members
                .iter()
                .enumerate()
                .map(|(g, members)| {
                    // The nearest one on the board shares its light where there is a gradient.
                    let close = members.iter().min_by_key(|j| far(i, **j)).copied();
                    let d = [close.unwrap_or(members[0]), members[0], members[members.len() / 2]]
                        .into_iter()
                        .map(|j| cells[i].ground_distance(&cells[j]))
                        .fold(f32::MAX, f32::min);
                    (g, d)
                })
                .collect();
            all.sort_by(|a, b| a.1.total_cmp(&b.1));
            all
        })
        .collect()
}

/// Per group of blank cells: how many numbers and how many marks have its ground.
fn kinship(near: &[Vec<(usize, f32)>], votes: &[[f32; SHAPES]], groups: usize) -> Vec<(f32, f32)> {
    let mut kin = vec![(0.0, 0.0); groups];
    for (near, vote) in near.iter().zip(votes) {
        if let Some((g, d)) = near.first()
            && *d < KIN
        {
            kin[*g].0 += vote[..8].iter().sum::<f32>();
            kin[*g].1 += vote[Shape::Flag.index()] + vote[Shape::Question.index()];
        }
    }
    kin
}

/// Whether the cells `members` lie on covered or on open ground, where most of them agree.
fn home_of(
    members: &[usize],
    near: &[Vec<(usize, f32)>],
    grounds: &[(Ground, f32)],
) -> Option<Ground> {
    let mut tally = [0_usize; 2];
    for cell in members {
        let distance = |wanted: Ground| {
            let of = |(g, _): &&(usize, f32)| grounds[*g].0 == wanted && grounds[*g].1 >= 1.0;
            near[*cell].iter().find(of).map_or(f32::MAX, |(_, d)| *d)
        };
        let (covered, open) = (distance(Ground::Covered), distance(Ground::Open));
        if covered < KIN && covered < 0.6 * open {
            tally[0] += 1;
        } else if open < KIN && open < 0.6 * covered {
            tally[1] += 1;
        }
    }
    let most = members.len() * 2;
    match tally {
        [covered, _] if covered * 3 >= most => Some(Ground::Covered),
        [_, open] if open * 3 >= most => Some(Ground::Open),
        _ => None,
    }
}

impl Evidence<'_> {
    fn index(&self, pos: CellPos) -> usize {
        pos.row * self.looks.cols() + pos.col
    }

    /// The name of every group of blank cells, with the cost of the next best name.
    fn name_grounds(&self) -> Vec<(Ground, f32)> {
        let n = self.blank.members.len();
        if n == 0 {
            return Vec::new();
        }
        // Large groups are tried in all ways, small ones follow them one by one.
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|g| std::cmp::Reverse(self.blank.members[*g].len()));
        let large: Vec<usize> = order
            .iter()
            .copied()
            .take(7)
            .filter(|g| self.blank.members[*g].len() * 100 >= self.looks.len())
            .collect();
        let mut names = vec![Ground::Foreign; n];
        let mut best = names.clone();
        let mut least = f32::MAX;
        for bits in 0..1_u32 << large.len() {
            for (i, g) in large.iter().enumerate() {
                names[*g] = if bits >> i & 1 == 0 { Ground::Covered } else { Ground::Open };
            }
            let cost = self.cost(&names);
            if cost < least {
                (least, best) = (cost, names.clone());
            }
        }
        names = best;
        for _ in 0..2 {
            for g in &order {
                names[*g] = self.best_name(&names, *g).0;
            }
        }
        (0..n).map(|g| self.best_name(&names, g)).collect()
    }

    fn best_name(&self, names: &[Ground], group: usize) -> (Ground, f32) {
        let mut names = names.to_vec();
        let mut costs: Vec<(f32, Ground)> = [Ground::Covered, Ground::Open, Ground::Foreign]
            .into_iter()
            .map(|name| {
                names[group] = name;
                (self.cost(&names), name)
            })
            .collect();
        costs.sort_by(|a, b| a.0.total_cmp(&b.0));
        (costs[0].1, costs[1].0 - costs[0].0)
    }

    /// How impossible or unlikely the board is when the groups of blank cells have these names.
    fn cost(&self, names: &[Ground]) -> f32 {
        let disavowed =
            names.iter().zip(self.known).filter(|(name, known)| known.is_some_and(|k| k != **name));
        let mut cost = DISAVOWED * disavowed.count() as f32;
        // Where the look of covered cells is known, blank cells of another look with numbers all
        // around them are open.
        if self.known.contains(&Some(Ground::Covered)) {
            let odd = names.iter().enumerate().filter(|(group, name)| {
                **name == Ground::Covered && self.known[*group].is_none() && self.ringed[*group]
            });
            cost += 2.0 * odd.count() as f32;
        }
        let sizes = |name: Ground| {
            let of_name = names.iter().enumerate().filter(move |(_, n)| **n == name);
            of_name.map(|(g, _)| self.blank.members[g].len())
        };
        // Covered cells look alike; a second look is more likely that of open cells.
        let main = sizes(Ground::Covered).max().unwrap_or(0);
        let more =
            sizes(Ground::Covered).map(|size| 1.3 * (size as f32 / 4.0).min(1.0)).sum::<f32>();
        cost += (more - 1.3 * (main as f32 / 4.0).min(1.0)).max(0.0);
        let sideless = |members: &Vec<usize>| {
            let count = members.iter().filter(|i| self.sides.values()[**i] < 3).count();
            count as f32 / members.len() as f32
        };
        // Where no group of cells shows its borders they tell nothing.
        let bordered = self.blank.members.iter().any(|m| m.len() >= 3 && sideless(m) < 0.5);
        let all_numbers: f32 = self.kin.iter().map(|(numbers, _)| numbers).sum();
        for (group, name) in names.iter().enumerate() {
            let members = &self.blank.members[group];
            let size = members.len() as f32;
            let open_sides = if bordered { sideless(members) } else { 0.0 };
            let (numbers, marks) = self.kin[group];
            cost += match name {
                Ground::Covered => 0.25 * numbers.min(12.0),
                // Numbers stand on the ground of other open cells.
                Ground::Open if numbers < 0.5 && all_numbers > 4.0 => {
                    STRANGE_GROUND + 0.25 * marks.min(12.0)
                }
                Ground::Open => 0.25 * marks.min(12.0),
                Ground::Foreign => 0.25 * (numbers + marks).min(12.0),
            };
            // Numbers all around: covered cells there would be needed by some of them, which
            // shows as a lack of room when they are taken for open.
            if *name == Ground::Covered && self.ringed[group] {
                cost += (0.3 * size).min(1.5);
            }
            cost += match name {
                // A covered cell has a border on every side in nearly every skin.
                Ground::Covered => open_sides * (1.5 + 0.1 * size),
                Ground::Open => 0.0,
                Ground::Foreign => 1.6 + 0.06 * size,
            };
        }
        let name_of = |i: usize| self.blank.of[i].map(|g| names[g]);
        let mut opened = 0;
        for pos in self.looks.positions() {
            let i = self.index(pos);
            match self.drawn[i] {
                Drawn::Blank if name_of(i) == Some(Ground::Open) => {
                    opened += 1;
                    for other in self.looks.neighbours(pos) {
                        let j = self.index(other);
                        cost += match self.drawn[j] {
                            Drawn::Blank if name_of(j) == Some(Ground::Covered) => 0.5,
                            Drawn::Shape(
                                Shape::Flag | Shape::Question | Shape::Mine | Shape::Crossed,
                                p,
                            ) if p > SURE => 0.3,
                            _ => 0.0,
                        };
                    }
                }
                Drawn::Shape(Shape::Digit(n), p) if p > SURE => {
                    opened += 1;
                    let room = self.room(pos, &name_of);
                    cost += 0.8 * (f32::from(n) - room as f32).max(0.0);
                }
                _ => {}
            }
        }
        // Without a single number nothing has been opened yet.
        let numbers =
            self.drawn.iter().any(|d| matches!(d, Drawn::Shape(Shape::Digit(_), p) if *p > SURE));
        if opened > 0 && !numbers {
            cost += 8.0;
        }
        cost
    }

    /// Cells around `pos` that can be mines.
    fn room(&self, pos: CellPos, name_of: &dyn Fn(usize) -> Option<Ground>) -> usize {
        self.looks
            .neighbours(pos)
            .filter(|other| {
                let j = self.index(*other);
                match self.drawn[j] {
                    Drawn::Blank => name_of(j) != Some(Ground::Open),
                    Drawn::Shape(Shape::Digit(_), p) => p < SURE,
                    Drawn::Shape(..) => true,
                }
            })
            .count()
    }

    fn shape_reading(
        &self,
        pos: CellPos,
        shape: Shape,
        p: f32,
        votes: &[f32; SHAPES],
        grounds: &[(Ground, f32)],
        home: Option<Ground>,
    ) -> CellReading {
        let best = self.cell_of(pos, shape, home);
        let mut order: Vec<usize> = (0..SHAPES).collect();
        order.sort_by(|a, b| votes[*b].total_cmp(&votes[*a]));
        let second = self.cell_of(pos, Shape::ALL[order[1]], home).unwrap_or(Cell::Covered);
        let second_score = votes[order[1]];
        let name_of = |i: usize| self.blank.of[i].map(|g| grounds[g].0);
        let possible = match shape {
            Shape::Digit(n) => usize::from(n) <= self.room(pos, &name_of),
            _ => true,
        };
        // On covered ground only a few shapes can be: less is enough there.
        let marked =
            matches!(shape, Shape::Flag | Shape::Question) && home == Some(Ground::Covered);
        let need = if marked && second_score < 0.25 { 0.6 } else { SURE };
        let sure = p >= need && shape != Shape::Other && possible;
        CellReading {
            kind: best.filter(|_| sure),
            best: best.unwrap_or(Cell::Covered),
            score: p,
            second,
            second_score,
        }
    }

    /// The kind of cell a shape means at `pos`; a mine on a ground of its own is the exploded one.
    fn cell_of(&self, pos: CellPos, shape: Shape, home: Option<Ground>) -> Option<Cell> {
        match shape {
            Shape::Digit(n) => Some(Cell::Open(n)),
            Shape::Question => Some(Cell::Question),
            Shape::Flag => Some(Cell::Flag),
            Shape::Crossed => Some(Cell::WrongFlag),
            Shape::Other => None,
            Shape::Mine => {
                let here = self.looks[pos].inside.background;
                let red = here[0] > here[1] + 70.0 && here[0] > here[2] + 70.0;
                let own = self.all.of[self.index(pos)].map_or(1, |g| self.all.members[g].len());
                match (home, red, own) {
                    (Some(_), ..) => Some(Cell::Mine),
                    (None, true, 1..=2) => Some(Cell::Exploded),
                    (None, false, 3..) => Some(Cell::Mine),
                    _ => None,
                }
            }
        }
    }
}
