//! A stack of at most fifteen columns with everything about it that placements are measured from.

use crate::solver::tetris::features::{COUNT, Feature};
use std::sync::OnceLock;

use super::shapes::SHAPES;
use crate::board::tetris::Well;

/// Rows kept: the highest well, four spare rows above it, and four more so that a window of four
/// rows always exists.
pub(super) const ROWS: usize = 48;

/// The most columns: one bit of each 16-bit row is needed for the wall.
pub(super) const MAX_COLS: usize = 15;

/// Column heights, with room for a window of four columns anywhere.
pub(super) type Heights = [u8; 20];

/// The blocks, a row to a word, lowest row first.
pub(super) type Rows = [u16; ROWS];

/// Sizes and tables of one well size.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub cols: usize,
    pub rows: usize,
    pub full: u16,
    tables: &'static Tables,
}

/// One entry for every word, so that no look-up needs a check.
type Table = Box<[u8; 1 << 16]>;

/// What is looked up by the bits of a row.
struct Tables {
    /// Transitions along a row, walls full.
    transitions: Table,
    /// Set bits.
    ones: Table,
}

/// Tables by number of columns, made when first used.
static TABLES: [OnceLock<Tables>; MAX_COLS + 1] = [const { OnceLock::new() }; MAX_COLS + 1];

impl Size {
    /// `cols` must be 1 to [`MAX_COLS`].
    pub fn new(cols: usize, rows: usize) -> Self {
        let wall = 1u32 << cols;
        let changes = |row: u32| ((row << 1 | 1) ^ (row | wall)).count_ones() as u8;
        let make = || {
            let mut tables =
                Tables { transitions: Box::new([0; 1 << 16]), ones: Box::new([0; 1 << 16]) };
            (0..wall).for_each(|row| tables.transitions[row as usize] = changes(row));
            (0..1u32 << 16).for_each(|word| tables.ones[word as usize] = word.count_ones() as u8);
            tables
        };
        let tables = TABLES[cols].get_or_init(make);
        Self { cols, rows, full: u16::MAX >> (16 - cols), tables }
    }

    #[inline(always)]
    pub fn transitions(&self, row: u16) -> i32 {
        i32::from(self.tables.transitions[usize::from(row)])
    }

    #[inline(always)]
    pub fn ones(&self, row: u16) -> i32 {
        i32::from(self.tables.ones[usize::from(row)])
    }
}

impl Size {
    /// Set bits of a mask of rows.
    #[inline(always)]
    pub fn row_count(&self, rows: u64) -> i32 {
        self.ones(rows as u16) + self.ones((rows >> 16) as u16) + self.ones((rows >> 32) as u16)
    }
}

/// Sums over all rows of a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Totals {
    pub row_transitions: i32,
    pub column_transitions: i32,
    pub holes: i32,
    pub hole_depth: i32,
    /// A bit for each row with a hole.
    pub hole_rows: u64,
    /// A bit for each column with a hole.
    pub hole_cols: u16,
}

impl Totals {
    /// Writes what is counted over the whole well into `features`.
    #[inline]
    pub fn write(&self, features: &mut [i32; COUNT]) {
        features[Feature::RowTransitions.index()] = self.row_transitions;
        features[Feature::ColumnTransitions.index()] = self.column_transitions;
        features[Feature::Holes.index()] = self.holes;
        features[Feature::HoleDepth.index()] = self.hole_depth;
        features[Feature::RowsWithHoles.index()] = self.hole_rows.count_ones() as i32;
        features[Feature::HoleColumns.index()] = self.hole_cols.count_ones() as i32;
    }
}

/// The blocks and what is known of them.
#[derive(Clone)]
pub(super) struct Stack {
    pub rows: Rows,
    /// Rows from the floor that hold anything.
    pub top: usize,
    pub heights: Heights,
    pub totals: Totals,
    /// Row transitions of the rows below each row.
    pub transitions_below: [i16; ROWS + 1],
    /// The two well measures of the columns left of each column.
    pub wells_left: [[i16; 2]; 17],
}

impl Stack {
    pub fn from_well(well: &Well, size: &Size) -> Self {
        let mut rows = [0; ROWS];
        for (to, from) in rows.iter_mut().zip(well.all_rows()) {
            *to = *from as u16;
        }
        let mut stack = Self {
            rows,
            top: well.top(),
            heights: [0; 20],
            totals: Totals::default(),
            transitions_below: [0; ROWS + 1],
            wells_left: [[0; 2]; 17],
        };
        stack.analyse(size);
        stack
    }

    /// Puts a piece in and removes full rows; [`Stack::analyse`] must follow before the stack is
    /// used again.
    pub fn place(&mut self, size: &Size, shape: usize, col: u8, up: u8) -> Placed {
        place(&mut self.rows, &mut self.top, size, shape, col, up)
    }

