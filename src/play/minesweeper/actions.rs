//! From moves to inputs and the effects they must show.

use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::calibration::{Chord, InputPace, MinesweeperRules};
use crate::geometry::{CellPos, FramePoint, GridGeometry};
use crate::input::{Action, Button};
use crate::play::{Aim, Planned};
use crate::solver::minesweeper::{Move, MoveKind};

/// What a cell must show after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The cell is open.
    Opened(CellPos),
    /// The cell has a flag.
    Flagged(CellPos),
}

impl Effect {
    /// The cell it is about.
    pub fn cell(self) -> CellPos {
        match self {
            Effect::Opened(cell) | Effect::Flagged(cell) => cell,
        }
    }

    /// Whether `cells` show it; an unknown cell does not.
    pub fn shows(self, cells: &Grid<Option<Cell>>) -> bool {
        match self {
            Effect::Opened(at) => cells[at].is_some_and(|cell| !cell.is_closed()),
            Effect::Flagged(at) => cells[at] == Some(Cell::Flag),
        }
    }
}

/// The effects that `moves` must have on a board that shows `cells`.
pub fn effects(moves: &[Move], cells: &Grid<Cell>) -> Vec<Effect> {
    let mut effects = Vec::new();
    for m in moves {
        match m.kind {
            MoveKind::Open => effects.push(Effect::Opened(m.cell)),
            MoveKind::Flag => effects.push(Effect::Flagged(m.cell)),
            MoveKind::Chord => effects.extend(chorded(m.cell, cells).map(Effect::Opened)),
        }
    }
    effects
}

/// The cells that a chord on `number` opens.
fn chorded(number: CellPos, cells: &Grid<Cell>) -> impl Iterator<Item = CellPos> + '_ {
    let opens = |cell: Cell| matches!(cell, Cell::Covered | Cell::Question);
    cells.neighbours(number).filter(move |pos| opens(cells[*pos]))
}

/// Turns moves into clicks in the middle of their cells.
pub struct Clicker<'a> {
    /// Where the cells are.
    pub geometry: &'a GridGeometry,
    /// What they show.
    pub cells: &'a Grid<Cell>,
    /// What clicks mean in this game.
    pub rules: &'a MinesweeperRules,
    /// How fast they may come.
    pub pace: &'a InputPace,
}

impl Clicker<'_> {
    /// The inputs for `moves`.
    pub fn plan(&self, moves: &[Move]) -> Vec<Planned> {
        moves.iter().flat_map(|m| self.inputs(m)).collect()
    }

    /// The inputs that bring about one effect, for sending it again.
    pub fn again(&self, effect: Effect) -> Vec<Planned> {
        match effect {
            Effect::Opened(cell) => self.open(cell),
            Effect::Flagged(cell) => self.flag(cell),
        }
    }

    fn inputs(&self, m: &Move) -> Vec<Planned> {
        match (m.kind, self.rules.chord) {
            (MoveKind::Open, _) => self.open(m.cell),
            (MoveKind::Flag, _) => self.flag(m.cell),
            (MoveKind::Chord, Chord::Left) => self.click(m.cell, Button::Left, 1),
            (MoveKind::Chord, Chord::Middle) => self.click(m.cell, Button::Middle, 1),
            (MoveKind::Chord, Chord::None) => {
                chorded(m.cell, self.cells).flat_map(|cell| self.open(cell)).collect()
            }
        }
    }

    /// Opens a cell; a flag on it is taken off first.
    fn open(&self, cell: CellPos) -> Vec<Planned> {
        let off = match (self.cells[cell], self.rules.question_marks) {
            (Cell::Flag, true) => 2,
            (Cell::Flag, false) => 1,
            _ => 0,
        };
        let mut plan = self.click(cell, Button::Right, off);
        plan.extend(self.click(cell, Button::Left, 1));
        plan
    }

    /// Flags a cell; a question mark turns into nothing first.
    fn flag(&self, cell: CellPos) -> Vec<Planned> {
        let times = match self.cells[cell] {
            Cell::Question => 2,
            _ => 1,
        };
        self.click(cell, Button::Right, times)
    }

    fn click(&self, cell: CellPos, button: Button, times: usize) -> Vec<Planned> {
        let at = self.geometry.cell(cell).centre();
        let click = Planned {
            action: Action::Click { at, button, hold: self.pace.hold() },
            aim: Aim::Cell(cell),
        };
        vec![click; times]
    }
}

