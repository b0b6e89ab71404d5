//! Covered or open: what the grounds of blank cells are, by the rules of the game.

use super::super::cluster::Groups;
use super::super::look::Look;
use super::super::net::{SHAPES, Shape};
use super::groups::{Field, can_be_mine, fields, needed};
use super::{Drawn, Ground, SURE};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::geometry::CellPos;

/// What is known of a board whatever is drawn on it.
#[derive(Clone, Copy)]
pub(super) struct Board<'a> {
    pub(super) looks: &'a Grid<Look>,
    pub(super) sides: &'a Grid<u8>,
    pub(super) blank: &'a Groups,
    /// Per group of blank cells: how many cells with numbers and with marks share its ground.
    pub(super) kin: &'a [(f32, f32)],
    /// Per group of blank cells: the ground that most of its cells are known to be, if any are.
    pub(super) known: &'a [Option<Ground>],
    /// All cells by their grounds, whatever is drawn on them.
    pub(super) all: &'a Groups,
}

impl<'a> Board<'a> {
    /// The same with what is drawn on it.
    pub(super) fn drawn(self, drawn: &'a [Drawn]) -> Evidence<'a> {
        let ringed = ringed(self.looks, drawn, self.blank);
        let fields = fields(self.looks.cols(), self.blank);
        let needed = needed(&self, drawn);
        let numbers = drawn
            .iter()
            .zip(self.sides.values())
            .filter(|(drawn, _)| matches!(drawn, Drawn::Shape(Shape::Digit(_), p) if *p > SURE));
        let (mut all, mut bare) = (0, 0);
        for (_, sides) in numbers {
            all += 1;
            bare += usize::from(*sides < 3);
        }
        let bare_numbers = all >= 3 && bare * 10 >= all * 7;
        let flag = |drawn: &&Drawn| matches!(drawn, Drawn::Shape(Shape::Flag, p) if *p > SURE);
        let flags = drawn.iter().filter(flag).count();
        Evidence { board: self, drawn, ringed, needed, fields, flags, numbers: all, bare_numbers }
    }
}

/// What is known of a board before its grounds are named.
pub(super) struct Evidence<'a> {
    pub(super) board: Board<'a>,
    drawn: &'a [Drawn],
    /// Per group of blank cells: whether it touches numbers and nothing else.
    ringed: Vec<bool>,
    /// Per group of blank cells: which fields of a chessboard it lies on, if on those of one kind.
    fields: Vec<Option<Field>>,
    /// Per group of blank cells: whether numbers need mines in it.
    needed: Vec<bool>,
    /// How many flags there are.
    flags: usize,
    /// How many numbers there are.
    numbers: usize,
    /// Whether the cells with numbers have no borders.
    bare_numbers: bool,
}

/// What a group of open cells costs on whose ground no number stands although there are some.
pub(super) const STRANGE_GROUND: f32 = 1.5;
/// A board with so many flags has them beside its covered cells.
const MANY_FLAGS: usize = 8;
/// What a group costs whose cells are known to be something else.
pub(super) const DISAVOWED: f32 = 100.0;

