//! Looking ahead: every candidate is judged by the positions that its possible numbers lead to.

use std::time::Instant;

use super::analysis::{Analysis, Can, Engine, is_unseen};
use super::classic::Classic;
use super::field::{Field, Index, Known};
use super::fifty::entangled;
use super::outlook::Outlook;
use super::plan::Plan;
use super::pseq::proved_around;
use super::weight::Weight;
use crate::abandon;

/// A share of arrangements too small to matter.
const NOTHING: f64 = 1e-6;

/// One cell that may be opened, and its probability of being a mine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The cell.
    pub cell: Index,
    /// Its probability of being a mine.
    pub mine: f64,
    /// How much more a win after it is worth than one after other cells, about 1.
    pub factor: f64,
}

/// A candidate and how good it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// The candidate.
    pub candidate: Candidate,
    /// The chance to survive this and the next opens, weighed.
    pub score: f64,
}

/// All that a search needs besides the position.
pub struct Search<'a, W> {
    /// Counts arrangements.
    pub engine: &'a mut Engine<W>,
    /// How far to look.
    pub plan: &'a Plan,
    /// What the game's rule says about where mines lie, if that matters here.
    pub prior: Option<Classic>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Working memory: positions and analyses not in use.
    pub pool: Vec<(Field, Analysis<W>)>,
}

