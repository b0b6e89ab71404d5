//! Where a falling piece can come to rest by real moves: all of them at once, with bit masks.
//!
//! For each orientation and each column of the shape's left edge, one word holds the rows (from the
//! floor) on which the shape fits, and one the rows it can reach. Moves are shifts of whole words;
//! kicks are tried in order on the rows where the earlier ones failed.

use crate::board::tetris::{Falling, Orientation, Piece, Press, Rules, Shape, Well};

/// The most columns of a well.
const COLS: usize = 32;
/// Free rows above the well that a piece may use.
const SPARE: usize = 8;

/// The moves of all pieces under some rules, in the terms of their shapes.
pub struct Movement {
    rules: Rules,
    pieces: [PieceMoves; 7],
}

struct PieceMoves {
    shapes: Vec<Shape>,
    turns: Vec<Turning>,
}

struct Turning {
    from: usize,
    to: usize,
    /// Shifts of the shape's left edge and lowest row, in the order tried.
    shifts: Vec<(i32, i32)>,
}

/// A place where a piece can come to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resting {
    /// How the piece is turned; of orientations with the same cells the first.
    pub orientation: Orientation,
    /// Its cells.
    pub shape: Shape,
    /// Column of its left edge.
    pub col: usize,
    /// Its lowest row, from the floor.
    pub up: usize,
}

type Masks = [[u64; COLS]; 4];

impl Movement {
    /// Of these rules.
    pub fn new(rules: &Rules) -> Self {
        let pieces = Piece::ALL.map(|piece| PieceMoves::new(rules, piece));
        Self { rules: rules.clone(), pieces }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Every place where the falling piece can come to rest, orientation by orientation, each set
    /// of cells once. Empty when the piece does not fit where it is. Without a soft drop key the
    /// piece is turned and shifted on the row where it is and falls straight down from there.
    pub fn resting(&self, well: &Well, falling: &Falling) -> Vec<Resting> {
        let mut found = Vec::with_capacity(40);
        self.each(well, falling, |orientation, shape, col, mut rows| {
            while rows != 0 {
                let up = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                let orientation = Orientation::ALL[orientation];
                found.push(Resting { orientation, shape: *shape, col, up });
            }
        });
        found
    }

    /// How many places there are.
    pub fn count(&self, well: &Well, falling: &Falling) -> u64 {
        let mut count = 0;
        self.each(well, falling, |_, _, _, rows| count += u64::from(rows.count_ones()));
        count
    }

    /// Gives for each distinct shape and column the rows on which the piece can come to rest.
    fn each(
        &self,
        well: &Well,
        falling: &Falling,
        mut give: impl FnMut(usize, &Shape, usize, u64),
    ) {
        let moves = &self.pieces[falling.piece.index()];
        let count = moves.shapes.len();
        let (_, col, up) = self.rules.place(well, falling);
        let start = falling.orientation.index() % count;
        let columns = columns(well);
        let mut free: Masks = [[0; COLS]; 4];
        for (shape, free) in moves.shapes.iter().zip(&mut free) {
            fill_free(shape, &columns, well, free);
        }
        let at = |up: i32| if (0..64).contains(&up) { 1u64 << up } else { 0 };
        let inside = col >= 0 && (col as usize) < COLS;
        if !inside || at(up) & free[start][col as usize] == 0 {
            return;
        }
        let mut reached: Masks = [[0; COLS]; 4];
        let mut fresh: Masks = [[0; COLS]; 4];
        fresh[start][col as usize] = at(up);
        let steers = self.rules.has(Press::Down);
        moves.flood(&free, &mut reached, fresh, well.cols(), steers);
        if !steers {
            for (reached, free) in reached.iter_mut().zip(&free) {
                reached.iter_mut().zip(free).for_each(|(rows, free)| *rows = fall(*rows, *free));
            }
        }
        for (o, shape) in moves.shapes.iter().enumerate() {
            let first = moves.shapes.iter().position(|other| other == shape) == Some(o);
            for col in 0..well.cols().saturating_sub(shape.width() - 1) {
                let same = |other: usize| moves.shapes[other] == *shape;
                let rests = |other: usize| reached[other][col] & !(free[other][col] << 1);
                let rows = (o..count).filter(|other| same(*other)).map(rests).fold(0, |a, b| a | b);
                if first && rows != 0 {
                    give(o, shape, col, rows);
                }
            }
        }
    }
}

impl PieceMoves {
    fn new(rules: &Rules, piece: Piece) -> Self {
        let drawn = rules.orientations(piece);
        let lowest = |o: usize| drawn[o].top + drawn[o].shape.height() as i32;
        let mut turns = Vec::new();
        for turn in rules.keys().iter().filter_map(|key| key.turn()) {
            for from in 0..drawn.len() {
                let to = Orientation::ALL[from].turned(turn, drawn.len()).index();
                if to == from {
                    continue;
                }
                let shift = |(right, up): &(i32, i32)| {
                    (drawn[to].left - drawn[from].left + right, lowest(from) - lowest(to) + up)
                };
                let kicks = rules.kicks(piece, turn, Orientation::ALL[from]);
                turns.push(Turning { from, to, shifts: kicks.iter().map(shift).collect() });
            }
        }
        Self { shapes: drawn.iter().map(|drawn| drawn.shape).collect(), turns }
    }

