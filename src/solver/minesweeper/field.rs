//! A position as the engine works on it: which cells are unknown, what the numbers still need,
//! and the single-number rules applied until nothing changes.

use std::sync::Arc;

use super::Contradiction;
use crate::board::Grid;
use crate::board::minesweeper::{Board, Cell};
use crate::geometry::CellPos;

/// Index of a cell, row-major.
pub type Index = u16;

/// Which cells touch which, shared by all positions of one size.
#[derive(Debug)]
pub struct Shape {
    /// Columns.
    pub cols: usize,
    /// Rows.
    pub rows: usize,
    around: Vec<[Index; 8]>,
    degree: Vec<u8>,
}

impl Shape {
    /// The adjacency of a board of this size.
    pub fn new(cols: usize, rows: usize) -> Arc<Self> {
        let grid = Grid::from_fn(cols, rows, |_| ());
        let mut around = Vec::with_capacity(grid.len());
        let mut degree = Vec::with_capacity(grid.len());
        for pos in grid.positions() {
            let mut list = [0; 8];
            let mut count = 0;
            for other in grid.neighbours(pos) {
                list[count] = (other.row * cols + other.col) as Index;
                count += 1;
            }
            around.push(list);
            degree.push(count as u8);
        }
        Arc::new(Self { cols, rows, around, degree })
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.degree.len()
    }

    /// The cells around `cell`.
    pub fn around(&self, cell: Index) -> &[Index] {
        &self.around[usize::from(cell)][..usize::from(self.degree[usize::from(cell)])]
    }

    /// The place of `cell`.
    pub fn pos(&self, cell: Index) -> CellPos {
        CellPos::new(usize::from(cell) % self.cols, usize::from(cell) / self.cols)
    }

    /// The index of `pos`.
    pub fn index(&self, pos: CellPos) -> Index {
        (pos.row * self.cols + pos.col) as Index
    }
}

/// What is known of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Opened: its number is known.
    Open,
    /// Opened, but its number is left out of account.
    Muted,
    /// Closed and undecided.
    Unknown,
    /// Closed but proved safe.
    Safe,
    /// Proved to be a mine.
    Mine,
}

/// A position with everything that single numbers prove.
#[derive(Debug)]
pub struct Field {
    /// The board's adjacency.
    pub shape: Arc<Shape>,
    known: Vec<Known>,
    /// Open cells: mines around that are not proved yet. Others: minus the proved mines around.
    need: Vec<i8>,
    unknown_around: Vec<u8>,
    unknown: usize,
    safe: usize,
    mines_left: i64,
    mines: usize,
    queue: Vec<Index>,
}

impl Clone for Field {
    fn clone(&self) -> Self {
        Self {
            shape: self.shape.clone(),
            known: self.known.clone(),
            need: self.need.clone(),
            unknown_around: self.unknown_around.clone(),
            queue: self.queue.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.shape, &other.shape) {
            self.shape = other.shape.clone();
        }
        self.known.clone_from(&other.known);
        self.need.clone_from(&other.need);
        self.unknown_around.clone_from(&other.unknown_around);
        self.queue.clone_from(&other.queue);
        self.unknown = other.unknown;
        self.safe = other.safe;
        self.mines_left = other.mines_left;
        self.mines = other.mines;
    }
}

impl Field {
    /// A position without any open cell.
    pub fn covered(shape: Arc<Shape>, mines: usize) -> Self {
        let cells = shape.len();
        Self {
            known: vec![Known::Unknown; cells],
            need: vec![0; cells],
            unknown_around: shape.degree.clone(),
            unknown: cells,
            safe: 0,
            mines_left: mines as i64,
            mines,
            queue: Vec::new(),
            shape,
        }
    }

    /// The position of `board`, flags and question marks taken as covered.
    ///
    /// # Errors
    /// When single numbers already contradict each other.
    pub fn new(shape: Arc<Shape>, board: &Board) -> Result<Self, Contradiction> {
        let mut field = Self::covered(shape, board.mines());
        for (at, cell) in board.cells().values().iter().enumerate() {
            let at = at as Index;
            match *cell {
                Cell::Open(number) => field.reveal(at, number),
                Cell::Mine | Cell::Exploded => field.mark_mine(at),
                Cell::WrongFlag => field.mark_safe(at),
                Cell::Covered | Cell::Flag | Cell::Question => {}
            }
        }
        field.propagate()?;
        Ok(field)
    }

    /// What is known of `cell`.
    pub fn known(&self, cell: Index) -> Known {
        self.known[usize::from(cell)]
    }

