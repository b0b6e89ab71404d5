//! Reachable places against walking move by move, and against published counts.

use std::collections::{BTreeSet, HashSet};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

use super::reach::*;
use crate::board::tetris::parse_pieces;
use crate::board::tetris::{Falling, Orientation, Piece, Press, Rules, Well};
use crate::geometry::CellPos;

/// How many rows above the well a piece is followed.
const SPARE: i32 = 8;

/// The same by walking every move one by one: the sorted cells of each place.
fn walk(rules: &Rules, well: &Well, falling: &Falling) -> BTreeSet<Vec<(i32, i32)>> {
    let (mut seen, mut found) = (HashSet::new(), BTreeSet::new());
    let mut waiting: Vec<Falling> =
        rules.fits(well, falling).then_some(*falling).into_iter().collect();
    while let Some(at) = waiting.pop() {
        if !seen.insert(at) || at.row < -SPARE {
            continue;
        }
        let rests = rules.press(well, &at, Press::Down).is_none();
        if rests || !rules.has(Press::Down) {
            let end = rules.press(well, &at, Press::Drop).unwrap_or(at);
            let mut cells = rules.cells(&end);
            cells.sort_unstable();
            found.insert(cells);
        }
        let moves = rules.keys().iter().filter(|key| !matches!(key, Press::Drop | Press::Hold));
        waiting.extend(moves.filter_map(|press| rules.press(well, &at, *press)));
    }
    found
}

#[test]
fn the_masks_find_the_same_places_as_walking_move_by_move_under_every_rule() {
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    for name in Rules::names() {
        let movement = Movement::new(&Rules::load(name).expect(name));
        let rules = movement.rules();
        for _ in 0..120 {
            let (cols, rows) = (rng.random_range(5..=12), rng.random_range(8..=20));
            let mut well = Well::new(cols, rows).expect("legal size");
            for up in 0..rng.random_range(0..rows - 3) {
                well.set_row(up, rng.random_range(0..=u32::MAX) | rng.random_range(0..=u32::MAX));
            }
            let piece = Piece::ALL[rng.random_range(0..7)];
            let falling = rules.spawn(piece, Orientation::First, cols);
            let mut fast: Vec<Vec<(i32, i32)>> = movement
                .resting(&well, &falling)
                .iter()
                .map(|rest| {
                    let cell = |(x, y): (usize, usize)| {
                        ((rest.col + x) as i32, rows as i32 - 1 - (rest.up + y) as i32)
                    };
                    let mut cells: Vec<_> = rest.shape.cells().map(cell).collect();
                    cells.sort_unstable();
                    cells
                })
                .collect();
            fast.sort();
            let slow: Vec<_> = walk(rules, &well, &falling).into_iter().collect();
            assert_eq!(fast, slow, "{name} {piece}\n{well}");
        }
    }
}

/// Leaves of the tree of placements of a queue; the last piece is only counted.
fn perft(movement: &Movement, well: &Well, queue: &[Piece]) -> u64 {
    let Some((piece, rest)) = queue.split_first() else { return 1 };
    let falling = movement.rules().spawn(*piece, Orientation::First, well.cols());
    if rest.is_empty() {
        return movement.count(well, &falling);
    }
    let follow = |found: Resting| {
        let mut after = well.clone();
        after.lock(&found.shape, found.col, found.up);
        perft(movement, &after, rest)
    };
    movement.resting(well, &falling).into_iter().map(follow).sum()
}

#[test]
fn the_tree_of_placements_has_as_many_leaves_as_walking_finds() {
    fn slow(rules: &Rules, well: &Well, queue: &[Piece]) -> u64 {
        let Some((piece, rest)) = queue.split_first() else { return 1 };
        let falling = rules.spawn(*piece, Orientation::First, well.cols());
        let place = |cells: Vec<(i32, i32)>| {
            let mut after = well.clone();
            for (col, row) in cells {
                after.set(CellPos::new(col as usize, row as usize), true);
            }
            after.clear_lines();
            slow(rules, &after, rest)
        };
        walk(rules, well, &falling).into_iter().map(place).sum()
    }
    let movement = Movement::new(&Rules::load("srs").expect("shipped"));
    let well = Well::new(10, 20).expect("legal size");
    let queue = parse_pieces("IOL").expect("pieces");
    for depth in 1..=3 {
        let expected = slow(movement.rules(), &well, &queue[..depth]);
        assert_eq!(perft(&movement, &well, &queue[..depth]), expected, "depth {depth}");
    }
}

/// The count on which two independent move generators agree (cobra-movegen's row and column
/// backends: SRS without half turns, placements with equal cells counted once).
#[test]
fn six_pieces_on_the_empty_well_have_67_002_200_placements() {
    let movement = Movement::new(&Rules::load("srs").expect("shipped"));
    let well = Well::new(10, 40).expect("legal size");
    let queue = parse_pieces("IOLJSZ").expect("pieces");
    let first = movement.rules().spawn(queue[0], Orientation::First, 10);
    let roots = movement.resting(&well, &first);
    let leaves: u64 = roots
        .into_par_iter()
        .map(|found| {
            let mut after = well.clone();
            after.lock(&found.shape, found.col, found.up);
            perft(&movement, &after, &queue[1..])
        })
        .sum();
    assert_eq!(leaves, 67_002_200);
}