    /// Spreads `fresh` by every move until nothing new is reached.
    fn flood(
        &self,
        free: &Masks,
        reached: &mut Masks,
        mut fresh: Masks,
        cols: usize,
        steers: bool,
    ) {
        let mut waiting = true;
        while waiting {
            waiting = false;
            for o in 0..self.shapes.len() {
                // To the right and back again, so that a row is crossed in one sweep.
                for col in (0..cols).chain((0..cols).rev()) {
                    let found = std::mem::take(&mut fresh[o][col]);
                    let found = if steers { fall(found, free[o][col]) } else { found };
                    let new = found & !reached[o][col];
                    if new == 0 {
                        continue;
                    }
                    reached[o][col] |= new;
                    if col > 0 {
                        fresh[o][col - 1] |= new & free[o][col - 1] & !reached[o][col - 1];
                    }
                    if col + 1 < cols {
                        fresh[o][col + 1] |= new & free[o][col + 1] & !reached[o][col + 1];
                    }
                    for turn in self.turns.iter().filter(|turn| turn.from == o) {
                        waiting |= turn.spread(new, col, free, reached, &mut fresh, cols);
                    }
                }
            }
            waiting |= fresh.iter().any(|columns| columns[..cols].iter().any(|rows| *rows != 0));
        }
    }
}

impl Turning {
    /// Turns the piece on `rows` in column `col`; whether something new was reached.
    fn spread(
        &self,
        mut rows: u64,
        col: usize,
        free: &Masks,
        reached: &Masks,
        fresh: &mut Masks,
        cols: usize,
    ) -> bool {
        let mut any = false;
        for (right, up) in &self.shifts {
            let Ok(to) = usize::try_from(col as i32 + right) else { continue };
            if to >= cols {
                continue;
            }
            let fits = shifted(rows, *up) & free[self.to][to];
            let new = fits & !reached[self.to][to] & !fresh[self.to][to];
            fresh[self.to][to] |= new;
            any |= new != 0;
            rows &= !shifted(fits, -up);
            if rows == 0 {
                break;
            }
        }
        any
    }
}

/// All rows from which `rows` fall through free rows, themselves included.
fn fall(rows: u64, free: u64) -> u64 {
    let mut reached = rows & free;
    let mut free = free;
    for step in [1, 2, 4, 8, 16, 32] {
        reached |= reached >> step & free;
        free &= free >> step;
    }
    reached
}

fn shifted(rows: u64, up: i32) -> u64 {
    if up >= 0 { rows << up.min(63) } else { rows >> (-up).min(63) }
}

/// Filled rows by column.
fn columns(well: &Well) -> [u64; COLS] {
    let mut columns = [0; COLS];
    for up in 0..well.top() {
        let mut row = well.row(up);
        while row != 0 {
            columns[row.trailing_zeros() as usize] |= 1 << up;
            row &= row - 1;
        }
    }
    columns
}

fn fill_free(shape: &Shape, columns: &[u64; COLS], well: &Well, free: &mut [u64; COLS]) {
    let all = u64::MAX >> (64 - (well.rows() + SPARE));
    let places = (well.cols() + 1).saturating_sub(shape.width());
    for (col, free) in free.iter_mut().enumerate().take(places) {
        let blocked = shape.cells().fold(0, |blocked, (x, y)| blocked | columns[col + x] >> y);
        *free = all & !blocked;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use rayon::prelude::*;

    use super::*;
    use crate::board::tetris::parse_pieces;
    use crate::geometry::CellPos;

    /// The same by walking every move one by one: the sorted cells of each place.
    fn walk(rules: &Rules, well: &Well, falling: &Falling) -> BTreeSet<Vec<(i32, i32)>> {
        let (mut seen, mut found) = (HashSet::new(), BTreeSet::new());
        let mut waiting: Vec<Falling> =
            rules.fits(well, falling).then_some(*falling).into_iter().collect();
        while let Some(at) = waiting.pop() {
            if !seen.insert(at) || at.row < -(SPARE as i32) {
                continue;
            }
            let rests = rules.press(well, &at, Press::Down).is_none();
            if rests || !rules.has(Press::Down) {
                let end = rules.press(well, &at, Press::Drop).unwrap_or(at);
                let mut cells = rules.cells(&end);
                cells.sort_unstable();
                found.insert(cells);
            }
            let moves = rules.keys().iter().filter(|key| !matches!(key, Press::Drop | Press::Hold));
            waiting.extend(moves.filter_map(|press| rules.press(well, &at, *press)));
        }
        found
    }

    #[test]
    fn the_masks_find_the_same_places_as_walking_move_by_move_under_every_rule() {
        let mut rng = Pcg64Mcg::seed_from_u64(8);
        for name in Rules::names() {
            let movement = Movement::new(&Rules::load(name).expect(name));
            let rules = movement.rules();
            for _ in 0..120 {
                let (cols, rows) = (rng.random_range(5..=12), rng.random_range(8..=20));
                let mut well = Well::new(cols, rows).expect("legal size");
                for up in 0..rng.random_range(0..rows - 3) {
                    well.set_row(
                        up,
                        rng.random_range(0..=u32::MAX) | rng.random_range(0..=u32::MAX),
                    );
                }
                let piece = Piece::ALL[rng.random_range(0..7)];
                let falling = rules.spawn(piece, Orientation::First, cols);
                let mut fast: Vec<Vec<(i32, i32)>> = movement
                    .resting(&well, &falling)
                    .iter()
                    .map(|rest| {
                        let cell = |(x, y): (usize, usize)| {
                            ((rest.col + x) as i32, rows as i32 - 1 - (rest.up + y) as i32)
                        };
                        let mut cells: Vec<_> = rest.shape.cells().map(cell).collect();
                        cells.sort_unstable();
                        cells
                    })
                    .collect();
                fast.sort();
                let slow: Vec<_> = walk(rules, &well, &falling).into_iter().collect();
                assert_eq!(fast, slow, "{name} {piece}\n{well}");
            }
        }
    }

    /// Leaves of the tree of placements of a queue; the last piece is only counted.
    fn perft(movement: &Movement, well: &Well, queue: &[Piece]) -> u64 {
        let Some((piece, rest)) = queue.split_first() else { return 1 };
        let falling = movement.rules().spawn(*piece, Orientation::First, well.cols());
        if rest.is_empty() {
            return movement.count(well, &falling);
        }
        let follow = |found: Resting| {
            let mut after = well.clone();
            after.lock(&found.shape, found.col, found.up);
            perft(movement, &after, rest)
        };
        movement.resting(well, &falling).into_iter().map(follow).sum()
    }

    #[test]
    fn the_tree_of_placements_has_as_many_leaves_as_walking_finds() {
        fn slow(rules: &Rules, well: &Well, queue: &[Piece]) -> u64 {
            let Some((piece, rest)) = queue.split_first() else { return 1 };
            let falling = rules.spawn(*piece, Orientation::First, well.cols());
            let place = |cells: Vec<(i32, i32)>| {
                let mut after = well.clone();
                for (col, row) in cells {
                    after.set(CellPos::new(col as usize, row as usize), true);
                }
                after.clear_lines();
                slow(rules, &after, rest)
            };
            walk(rules, well, &falling).into_iter().map(place).sum()
        }
        let movement = Movement::new(&Rules::load("srs").expect("shipped"));
        let well = Well::new(10, 20).expect("legal size");
        let queue = parse_pieces("IOL").expect("pieces");
        for depth in 1..=3 {
            let expected = slow(movement.rules(), &well, &queue[..depth]);
            assert_eq!(perft(&movement, &well, &queue[..depth]), expected, "depth {depth}");
        }
    }

    /// The count on which two independent move generators agree (cobra-movegen's row and column
    /// backends: SRS without half turns, placements with equal cells counted once).
    #[test]
    fn six_pieces_on_the_empty_well_have_67_002_200_placements() {
        let movement = Movement::new(&Rules::load("srs").expect("shipped"));
        let well = Well::new(10, 40).expect("legal size");
        let queue = parse_pieces("IOLJSZ").expect("pieces");
        let first = movement.rules().spawn(queue[0], Orientation::First, 10);
        let roots = movement.resting(&well, &first);
        let leaves: u64 = roots
            .into_par_iter()
            .map(|found| {
                let mut after = well.clone();
                after.lock(&found.shape, found.col, found.up);
                perft(&movement, &after, &queue[1..])
            })
            .sum();
        assert_eq!(leaves, 67_002_200);
    }
}