    /// Mines around the open `cell` that are not proved yet.
    pub fn need(&self, cell: Index) -> i8 {
        self.need[usize::from(cell)]
    }

    /// Undecided cells around `cell`.
    pub fn unknown_around(&self, cell: Index) -> u8 {
        self.unknown_around[usize::from(cell)]
    }

    /// Undecided cells.
    pub fn unknown(&self) -> usize {
        self.unknown
    }

    /// Closed cells proved safe.
    pub fn safe(&self) -> usize {
        self.safe
    }

    /// Mines not proved yet; negative in a contradiction.
    pub fn mines_left(&self) -> i64 {
        self.mines_left
    }

    /// All cells known as `what`.
    pub fn cells_known_as(&self, what: Known) -> impl Iterator<Item = Index> + '_ {
        (0..self.known.len()).filter(move |i| self.known[*i] == what).map(|i| i as Index)
    }

    /// The contradiction of this game.
    pub fn contradiction(&self) -> Contradiction {
        Contradiction { mines: self.mines }
    }

    /// Opens `cell`, which shows `number`; call [`Field::propagate`] afterwards.
    pub fn reveal(&mut self, cell: Index, number: u8) {
        match self.known(cell) {
            Known::Unknown => self.decide(cell),
            Known::Safe => self.safe -= 1,
            // A contradiction: an impossible need makes the next propagation say so.
            Known::Mine => self.mines_left = i64::MIN / 2,
            Known::Open | Known::Muted => return,
        }
        self.known[usize::from(cell)] = Known::Open;
        self.need[usize::from(cell)] += number as i8;
        self.queue.push(cell);
    }

    /// Leaves the number of the open cell `number` out of account.
    pub fn mute(&mut self, number: Index) {
        self.known[usize::from(number)] = Known::Muted;
    }

    /// Notes that the undecided `cell` is safe.
    pub fn mark_safe(&mut self, cell: Index) {
        self.decide(cell);
        self.known[usize::from(cell)] = Known::Safe;
        self.safe += 1;
    }

    /// Notes that the undecided `cell` is a mine.
    pub fn mark_mine(&mut self, cell: Index) {
        let shape = self.shape.clone();
        self.mark_mine_of(&shape, cell);
    }

    fn mark_mine_of(&mut self, shape: &Shape, cell: Index) {
        self.decide_of(shape, cell);
        self.known[usize::from(cell)] = Known::Mine;
        self.mines_left -= 1;
        for &other in shape.around(cell) {
            self.need[usize::from(other)] -= 1;
        }
    }

    fn decide(&mut self, cell: Index) {
        let shape = self.shape.clone();
        self.decide_of(&shape, cell);
    }

    fn decide_of(&mut self, shape: &Shape, cell: Index) {
        self.unknown -= 1;
        for &other in shape.around(cell) {
            self.unknown_around[usize::from(other)] -= 1;
            if self.known[usize::from(other)] == Known::Open {
                self.queue.push(other);
            }
        }
    }

    /// Applies the single-number rules and the mine total until nothing changes.
    ///
    /// # Errors
    /// When a number or the mine total cannot be met.
    pub fn propagate(&mut self) -> Result<(), Contradiction> {
        let shape = self.shape.clone();
        loop {
            while let Some(number) = self.queue.pop() {
                let (need, room) =
                    (self.need[usize::from(number)], self.unknown_around[usize::from(number)]);
                if need < 0 || need > room as i8 {
                    self.queue.clear();
                    return Err(self.contradiction());
                }
                if room == 0 || (need != 0 && need != room as i8) {
                    continue;
                }
                for &cell in shape.around(number) {
                    if self.known[usize::from(cell)] != Known::Unknown {
                        continue;
                    }
                    if need == 0 {
                        self.decide_of(&shape, cell);
                        self.known[usize::from(cell)] = Known::Safe;
                        self.safe += 1;
                    } else {
                        self.mark_mine_of(&shape, cell);
                    }
                }
            }
            if self.mines_left < 0 || self.mines_left > self.unknown as i64 {
                return Err(self.contradiction());
            }
            if self.unknown == 0 || (self.mines_left > 0 && self.mines_left < self.unknown as i64) {
                return Ok(());
            }
            let all_safe = self.mines_left == 0;
            for cell in 0..shape.len() as u32 {
                let cell = cell as Index;
                match (self.known(cell), all_safe) {
                    (Known::Unknown, true) => self.mark_safe(cell),
                    (Known::Unknown, false) => self.mark_mine_of(&shape, cell),
                    _ => {}
                }
            }
        }
    }
}
