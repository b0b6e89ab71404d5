//! Groups of undecided cells that depend on each other through numbers.

use super::field::{Field, Index, Known};

/// Cells seen by exactly the same numbers: only how many of them are mines matters.
#[derive(Debug, Clone)]
pub struct CellBox {
    /// The cells, at most eight.
    pub cells: Vec<Index>,
    /// Which numbers of the component see them, as places in [`Component::needs`].
    pub numbers: Vec<u16>,
}

/// Numbers and the undecided cells around them that are connected with each other.
#[derive(Debug, Clone, Default)]
pub struct Component {
    /// Mines that each number still needs.
    pub needs: Vec<u8>,
    /// The boxes.
    pub boxes: Vec<CellBox>,
}

/// The cells and numbers of one component, not yet grouped into boxes.
#[derive(Debug, Clone, Default)]
pub struct Span {
    /// Undecided cells.
    pub cells: Vec<Index>,
    /// Open cells that see them.
    pub numbers: Vec<Index>,
    /// A hash of all that the component's solutions depend on.
    pub key: u64,
}

/// Finds components; keeps its working memory between calls.
#[derive(Debug, Default)]
pub struct Splitter {
    seen: Vec<u32>,
    round: u32,
    spans: Vec<Span>,
    used: usize,
}

impl Splitter {
    /// All components of `field`, and the number of undecided cells that no number sees.
    pub fn split(&mut self, field: &Field) -> (&[Span], usize) {
        if self.seen.len() != field.shape.len() || self.round == u32::MAX {
            self.seen = vec![0; field.shape.len()];
            self.round = 0;
        }
        self.round += 1;
        self.used = 0;
        let mut seen_cells = 0;
        for start in 0..field.shape.len() as u32 {
            let start = start as Index;
            let is_number = field.known(start) == Known::Open && field.unknown_around(start) > 0;
            if is_number && self.seen[usize::from(start)] != self.round {
                seen_cells += self.grow(field, start);
            }
        }
        (&self.spans[..self.used], field.unknown() - seen_cells)
    }

    /// Collects the component of the number `start`; gives its number of cells.
    fn grow(&mut self, field: &Field, start: Index) -> usize {
        if self.used == self.spans.len() {
            self.spans.push(Span::default());
        }
        let span = &mut self.spans[self.used];
        self.used += 1;
        span.cells.clear();
        span.numbers.clear();
        span.numbers.push(start);
        span.key = 0;
        self.seen[usize::from(start)] = self.round;
        let mut next = 0;
        while next < span.numbers.len() {
            let number = span.numbers[next];
            next += 1;
            span.key =
                span.key.wrapping_add(mix(u64::from(number) << 8 | field.need(number) as u64));
            for &cell in field.shape.around(number) {
                if field.known(cell) != Known::Unknown || self.seen[usize::from(cell)] == self.round
                {
                    continue;
                }
                self.seen[usize::from(cell)] = self.round;
                span.cells.push(cell);
                span.key = span.key.wrapping_add(mix(u64::from(cell) << 8 | 0xff));
                for &other in field.shape.around(cell) {
                    if field.known(other) == Known::Open
                        && self.seen[usize::from(other)] != self.round
                    {
                        self.seen[usize::from(other)] = self.round;
                        span.numbers.push(other);
                    }
                }
            }
        }
        span.cells.len()
    }
}

impl Component {
    /// Groups the cells of `span` into boxes.
    pub fn new(field: &Field, span: &Span) -> Self {
        let mut numbers: Vec<Index> = span.numbers.clone();
        numbers.sort_unstable();
        let needs = numbers.iter().map(|n| field.need(*n) as u8).collect();
        let mut keyed: Vec<([u16; 8], Index)> = span
            .cells
            .iter()
            .map(|&cell| {
                let mut seen_by = [u16::MAX; 8];
                let around =
                    field.shape.around(cell).iter().filter(|n| field.known(**n) == Known::Open);
                for (slot, number) in seen_by.iter_mut().zip(around) {
                    *slot = *number;
                }
                (seen_by, cell)
            })
            .collect();
        // Neighbours are listed in order, so equal sets of numbers are equal lists.
        keyed.sort_unstable();
        let place = |number: u16| {
            numbers.binary_search(&number).expect("a component has every number that sees it")
                as u16
        };
        let boxes = keyed
            .chunk_by(|a, b| a.0 == b.0)
            .map(|group| CellBox {
                cells: group.iter().map(|(_, cell)| *cell).collect(),
                numbers: group[0].0.iter().filter(|n| **n != u16::MAX).map(|n| place(*n)).collect(),
            })
            .collect();
        Self { needs, boxes }
    }

    /// The order in which to decide the boxes so that few numbers are open at a time: always a
    /// box that begins the fewest numbers, the longest open numbers first.
    pub fn order(&self) -> Vec<usize> {
        let mut boxes_of = vec![Vec::new(); self.needs.len()];
        for (at, cell_box) in self.boxes.iter().enumerate() {
            for &number in &cell_box.numbers {
                boxes_of[usize::from(number)].push(at);
            }
        }
        let mut since = vec![usize::MAX; self.needs.len()];
        let mut left: Vec<usize> = boxes_of.iter().map(Vec::len).collect();
        let mut done = vec![false; self.boxes.len()];
        let mut active: Vec<usize> = Vec::new();
        let mut order = Vec::with_capacity(self.boxes.len());
        // Begin at a box that few numbers see: an end of the component, if it is long.
        let mut next = (0..self.boxes.len()).min_by_key(|b| self.boxes[*b].numbers.len());
        while let Some(at) = next {
            done[at] = true;
            order.push(at);
            for &number in &self.boxes[at].numbers {
                let number = usize::from(number);
                if since[number] == usize::MAX {
                    since[number] = order.len();
                    active.push(number);
                }
                left[number] -= 1;
            }
            active.retain(|n| left[*n] > 0);
            let begun = |b: usize| {
                let numbers = self.boxes[b].numbers.iter().map(|n| usize::from(*n));
                let (mut new, mut ended, mut oldest) = (0_i32, 0_i32, usize::MAX);
                for number in numbers {
                    new += i32::from(since[number] == usize::MAX);
                    ended += i32::from(left[number] == 1);
                    oldest = oldest.min(since[number]);
                }
                (new - ended, oldest, b)
            };
            next = active
                .iter()
                .flat_map(|n| boxes_of[*n].iter().copied())
                .filter(|b| !done[*b])
                .min_by_key(|b| begun(*b));
        }
        order
    }
}

/// A hasher for keys that are hashes already.
#[derive(Debug, Default, Clone, Copy)]
pub struct KeyHasher(u64);

impl std::hash::Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = mix(self.0 ^ u64::from(*byte)));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// A map from keys that are hashes already.
pub type KeyMap<V> = std::collections::HashMap<u64, V, std::hash::BuildHasherDefault<KeyHasher>>;

/// A well-mixed hash of `value` (the finaliser of SplitMix64).
pub fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
