//! Where a falling piece can come to rest by real moves: all of them at once, with bit masks.
//!
//! For each orientation and each column of the shape's left edge, one word holds the rows (from the
//! floor) on which the shape fits, and one the rows it can reach. Moves are shifts of whole words;
//! kicks are tried in order on the rows where the earlier ones failed.

use crate::board::tetris::{Falling, Orientation, Piece, Press, Rules, Shape, Top, Well};

/// The most columns of a well.
const COLS: usize = 32;
/// Free rows above the well that a piece may use.
const SPARE: usize = 8;

/// The moves of all pieces under some rules, in the terms of their shapes.
pub struct Movement {
    rules: Rules,
    pieces: [PieceMoves; 7],
    gravity: Gravity,
}

/// How fast a piece falls against how fast it can be moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Gravity {
    /// It stays on its row while it is moved.
    #[default]
    Slow,
    /// It lands at once when it comes in and after every move.
    Instant,
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
        Self { rules: rules.clone(), pieces, gravity: Gravity::Slow }
    }

    /// The same moves under this gravity.
    pub fn under(mut self, gravity: Gravity) -> Self {
        self.gravity = gravity;
        self
    }

    /// Where the piece is after a press, or `None` when it does not move.
    pub fn press(&self, well: &Well, at: &Falling, press: Press) -> Option<Falling> {
        let moved = self.rules.press(well, at, press)?;
        Some(self.landed(well, moved))
    }

    /// Where the piece is before the first press: landed, where gravity is instant.
    pub fn landed(&self, well: &Well, at: Falling) -> Falling {
        match self.gravity {
            Gravity::Slow => at,
            Gravity::Instant => self.rules.press(well, &at, Press::Drop).unwrap_or(at),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Every place where the falling piece can come to rest, orientation by orientation, each set
    /// of cells once. Empty when the piece does not fit where it is. Without a soft drop key the
    /// piece is turned and shifted on the row where it is and falls straight down from there.
    pub fn resting(&self, well: &Well, falling: &Falling) -> Vec<Resting> {
        if self.gravity == Gravity::Instant {
            return self.walked(well, falling);
        }
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

    /// The same where the piece lands after every move: few places, so each is walked to.
    fn walked(&self, well: &Well, falling: &Falling) -> Vec<Resting> {
        if !self.rules.fits(well, falling) {
            return Vec::new();
        }
        let steers = |key: &&Press| !matches!(key, Press::Down | Press::Drop | Press::Hold);
        let keys: Vec<Press> = self.rules.keys().iter().filter(steers).copied().collect();
        let mut seen = vec![self.landed(well, *falling)];
        let mut found: Vec<Resting> = Vec::new();
        let mut next = 0;
        while let Some(at) = seen.get(next).copied() {
            next += 1;
            let (shape, col, up) = self.rules.place(well, &at);
            let known = |r: &Resting| (r.shape, r.col as i32, r.up as i32) == (shape, col, up);
            if let (Ok(col), Ok(up)) = (usize::try_from(col), usize::try_from(up))
                && !found.iter().any(known)
            {
                found.push(Resting { orientation: at.orientation, shape, col, up });
            }
            for key in &keys {
                if let Some(to) = self.press(well, &at, *key).filter(|to| !seen.contains(to)) {
                    seen.push(to);
                }
            }
        }
        found
    }

    /// How many places there are, under slow gravity.
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
            let above = match self.rules.top() {
                Top::Open => SPARE,
                Top::Closed => 0,
            };
            let tops = well.rows() + above - if above == 0 { shape.height() - 1 } else { 0 };
            fill_free(shape, &columns, tops, well.cols(), free);
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

/// Marks for each column the rows, below `rows`, where the shape's lowest row may be.
fn fill_free(
    shape: &Shape,
    columns: &[u64; COLS],
    rows: usize,
    cols: usize,
    free: &mut [u64; COLS],
) {
    let all = u64::MAX >> (64 - rows);
    let places = (cols + 1).saturating_sub(shape.width());
    for (col, free) in free.iter_mut().enumerate().take(places) {
        let blocked = shape.cells().fold(0, |blocked, (x, y)| blocked | columns[col + x] >> y);
        *free = all & !blocked;
    }
}
