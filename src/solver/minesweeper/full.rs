//! The strongest player: exact endgames, else a look-ahead over the numbers that each guess may show.

use std::time::{Duration, Instant};

use super::analysis::{Analysis, Engine};
use super::classic::Classic;
use super::endgame::Endgame;
use super::field::{Field, Index};
use super::lookahead::Search;
use super::opening::next_corner;
use super::plan::Plan;
use super::probability::{grid, guess, lowest};
use super::style::{certain_moves, simple_moves};
use super::survey::{Exactness, Surveyor, is_plain};
use super::weight::Weight;
use super::{Contradiction, Decision, FlagStyle, Limits, Strategy, opening};
use crate::board::minesweeper::{Board, StartRule};

/// The strongest player.
#[derive(Debug, Default)]
pub struct Full {
    surveyor: Surveyor,
    thinker: Thinker,
}

/// What chooses among uncertain cells.
#[derive(Debug, Default)]
pub struct Thinker {
    /// The exact endgame search.
    pub endgame: Endgame,
    /// A plan other than the one that belongs to the time to think.
    pub plan: Option<Plan>,
}

/// A chosen cell and how it was chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// What to open.
    pub cell: Index,
    /// The probability of winning (endgame), the weighed chance to survive the next opens, or
    /// the chance to survive this one (corner).
    pub win: f64,
    /// What says so.
    pub how: How,
}

/// What a choice rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Every way to play on was searched.
    Endgame,
    /// The positions after it were judged.
    LookAhead,
    /// No area is open yet, and a corner opens one most often.
    Corner,
}

impl Strategy for Full {
    fn name(&self) -> &'static str {
        "full"
    }

    fn decide(&mut self, board: &Board, limits: &Limits) -> Result<Decision, Contradiction> {
        if board.is_lost() || board.is_won() {
            return Ok(Decision::default());
        }
        let begun = Instant::now();
        self.surveyor.allow(limits.think);
        let field = self.surveyor.field(board)?;
        if field.safe() > 0 && limits.flags == FlagStyle::None {
            // Single numbers are enough to go on; counting can wait.
            return Ok(Decision { moves: simple_moves(&field), probabilities: None });
        }
        let prior = prior(&field, limits);
        let mut survey = self.surveyor.survey(field)?;
        let mut moves = certain_moves(&survey, board, limits.flags);
        if survey.safe.is_empty() {
            if board.is_fresh() {
                moves.push(opening::first_click(board, limits.start));
            } else {
                let prior = prior.filter(|p| p.matters(&survey.field));
                if let Some(prior) = prior {
                    self.surveyor.apply(prior, &mut survey);
                }
                let deadline = deadline(begun, limits.think);
                let choice = match survey.exactness {
                    Exactness::Estimated => None,
                    Exactness::Exact if is_plain(&survey.field) => {
                        let engine = &mut self.surveyor.plain;
                        self.thinker.choose(engine, &survey.field, limits.think, prior, deadline)
                    }
                    Exactness::Exact => {
                        let engine = &mut self.surveyor.wide;
                        self.thinker.choose(engine, &survey.field, limits.think, prior, deadline)
                    }
                };
                let how = choice.map_or("least likely a mine".to_string(), |c| c.to_string());
                let cell = choice.map(|c| c.cell).or_else(|| lowest(&survey));
                moves.extend(cell.map(|cell| guess(&survey, cell, &how)));
            }
        }
        Ok(Decision { moves, probabilities: Some(grid(&survey)) })
    }
}

/// The classic rule's prior, where the game has it and its first click is known.
fn prior(field: &Field, limits: &Limits) -> Option<Classic> {
    let first = limits.first_click.filter(|_| limits.start == StartRule::Classic)?;
    let inside = first.col < field.shape.cols && first.row < field.shape.rows;
    inside.then(|| Classic { first: field.shape.index(first) })
}

/// When a decision begun at `begun` has to be made: with a part of its time in reserve. Without
/// any time the quick plan's own limits have to do.
fn deadline(begun: Instant, think: Duration) -> Option<Instant> {
    (!think.is_zero()).then(|| begun + think.mul_f64(0.8))
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.how {
            How::Endgame => {
                write!(f, "endgame searched, {:.1} % to win", self.win * 100.0)
            }
            How::Corner => f.write_str("no area is open yet, a corner opens one most often"),
            How::LookAhead => write!(f, "best look-ahead, score {:.3}", self.win),
        }
    }
}

/// The probability of the cell least likely to be a mine among those that numbers see.
fn least<W: Weight>(engine: &Engine<W>, analysis: &Analysis<W>) -> f64 {
    let mut least = 1.0_f64;
    engine.each_seen(analysis, |_, odds| least = least.min(odds.mine));
    least
}

impl Thinker {
    /// The cell to open in `field`, which has no certain cell; `None` when there is no time to
    /// find out.
    pub fn choose<W: Weight>(
        &mut self,
        engine: &mut Engine<W>,
        field: &Field,
        think: Duration,
        prior: Option<Classic>,
        deadline: Option<Instant>,
    ) -> Option<Choice> {
        let mut analysis = Analysis::default();
        engine.analyse(field, &mut analysis).ok()?;
        let plan = self.plan.as_ref().unwrap_or_else(|| Plan::for_time(think));
        let total = analysis.total.to_f64();
        if total <= plan.endgame as f64 && prior.is_none() {
            self.endgame.deadline = deadline;
            let best = self.endgame.solve(field, total.round() as usize, plan.endgame_work);
            if let Some(best) = best {
                return Some(Choice { cell: best.cell, win: best.win, how: How::Endgame });
            }
        }
        if prior.is_none()
            && let Some(cell) = next_corner(field, &analysis, least(engine, &analysis))
        {
            let win = 1.0 - analysis.unseen_mine;
            return Some(Choice { cell, win, how: How::Corner });
        }
        let mut search = Search { engine, plan, prior, deadline, pool: Vec::new() };
        let judged = search.best_first(field, &analysis);
        let best = judged.first()?;
        Some(Choice { cell: best.candidate.cell, win: best.score, how: How::LookAhead })
    }
}
