//! The classic Windows rule as knowledge about where mines lie.
//!
//! Mines are dealt uniformly; a mine under the first click moves to the first free cell counted
//! from the top left along the row. So an arrangement whose first `r` cells (the first click left
//! out) are mines has come from itself or, for each of these cells, from the deal in which that
//! mine lay under the first click: it is `1 + r` times as likely as one that begins with a free
//! cell. That is the sum over `t` of the arrangements that have mines on the first `t` cells.

use super::analysis::{Analysis, Engine};
use super::field::{Field, Index, Known};
use super::weight::Weight;

/// Shares below this are left out of the sum.
const LEAST_SHARE: f64 = 1e-9;

/// The classic rule's prior in one game.
#[derive(Debug, Clone, Copy)]
pub struct Classic {
    /// The first cell that was clicked.
    pub first: Index,
}

impl Classic {
    /// Whether the prior tells more about `field` than that mines are uniform: some arrangements
    /// begin with more mines than others.
    pub fn matters(self, field: &Field) -> bool {
        let run = self.cells(field).find(|cell| field.known(*cell) != Known::Mine);
        run.is_some_and(|cell| field.known(cell) == Known::Unknown)
    }

    /// Visits the analyses whose sum is the prior: of `field` with its first `t` cells mines, for
    /// each `t` from 0 on. The field given is the one analysed.
    pub fn each_term<W: Weight>(
        self,
        engine: &mut Engine<W>,
        field: &Field,
        mut visit: impl FnMut(&Engine<W>, &Field, &Analysis<W>),
    ) {
        let mut field = field.clone();
        let mut analysis = Analysis::default();
        if engine.analyse(&field, &mut analysis).is_err() {
            return;
        }
        visit(engine, &field, &analysis);
        let whole = analysis.total;
        for cell in 0..field.shape.len() as u32 {
            let cell = cell as Index;
            if cell == self.first {
                continue;
            }
            match field.known(cell) {
                Known::Mine => {}
                Known::Unknown => field.mark_mine(cell),
                Known::Open | Known::Muted | Known::Safe => return,
            }
            let counted =
                field.propagate().is_ok() && engine.analyse(&field, &mut analysis).is_ok();
            if !counted || analysis.total.ratio(whole) < LEAST_SHARE {
                return;
            }
            visit(engine, &field, &analysis);
        }
    }

    /// The weight of all arrangements of `field`.
    pub fn total<W: Weight>(self, engine: &mut Engine<W>, field: &Field) -> W {
        let mut sum = W::default();
        self.each_term(engine, field, |_, _, analysis| sum = sum + analysis.total);
        sum
    }

    fn cells(self, field: &Field) -> impl Iterator<Item = Index> {
        let first = self.first;
        (0..field.shape.len()).map(|i| i as Index).filter(move |cell| *cell != first)
    }
}
