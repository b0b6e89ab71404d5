//! The best play when few arrangements are left: all of them are listed, and the sequence of
//! opens that wins in most of them is searched. The search is exact where a few dozen are left;
//! above, it tries only the safest cells of each position.

use std::collections::HashMap;
use std::time::Instant;

use super::component::{KeyMap, mix};
use super::field::{Field, Index, Known};
use super::tally::Tally;
use crate::abandon;

/// Most undecided cells (bits of an arrangement).
const MAX_CELLS: usize = 128;

/// Steps between two looks at the clock.
const WORK_A_LOOK: u64 = 1 << 16;

/// One arrangement: a bit for each undecided cell, set for a mine.
type Layout = u128;

/// The answer of a finished search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Best {
    /// What to open.
    pub cell: Index,
    /// The probability of winning from here with best play.
    pub win: f64,
}

/// Searches endgames; keeps its working memory between calls.
#[derive(Debug, Default)]
pub struct Endgame {
    cells: Vec<Index>,
    /// The bit of each undecided cell of the board.
    bit_of: Vec<u8>,
    /// For each cell its undecided neighbours.
    near: Vec<Layout>,
    memo: KeyMap<u32>,
    work_left: u64,
    /// When to give up.
    pub deadline: Option<Instant>,
}

impl Endgame {
    /// The best open in `field`, which has no certain cell and `arrangements` arrangements;
    /// `None` when that takes more than `work` steps. A step is a look at one arrangement.
    pub fn solve(&mut self, field: &Field, arrangements: usize, work: u64) -> Option<Best> {
        let layouts = self.list(field, arrangements)?;
        self.memo.clear();
        self.work_left = work;
        let all = self.all();
        let total = layouts.len() as f64;
        let (wins, cell) = self.best_open(&layouts, 0, all)?;
        Some(Best { cell: self.cells[cell], win: f64::from(wins) / total })
    }

    /// The probability of winning `field` (certain cells allowed) with best play.
    #[cfg(test)]
    pub fn value(&mut self, field: &Field, arrangements: usize, work: u64) -> Option<f64> {
        let layouts = self.list(field, arrangements)?;
        self.memo.clear();
        self.work_left = work;
        let mut opened = 0;
        let closed_safe: Vec<Index> = field.cells_known_as(Known::Safe).collect();
        let wins = if closed_safe.is_empty() {
            self.wins(&layouts, opened)?
        } else {
            // What the certain cells will show parts the arrangements.
            let near: Vec<Layout> = closed_safe.iter().map(|c| self.near_mask(field, *c)).collect();
            opened |= 0;
            self.parted(&layouts, &near, opened)?
        };
        Some(f64::from(wins) / layouts.len() as f64)
    }

    fn all(&self) -> Layout {
        if self.cells.len() == MAX_CELLS { !0 } else { (1 << self.cells.len()) - 1 }
    }

    /// The undecided neighbours of `cell`.
    fn near_mask(&self, field: &Field, cell: Index) -> Layout {
        let around = field.shape.around(cell).iter();
        let undecided = around.filter(|n| field.known(**n) == Known::Unknown);
        undecided.fold(0, |mask, n| mask | 1 << self.bit_of[usize::from(*n)])
    }

    /// Lists all arrangements of the undecided cells.
    fn list(&mut self, field: &Field, expected: usize) -> Option<Vec<Layout>> {
        self.cells.clear();
        if field.unknown() > MAX_CELLS {
            return None;
        }
        // Cells in the order in which numbers connect them, unseen ones last.
        let mut taken = vec![false; field.shape.len()];
        let seen =
            |cell: Index| field.shape.around(cell).iter().any(|n| field.known(*n) == Known::Open);
        for start in field.cells_known_as(Known::Unknown) {
            if taken[usize::from(start)] || !seen(start) {
                continue;
            }
            taken[usize::from(start)] = true;
            let mut next = self.cells.len();
            self.cells.push(start);
            while next < self.cells.len() {
                let cell = self.cells[next];
                next += 1;
                let numbers =
                    field.shape.around(cell).iter().filter(|n| field.known(**n) == Known::Open);
                for &other in numbers.flat_map(|n| field.shape.around(*n)) {
                    if field.known(other) == Known::Unknown && !taken[usize::from(other)] {
                        taken[usize::from(other)] = true;
                        self.cells.push(other);
                    }
                }
            }
        }
        let seen_cells = self.cells.len();
        let unseen = field.cells_known_as(Known::Unknown).filter(|c| !taken[usize::from(*c)]);
        self.cells.extend(unseen);
        self.bit_of.resize(field.shape.len(), 0);
        for (bit, cell) in self.cells.iter().enumerate() {
            self.bit_of[usize::from(*cell)] = bit as u8;
        }
        let near: Vec<Layout> = self.cells.iter().map(|c| self.near_mask(field, *c)).collect();
        self.near = near;
        let mut lister = Lister::new(field, &self.cells, seen_cells, expected);
        lister.place(0, 0, field.mines_left());
        Some(lister.found)
    }

