//! The rules of the game: one game from the deal to the win or loss.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::{Cell, Level, StartRule, deal};
use crate::board::Grid;
use crate::geometry::CellPos;

/// The rules that differ between real games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The promise about the first click.
    pub start: StartRule,
    /// What a second press on a flag gives.
    pub marks: Marks,
}

impl Default for Rules {
    fn default() -> Self {
        Self { start: StartRule::Safe, marks: Marks::FlagsAndQuestions }
    }
}

/// Which marks a covered cell can get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// Covered, flag, covered.
    Flags,
    /// Covered, flag, question mark, covered.
    FlagsAndQuestions,
}

/// How far a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Nothing has been opened yet.
    Fresh,
    /// Running.
    Running,
    /// All safe cells are open.
    Won,
    /// A mine was opened.
    Lost,
}

/// One game. The same seed and the same calls give the same game.
#[derive(Debug, Clone)]
pub struct Game {
    level: Level,
    rules: Rules,
    rng: Pcg64,
    /// `None` until the first click decides where they may lie.
    mines: Option<Grid<bool>>,
    numbers: Grid<u8>,
    shown: Grid<Cell>,
    phase: Phase,
    safe_covered: usize,
    flags: usize,
    changed: Vec<CellPos>,
}

impl Game {
    /// Deals a game.
    pub fn new(level: Level, rules: Rules, seed: u64) -> Self {
        let mut game = Self {
            level,
            rules,
            rng: Pcg64::seed_from_u64(seed),
            mines: None,
            numbers: Grid::from_fn(level.cols, level.rows, |_| 0),
            shown: Grid::from_fn(level.cols, level.rows, |_| Cell::Covered),
            phase: Phase::Fresh,
            safe_covered: level.cells() - level.mines,
            flags: 0,
            changed: Vec::new(),
        };
        match rules.start {
            StartRule::Classic | StartRule::None => {
                game.mines = Some(deal::uniform(level, &mut game.rng));
            }
            StartRule::Opened => {
                let col = game.rng.random_range(0..level.cols);
                let row = game.rng.random_range(0..level.rows);
                game.open(CellPos::new(col, row));
            }
            StartRule::Safe | StartRule::Open => {}
        }
        game
    }

    /// A game with the given mines, for boards from a file. `rules.start` is kept only as
    /// [`StartRule::Classic`]: the other rules have nothing left to decide.
    pub fn with_mines(mines: Grid<bool>, rules: Rules) -> Self {
        let count = mines.values().iter().filter(|mine| **mine).count();
        let level = Level { cols: mines.cols(), rows: mines.rows(), mines: count };
        let start = match rules.start {
            StartRule::Classic => StartRule::Classic,
            _ => StartRule::None,
        };
        let mut game = Self::new(level, Rules { start, ..rules }, 0);
        game.mines = Some(mines);
        game
    }

    /// Size and number of mines.
    pub fn level(&self) -> Level {
        self.level
    }