    /// Recomputes everything from `rows` and `top`.
    #[inline]
    pub fn analyse(&mut self, size: &Size) {
        (self.totals, self.heights) = analyse(&self.rows, self.top, size);
        let mut below = 0;
        for up in 0..self.top {
            self.transitions_below[up] = below;
            below += size.transitions(self.rows[up]) as i16;
        }
        for (extra, to) in self.transitions_below[self.top..].iter_mut().take(5).enumerate() {
            *to = below + 2 * extra as i16;
        }
        let mut by_col = [[0i16; 2]; 16];
        wells(&self.rows, self.top, size, size.full, |col, cell, run| {
            by_col[col][0] += cell as i16;
            by_col[col][1] += run as i16;
        });
        let mut left = [0; 2];
        for (to, own) in self.wells_left[1..].iter_mut().zip(by_col) {
            left = [left[0] + own[0], left[1] + own[1]];
            *to = left;
        }
    }
}

/// What a placement removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed {
    pub lines: u32,
    /// Cells of the piece in the removed rows.
    pub own_cells: u32,
}

/// Puts a piece into `rows` and removes full rows, keeping `top` true.
#[inline]
pub(super) fn place(
    rows: &mut Rows,
    top: &mut usize,
    size: &Size,
    shape: usize,
    col: u8,
    up: u8,
) -> Placed {
    let shape = &SHAPES[shape];
    let up = usize::from(up);
    let mut placed = Placed { lines: 0, own_cells: 0 };
    for (row, bits) in rows[up..].iter_mut().zip(&shape.rows[..shape.height]) {
        *row |= bits << col;
        if *row == size.full {
            placed.lines += 1;
            placed.own_cells += bits.count_ones();
        }
    }
    *top = (*top).max(up + shape.height);
    if placed.lines > 0 {
        let mut to = up;
        for from in up..*top {
            if rows[from] != size.full {
                rows[to] = rows[from];
                to += 1;
            }
        }
        rows[to..*top].fill(0);
        *top = to;
        // A stack may end in an empty row only where the piece was all that stood there.
        while *top > 0 && rows[*top - 1] == 0 {
            *top -= 1;
        }
    }
    placed
}

/// Totals and column heights of the rows below `top`, which must hold all blocks.
#[inline]
pub(super) fn analyse(rows: &Rows, top: usize, size: &Size) -> (Totals, Heights) {
    let mut totals =
        Totals { row_transitions: 2 * (size.rows as i32 - top as i32).max(0), ..Totals::default() };
    let mut heights = [0; 20];
    let mut covered = 0u16;
    let mut run = 0u16;
    let used = &rows[..top];
    for (up, row) in used.iter().copied().enumerate().rev() {
        let below = if up == 0 { size.full } else { used[up - 1] };
        totals.row_transitions += size.transitions(row);
        totals.column_transitions += size.ones(row ^ below);
        let holes = covered & !row;
        if holes != 0 {
            totals.holes += size.ones(holes);
            totals.hole_rows |= 1 << up;
            totals.hole_cols |= holes;
        }
        let mut fresh = row & !covered;
        while fresh != 0 {
            heights[fresh.trailing_zeros() as usize & 15] = up as u8 + 1;
            fresh &= fresh - 1;
        }
        covered |= row;
    }
    // The top row's cells end above it.
    totals.column_transitions += used.last().map_or(size.cols as i32, |row| size.ones(*row));
    if totals.hole_rows != 0 {
        for pair in used.windows(2) {
            run = pair[1] & (!pair[0] | run);
            totals.hole_depth += size.ones(run);
        }
    }
    (totals, heights)
}

/// The two well measures of each well cell in the columns of `window`, to be summed: column, cell
/// and empty run below it, and the whole run's sum where it is met first.
#[inline]
pub(super) fn wells(
    rows: &Rows,
    top: usize,
    size: &Size,
    window: u16,
    mut add: impl FnMut(usize, i32, i32),
) {
    // By column, the lowest row of the run counted last.
    let mut counted = [ROWS as u8; 16];
    for up in (0..top.min(ROWS)).rev() {
        let row = rows[up];
        let mut found = !row & (row << 1 | 1) & (row >> 1 | 1 << (size.cols - 1)) & window;
        while found != 0 {
            let col = found.trailing_zeros() as usize & 15;
            found &= found - 1;
            let mut low = up;
            while low > 0 && rows[low - 1] >> col & 1 == 0 {
                low -= 1;
            }
            let run = (up - low) as i32 + 1;
            let mut whole = 0;
            if up < usize::from(counted[col]) {
                whole = run * (run + 1) / 2;
                counted[col] = low as u8;
            }
            add(col, run, whole);
        }
    }
}