    /// In how many of `layouts` the game can be won, cells in `opened` being open.
    fn wins(&mut self, layouts: &[Layout], opened: Layout) -> Option<u32> {
        if layouts.len() <= 1 {
            return Some(layouts.len() as u32);
        }
        let (any, every) = layouts.iter().fold((0, !0), |(any, every), l| (any | l, every & l));
        let safe = self.all() & !any & !opened;
        if safe != 0 {
            // Only cells that are mines in some arrangements alone make their numbers differ.
            let doubtful = any & !every;
            let mut near = Vec::with_capacity(safe.count_ones() as usize);
            let mut rest = safe;
            while rest != 0 {
                near.push(self.near[rest.trailing_zeros() as usize] & doubtful);
                rest &= rest - 1;
            }
            near.sort_unstable();
            near.dedup();
            near.retain(|mask| *mask != 0);
            return self.parted(layouts, &near, opened | safe);
        }
        if layouts.len() == 2 {
            // Whatever is opened is a mine in one of the two.
            return Some(1);
        }
        let key = layouts
            .iter()
            .fold(0_u64, |sum, l| sum.wrapping_add(mix(*l as u64 ^ mix((*l >> 64) as u64))));
        if let Some(known) = self.memo.get(&key) {
            return Some(*known);
        }
        let open = self.all() & !opened;
        let (wins, _) = self.best_open(layouts, opened, open)?;
        self.memo.insert(key, wins);
        Some(wins)
    }

    /// Wins after the numbers of certain cells, whose undecided neighbours are `near`, are seen.
    fn parted(&mut self, layouts: &[Layout], near: &[Layout], opened: Layout) -> Option<u32> {
        self.spend(layouts.len() * (1 + near.len()))?;
        if near.is_empty() {
            return self.wins(layouts, opened);
        }
        let mut parts = vec![(0, layouts.len())];
        let mut sorted = layouts.to_vec();
        let mut counted: Vec<(u64, Layout)> = Vec::with_capacity(layouts.len());
        // A number has four bits: sixteen of them part the arrangements at a time.
        for near in near.chunks(16) {
            let mut finer = Vec::with_capacity(parts.len());
            for (start, end) in parts {
                if end - start == 1 {
                    finer.push((start, end));
                    continue;
                }
                counted.clear();
                counted.extend(sorted[start..end].iter().map(|layout| {
                    let numbers = near.iter().fold(0, |numbers: u64, near| {
                        numbers << 4 | u64::from((layout & near).count_ones())
                    });
                    (numbers, *layout)
                }));
                counted.sort_unstable();
                let mut at = start;
                for group in counted.chunk_by(|a, b| a.0 == b.0) {
                    finer.push((at, at + group.len()));
                    group.iter().for_each(|(_, layout)| {
                        sorted[at] = *layout;
                        at += 1;
                    });
                }
            }
            parts = finer;
        }
        let mut wins = 0;
        for (start, end) in parts {
            wins += self.wins(&sorted[start..end], opened)?;
        }
        Some(wins)
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        let before = self.work_left;
        self.work_left = before.checked_sub(steps as u64)?;
        // A look at the clock now and then.
        let is_time = before / WORK_A_LOOK != self.work_left / WORK_A_LOOK;
        let late = || abandon::wanted() || self.deadline.is_some_and(|end| Instant::now() >= end);
        (!(is_time && late())).then_some(())
    }