impl<W: Weight> Search<'_, W> {
    /// The candidates of `field` judged, best first; those that cannot be best are left out.
    /// Candidates that time did not allow are left out too.
    pub fn best_first(&mut self, field: &Field, analysis: &Analysis<W>) -> Vec<Judged> {
        let mut list = self.candidates(field, analysis, self.plan.unseen);
        if self.plan.entanglement > 0.0 {
            let entangled = entangled(self.engine, field, analysis, self.deadline);
            for candidate in &mut list {
                let (mine, safe) = (candidate.mine, 1.0 - candidate.mine);
                let share = entangled[usize::from(candidate.cell)].min(mine).min(safe);
                candidate.factor = 1.0 + self.plan.entanglement * share / safe;
            }
        }
        let whole = self.measure(field, analysis.total);
        let shallow = self.judge(field, whole, &list, 0);
        let Some(top) = shallow.first().map(|j| j.score) else { return shallow };
        let again: Vec<Candidate> = shallow
            .iter()
            .take(self.plan.width)
            .filter(|j| j.score > top * (1.0 - self.plan.slack))
            .map(|j| j.candidate)
            .collect();
        if self.plan.plies == 0 || again.len() < 2 {
            return shallow;
        }
        let deep = self.judge(field, whole, &again, self.plan.plies);
        if self.is_late() || deep.is_empty() { shallow } else { deep }
    }

    /// Cells worth looking at, safest first: those at most the plan's margin likelier to be a
    /// mine than the safest, and of the unseen cells the `unseen` most promising ones.
    fn candidates(&self, field: &Field, analysis: &Analysis<W>, unseen: usize) -> Vec<Candidate> {
        let margin = self.plan.margin;
        let mut list = Vec::new();
        self.engine.each_seen(analysis, |cell, odds| {
            if odds.can == Can::Both {
                list.push(Candidate { cell, mine: odds.mine, factor: 1.0 });
            }
        });
        let mut least = list.iter().map(|c| c.mine).fold(1.0, f64::min);
        if analysis.unseen > 0 && analysis.unseen_can == Can::Both {
            let mine = analysis.unseen_mine;
            least = least.min(mine);
            if mine <= least + margin {
                let unknown = field.cells_known_as(Known::Unknown);
                let mut cells: Vec<(i32, Index)> = unknown
                    .filter(|cell| is_unseen(field, *cell))
                    .map(|cell| (-promise(field, cell), cell))
                    .collect();
                cells.sort_unstable();
                let cells = cells.into_iter().take(unseen);
                list.extend(cells.map(|(_, cell)| Candidate { cell, mine, factor: 1.0 }));
            }
        }
        list.retain(|c| c.mine <= least + margin);
        list.sort_by(|a, b| a.mine.total_cmp(&b.mine).then(a.cell.cmp(&b.cell)));
        list
    }

    /// The weight of all arrangements of `field`, which are `uniform` in number.
    fn measure(&mut self, field: &Field, uniform: W) -> W {
        match self.prior {
            Some(prior) if prior.matters(field) => prior.total(self.engine, field),
            _ => uniform,
        }
    }

    fn is_late(&self) -> bool {
        abandon::wanted() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Judges each of `list` by the positions it leads to; `whole` is the weight of `field`.
    fn judge(&mut self, field: &Field, whole: W, list: &[Candidate], plies: usize) -> Vec<Judged> {
        let mut judged: Vec<Judged> = Vec::with_capacity(list.len());
        let mut best = 0.0;
        let mut scratch = self.pool.pop().unwrap_or_else(|| (field.clone(), Analysis::default()));
        for &candidate in list {
            // A prior makes cells likelier to be mines than the uniform odds say, never less
            // likely by much: the bound holds without it only.
            if self.prior.is_none() && candidate.factor * (1.0 - candidate.mine) <= best {
                continue;
            }
            if self.is_late() {
                break;
            }
            let bound = if self.prior.is_none() { 1.0 - candidate.mine } else { 1.0 };
            let best_here = best / candidate.factor;
            let expected =
                self.expect(field, whole, candidate.cell, (bound, best_here), plies, &mut scratch);
            if let Some(score) = expected.map(|score| score * candidate.factor) {
                judged.push(Judged { candidate, score });
                best = score.max(best);
            }
        }
        self.pool.push(scratch);
        judged.sort_by(|a, b| b.score.total_cmp(&a.score));
        judged
    }

    /// The value after opening `cell`, expected over its numbers; `None` when it
    /// cannot be more than the `best` of `limits`, or when time is up. The other of `limits` is
    /// the probability that the cell is safe, or 1.
    fn expect(
        &mut self,
        field: &Field,
        whole: W,
        cell: Index,
        (safe, best): (f64, f64),
        plies: usize,
        scratch: &mut (Field, Analysis<W>),
    ) -> Option<f64> {
        let (mut win, mut left) = (0.0, safe);
        let proved = proved_around(field, cell);
        for number in proved..=proved + field.unknown_around(cell) {
            let (child, analysis) = &mut *scratch;
            child.clone_from(field);
            child.reveal(cell, number);
            if child.propagate().is_err() || self.engine.analyse(child, analysis).is_err() {
                continue;
            }
            let share = self.measure(child, analysis.total).ratio(whole);
            win += share * self.value(child, analysis, plies);
            left -= share;
            if left < NOTHING {
                break;
            }
            if win + left <= best || self.is_late() {
                return None;
            }
        }
        Some(win)
    }

    /// How good `field` is: the chance to survive its next open, or the best of its guesses
    /// where more of them are to be looked at.
    fn value(&mut self, field: &Field, analysis: &Analysis<W>, plies: usize) -> f64 {
        let outlook = Outlook::new(self.engine, field, analysis);
        if plies > 0 && outlook.must_guess() && !self.is_late() {
            let mut list = self.candidates(field, analysis, self.plan.inner_unseen);
            list.truncate(self.plan.inner);
            let whole = self.measure(field, analysis.total);
            if let Some(best) = self.judge(field, whole, &list, plies - 1).first() {
                return best.score;
            }
        }
        outlook.survival()
    }
}

/// How much an unseen cell promises: few closed neighbours (it may open an area), and neighbours
/// that numbers see (it tells of them).
fn promise(field: &Field, cell: Index) -> i32 {
    let around = field.shape.around(cell).iter();
    let seen = around.filter(|n| field.known(**n) == Known::Unknown && !is_unseen(field, **n));
    24 - 3 * i32::from(field.unknown_around(cell)) + 2 * (seen.count() as i32).min(4)
}
