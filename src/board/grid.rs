//! A rectangle of values, one a cell.

use crate::geometry::CellPos;

/// A rectangle of values, row-major, top row first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    cols: usize,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid whose cells `make` gives, row by row from the top left.
    pub fn from_fn(cols: usize, rows: usize, mut make: impl FnMut(CellPos) -> T) -> Self {
        let cells = (0..cols * rows).map(|i| make(CellPos::new(i % cols, i / cols))).collect();
        Self { cols, cells }
    }

    /// A grid from rows of equal, non-zero length; `None` otherwise.
    pub fn from_rows(rows: Vec<Vec<T>>) -> Option<Self> {
        let cols = rows.first()?.len();
        if cols == 0 || rows.iter().any(|row| row.len() != cols) {
            return None;
        }
        Some(Self { cols, cells: rows.into_iter().flatten().collect() })
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.cols.max(1)
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The value at `pos`, or `None` outside.
    pub fn get(&self, pos: CellPos) -> Option<&T> {
        if pos.col < self.cols { self.cells.get(pos.row * self.cols + pos.col) } else { None }
    }

    /// All values, row-major.
    pub fn values(&self) -> &[T] {
        &self.cells
    }

    /// All positions, row-major.
    pub fn positions(&self) -> impl Iterator<Item = CellPos> + use<T> {
        let cols = self.cols;
        (0..self.cells.len()).map(move |i| CellPos::new(i % cols, i / cols))
    }

    /// All positions with their values, row-major.
    pub fn iter(&self) -> impl Iterator<Item = (CellPos, &T)> {
        self.positions().zip(&self.cells)
    }

    /// The up to eight cells around `pos`.
    pub fn neighbours(&self, pos: CellPos) -> impl Iterator<Item = CellPos> + use<T> {
        let (cols, rows) = (self.cols, self.rows());
        let around = |v: usize, size: usize| v.saturating_sub(1)..(v + 2).min(size);
        around(pos.row, rows)
            .flat_map(move |row| around(pos.col, cols).map(move |col| CellPos::new(col, row)))
            .filter(move |other| *other != pos)
    }

    /// A grid of the same size with every value changed by `change`.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { cols: self.cols, cells: self.cells.iter().map(change).collect() }
    }
}

impl<T> std::ops::Index<CellPos> for Grid<T> {
    type Output = T;

    fn index(&self, pos: CellPos) -> &T {
        assert!(pos.col < self.cols, "column {} of {}", pos.col, self.cols);
        &self.cells[pos.row * self.cols + pos.col]
    }
}

impl<T> std::ops::IndexMut<CellPos> for Grid<T> {
    fn index_mut(&mut self, pos: CellPos) -> &mut T {
        assert!(pos.col < self.cols, "column {} of {}", pos.col, self.cols);
        &mut self.cells[pos.row * self.cols + pos.col]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_has_three_neighbours_an_edge_five_and_the_middle_eight() {
        let grid = Grid::from_fn(4, 3, |_| ());
        let count = |col, row| grid.neighbours(CellPos::new(col, row)).count();
        assert_eq!((count(0, 0), count(1, 0), count(1, 1), count(3, 2)), (3, 5, 8, 3));
    }

    #[test]
    fn rows_must_have_one_length() {
        assert!(Grid::from_rows(vec![vec![1, 2], vec![3]]).is_none());
        assert!(Grid::<u8>::from_rows(vec![]).is_none());
        assert_eq!(Grid::from_rows(vec![vec![1, 2], vec![3, 4]]).map(|g| g.rows()), Some(2));
    }
}
