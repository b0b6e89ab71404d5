//! The fast game against the plain definitions.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::board::tetris::{PieceSource, Randomiser, classic_shapes};
use crate::solver::tetris::Landed;
use crate::solver::tetris::features::{Feature, measure};
use crate::solver::tetris::weights::weigh;

/// The best placement by measuring every one on a plain well.
fn slow_choice(well: &Well, weights: &Weights, piece: Piece, rule: EndRule) -> Option<(Drop, i64)> {
    let mut best: Option<(Drop, i64)> = None;
    for (turns, shape) in classic_shapes(piece).into_iter().enumerate() {
        for col in 0..well.cols() {
            let Some(up) = well.landing(&shape, col) else { continue };
            if rule == EndRule::BeforeClearing && up + shape.height() > well.rows() {
                continue;
            }
            let mut after = well.clone();
            let locked = after.lock(&shape, col, up);
            if after.overflows() {
                continue;
            }
            let landed = Landed { piece, shape, col, up, locked };
            let features = measure(&landed, &after);
            assert_eq!(LinearMeasure::of(&landed, &after), Some(features), "{after}");
            let value = weigh(weights.fixed(), &features);
            if best.is_none_or(|(_, most)| value > most) {
                best =
                    Some((Drop { piece, turns: turns as u8, col: col as u8, up: up as u8 }, value));
            }
        }
    }
    best
}

fn random_weights(rng: &mut Pcg64Mcg) -> Weights {
    // Whole numbers, so that sums in any order are exact and ties are real ties.
    let mut weights = Vec::new();
    for feature in Feature::ALL {
        if rng.random_bool(0.6) {
            weights.push((feature, f64::from(rng.random_range(-9..=3))));
        }
    }
    Weights::new("random", &weights)
}

#[test]
fn the_fast_choice_is_the_best_of_all_placements_for_any_weights_size_and_rule() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let strategy = crate::solver::tetris::strategy("bcts").expect("shipped");
    let bcts = strategy.evaluator.weights().expect("linear");
    for round in 0..300 {
        let (cols, rows) = (rng.random_range(4..=15), rng.random_range(4..=22));
        let mut well = Well::new(cols, rows).expect("legal size");
        // Some garbage for holes and wells of every kind.
        for _ in 0..rng.random_range(0..=rows / 2) {
            well.push_garbage(rng.random_range(0..cols));
            well.set_row(0, well.row(0) & rng.random_range(0..=u32::MAX));
        }
        let weights = if round == 0 { bcts.clone() } else { random_weights(&mut rng) };
        let rule =
            if rng.random_bool(0.5) { EndRule::BeforeClearing } else { EndRule::AfterClearing };
        let mut game = FastGame::new(&well, weights.clone(), rule).expect("narrow enough");
        let look = Lookahead { depth: 1, width: 1 };
        for piece in PieceSource::new(Randomiser::Uniform, 9, round).take(60) {
            let slow = slow_choice(&well, &weights, piece, rule).map(|(drop, _)| drop);
            let fast = game.choose(&[piece], look);
            assert_eq!(fast, slow, "round {round}: {weights:?}\n{well}{piece}");
            let Some(drop) = fast else { break };
            let shape = classic_shapes(piece)[usize::from(drop.turns)];
            let locked = well.lock(&shape, usize::from(drop.col), usize::from(drop.up));
            assert_eq!(game.play(&drop), locked.lines);
            assert_eq!(game.well(), well);
        }
    }
}
