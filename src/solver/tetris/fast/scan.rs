//! All straight drops of one piece on a stack, measured as far as that is cheap.

use super::shapes::{FIRST, SHAPES};
use super::stack::{MAX_COLS, Size, Stack};
use crate::board::tetris::Piece;

/// A placement and the measures that follow from the skyline without touching the rows.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Candidate {
    pub shape: u8,
    pub col: u8,
    pub up: u8,
    /// Whether rows become full; the other numbers are then not computed.
    pub clears: bool,
    pub row_transitions: i16,
    pub column_transitions: i16,
    pub holes: i16,
    pub hole_depth: i16,
    pub rows_with_holes: i16,
    pub hole_columns: u16,
    /// The most its value can be; for a clearing one, its value.
    pub bound: f64,
}

/// The most placements of one piece.
pub(super) const MAX_CANDIDATES: usize = 4 * MAX_COLS;

/// Placements in the fixed order: orientation by orientation, columns from left to right.
pub(super) struct Candidates {
    list: [Candidate; MAX_CANDIDATES],
    count: usize,
}

impl Candidates {
    pub fn new() -> Self {
        Self { list: [Candidate::default(); MAX_CANDIDATES], count: 0 }
    }

    pub fn as_mut_slice(&mut self) -> &mut [Candidate] {
        &mut self.list[..self.count]
    }
}

/// Lists the placements of `piece` that do not end the game. With `clear_first` a piece that
/// sticks out may still clear rows; whether it then ends the game is for the caller to see.
#[inline]
pub(super) fn scan(
    stack: &Stack,
    size: &Size,
    piece: Piece,
    clear_first: bool,
    out: &mut Candidates,
) {
    out.count = 0;
    macro_rules! shapes {
        ($($shape:literal)*) => {{ $(scan_shape::<$shape>(stack, size, clear_first, out);)* }};
    }
    match piece {
        Piece::I => shapes!(0 1),
        Piece::O => shapes!(2),
        Piece::T => shapes!(3 4 5 6),
        Piece::S => shapes!(7 8),
        Piece::Z => shapes!(9 10),
        Piece::J => shapes!(11 12 13 14),
        Piece::L => shapes!(15 16 17 18),
    }
    debug_assert!(FIRST[7] == SHAPES.len());
}

#[inline(always)]
fn scan_shape<const SHAPE: usize>(
    stack: &Stack,
    size: &Size,
    clear_first: bool,
    out: &mut Candidates,
) {
    let shape = const { SHAPES[SHAPE] };
    let each_row = 0x0001_0001_0001_0001u64;
    let wall = each_row << size.cols;
    let totals = &stack.totals;
    for (col, heights) in stack.heights[..size.cols].windows(shape.width).enumerate() {
        let mut up = 0;
        for x in 0..shape.width {
            up = up.max(i32::from(heights[x]) - shape.bottom[x]);
        }
        let up_index = up as usize;
        let sticks_out = up_index + shape.height > size.rows;
        if sticks_out && !clear_first {
            continue;
        }
        let Some(window) = stack.rows.get(up_index..up_index + 4) else { continue };
        let old = u64::from(window[0])
            | u64::from(window[1]) << 16
            | u64::from(window[2]) << 32
            | u64::from(window[3]) << 48;
        let new = old | shape.lanes << col;
        let clears = (new + each_row) & wall != 0;
        if sticks_out && !clears {
            continue;
        }
        let mut found = Candidate {
            shape: SHAPE as u8,
            col: col as u8,
            up: up as u8,
            clears,
            ..Candidate::default()
        };
        if !clears {
            let transitions = ((new << 1 | each_row) ^ (new | wall)).count_ones() as i32;
            let below = &stack.transitions_below;
            let before = i32::from(below[up_index + 4] - below[up_index]);
            found.row_transitions = (totals.row_transitions + transitions - before) as i16;
            let (mut gaps, mut holes, mut depth) = (0, 0, 0);
            let mut hole_rows = totals.hole_rows;
            let mut hole_columns = totals.hole_cols;
            for x in 0..shape.width {
                let height = i32::from(heights[x]);
                let gap = up + shape.bottom[x] - height;
                let open = i32::from(gap > 0);
                gaps += open;
                holes += gap;
                hole_rows |= ((1u64 << gap) - 1) << height;
                hole_columns |= (open as u16) << (col + x);
                depth += shape.cells[x] * i32::from(hole_columns >> (col + x) & 1);
            }
            found.column_transitions = (totals.column_transitions + 2 * gaps) as i16;
            found.holes = (totals.holes + holes) as i16;
            found.hole_depth = (totals.hole_depth + depth) as i16;
            found.rows_with_holes = hole_rows.count_ones() as i16;
            found.hole_columns = hole_columns;
        }
        if let Some(to) = out.list.get_mut(out.count) {
            *to = found;
            out.count += 1;
        }
    }
}