pub(super) fn known_grounds(blank: &Groups, known: &Grid<Option<Cell>>) -> Vec<Option<Ground>> {
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
pub(super) fn ringed(looks: &Grid<Look>, drawn: &[Drawn], blank: &Groups) -> Vec<bool> {
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
pub(super) const KIN: f32 = 11.0;

/// For every cell with a drawing the groups of blank cells and how far its ground is from theirs,
/// nearest first; nothing for blank cells.
pub(super) fn nearest_grounds(
    looks: &Grid<Look>,
    drawn: &[Drawn],
    blank: &Groups,
) -> Vec<Vec<(usize, f32)>> {
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
pub(super) fn kinship(
    near: &[Vec<(usize, f32)>],
    votes: &[[f32; SHAPES]],
    groups: usize,
) -> Vec<(f32, f32)> {
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
pub(super) fn home_of(
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
    pub(super) fn index(&self, pos: CellPos) -> usize {
        self.board.index(pos)
    }

    /// The name of every group of blank cells, with the cost of the next best name.
    pub(super) fn name_grounds(&self) -> Vec<(Ground, f32)> {
        let n = self.board.blank.members.len();
        if n == 0 {
            return Vec::new();
        }
        // Large groups are tried in all ways, small ones follow them one by one.
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|g| std::cmp::Reverse(self.board.blank.members[*g].len()));
        let large: Vec<usize> = order
            .iter()
            .copied()
            .take(7)
            .filter(|g| self.board.blank.members[*g].len() * 100 >= self.board.looks.len())
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
        let disavowed = names
            .iter()
            .zip(self.board.known)
            .filter(|(name, known)| known.is_some_and(|k| k != **name));
        let mut cost = DISAVOWED * disavowed.count() as f32;
        // Where the look of covered cells is known, blank cells of another look with numbers all
        // around them are open.
        if self.board.known.contains(&Some(Ground::Covered)) {
            let odd = names.iter().enumerate().filter(|(group, name)| {
                **name == Ground::Covered
                    && self.board.known[*group].is_none()
                    && self.ringed[*group]
            });
            cost += 2.0 * odd.count() as f32;
        }
        // Covered cells look alike; a second look is more likely that of open cells or of a box
        // over the board, unless the two take turns like the fields of a chessboard, or it is a
        // shade of the same colour and the numbers need it.
        let size = |g: usize| self.board.blank.members[g].len();
        let covered = || (0..names.len()).filter(|g| names[*g] == Ground::Covered);
        if let Some(main) = covered().max_by_key(|g| size(*g)) {
            let takes_turns = |g: &usize| {
                let (own, others) = (self.fields[*g], self.fields[main]);
                own.zip(others).is_some_and(|(own, others)| own != others)
            };
            let shade = |g: &usize| self.needed[*g] && self.board.of_a_shade(*g, main);
            let more = covered().filter(|g| *g != main && !takes_turns(g) && !shade(g));
            cost += more.map(|g| 1.3 * (size(g) as f32 / 4.0).min(1.0)).sum::<f32>();
        }
        let sideless = |members: &Vec<usize>| {
            let count = members.iter().filter(|i| self.board.sides.values()[**i] < 3).count();
            count as f32 / members.len() as f32
        };
        // Where no group of cells shows its borders they tell nothing.
        let bordered = self.board.blank.members.iter().any(|m| m.len() >= 3 && sideless(m) < 0.5);
        for (group, name) in names.iter().enumerate() {
            let members = &self.board.blank.members[group];
            let size = members.len() as f32;
            let open_sides = if bordered { sideless(members) } else { 0.0 };
            let (numbers, marks) = self.board.kin[group];
            cost += match name {
                Ground::Covered => 0.25 * numbers.min(12.0),
                // Numbers stand on the ground of other open cells.
                Ground::Open if self.board.without_numbers(group) => {
                    STRANGE_GROUND + 0.25 * marks.min(12.0)
                }
                Ground::Open => 0.25 * marks.min(12.0),
                Ground::Foreign => 0.25 * (numbers + marks).min(12.0),
            };
            // Around the mines of a board that is mostly open there are many numbers.
            let mostly = size > 0.6 * self.board.looks.len() as f32;
            if *name == Ground::Open && mostly && (self.numbers as f32) < size / 8.0 {
                cost += STRANGE_GROUND;
            }
            // Open cells have borders where those with numbers have them.
            if *name == Ground::Open && self.bare_numbers && members.len() >= 4 {
                let borders = 1.0 - sideless(members);
                cost += borders * (1.5 + 0.05 * size);
            }
            // Numbers all around: covered cells there would be needed by some of them, which
            // shows as a lack of room when they are taken for open.
            if *name == Ground::Covered && self.ringed[group] && !self.needed[group] {
                cost += (0.3 * size).min(1.5);
                // Flags are set among covered cells: none of these touches one.
                cost += if self.flags >= MANY_FLAGS && size >= 4.0 { 2.5 } else { 0.0 };
            }
            cost += match name {
                // A covered cell has a border on every side in nearly every skin.
                Ground::Covered => open_sides * (1.5 + 0.1 * size),
                Ground::Open => 0.0,
                Ground::Foreign => 1.6 + 0.06 * size,
            };
        }
        let name_of = |i: usize| self.board.blank.of[i].map(|g| names[g]);
        let mut opened = 0;
        for pos in self.board.looks.positions() {
            let i = self.index(pos);
            match self.drawn[i] {
                Drawn::Blank if name_of(i) == Some(Ground::Open) => {
                    opened += 1;
                    for other in self.board.looks.neighbours(pos) {
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
    pub(super) fn room(&self, pos: CellPos, name_of: &dyn Fn(usize) -> Option<Ground>) -> usize {
        self.board
            .looks
            .neighbours(pos)
            .filter(|other| {
                let j = self.index(*other);
                can_be_mine(self.drawn[j])
                    && (self.drawn[j] != Drawn::Blank || name_of(j) != Some(Ground::Open))
            })
            .count()
    }
}
