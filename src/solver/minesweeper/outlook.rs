//! How a position looks for the next open: the leaf value of the look-ahead.

use super::analysis::{Analysis, Can, Engine};
use super::field::{Field, Index, Known};
use super::weight::Weight;

/// How much of the value is the safest cell; the rest is the second safest.
const FIRST: f64 = 0.8;

/// The safest ways on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// Closed cells that are certainly safe and may tell something.
    pub certain: usize,
    /// Safety of the safest and second safest of the other cells, 0 where there is none.
    best: [f64; 2],
    /// Whether any cell is undecided.
    is_open: bool,
}

impl Outlook {
    /// The outlook of `field`, of which `analysis` is the analysis. Cells without an undecided
    /// neighbour tell nothing when opened and are no way on, be they safe or not.
    pub fn new<W: Weight>(engine: &Engine<W>, field: &Field, analysis: &Analysis<W>) -> Self {
        let tells = |cell: Index| field.unknown_around(cell) > 0;
        let certain = field.cells_known_as(Known::Safe).filter(|cell| tells(*cell)).count();
        let mut outlook = Self { certain, best: [0.0; 2], is_open: false };
        engine.each_seen(analysis, |cell, odds| match odds.can {
            Can::OnlySafe => outlook.certain += usize::from(tells(cell)),
            Can::OnlyMine => {}
            Can::Both => {
                outlook.is_open = true;
                if tells(cell) {
                    outlook.offer(1.0 - odds.mine);
                }
            }
        });
        match analysis.unseen_can {
            _ if analysis.unseen == 0 => {}
            Can::OnlySafe => outlook.certain += analysis.unseen,
            Can::OnlyMine => {}
            Can::Both => {
                outlook.is_open = true;
                // Of unseen cells there are always two as safe as each other.
                outlook.offer(1.0 - analysis.unseen_mine);
                outlook.offer(1.0 - analysis.unseen_mine);
            }
        }
        outlook
    }

    fn offer(&mut self, safety: f64) {
        let [first, second] = self.best;
        self.best = [first.max(safety), second.max(safety.min(first))];
    }

    /// Whether there is nothing left but to guess.
    pub fn must_guess(&self) -> bool {
        self.certain == 0 && self.is_open
    }

    /// The chance to survive the next open, blended four to one with that of the second safest
    /// cell: two safe ways on are better than one. (The blend is David Hill's.)
    pub fn survival(&self) -> f64 {
        let [first, second] = self.best;
        match self.certain {
            _ if !self.is_open => 1.0,
            0 => FIRST * first + (1.0 - FIRST) * second,
            1 => FIRST + (1.0 - FIRST) * first,
            _ => 1.0,
        }
    }
}