    /// How far the game has come.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the game has been won or lost.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Won | Phase::Lost)
    }

    /// What the player sees.
    pub fn cells(&self) -> &Grid<Cell> {
        &self.shown
    }

    /// Where the mines are, once they have been laid.
    pub fn mines(&self) -> Option<&Grid<bool>> {
        self.mines.as_ref()
    }

    /// What the counter shows: mines minus flags; below zero with too many flags.
    pub fn mines_left(&self) -> i32 {
        self.level.mines as i32 - self.flags as i32
    }

    /// Opens a covered or question-marked cell; anything else is left alone. Gives the cells
    /// that look different now (end pictures included), in no special order.
    ///
    /// # Panics
    /// If `pos` is outside the board.
    pub fn open(&mut self, pos: CellPos) -> &[CellPos] {
        self.changed.clear();
        if !self.is_over() && matches!(self.shown[pos], Cell::Covered | Cell::Question) {
            self.lay_mines(pos);
            self.reveal(pos);
            self.finish();
        }
        &self.changed
    }

    /// Opens the unflagged neighbours of an open number that has as many flags around it as it
    /// says; does nothing elsewhere. Gives the cells that look different now.
    ///
    /// # Panics
    /// If `pos` is outside the board.
    pub fn chord(&mut self, pos: CellPos) -> &[CellPos] {
        self.changed.clear();
        let Cell::Open(number) = self.shown[pos] else { return &self.changed };
        let flags = self.shown.neighbours(pos).filter(|p| self.shown[*p] == Cell::Flag).count();
        if !self.is_over() && number > 0 && flags == usize::from(number) {
            for neighbour in self.shown.neighbours(pos) {
                if matches!(self.shown[neighbour], Cell::Covered | Cell::Question) {
                    self.reveal(neighbour);
                }
            }
            self.finish();
        }
        &self.changed
    }

    /// Puts the next mark on a closed cell. Gives the cell, or nothing where there is none to
    /// mark.
    ///
    /// # Panics
    /// If `pos` is outside the board.
    pub fn mark(&mut self, pos: CellPos) -> &[CellPos] {
        self.changed.clear();
        if self.is_over() || !self.shown[pos].is_closed() {
            return &self.changed;
        }
        let next = match (self.shown[pos], self.rules.marks) {
            (Cell::Covered, _) => Cell::Flag,
            (Cell::Flag, Marks::FlagsAndQuestions) => Cell::Question,
            _ => Cell::Covered,
        };
        match (self.shown[pos], next) {
            (_, Cell::Flag) => self.flags += 1,
            (Cell::Flag, _) => self.flags -= 1,
            _ => {}
        }
        self.show(pos, next);
        &self.changed
    }

    /// Makes the mines and numbers final at the first click.
    fn lay_mines(&mut self, first: CellPos) {
        if self.phase != Phase::Fresh {
            return;
        }
        self.phase = Phase::Running;
        let mut mines = self.mines.take().unwrap_or_else(|| {
            deal::around_first(self.level, self.rules.start, first, &mut self.rng)
        });
        if self.rules.start == StartRule::Classic {
            deal::move_first_mine(&mut mines, first);
        }
        for (pos, _) in mines.iter().filter(|(_, mine)| **mine) {
            for neighbour in mines.neighbours(pos) {
                self.numbers[neighbour] += 1;
            }
        }
        self.mines = Some(mines);
    }

    /// Opens one cell and, where it is empty, everything around it.
    fn reveal(&mut self, pos: CellPos) {
        if self.is_mine(pos) {
            self.phase = Phase::Lost;
            self.show(pos, Cell::Exploded);
            return;
        }
        let mut open = vec![pos];
        while let Some(pos) = open.pop() {
            if !matches!(self.shown[pos], Cell::Covered | Cell::Question) {
                continue;
            }
            self.safe_covered -= 1;
            self.show(pos, Cell::Open(self.numbers[pos]));
            if self.numbers[pos] == 0 {
                open.extend(self.shown.neighbours(pos));
            }
        }
    }

    /// Draws the end picture if the game has ended: at a loss the mines that had no flag and the
    /// wrong flags, at a win a flag on every mine.
    fn finish(&mut self) {
        if self.phase == Phase::Running && self.safe_covered == 0 {
            self.phase = Phase::Won;
        }
        if !self.is_over() {
            return;
        }
        for pos in self.shown.positions() {
            let picture = match (self.phase, self.is_mine(pos), self.shown[pos]) {
                (Phase::Lost, true, Cell::Covered | Cell::Question) => Cell::Mine,
                (Phase::Lost, false, Cell::Flag) => Cell::WrongFlag,
                (Phase::Won, true, _) => Cell::Flag,
                (_, _, same) => same,
            };
            if picture != self.shown[pos] {
                self.show(pos, picture);
            }
        }
        if self.phase == Phase::Won {
            self.flags = self.level.mines;
        }
    }

    fn is_mine(&self, pos: CellPos) -> bool {
        self.mines.as_ref().is_some_and(|mines| mines[pos])
    }

    fn show(&mut self, pos: CellPos, cell: Cell) {
        self.shown[pos] = cell;
        self.changed.push(pos);
    }
}
