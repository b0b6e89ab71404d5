//! The nineteen orientations as constants, so that the compiler unrolls every loop over them.

use crate::board::tetris::Piece;

/// One orientation.
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    /// Row bits, lowest first.
    pub rows: [u16; 4],
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Lowest cell of each column, from the shape's lowest row.
    pub bottom: [i32; 4],
    /// Cells in each column (they always touch).
    pub cells: [i32; 4],
}

const fn fixed(rows: [u16; 4]) -> Fixed {
    let all = rows[0] | rows[1] | rows[2] | rows[3];
    let width = (16 - all.leading_zeros()) as usize;
    let mut height = 4;
    while rows[height - 1] == 0 {
        height -= 1;
    }
    let (mut bottom, mut cells) = ([0; 4], [0; 4]);
    let mut col = 0;
    while col < width {
        let mut row = height;
        while row > 0 {
            row -= 1;
            if rows[row] >> col & 1 == 1 {
                bottom[col] = row as i32;
                cells[col] += 1;
            }
        }
        col += 1;
    }
    Fixed { rows, width, height, bottom, cells }
}

/// All orientations, piece by piece (I O T S Z J L), each piece by quarter turns to the right from
/// the flat one.
pub(super) const SHAPES: [Fixed; 19] = [
    fixed([0b1111, 0, 0, 0]),
    fixed([1, 1, 1, 1]),
    fixed([0b11, 0b11, 0, 0]),
    fixed([0b111, 0b010, 0, 0]),
    fixed([0b01, 0b11, 0b01, 0]),
    fixed([0b010, 0b111, 0, 0]),
    fixed([0b10, 0b11, 0b10, 0]),
    fixed([0b011, 0b110, 0, 0]),
    fixed([0b10, 0b11, 0b01, 0]),
    fixed([0b110, 0b011, 0, 0]),
    fixed([0b01, 0b11, 0b10, 0]),
    fixed([0b111, 0b001, 0, 0]),
    fixed([0b01, 0b01, 0b11, 0]),
    fixed([0b100, 0b111, 0, 0]),
    fixed([0b11, 0b10, 0b10, 0]),
    fixed([0b111, 0b100, 0, 0]),
    fixed([0b11, 0b01, 0b01, 0]),
    fixed([0b001, 0b111, 0, 0]),
    fixed([0b10, 0b10, 0b11, 0]),
];

/// The first index in [`SHAPES`] of each piece, and the end.
pub(super) const FIRST: [usize; 8] = [0, 2, 3, 7, 9, 11, 15, 19];

/// The piece that a shape index belongs to.
pub(super) fn piece_of(shape: usize) -> Piece {
    let index = FIRST[1..].iter().position(|first| shape < *first).unwrap_or(6);
    Piece::ALL[index.min(6)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tetris::classic_shapes;

    #[test]
    fn the_constants_are_the_classic_shapes_in_their_order() {
        for piece in Piece::ALL {
            let range = FIRST[piece.index()]..FIRST[piece.index() + 1];
            let shapes = classic_shapes(piece);
            assert_eq!(range.len(), shapes.len());
            for (index, shape) in range.zip(shapes) {
                let fixed = SHAPES[index];
                assert_eq!(piece_of(index), piece);
                assert_eq!((fixed.width, fixed.height), (shape.width(), shape.height()));
                let rows: Vec<u32> =
                    fixed.rows[..fixed.height].iter().map(|row| u32::from(*row)).collect();
                assert_eq!(rows, shape.rows(), "{piece}");
                for col in 0..fixed.width {
                    assert_eq!(fixed.bottom[col] as usize, shape.bottom(col));
                }
            }
        }
    }
}
