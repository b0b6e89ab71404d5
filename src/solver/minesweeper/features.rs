//! What a position looks like to the value function: a few numbers that tell how likely it is
//! to be won from here.

use super::analysis::{Analysis, Can, Engine};
use super::field::Field;
use super::weight::Weight;

/// How many numbers describe a position.
pub const FEATURES: usize = 22;

/// The description of a position.
pub type Features = [f32; FEATURES];

/// Describes `field`, of which `analysis` is the analysis. Every number is about 0 to 1.
pub fn describe<W: Weight>(engine: &Engine<W>, field: &Field, analysis: &Analysis<W>) -> Features {
    let mut certain = field.safe();
    let mut proved_mines = 0;
    let (mut seen, mut doubt, mut spread, mut halves) = (0_usize, 0.0, 0.0, 0_usize);
    let mut best = Best::default();
    let mut live = Best::default();
    engine.each_seen(analysis, |cell, odds| match odds.can {
        Can::OnlySafe => certain += 1,
        Can::OnlyMine => proved_mines += 1,
        Can::Both => {
            let p = odds.mine;
            seen += 1;
            doubt += p.min(1.0 - p);
            spread += p * (1.0 - p);
            halves += usize::from((p - 0.5).abs() < 0.02);
            best.offer(1.0 - p);
            if field.unknown_around(cell) > 0 {
                live.offer(1.0 - p);
            }
        }
    });
    let mut unseen = analysis.unseen;
    let mut unseen_safety = 0.0;
    if unseen > 0 {
        match analysis.unseen_can {
            Can::OnlySafe => certain += std::mem::take(&mut unseen),
            Can::OnlyMine => proved_mines += std::mem::take(&mut unseen),
            Can::Both => {
                unseen_safety = 1.0 - analysis.unseen_mine;
                best.offer(unseen_safety);
                if unseen > 1 {
                    best.offer(unseen_safety);
                }
            }
        }
    }
    let mut easy_parts = 0.0;
    let mut parts = 0;
    for part in &analysis.parts {
        let solutions: f64 = engine.table(part.table).counts.iter().map(|n| n.to_f64()).sum();
        if solutions > 1.5 {
            parts += 1;
            easy_parts += solutions.ln().min(3.0);
        }
    }
    let mines = field.mines_left() - proved_mines as i64;
    let unknown = unseen + seen;
    let density = if unknown > 0 { mines as f64 / unknown as f64 } else { 0.0 };
    let ln_total = analysis.total.to_f64().clamp(1.0, 1e300).ln();
    let shape = &field.shape;
    let corners = [0, shape.cols - 1, shape.len() - shape.cols, shape.len() - 1]
        .into_iter()
        .filter(|c| {
            super::analysis::is_unseen(field, *c as u16)
                && field.known(*c as u16) == super::field::Known::Unknown
        })
        .count();
    [
        if certain > 0 { 1.0 } else { 0.0 },
        (certain as f64).ln_1p() / 3.0,
        best.first,
        best.second,
        live.first,
        live.second,
        unseen_safety,
        unseen as f64 / 200.0,
        seen as f64 / 40.0,
        doubt / 10.0,
        halves as f64 / 10.0,
        ln_total / 100.0,
        ln_total.min(10.0) / 10.0,
        density * 2.0,
        mines as f64 / 50.0,
        (unknown as f64 - mines as f64 + certain as f64) / 200.0,
        f64::from(parts) / 10.0,
        easy_parts / 10.0,
        spread / 10.0,
        corners as f64 / 4.0,
        unseen_safety.powi(4) * f64::from(u8::from(corners > 0)),
        (unknown as f64) / shape.len() as f64,
    ]
    .map(|x| x as f32)
}

/// The two largest values offered.
#[derive(Default)]
struct Best {
    first: f64,
    second: f64,
}

impl Best {
    fn offer(&mut self, value: f64) {
        if value > self.first {
            self.second = self.first;
            self.first = value;
        } else if value > self.second {
            self.second = value;
        }
    }
}
