//! The player of the PyQt game: current and next piece in full, then a sum over the skyline.
//!
//! The game's height rule once overwrites the score instead of adding to it; what it describes, a
//! sum of all rules, is followed.

use crate::solver::tetris::evaluator::{Evaluator, Step};

pub(super) struct Forecast;

const A_LINE: f64 = 1.8;

impl Evaluator for Forecast {
    fn gain(&self, step: &Step) -> f64 {
        A_LINE * f64::from(step.landed.locked.lines)
    }

    fn value(&self, step: &Step) -> f64 {
        let well = step.after;
        let (mut holes, mut above) = (0.0, 0.0);
        let mut heights = Vec::with_capacity(well.cols());
        for col in 0..well.cols() {
            let height = well.column_height(col);
            heights.push(height as f64);
            let filled = |up: &usize| well.row(*up) >> col & 1 == 1;
            let column_holes = (0..height).filter(|up| !filled(up)).count();
            holes += (column_holes as f64).powf(0.7);
            if let Some(lowest) = (0..height).find(|up| !filled(up)) {
                above += (lowest..height).filter(filled).count() as f64;
            }
        }
        let steps: Vec<f64> = heights.windows(2).map(|pair| pair[0] - pair[1]).collect();
        let highest = heights.iter().copied().fold(0.0, f64::max);
        let lowest = heights.iter().copied().fold(f64::MAX, f64::min);
        A_LINE * f64::from(step.landed.locked.lines)
            - holes
            - 0.5 * above
            - 0.02 * highest.powf(1.5)
            - 1e-5 * deviation(&heights)
            - 0.01 * deviation(&steps)
            - 0.2 * steps.iter().map(|step| step.abs()).sum::<f64>()
            - 0.3 * (highest - lowest)
    }
}

/// The standard deviation of all values (not of a sample).
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::hand_worked::judge;
    use super::*;

    #[test]
    fn the_hand_worked_board_has_the_hand_worked_value() {
        // Heights 1 0 2 2 2 0: mean 7/6, squares 13, so the variance is 13/6 - 49/36 = 29/36.
        // Steps 1 -2 0 0 2: mean 1/5, squares 9, so the variance is 9/5 - 1/25 = 44/25.
        // One hole with one block above it, highest 2, lowest 0, steps sum to 5.
        let by_hand = 1.8
            - 1.0
            - 0.5
            - 0.02 * 2.0_f64.powf(1.5)
            - 1e-5 * (29.0_f64 / 36.0).sqrt()
            - 0.01 * (44.0_f64 / 25.0).sqrt()
            - 0.2 * 5.0
            - 0.3 * 2.0;
        let (gain, value) = judge(&Forecast);
        assert_eq!(gain, 1.8);
        assert!((value - by_hand).abs() < 1e-12, "{value} {by_hand}");
    }
}
