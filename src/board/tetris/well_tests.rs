//! The well against a plain twin, and its small promises.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Locked, Piece, Shape, Well, classic_shapes};
use crate::geometry::CellPos;

/// The same well as a plain table of cells, top row first, four spare rows on top.
struct Plain {
    cells: Vec<Vec<bool>>,
    spare: usize,
}

impl Plain {
    fn new(cols: usize, rows: usize) -> Self {
        Self { cells: vec![vec![false; cols]; 44], spare: 44 - rows }
    }

    fn lands(&self, shape: &Shape, col: usize) -> Option<usize> {
        let fits = |up: usize| {
            shape.cells().all(|(x, y)| {
                col + x < self.cells[0].len()
                    && self
                        .cells
                        .len()
                        .checked_sub(1 + up + y)
                        .is_none_or(|row| !self.cells[row][col + x])
            })
        };
        let mut up = self.cells.len();
        if !fits(up) {
            return None;
        }
        while up > 0 && fits(up - 1) {
            up -= 1;
        }
        Some(up)
    }

    fn lock(&mut self, shape: &Shape, col: usize, up: usize) -> Locked {
        let mut rows = Vec::new();
        for (x, y) in shape.cells() {
            let row = self.cells.len() - 1 - up - y;
            self.cells[row][col + x] = true;
            rows.push(row);
        }
        let full = |row: &usize| self.cells[*row].iter().all(|cell| *cell);
        let own_cells = rows.iter().filter(|row| full(row)).count() as u32;
        let before = self.cells.len();
        self.cells.retain(|row| !row.iter().all(|cell| *cell));
        let lines = before - self.cells.len();
        for _ in 0..lines {
            self.cells.insert(0, vec![false; self.cells[0].len()]);
        }
        Locked { lines: lines as u32, own_cells }
    }
}

#[test]
fn a_hundred_thousand_random_moves_agree_with_the_plain_twin() {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    for (cols, rows) in [(4, 4), (9, 20), (10, 20), (10, 40), (14, 20), (31, 17), (32, 40)] {
        let mut well = Well::new(cols, rows).expect("legal size");
        let mut plain = Plain::new(cols, rows);
        for _ in 0..100_000 / 7 + 1 {
            let shapes = classic_shapes(Piece::ALL[rng.random_range(0..7)]);
            let shape = shapes[rng.random_range(0..shapes.len())];
            let col = rng.random_range(0..cols);
            let up = well.landing(&shape, col);
            assert_eq!(up, plain.lands(&shape, col));
            let Some(up) = up else { continue };
            assert_eq!(well.lock(&shape, col, up), plain.lock(&shape, col, up));
            for row in 0..rows {
                for col in 0..cols {
                    let cell = plain.cells[plain.spare + row][col];
                    assert_eq!(well.is_filled(CellPos::new(col, row)), cell);
                }
            }
            let sticks_out = plain.cells[..plain.spare].iter().flatten().any(|cell| *cell);
            assert_eq!(well.overflows(), sticks_out);
            if sticks_out {
                well = Well::new(cols, rows).expect("legal size");
                plain = Plain::new(cols, rows);
            }
        }
    }
}

#[test]
fn a_well_round_trips_through_its_notation() {
    let text = "....\n#...\n##.#\n.###\n";
    let well: Well = text.parse().expect("legal well");
    assert_eq!(well.to_string(), text);
    assert_eq!((well.top(), well.filled()), (3, 7));
    assert_eq!([0, 1, 2, 3].map(|col| well.column_height(col)), [3, 2, 1, 2]);
    assert!("...\n...\n...\n...\n".parse::<Well>().is_err());
    assert!("....\n....\n..g.\n....\n".parse::<Well>().is_err());
}

#[test]
fn sizes_outside_the_limits_are_refused() {
    for (cols, rows) in [(3, 20), (33, 20), (10, 3), (10, 41), (0, 0)] {
        assert!(Well::new(cols, rows).is_err());
    }
}

#[test]
fn garbage_comes_in_from_below() {
    let mut well: Well = "....\n....\n....\n.##.\n".parse().expect("legal well");
    well.push_garbage(2);
    assert_eq!(well.to_string(), "....\n....\n.##.\n##.#\n");
}

#[test]
fn there_are_nineteen_orientations_in_all() {
    let counts = Piece::ALL.map(|piece| classic_shapes(piece).len());
    assert_eq!(counts, [2, 1, 4, 2, 2, 4, 4]);
}
