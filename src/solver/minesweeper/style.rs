//! Turning certain knowledge into clicks: opens, flags, and chords where they save clicks.

use super::field::{Field, Index, Known};
use super::survey::Survey;
use super::{FlagStyle, Move, MoveKind, Reason};
use crate::board::minesweeper::{Board, Cell};

const SIMPLE: &str = "a number's mines are all known";
const COUNTED: &str = "safe in every arrangement of the mines left";
const MINE: &str = "a mine in every arrangement";
const ALL_FLAGGED: &str = "all mines around the number are flagged";

/// The certain moves that `survey` allows on `board`: empty when nothing is certain (flags alone
/// do not open the board, but are given before a guess as well).
pub fn certain_moves(survey: &Survey, board: &Board, style: FlagStyle) -> Vec<Move> {
    let field = &survey.field;
    let mut moves = Vec::new();
    if style == FlagStyle::All {
        let mines = field.cells_known_as(Known::Mine);
        let unflagged = mines.filter(|cell| can_flag(shown(board, field, *cell)));
        moves.extend(unflagged.map(|cell| certain(field, cell, MoveKind::Flag, 1.0, MINE)));
    }
    let mut opened = vec![false; field.shape.len()];
    if style == FlagStyle::Efficient {
        chords(survey, board, &mut opened, &mut moves);
    }
    for (at, &cell) in survey.safe.iter().enumerate() {
        if !opened[usize::from(cell)] {
            let why = if at < survey.simple { SIMPLE } else { COUNTED };
            moves.push(certain(field, cell, MoveKind::Open, 0.0, why));
        }
    }
    moves
}

/// Opening every cell that single numbers prove safe.
pub fn simple_moves(field: &Field) -> Vec<Move> {
    let safe = field.cells_known_as(Known::Safe);
    safe.map(|cell| certain(field, cell, MoveKind::Open, 0.0, SIMPLE)).collect()
}

/// Adds flags and chords as long as one chord with its missing flags takes fewer clicks than
/// opening its cells one by one; the best saving first.
fn chords(survey: &Survey, board: &Board, opened: &mut [bool], moves: &mut Vec<Move>) {
    let field = &survey.field;
    let mut flagged: Vec<bool> =
        board.cells().values().iter().map(|cell| *cell == Cell::Flag).collect();
    let around = |number: Index| field.shape.around(number).iter().copied();
    loop {
        let mut best: Option<(usize, Index)> = None;
        for number in field.cells_known_as(Known::Open) {
            let all_decided = around(number).all(|cell| field.known(cell) != Known::Unknown);
            let wrong_flag = around(number)
                .any(|cell| flagged[usize::from(cell)] && field.known(cell) != Known::Mine);
            if !all_decided || wrong_flag {
                continue;
            }
            let gain = around(number)
                .filter(|c| field.known(*c) == Known::Safe && !opened[usize::from(*c)])
                .count();
            let missing = around(number)
                .filter(|c| field.known(*c) == Known::Mine && !flagged[usize::from(*c)])
                .count();
            let saving = gain.saturating_sub(missing + 1);
            if saving > 0 && best.is_none_or(|(most, _)| saving > most) {
                best = Some((saving, number));
            }
        }
        let Some((_, number)) = best else { return };
        for cell in around(number) {
            match field.known(cell) {
                Known::Mine if !flagged[usize::from(cell)] => {
                    flagged[usize::from(cell)] = true;
                    moves.push(certain(field, cell, MoveKind::Flag, 1.0, MINE));
                }
                Known::Safe => opened[usize::from(cell)] = true,
                _ => {}
            }
        }
        moves.push(certain(field, number, MoveKind::Chord, 0.0, ALL_FLAGGED));
    }
}

fn shown(board: &Board, field: &Field, cell: Index) -> Cell {
    board.cells()[field.shape.pos(cell)]
}

fn can_flag(cell: Cell) -> bool {
    matches!(cell, Cell::Covered | Cell::Question)
}

fn certain(field: &Field, cell: Index, kind: MoveKind, mine: f64, why: &'static str) -> Move {
    let cell = field.shape.pos(cell);
    Move { cell, kind, mine_probability: mine, reason: Reason::Certain(why) }
}
