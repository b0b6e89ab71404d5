//! What can be known of a board: certain cells and every cell's exact mine probability.

use std::sync::Arc;
use std::time::Duration;

use super::Contradiction;
use super::analysis::{Analysis, Can, Engine, NoAnalysis, is_unseen};
use super::classic::Classic;
use super::field::{Field, Index, Known, Shape};
use super::relax::mute_some;
use super::weight::{Weight, Wide};
use crate::board::minesweeper::Board;

/// Most undecided cells for which every count of solutions surely fits an `f64` (2^1000).
const MOST_PLAIN_CELLS: usize = 1_000;

/// Numbers of a component's table that are made in a millisecond, cautiously.
const STATES_A_MS: usize = 500;
/// Bounds of the size of a component's table.
const LEAST_STATES: usize = 20_000;
const MOST_STATES: usize = 1_000_000;

/// All that is known of a board.
#[derive(Debug, Clone)]
pub struct Survey {
    /// The position with every certain cell noted.
    pub field: Field,
    /// Cells that single numbers prove safe come before this place of [`Survey::safe`].
    pub simple: usize,
    /// All cells that are proved safe.
    pub safe: Vec<Index>,
    /// Each cell's probability of being a mine (0 for open cells).
    pub mine: Vec<f64>,
    /// Arrangements of the mines, infinite if they are too many for an `f64`.
    pub arrangements: f64,
    /// Whether the probabilities are exact.
    pub exactness: Exactness,
}

/// Whether every number was taken into account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exactness {
    /// All were: the probabilities are exact.
    Exact,
    /// Some were left out: certain cells are certain, other probabilities are estimates.
    Estimated,
}

/// Surveys boards; keeps what it has counted for the next board.
#[derive(Debug)]
pub struct Surveyor {
    shape: Arc<Shape>,
    /// Counts for boards of usual size.
    pub plain: Engine<f64>,
    /// Counts for large boards.
    pub wide: Engine<Wide>,
}

impl Default for Surveyor {
    fn default() -> Self {
        Self { shape: Shape::new(0, 0), plain: Engine::default(), wide: Engine::default() }
    }
}

impl Surveyor {
    /// The position of `board` with what single numbers prove.
    ///
    /// # Errors
    /// When single numbers contradict each other.
    pub fn field(&mut self, board: &Board) -> Result<Field, Contradiction> {
        if (self.shape.cols, self.shape.rows) != (board.cols(), board.rows()) {
            let (max_plain, max_wide) = (self.plain.max_states, self.wide.max_states);
            *self = Self { shape: Shape::new(board.cols(), board.rows()), ..Self::default() };
            (self.plain.max_states, self.wide.max_states) = (max_plain, max_wide);
        }
        Field::new(self.shape.clone(), board)
    }

    /// Sets how much counting one component may take, from the time there is to think.
    pub fn allow(&mut self, think: Duration) {
        let states = (think.as_millis() as usize).saturating_mul(STATES_A_MS);
        let states = states.clamp(LEAST_STATES, MOST_STATES);
        (self.plain.max_states, self.wide.max_states) = (states, states);
    }

    /// Sets the probabilities of `survey` to what `prior` makes of them.
    pub fn apply(&mut self, prior: Classic, survey: &mut Survey) {
        if is_plain(&survey.field) {
            apply_with(&mut self.plain, prior, survey);
        } else {
            apply_with(&mut self.wide, prior, survey);
        }
    }

    /// Surveys `field`, exactly where its components can be counted.
    ///
    /// # Errors
    /// When no arrangement of mines fits.
    pub fn survey(&mut self, field: Field) -> Result<Survey, Contradiction> {
        self.plain.tidy();
        self.wide.tidy();
        if is_plain(&field) {
            survey_with(&mut self.plain, field)
        } else {
            survey_with(&mut self.wide, field)
        }
    }
}

fn apply_with<W: Weight>(engine: &mut Engine<W>, prior: Classic, survey: &mut Survey) {
    let mut whole = W::default();
    let mut mine = vec![W::default(); survey.mine.len()];
    prior.each_term(engine, &survey.field, |engine, field, analysis| {
        whole = whole + analysis.total;
        let mut add = |cell: Index, share: f64| {
            let slot = &mut mine[usize::from(cell)];
            *slot = *slot + analysis.total * W::from_f64(share);
        };
        engine.each_seen(analysis, |cell, odds| add(cell, odds.mine));
        let unseen = field.cells_known_as(Known::Unknown).filter(|cell| is_unseen(field, *cell));
        unseen.for_each(|cell| add(cell, analysis.unseen_mine));
        field.cells_known_as(Known::Mine).for_each(|cell| add(cell, 1.0));
    });
    for (cell, weight) in mine.into_iter().enumerate() {
        survey.mine[cell] = weight.ratio(whole);
    }
}

/// Whether plain `f64` counts fit the position.
pub fn is_plain(field: &Field) -> bool {
    field.unknown() <= MOST_PLAIN_CELLS
}

pub fn survey_with<W: Weight>(
    engine: &mut Engine<W>,
    mut field: Field,
) -> Result<Survey, Contradiction> {
    let mut mine = vec![0.0; field.shape.len()];
    let mut safe: Vec<Index> = field.cells_known_as(Known::Safe).collect();
    let simple = safe.len();
    let (mut analysis, mut exactness) = (Analysis::default(), Exactness::Exact);
    let mut pieces = 2;
    while let Err(why) = engine.analyse(&field, &mut analysis) {
        let Some(span) = engine.too_large.take().filter(|_| why == NoAnalysis::TooLarge) else {
            return Err(field.contradiction());
        };
        exactness = Exactness::Estimated;
        mute_some(&mut field, &span, pieces);
        pieces *= 2;
    }
    engine.each_seen(&analysis, |cell, odds| {
        mine[usize::from(cell)] = match odds.can {
            Can::Both => odds.mine,
            Can::OnlySafe => 0.0,
            Can::OnlyMine => 1.0,
        };
        if odds.can == Can::OnlySafe {
            safe.push(cell);
        }
    });
    for cell in field.cells_known_as(Known::Unknown).filter(|cell| is_unseen(&field, *cell)) {
        mine[usize::from(cell)] = analysis.unseen_mine;
        if analysis.unseen_can == Can::OnlySafe {
            safe.push(cell);
        }
    }
    for cell in field.cells_known_as(Known::Mine) {
        mine[usize::from(cell)] = 1.0;
    }
    engine.note_proved(&mut field, &analysis);
    Ok(Survey { field, simple, safe, mine, arrangements: analysis.total.to_f64(), exactness })
}
