//! How groups of blank cells lie on a board: their shades, the fields they take turns on, the
//! mines that numbers need in them.

use super::super::cluster::Groups;
use super::super::glyph::apart;
use super::super::net::Shape;
use super::grounds::Board;
use super::{Drawn, SURE};
use crate::geometry::CellPos;

/// Two shades of one colour differ by less than this, in grey levels.
const SHADE: f32 = 16.0;

impl Board<'_> {
    pub(super) fn index(&self, pos: CellPos) -> usize {
        pos.row * self.looks.cols() + pos.col
    }

    /// Whether two groups of blank cells have one colour or shades of it.
    pub(super) fn of_a_shade(&self, a: usize, b: usize) -> bool {
        apart(&self.ground(a), &self.ground(b)) < SHADE
    }

    /// The colour of a group of blank cells.
    pub(super) fn ground(&self, group: usize) -> [f32; 3] {
        self.looks.values()[self.blank.members[group][0]].inside.background
    }

    /// Whether few of the board's numbers stand on the ground of a group of blank cells: hardly
    /// any, or not many more and in quite another colour than where most of them stand.
    pub(super) fn without_numbers(&self, group: usize) -> bool {
        const OTHER: f32 = 40.0;
        let numbers = |g: &usize| self.kin[*g].0;
        let all: f32 = self.kin.iter().map(|(numbers, _)| numbers).sum();
        let home = (0..self.kin.len()).max_by(|a, b| numbers(a).total_cmp(&numbers(b)));
        let other = home.is_some_and(|g| apart(&self.ground(g), &self.ground(group)) > OTHER);
        all > 4.0 && (numbers(&group) < 0.5 || (other && numbers(&group) < 0.1 * all))
    }
}

/// The fields of a chessboard: those like the first cell's and the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Even,
    Odd,
}

/// For each group of blank cells the kind of fields that all of it lies on; `None` where it lies
/// on both or is too small for that to mean anything.
pub(super) fn fields(cols: usize, blank: &Groups) -> Vec<Option<Field>> {
    const LEAST: usize = 6;
    let even = |i: &usize| (i / cols + i % cols).is_multiple_of(2);
    let of = |members: &Vec<usize>| match members.iter().filter(|i| even(i)).count() {
        _ if members.len() < LEAST => None,
        0 => Some(Field::Odd),
        all if all == members.len() => Some(Field::Even),
        _ => None,
    };
    blank.members.iter().map(of).collect()
}

/// Which groups of blank cells must hold mines: a third of the numbers beside them, and others of
/// their shade, have too few other neighbours. Ground with numbers on it holds none.
pub(super) fn needed(board: &Board, drawn: &[Drawn]) -> Vec<bool> {
    let groups = board.blank.members.len();
    let open = |g: usize| board.kin[g].0 > 3.0 && board.kin[g].0 > 4.0 * board.kin[g].1;
    let shade: Vec<Vec<bool>> = (0..groups)
        .map(|g| (0..groups).map(|other| !open(other) && board.of_a_shade(g, other)).collect())
        .collect();
    let (mut needing, mut beside) = (vec![0; groups], vec![0; groups]);
    for pos in board.looks.positions() {
        let Drawn::Shape(Shape::Digit(n), p) = drawn[board.index(pos)] else { continue };
        if p <= SURE {
            continue;
        }
        let around = || board.looks.neighbours(pos).map(|other| board.index(other));
        let near: Vec<usize> = around().filter_map(|j| board.blank.of[j]).collect();
        for g in (0..groups).filter(|g| near.contains(g)) {
            let other = |j: usize| board.blank.of[j].is_none_or(|h| !open(h) && !shade[g][h]);
            let room = around().filter(|j| can_be_mine(drawn[*j]) && other(*j)).count();
            beside[g] += 1;
            needing[g] += usize::from(room < usize::from(n));
        }
    }
    (0..groups).map(|g| !open(g) && needing[g] > 0 && needing[g] * 3 >= beside[g]).collect()
}

/// Whether what is drawn leaves room for a mine below it, if blank cells do.
pub(super) fn can_be_mine(drawn: Drawn) -> bool {
    match drawn {
        Drawn::Blank => true,
        Drawn::Shape(Shape::Digit(_), p) => p < SURE,
        Drawn::Shape(..) => true,
    }
}