/// Where the pointer rests off the grid: beside it on the side with most room in a frame of
/// `width` x `height` pixels, level with the grid's nearest corner.
pub fn parking(geometry: &GridGeometry, width: f64, height: f64) -> FramePoint {
    let grid = geometry.bounds();
    let (right, bottom) = (grid.x + grid.w, grid.y + grid.h);
    let sides = [
        (grid.x, FramePoint::new(grid.x / 2.0, bottom - 1.0)),
        (grid.y, FramePoint::new(right - 1.0, grid.y - (grid.y / 2.0).min(3.0))),
        (width - right, FramePoint::new((right + width) / 2.0, bottom - 1.0)),
        (height - bottom, FramePoint::new(right - 1.0, (bottom + height) / 2.0)),
    ];
    let (_, point) =
        sides.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).expect("there are four sides");
    point
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::minesweeper::parse_cells;
    use crate::solver::minesweeper::Reason;

    fn plan(text: &str, kind: MoveKind, cell: CellPos, rules: MinesweeperRules) -> Vec<Button> {
        let cells = parse_cells(text).expect("legal text").map(|c| c.expect("no unknown"));
        let geometry = GridGeometry::uniform(0.0, 0.0, 16.0, 16.0, cells.cols(), cells.rows());
        let pace = InputPace::default();
        let clicker = Clicker { geometry: &geometry, cells: &cells, rules: &rules, pace: &pace };
        let m = Move { cell, kind, mine_probability: 0.0, reason: Reason::Certain("test") };
        let plan = clicker.plan(&[m]);
        assert!(plan.iter().all(|planned| planned.hits(Some(&geometry))));
        let button = |planned: &Planned| match planned.action {
            Action::Click { button, .. } => Some(button),
            _ => None,
        };
        plan.iter().filter_map(button).collect()
    }

    #[test]
    fn marks_are_taken_off_before_a_cell_is_opened_or_flagged() {
        let at = CellPos::new(0, 0);
        let rules = MinesweeperRules::default;
        assert_eq!(plan("#1\n", MoveKind::Open, at, rules()), [Button::Left]);
        let two_then_open = [Button::Right, Button::Right, Button::Left];
        assert_eq!(plan("F1\n", MoveKind::Open, at, rules()), two_then_open);
        assert_eq!(plan("?1\n", MoveKind::Flag, at, rules()), [Button::Right, Button::Right]);
    }

    #[test]
    fn a_game_without_chords_gets_its_cells_opened_one_by_one() {
        let at = CellPos::new(1, 0);
        let text = "F1#\n###\n";
        let rules = |chord| MinesweeperRules { chord, ..MinesweeperRules::default() };
        assert_eq!(plan(text, MoveKind::Chord, at, rules(Chord::Middle)), [Button::Middle]);
        assert_eq!(plan(text, MoveKind::Chord, at, rules(Chord::None)), [Button::Left; 4]);
    }

    #[test]
    fn the_pointer_parks_outside_the_grid() {
        for (x, y) in [(0.0, 40.0), (40.0, 0.0), (5.0, 5.0), (0.0, 0.0)] {
            let geometry = GridGeometry::uniform(x, y, 16.0, 16.0, 9, 9);
            let point = parking(&geometry, 190.0, 200.0);
            assert_eq!(geometry.cell_at(point), None);
        }
    }
}
