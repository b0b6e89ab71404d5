//! One placement measured by hand, for the tests of every strategy.
//!
//! A T pointing down falls into the middle of this well of six columns and five rows and completes
//! the second row from the floor:
//!
//! ```text
//! before      landed      after
//! ......      ......      ......
//! ......      ......      ......
//! ......      ..ttt.      ......
//! ###.##      ###t##      ..###.
//! #.#.#.      #.#.#.      #.#.#.
//! ```

use crate::board::tetris::{Piece, Shape, Well, classic_shapes};
use crate::solver::tetris::Landed;
use crate::solver::tetris::evaluator::{Evaluator, Linear, Step};
use crate::solver::tetris::weights::Weights;

/// The measures, counted by hand.
pub(super) struct Measured {
    /// The piece's lowest row is 1, it is two rows high: its middle lies at 1.5.
    pub landing_height: f64,
    /// One row times one own cell.
    pub eroded_cells: f64,
    pub rows_cleared: f64,
    /// Floor row `#.#.#.`: five changes inside and the open end at the right wall, 6. Row `..###.`:
    /// left wall, before and after the blocks, right wall, 4. Three empty rows: 6.
    pub row_transitions: f64,
    /// Columns from the left: `#` 1; empty 1; `##` 1; floor, hole, block 3; `##` 1; empty 1.
    pub column_transitions: f64,
    /// The cell under the middle block of the upper row.
    pub holes: f64,
    /// Floor row: columns 1, 3 and 5 lie between blocks or wall, with no empty cell below: 1 each.
    /// Upper row: column 5 lies between a block and the wall, with one empty cell below: 2.
    pub wells: f64,
    pub fast_wells: f64,
    /// One block lies right above the hole.
    pub hole_depth: f64,
    pub rows_with_holes: f64,
    /// Heights 1 0 2 2 2 0: the steps -1, 2, 0, 0 and -2.
    pub diversity: f64,
    pub bumpiness: f64,
    pub aggregate_height: f64,
}

pub(super) const MEASURED: Measured = Measured {
    landing_height: 1.5,
    eroded_cells: 1.0,
    rows_cleared: 1.0,
    row_transitions: 16.0,
    column_transitions: 8.0,
    holes: 1.0,
    wells: 5.0,
    fast_wells: 5.0,
    hole_depth: 1.0,
    rows_with_holes: 1.0,
    diversity: 4.0,
    bumpiness: 5.0,
    aggregate_height: 7.0,
};

/// The well before, the placement, and the well after.
pub(super) fn placement() -> (Well, Landed, Well) {
    let before: Well = "......\n......\n......\n###.##\n#.#.#.\n".parse().expect("legal well");
    let shape: Shape = classic_shapes(Piece::T)[2];
    let mut after = before.clone();
    let locked = after.lock(&shape, 2, 1);
    assert_eq!(after.to_string(), "......\n......\n......\n..###.\n#.#.#.\n");
    (before, Landed { piece: Piece::T, shape, col: 2, up: 1, locked }, after)
}

/// What an evaluator thinks of the placement.
pub(super) fn judge(evaluator: &dyn Evaluator) -> (f64, f64) {
    let (before, landed, after) = placement();
    let step = Step { before: &before, landed: &landed, after: &after };
    (evaluator.gain(&step), evaluator.value(&step))
}

/// The value under linear weights.
pub(super) fn value(weights: Weights) -> f64 {
    judge(&Linear::new(weights)).1
}
