//! The well: locked blocks, packed a row to a word.

use std::str::FromStr;

use thiserror::Error;

use super::tile::{self, ParseTilesError, Tile};
use super::{Piece, Shape};
use crate::geometry::CellPos;

/// The most rows of a well.
pub const MAX_ROWS: usize = 40;
/// Rows kept above the well for a piece that locks while it sticks out.
const SPARE_ROWS: usize = 4;

/// The locked blocks of a game: 4 to 32 columns, 4 to 40 rows.
///
/// Rows are addressed here from the floor up (row 0 lies on the floor), because that is how a
/// stack grows; [`Well::is_filled`] and the notation use [`CellPos`], which counts from the top.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Well {
    rows: [u32; MAX_ROWS + SPARE_ROWS],
    cols: u8,
    height: u8,
}

/// Why there is no well of some size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a well of {cols}x{rows} cannot be: it needs 4 to 32 columns and 4 to 40 rows")]
pub struct WellSizeError {
    /// Columns asked for.
    pub cols: usize,
    /// Rows asked for.
    pub rows: usize,
}

/// What locking a piece did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Locked {
    /// Full rows that were removed.
    pub lines: u32,
    /// Cells of the piece itself that lay in removed rows.
    pub own_cells: u32,
}

impl Well {
    /// An empty well.
    ///
    /// # Errors
    /// When the size is outside 4..=32 columns or 4..=40 rows.
    pub fn new(cols: usize, rows: usize) -> Result<Self, WellSizeError> {
        if !(4..=32).contains(&cols) || !(4..=MAX_ROWS).contains(&rows) {
            return Err(WellSizeError { cols, rows });
        }
        Ok(Self { rows: [0; MAX_ROWS + SPARE_ROWS], cols: cols as u8, height: rows as u8 })
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        usize::from(self.cols)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        usize::from(self.height)
    }

    /// The bits of a full row.
    pub fn full_row(&self) -> u32 {
        u32::MAX >> (32 - u32::from(self.cols))
    }

    /// The bits of the row `up` rows above the floor (bit 0 is the left-most column); rows above
    /// everything are empty.
    pub fn row(&self, up: usize) -> u32 {
        self.rows.get(up).copied().unwrap_or(0)
    }

    /// All rows with the spare ones above the well, floor first.
    pub fn all_rows(&self) -> &[u32; MAX_ROWS + SPARE_ROWS] {
        &self.rows
    }

    /// Replaces the row `up` rows above the floor; bits outside the well are dropped.
    pub fn set_row(&mut self, up: usize, bits: u32) {
        self.rows[up] = bits & self.full_row();
    }

    /// Whether the cell is filled; cells outside are not.
    pub fn is_filled(&self, cell: CellPos) -> bool {
        cell.row < self.rows()
            && cell.col < self.cols()
            && self.row(self.rows() - 1 - cell.row) >> cell.col & 1 == 1
    }

    /// Fills or empties a cell.
    ///
    /// # Panics
    /// When the cell lies outside.
    pub fn set(&mut self, cell: CellPos, filled: bool) {
        assert!(cell.col < self.cols() && cell.row < self.rows(), "{cell} is outside the well");
        let row = &mut self.rows[usize::from(self.height) - 1 - cell.row];
        *row = *row & !(1 << cell.col) | u32::from(filled) << cell.col;
    }

    /// How many rows up from the floor hold anything: the first empty row above the stack.
    pub fn top(&self) -> usize {
        self.rows.iter().rposition(|row| *row != 0).map_or(0, |up| up + 1)
    }

    /// Height of a column: one more than its highest filled row, 0 when empty.
    pub fn column_height(&self, col: usize) -> usize {
        self.rows.iter().rposition(|row| row >> col & 1 == 1).map_or(0, |up| up + 1)
    }

