//! How many solutions a component has for each number of mines, by dynamic programming along its
//! boxes: the state is what each number that is only partly decided still needs.

use std::collections::HashMap;

use super::component::{CellBox, Component};
use super::field::Index;
use super::weight::{Weight, small_binomial};

/// Most numbers that may be partly decided at the same time (four bits of a `u128` each).
const MAX_OPEN_NUMBERS: usize = 32;

/// Solutions of one component, by mines used.
#[derive(Debug, Clone)]
pub struct Table<W> {
    /// Fewest mines.
    pub lo: usize,
    /// Solutions with `lo + i` mines.
    pub counts: Vec<W>,
    /// All cells, box by box.
    cells: Vec<Index>,
    /// Where each box's cells end.
    ends: Vec<u16>,
    /// For each box the solutions in which a given cell of it is a mine, then those in which it
    /// is safe, both by mines used like the counts.
    split: Vec<W>,
}

impl<W> Table<W> {
    /// How many boxes there are.
    pub fn boxes(&self) -> usize {
        self.ends.len()
    }

    /// The cells of a box, all alike.
    pub fn cells(&self, cell_box: usize) -> &[Index] {
        let start = if cell_box == 0 { 0 } else { usize::from(self.ends[cell_box - 1]) };
        &self.cells[start..usize::from(self.ends[cell_box])]
    }

    /// Solutions in which a given cell of the box is a mine, by mines used.
    pub fn mine(&self, cell_box: usize) -> &[W] {
        let len = self.counts.len();
        &self.split[cell_box * 2 * len..][..len]
    }

    /// Solutions in which a given cell of the box is safe, by mines used.
    pub fn safe(&self, cell_box: usize) -> &[W] {
        let len = self.counts.len();
        &self.split[(cell_box * 2 + 1) * len..][..len]
    }
}

/// Why there is no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoTable {
    /// The numbers cannot all hold.
    Contradiction,
    /// The component needs more states than allowed.
    TooLarge,
}

/// One state of a layer and its solutions by mines used so far.
#[derive(Debug, Clone, Copy)]
struct Node {
    key: u128,
    lo: u16,
    hi: u16,
    /// Where its numbers of solutions begin.
    start: u32,
}

/// A box of one layer: how its value moves the numbers' needs.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    mines: u8,
}

/// What a layer does to one number: its slot, and how much the later boxes can still give.
struct Slot {
    shift: u32,
    first_need: Option<u8>,
    room_after: u8,
}

impl<W: Weight> Table<W> {
    /// Counts the solutions of `component`.
    ///
    /// # Errors
    /// [`NoTable::Contradiction`] when there is none, [`NoTable::TooLarge`] when more than
    /// `max_states` numbers would have to be kept.
    pub fn new(component: &Component, max_states: usize) -> Result<Self, NoTable> {
        let order = component.order();
        let slots = assign_slots(component, &order)?;
        let mut layers = vec![vec![Node { key: 0, lo: 0, hi: 0, start: 0 }]];
        let mut edges = Vec::with_capacity(order.len());
        let mut size = 1;
        for (&at, slots) in order.iter().zip(&slots) {
            let below = layers.last().expect("the first layer is there");
            let (layer, joins) = step(below, slots, component.boxes[at].cells.len(), size);
            if layer.is_empty() {
                return Err(NoTable::Contradiction);
            }
            size = layer.last().map_or(0, |n| n.start as usize + usize::from(n.hi - n.lo) + 1);
            if size > max_states {
                return Err(NoTable::TooLarge);
            }
            layers.push(layer);
            edges.push(joins);
        }
        let boxes: Vec<&CellBox> = order.iter().map(|at| &component.boxes[*at]).collect();
        Ok(sum_up(&layers, &edges, &boxes, size))
    }
}

