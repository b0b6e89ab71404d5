//! A piece in one orientation: which cells it covers.

/// Four joined cells in the smallest rectangle that holds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Row bits, lowest row first; bit 0 is the left-most column. Unused rows are 0.
    rows: [u32; 4],
    width: u8,
    height: u8,
}

impl Shape {
    /// The shape of some cells given as row bits, lowest row first, together with how many empty
    /// columns and rows lay left of and below it. `None` when there is no cell at all.
    pub fn from_rows(rows: [u32; 4]) -> Option<(Self, i32, i32)> {
        let all = rows.iter().fold(0, |all, row| all | row);
        let below = rows.iter().position(|row| *row != 0)?;
        let left = all.trailing_zeros();
        let mut tight = [0; 4];
        for (to, from) in tight.iter_mut().zip(&rows[below..]) {
            *to = from >> left;
        }
        let height = 4 - tight.iter().rev().take_while(|row| **row == 0).count() as u8;
        let width = (32 - (all >> left).leading_zeros()) as u8;
        Some((Self { rows: tight, width, height }, left as i32, below as i32))
    }

    /// Row bits, lowest row first; bit 0 is the shape's left-most column.
    pub fn rows(&self) -> &[u32] {
        &self.rows[..usize::from(self.height)]
    }

    /// Columns it spans, 1 to 4.
    pub fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// Rows it spans, 1 to 4.
    pub fn height(&self) -> usize {
        usize::from(self.height)
    }

    /// The shape's lowest cell in its column `col`, counted from its lowest row.
    pub fn bottom(&self, col: usize) -> usize {
        self.rows().iter().position(|row| row >> col & 1 == 1).unwrap_or(0)
    }

    /// Cells as (column from the left, row from the bottom), lowest row first.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rows().iter().enumerate().flat_map(move |(y, row)| {
            (0..self.width()).filter(move |x| row >> x & 1 == 1).map(move |x| (x, y))
        })
    }

    /// The shape turned a quarter to the right.
    pub fn turned_right(&self) -> Self {
        let mut rows = [0; 4];
        for (x, y) in self.cells() {
            rows[self.width() - 1 - x] |= 1 << y;
        }
        Self { rows, width: self.height, height: self.width }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_cut_to_its_cells() {
        let (shape, left, below) = Shape::from_rows([0, 0b0110, 0b0011 << 2, 0]).expect("cells");
        assert_eq!((left, below), (1, 1));
        assert_eq!(shape.rows(), [0b011, 0b110]);
        assert_eq!((shape.width(), shape.height()), (3, 2));
        assert_eq!([0, 1, 2].map(|c| shape.bottom(c)), [0, 0, 1]);
        assert!(Shape::from_rows([0; 4]).is_none());
    }

    #[test]
    fn four_turns_give_the_shape_back() {
        let (shape, ..) = Shape::from_rows([0b111, 0b100, 0, 0]).expect("cells");
        let once = shape.turned_right();
        assert_eq!(once.rows(), [0b11, 0b01, 0b01]);
        assert_eq!(once.turned_right().turned_right().turned_right(), shape);
    }
}