    /// Filled cells in all.
    pub fn filled(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether some block stands above the last row.
    pub fn overflows(&self) -> bool {
        self.rows[self.rows()..].iter().any(|row| *row != 0)
    }

    /// Whether the shape may be with its lowest row `up` rows above the floor and its left-most
    /// column at `col`: inside the walls, above the floor and on no block. Above the well all is
    /// free.
    pub fn fits(&self, shape: &Shape, col: i32, up: i32) -> bool {
        col >= 0
            && up >= 0
            && col as usize + shape.width() <= self.cols()
            && shape
                .rows()
                .iter()
                .zip(up as usize..)
                .all(|(bits, at)| self.row(at) & bits << col == 0)
    }

    /// The row on which the shape comes to rest when it falls straight down at `col` from above
    /// everything, or `None` when it does not fit between the walls.
    pub fn landing(&self, shape: &Shape, col: usize) -> Option<usize> {
        if col + shape.width() > self.cols() {
            return None;
        }
        let rest = |x: usize| self.column_height(col + x).saturating_sub(shape.bottom(x));
        (0..shape.width()).map(rest).max()
    }

    /// The row on which the shape comes to rest when it falls from where it is.
    pub fn rest(&self, shape: &Shape, col: i32, up: i32) -> i32 {
        (0..=up).rev().take_while(|at| self.fits(shape, col, *at)).last().unwrap_or(up)
    }

    /// Adds the shape's cells without removing rows; cells too far above the well are lost.
    pub fn fill(&mut self, shape: &Shape, col: usize, up: usize) {
        for (bits, row) in shape.rows().iter().zip(self.rows.iter_mut().skip(up)) {
            *row |= bits << col;
        }
    }

    /// Adds the shape's cells and removes full rows.
    pub fn lock(&mut self, shape: &Shape, col: usize, up: usize) -> Locked {
        self.fill(shape, col, up);
        let full = self.full_row();
        let own = |(bits, at): (&u32, usize)| {
            if self.row(at) == full { bits.count_ones() } else { 0 }
        };
        let own_cells = shape.rows().iter().zip(up..).map(own).sum();
        Locked { lines: self.clear_lines(), own_cells }
    }

    /// Removes full rows, letting everything above fall, and returns how many there were.
    pub fn clear_lines(&mut self) -> u32 {
        let full = self.full_row();
        let mut to = 0;
        for from in 0..self.rows.len() {
            if self.rows[from] != full {
                self.rows[to] = self.rows[from];
                to += 1;
            }
        }
        self.rows[to..].fill(0);
        (self.rows.len() - to) as u32
    }

    /// Pushes one garbage row with a hole at `hole` in from below; what leaves the spare rows at
    /// the top is lost.
    pub fn push_garbage(&mut self, hole: usize) {
        self.rows.rotate_right(1);
        self.rows[0] = self.full_row() & !(1 << hole);
    }
}

impl std::fmt::Display for Well {
    /// Rows of the notation, top row first, each ended by a line feed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for up in (0..self.rows()).rev() {
            let cell = |col| if self.row(up) >> col & 1 == 1 { '#' } else { '.' };
            writeln!(f, "{}", (0..self.cols()).map(cell).collect::<String>())?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Well {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}\n{self}", self.cols(), self.rows())
    }
}

/// Why a text is no well.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseWellError {
    /// The notation is broken.
    #[error(transparent)]
    Tiles(#[from] ParseTilesError),
    /// The size is out of range.
    #[error(transparent)]
    Size(#[from] WellSizeError),
    /// Something else than empty and locked cells.
    #[error("{cell} holds '{found}'; a well has only '.' and '#'")]
    Tile {
        /// The cell.
        cell: CellPos,
        /// Its character.
        found: char,
    },
}

impl FromStr for Well {
    type Err = ParseWellError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let tiles = tile::parse_tiles(text)?;
        let mut well = Well::new(tiles.cols(), tiles.rows())?;
        for (cell, tile) in tiles.iter() {
            match tile {
                Some(Tile::Empty) => {}
                Some(Tile::Locked) => well.set(cell, true),
                other => {
                    let found = other.map_or('~', Tile::to_char);
                    return Err(ParseWellError::Tile { cell, found });
                }
            }
        }
        Ok(well)
    }
}

/// The shapes of the classic model: each piece's distinct orientations by quarter turns to the
/// right, first the flat one (I O T S Z J L; T, J and L lie with the long side down).
pub fn classic_shapes(piece: Piece) -> Vec<Shape> {
    let rows: [u32; 2] = match piece {
        Piece::I => [0b1111, 0],
        Piece::O => [0b11, 0b11],
        Piece::T => [0b111, 0b010],
        Piece::S => [0b011, 0b110],
        Piece::Z => [0b110, 0b011],
        Piece::J => [0b111, 0b001],
        Piece::L => [0b111, 0b100],
    };
    let (mut shape, ..) =
        Shape::from_rows([rows[0], rows[1], 0, 0]).expect("every piece has cells");
    let mut shapes = Vec::new();
    while !shapes.contains(&shape) {
        shapes.push(shape);
        shape = shape.turned_right();
    }
    shapes
}