/// Gives each number a place in the state for as long as it is partly decided.
fn assign_slots(component: &Component, order: &[usize]) -> Result<Vec<Vec<Slot>>, NoTable> {
    let mut room: Vec<usize> = vec![0; component.needs.len()];
    for cell_box in &component.boxes {
        for &number in &cell_box.numbers {
            room[usize::from(number)] += cell_box.cells.len();
        }
    }
    let mut slot_of: Vec<Option<u32>> = vec![None; component.needs.len()];
    let mut free: Vec<u32> = (0..MAX_OPEN_NUMBERS as u32).rev().collect();
    let mut layers = Vec::with_capacity(order.len());
    for &at in order {
        let cell_box = &component.boxes[at];
        let mut layer = Vec::with_capacity(cell_box.numbers.len());
        for &number in &cell_box.numbers {
            let number = usize::from(number);
            let first_need = slot_of[number].is_none().then_some(component.needs[number]);
            let slot = match slot_of[number] {
                Some(slot) => slot,
                None => free.pop().ok_or(NoTable::TooLarge)?,
            };
            slot_of[number] = Some(slot);
            room[number] -= cell_box.cells.len();
            layer.push(Slot { shift: slot * 4, first_need, room_after: room[number] as u8 });
        }
        for &number in &cell_box.numbers {
            if room[usize::from(number)] == 0 {
                free.extend(slot_of[usize::from(number)]);
            }
        }
        layers.push(layer);
    }
    Ok(layers)
}

/// The states after one more box, and how they come from those `below`.
fn step(below: &[Node], slots: &[Slot], cells: usize, mut start: usize) -> (Vec<Node>, Vec<Edge>) {
    let mut layer: Vec<Node> = Vec::with_capacity(below.len() + 4);
    let mut edges = Vec::with_capacity(below.len() * 2);
    let mut index: HashMap<u128, u32, Hasher> = HashMap::default();
    for (from, node) in below.iter().enumerate() {
        let mut base = node.key;
        let (mut least, mut most) = (0, cells);
        for slot in slots {
            if let Some(need) = slot.first_need {
                base |= u128::from(need) << slot.shift;
            }
            let need = (base >> slot.shift & 15) as usize;
            most = most.min(need);
            least = least.max(need.saturating_sub(usize::from(slot.room_after)));
        }
        for mines in least..=most {
            let key = slots.iter().fold(base, |key, slot| key - ((mines as u128) << slot.shift));
            let (lo, hi) = (node.lo + mines as u16, node.hi + mines as u16);
            let found = if layer.len() <= 12 {
                layer.iter().position(|n| n.key == key).map(|i| i as u32)
            } else {
                if index.is_empty() {
                    index.extend(layer.iter().enumerate().map(|(i, n)| (n.key, i as u32)));
                }
                index.get(&key).copied()
            };
            let to = found.unwrap_or_else(|| {
                let to = layer.len() as u32;
                layer.push(Node { key, lo, hi, start: 0 });
                if !index.is_empty() {
                    index.insert(key, to);
                }
                to
            });
            let target = &mut layer[to as usize];
            target.lo = target.lo.min(lo);
            target.hi = target.hi.max(hi);
            edges.push(Edge { from: from as u32, to, mines: mines as u8 });
        }
    }
    for node in &mut layer {
        node.start = start as u32;
        start += usize::from(node.hi - node.lo) + 1;
    }
    (layer, edges)
}

/// Solutions still to come from one state, by their mines.
#[derive(Debug, Clone, Copy)]
struct Rest {
    lo: usize,
    len: usize,
    start: usize,
}

