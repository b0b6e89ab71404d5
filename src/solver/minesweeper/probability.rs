//! Opens what is certain, else the cell with the lowest exact mine probability.

use super::field::{Index, Known};
use super::style::certain_moves;
use super::survey::{Exactness, Survey, Surveyor};
use super::{Contradiction, Decision, Limits, Move, MoveKind, Reason, Strategy, opening};
use crate::board::Grid;
use crate::board::minesweeper::Board;

/// The plain probability player.
#[derive(Debug, Default)]
pub struct Probability {
    surveyor: Surveyor,
}

impl Strategy for Probability {
    fn name(&self) -> &'static str {
        "probability"
    }

    fn decide(&mut self, board: &Board, limits: &Limits) -> Result<Decision, Contradiction> {
        if board.is_lost() || board.is_won() {
            return Ok(Decision::default());
        }
        self.surveyor.allow(limits.think);
        let field = self.surveyor.field(board)?;
        let survey = self.surveyor.survey(field)?;
        let mut moves = certain_moves(&survey, board, limits.flags);
        if survey.safe.is_empty() {
            let first = board.is_fresh().then(|| opening::first_click(board, limits.start));
            let guess = first.or_else(|| {
                lowest(&survey).map(|cell| guess(&survey, cell, "least likely a mine"))
            });
            moves.extend(guess);
        }
        Ok(Decision { moves, probabilities: Some(grid(&survey)) })
    }
}

/// Every cell's mine probability as a grid.
pub fn grid(survey: &Survey) -> Grid<f64> {
    let shape = &survey.field.shape;
    Grid::from_fn(shape.cols, shape.rows, |pos| survey.mine[usize::from(shape.index(pos))])
}

/// The undecided cell with the lowest mine probability; among equals the one with the fewest
/// closed neighbours, then the first.
pub fn lowest(survey: &Survey) -> Option<Index> {
    let field = &survey.field;
    field.cells_known_as(Known::Unknown).min_by(|a, b| {
        let of = |cell: Index| (survey.mine[usize::from(cell)], field.unknown_around(cell));
        let ((p, around_a), (q, around_b)) = (of(*a), of(*b));
        let nearly_equal = (p - q).abs() < 1e-9;
        if nearly_equal { around_a.cmp(&around_b) } else { p.total_cmp(&q) }
    })
}

/// Opening `cell` as a guess.
pub fn guess(survey: &Survey, cell: Index, how: &str) -> Move {
    let mine = survey.mine[usize::from(cell)];
    let basis = match survey.exactness {
        Exactness::Exact => format!("exact over {:.3e} arrangements", survey.arrangements),
        Exactness::Estimated => "estimated, the position is too large to count".to_string(),
    };
    let reason = Reason::Guess(format!("{how}: {:.1} % a mine ({basis})", mine * 100.0));
    Move {
        cell: survey.field.shape.pos(cell),
        kind: MoveKind::Open,
        mine_probability: mine,
        reason,
    }
}