    /// The cell among `open` that wins most of `layouts`, none of which has a certain cell left.
    fn best_open(
        &mut self,
        layouts: &[Layout],
        opened: Layout,
        open: Layout,
    ) -> Option<(u32, usize)> {
        self.spend(layouts.len() * open.count_ones() as usize)?;
        let mut order: Vec<(u32, usize)> = Vec::with_capacity(open.count_ones() as usize);
        let tally = Tally::of(layouts);
        let mut rest = open;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mines = tally.count(cell);
            if (mines as usize) < layouts.len() {
                order.push((layouts.len() as u32 - mines, cell));
            }
        }
        order.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        order.truncate(width(layouts.len()));
        let mut best = (0, order.first()?.1);
        let mut groups: [Vec<Layout>; 9] = Default::default();
        for (safe, cell) in order {
            if safe <= best.0 {
                break;
            }
            self.spend(layouts.len())?;
            groups.iter_mut().for_each(Vec::clear);
            for layout in layouts.iter().filter(|l| **l >> cell & 1 == 0) {
                groups[(layout & self.near[cell]).count_ones() as usize].push(*layout);
            }
            let opened = opened | 1 << cell;
            let mut bound = 0;
            let mut bounds = [0; 9];
            for (group, bound_of) in groups.iter().zip(&mut bounds) {
                *bound_of = self.bound(group, opened);
                bound += *bound_of;
            }
            for (group, bound_of) in groups.iter().zip(bounds) {
                if bound <= best.0 {
                    break;
                }
                if !group.is_empty() {
                    bound = bound - bound_of + self.wins(group, opened)?;
                }
            }
            if bound > best.0 {
                best = (bound, cell);
            }
        }
        Some(best)
    }

    /// At least as many as can be won of `layouts`: all if a cell is certain, else those in which
    /// the safest cell is safe.
    fn bound(&mut self, layouts: &[Layout], opened: Layout) -> u32 {
        let closed = self.all() & !opened;
        if layouts.len() <= 1 || closed == 0 {
            return layouts.len() as u32;
        }
        self.work_left = self.work_left.saturating_sub(layouts.len() as u64);
        layouts.len() as u32 - Tally::of(layouts).least(closed)
    }
}

/// How many of the safest cells are tried where so many arrangements are left. All are where few
/// are left; else the best is hardly ever further down, and a search that comes to an end wins
/// more than an exact one that has to be given up.
fn width(layouts: usize) -> usize {
    match layouts {
        0..=60 => usize::MAX,
        61..=200 => 8,
        201..=600 => 4,
        _ => 3,
    }
}

/// Lists arrangements cell by cell.
struct Lister<'a> {
    field: &'a Field,
    cells: &'a [Index],
    seen_cells: usize,
    /// Of each open cell: mines still needed and cells still to place.
    left: HashMap<Index, (i8, u8)>,
    found: Vec<Layout>,
}

impl<'a> Lister<'a> {
    fn new(field: &'a Field, cells: &'a [Index], seen_cells: usize, expected: usize) -> Self {
        let numbers = field.cells_known_as(Known::Open).filter(|n| field.unknown_around(*n) > 0);
        let left = numbers.map(|n| (n, (field.need(n), field.unknown_around(n)))).collect();
        Self { field, cells, seen_cells, left, found: Vec::with_capacity(expected) }
    }

    /// Places the cells from `at` on, `mines` of them mines.
    fn place(&mut self, at: usize, layout: Layout, mines: i64) {
        let rest = (self.cells.len() - at) as i64;
        if mines < 0 || mines > rest {
            return;
        }
        if at == self.cells.len() {
            self.found.push(layout);
            return;
        }
        for mine in [false, true] {
            let next = layout | Layout::from(mine) << at;
            if at >= self.seen_cells {
                self.place(at + 1, next, mines - i64::from(mine));
                continue;
            }
            let cell = self.cells[at];
            let mut fits = true;
            for number in self.field.shape.around(cell) {
                if let Some((need, room)) = self.left.get_mut(number) {
                    *need -= i8::from(mine);
                    *room -= 1;
                    fits &= *need >= 0 && *need <= *room as i8;
                }
            }
            if fits {
                self.place(at + 1, next, mines - i64::from(mine));
            }
            for number in self.field.shape.around(cell) {
                if let Some((need, room)) = self.left.get_mut(number) {
                    *need += i8::from(mine);
                    *room += 1;
                }
            }
        }
    }
}