/// Runs along the layers forwards (solutions so far) and backwards (solutions still to come).
fn sum_up<W: Weight>(
    layers: &[Vec<Node>],
    edges: &[Vec<Edge>],
    boxes: &[&CellBox],
    size: usize,
) -> Table<W> {
    let ways = forwards(layers, edges, boxes, size);
    let end = layers.last().expect("the first layer is there")[0];
    let (lo, len) = (usize::from(end.lo), usize::from(end.hi - end.lo) + 1);
    let counts = ways[end.start as usize..].to_vec();
    let mut split = vec![W::default(); boxes.len() * 2 * len];
    let (mut later, mut later_ways) =
        (vec![Rest { lo: 0, len: 1, start: 0 }], vec![W::from_f64(1.0)]);
    for (i, joins) in edges.iter().enumerate().rev() {
        let cells = boxes[i].cells.len();
        let (mine, safe) = split[i * 2 * len..(i + 1) * 2 * len].split_at_mut(len);
        let mut here: Vec<(usize, usize)> = vec![(usize::MAX, 0); layers[i].len()];
        for edge in joins {
            let (to, mines) = (later[edge.to as usize], usize::from(edge.mines));
            if to.len > 0 {
                let span = &mut here[edge.from as usize];
                *span = (span.0.min(to.lo + mines), span.1.max(to.lo + mines + to.len));
            }
        }
        let mut start = 0;
        let earlier: Vec<Rest> = here
            .iter()
            .map(|&(lo, end)| {
                let rest = Rest { lo, len: end.saturating_sub(lo), start };
                start += rest.len;
                rest
            })
            .collect();
        let mut earlier_ways = vec![W::default(); start];
        for edge in joins {
            let (from, to) = (earlier[edge.from as usize], later[edge.to as usize]);
            let mines = usize::from(edge.mines);
            let weight = W::from_f64(small_binomial(cells, mines));
            for k in 0..to.len {
                let slot = &mut earlier_ways[from.start + to.lo + mines + k - from.lo];
                *slot = *slot + later_ways[to.start + k] * weight;
            }
            let as_mine = if mines > 0 { small_binomial(cells - 1, mines - 1) } else { 0.0 };
            let as_safe = if mines < cells { small_binomial(cells - 1, mines) } else { 0.0 };
            let (as_mine, as_safe) = (W::from_f64(as_mine), W::from_f64(as_safe));
            let node = layers[i][edge.from as usize];
            for before in 0..=usize::from(node.hi - node.lo) {
                let so_far = ways[node.start as usize + before];
                let used = usize::from(node.lo) + before + mines + to.lo;
                for k in 0..to.len {
                    let both = so_far * later_ways[to.start + k];
                    let at = used + k - lo;
                    mine[at] = mine[at] + both * as_mine;
                    safe[at] = safe[at] + both * as_safe;
                }
            }
        }
        (later, later_ways) = (earlier, earlier_ways);
    }
    let cells: Vec<Index> = boxes.iter().flat_map(|b| b.cells.iter().copied()).collect();
    let mut end = 0;
    let ends = boxes.iter().map(|b| {
        end += b.cells.len() as u16;
        end
    });
    Table { lo, counts, cells, ends: ends.collect(), split }
}

/// For each state the solutions that lead to it, by mines.
fn forwards<W: Weight>(
    layers: &[Vec<Node>],
    edges: &[Vec<Edge>],
    boxes: &[&CellBox],
    size: usize,
) -> Vec<W> {
    let mut ways = vec![W::default(); size];
    ways[0] = W::from_f64(1.0);
    for (i, joins) in edges.iter().enumerate() {
        let cells = boxes[i].cells.len();
        for edge in joins {
            let (from, to) = (layers[i][edge.from as usize], layers[i + 1][edge.to as usize]);
            let mines = usize::from(edge.mines);
            let weight = W::from_f64(small_binomial(cells, mines));
            let shift = usize::from(from.lo) + mines - usize::from(to.lo);
            for k in 0..=usize::from(from.hi - from.lo) {
                let add = ways[from.start as usize + k] * weight;
                let slot = &mut ways[to.start as usize + shift + k];
                *slot = *slot + add;
            }
        }
    }
    ways
}

/// A quick hasher for states.
type Hasher = std::hash::BuildHasherDefault<StateHasher>;

/// Multiplies and folds the 128 bits of a state.
#[derive(Debug, Default, Clone, Copy)]
pub struct StateHasher(u64);

impl std::hash::Hasher for StateHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        let wide = u128::from(self.0 ^ value) * 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        self.0 = (wide >> 64) as u64 ^ wide as u64;
    }

    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }
}
