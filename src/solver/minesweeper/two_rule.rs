//! The seed strategy: two rules on single numbers, flags and chords, no guess.

use super::{Contradiction, Decision, Limits, Move, MoveKind, Reason, Strategy};
use crate::board::minesweeper::{Board, Cell};

/// Opens what a number with all its flags leaves, flags what a number with just enough covered
/// cells must have; stops when neither applies.
#[derive(Debug, Default)]
pub struct TwoRule;

impl Strategy for TwoRule {
    fn name(&self) -> &'static str {
        "two-rule"
    }

    fn decide(&mut self, board: &Board, _limits: &Limits) -> Result<Decision, Contradiction> {
        let cells = board.cells();
        let mut moves: Vec<Move> = Vec::new();
        let mut planned = cells.map(|_| false);
        if board.is_lost() || board.is_won() {
            return Ok(Decision::default());
        }
        for (at, cell) in cells.iter() {
            let Cell::Open(number) = *cell else { continue };
            let number = usize::from(number);
            let flags = cells.neighbours(at).filter(|p| cells[*p] == Cell::Flag).count();
            let covered: Vec<_> = cells
                .neighbours(at)
                .filter(|p| matches!(cells[*p], Cell::Covered | Cell::Question))
                .collect();
            if number > flags + covered.len() {
                return Err(Contradiction { mines: board.mines() });
            }
            if covered.is_empty() {
                continue;
            }
            let new = |pos: &crate::geometry::CellPos| !planned[*pos];
            if number == flags {
                let fresh: Vec<_> = covered.iter().copied().filter(new).collect();
                let why = Reason::Certain("the number's flags are all set");
                let kind = match fresh.len() {
                    0 => continue,
                    1 => MoveKind::Open,
                    _ => MoveKind::Chord,
                };
                let cell = if kind == MoveKind::Open { fresh[0] } else { at };
                moves.push(Move { cell, kind, mine_probability: 0.0, reason: why });
                fresh.iter().for_each(|pos| planned[*pos] = true);
            } else if number == flags + covered.len() {
                for cell in covered.iter().copied().filter(new).collect::<Vec<_>>() {
                    planned[cell] = true;
                    let reason = Reason::Certain("the number needs every covered cell around it");
                    moves.push(Move { cell, kind: MoveKind::Flag, mine_probability: 1.0, reason });
                }
            }
        }
        Ok(Decision { moves, probabilities: None })
    }
}
