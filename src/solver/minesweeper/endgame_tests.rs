//! The endgame search against plain recursion over every sequence of opens.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::analysis::{Analysis, Engine};
use super::endgame::Endgame;
use super::field::{Field, Known, Shape};

/// The most arrangements that can be won, by trying every cell in every situation. `shown` has
/// each cell's number where it is open.
fn most_wins(shape: &Shape, layouts: &[u32], opened: u32) -> u32 {
    let cells = shape.len();
    let all_open = |layout: &u32| (!layout & ((1 << cells) - 1)) & !opened == 0;
    if layouts.iter().all(all_open) {
        return layouts.len() as u32;
    }
    let mut best = 0;
    for cell in (0..cells as u16).filter(|c| opened >> c & 1 == 0) {
        let mut by_number: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for layout in layouts.iter().filter(|l| *l >> cell & 1 == 0) {
            let around: u32 = shape.around(cell).iter().map(|n| layout >> n & 1).sum();
            by_number.entry(around).or_default().push(*layout);
        }
        // Opening a certain cell first never hurts, and keeps the recursion small.
        let safe: usize = by_number.values().map(Vec::len).sum();
        let wins = by_number.values().map(|g| most_wins(shape, g, opened | 1 << cell)).sum();
        if safe == layouts.len() {
            return wins;
        }
        best = best.max(wins);
    }
    best
}

#[test]
fn the_endgame_search_wins_as_often_as_any_play_can() {
    let mut rng = Pcg64::seed_from_u64(5);
    let (mut engine, mut endgame) = (Engine::<f64>::default(), Endgame::default());
    let mut compared = 0;
    while compared < 300 {
        let shape = Shape::new(rng.random_range(2..=5), rng.random_range(2..=4));
        let cells = shape.len();
        let mines: u32 = (0..cells).map(|i| u32::from(rng.random_bool(0.35)) << i).sum();
        let number = |layout: u32, cell: u16| {
            shape.around(cell).iter().map(|n| (layout >> n & 1) as u8).sum()
        };
        let mut field = Field::covered(shape.clone(), mines.count_ones() as usize);
        let mut opened = 0_u32;
        for cell in 0..cells as u16 {
            if mines >> cell & 1 == 0 && rng.random_bool(0.5) {
                field.reveal(cell, number(mines, cell));
                opened |= 1 << cell;
            }
        }
        field.propagate().expect("a real position");
        let layouts: Vec<u32> = (0..1 << cells)
            .filter(|l: &u32| l.count_ones() == mines.count_ones() && l & opened == 0)
            .filter(|l| {
                (0..cells as u16).all(|c| opened >> c & 1 == 0 || number(*l, c) == number(mines, c))
            })
            .collect();
        if !(2..=24).contains(&layouts.len()) {
            continue;
        }
        compared += 1;
        let mut analysis = Analysis::default();
        engine.analyse(&field, &mut analysis).expect("a real position");
        assert_eq!(analysis.total.round() as usize, layouts.len());
        let want = f64::from(most_wins(&shape, &layouts, opened)) / layouts.len() as f64;
        let value = endgame.value(&field, layouts.len(), u64::MAX).expect("small");
        assert!((value - want).abs() < 1e-9, "{value} not {want}");
        if !engine.note_proved(&mut field, &analysis) && field.safe() == 0 {
            let best = endgame.solve(&field, layouts.len(), u64::MAX).expect("small");
            assert!((best.win - want).abs() < 1e-9, "{} not {want}", best.win);
            assert_eq!(field.known(best.cell), Known::Unknown);
        }
    }
}

#[test]
fn a_search_that_takes_too_long_gives_up() {
    let shape = Shape::new(5, 4);
    let field = Field::covered(shape, 3);
    assert!(Endgame::default().solve(&field, 1140, 10_000).is_none());
}
