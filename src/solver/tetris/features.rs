//! The measures of a board that linear evaluators weigh, each by its definition.
//!
//! All but the first three are taken after full rows have been removed. Sources: Thiery and
//! Scherrer, "Improvements on Learning Tetris with Cross Entropy" (2009); Gabillon, Ghavamzadeh and
//! Scherrer, "Approximate Dynamic Programming Finally Performs Well in the Game of Tetris" (2013);
//! Dellacherie's player as given by Fahey.

use super::Landed;
use super::surface;
use crate::board::tetris::Well;

/// One measure of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Feature {
    /// Rows between the floor and the middle of the piece where it lands, before rows clear;
    /// measured in half rows, weighed by whole ones.
    LandingHeight,
    /// Rows removed times cells of the piece in them.
    ErodedCells,
    /// Rows removed.
    RowsCleared,
    /// Changes between full and empty along every row; the side walls are full, empty rows count 2.
    RowTransitions,
    /// Changes down every column; the floor is full, above the stack is empty.
    ColumnTransitions,
    /// Empty cells with a full cell above them in their column.
    Holes,
    /// Full cells in the unbroken runs right above holes.
    HoleDepth,
    /// Rows with at least one hole.
    RowsWithHoles,
    /// For each empty cell between full neighbours (or walls): one more than the number of empty
    /// cells in an unbroken run below it.
    Wells,
    /// As [`Feature::Wells`], but below such a cell the whole empty run counts, whatever is beside.
    FastWells,
    /// How many of the height steps -2 to 2 occur between neighbouring columns.
    Diversity,
    /// Sum of the column heights.
    AggregateHeight,
    /// Sum of the height steps between neighbouring columns, without sign.
    Bumpiness,
    /// Height of the highest column.
    MaxHeight,
    /// Square of the number of rows by which fewer than eight are left free on top.
    Crowding,
    /// How many of S and Z have no place to lie without leaving a gap below.
    MisfitSZ,
    /// How many of J and L have none.
    MisfitJL,
    /// Whether O has none.
    MisfitO,
    /// Whether T has none.
    MisfitT,
    /// How many pieces have exactly one such place (I apart).
    Scarce,
    /// Columns three or more lower than both neighbours (walls are high): only I fits there.
    DeepWells,
    /// Columns with at least one hole.
    HoleColumns,
}

/// How many features there are.
pub const COUNT: usize = 22;

impl Feature {
    /// All features by index.
    pub const ALL: [Feature; COUNT] = [
        Feature::LandingHeight,
        Feature::ErodedCells,
        Feature::RowsCleared,
        Feature::RowTransitions,
        Feature::ColumnTransitions,
        Feature::Holes,
        Feature::HoleDepth,
        Feature::RowsWithHoles,
        Feature::Wells,
        Feature::FastWells,
        Feature::Diversity,
        Feature::AggregateHeight,
        Feature::Bumpiness,
        Feature::MaxHeight,
        Feature::Crowding,
        Feature::MisfitSZ,
        Feature::MisfitJL,
        Feature::MisfitO,
        Feature::MisfitT,
        Feature::Scarce,
        Feature::DeepWells,
        Feature::HoleColumns,
    ];

    /// The place in [`Feature::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in weight files.
    pub fn name(self) -> &'static str {
        [
            "landing_height",
            "eroded_cells",
            "rows_cleared",
            "row_transitions",
            "column_transitions",
            "holes",
            "hole_depth",
            "rows_with_holes",
            "wells",
            "fast_wells",
            "diversity",
            "aggregate_height",
            "bumpiness",
            "max_height",
            "crowding",
            "misfit_sz",
            "misfit_jl",
            "misfit_o",
            "misfit_t",
            "scarce",
            "deep_wells",
            "hole_columns",
        ][self.index()]
    }
}

/// Every feature of a placement on any well, slow and by the definitions.
pub fn measure(landed: &Landed, after: &Well) -> [i32; COUNT] {
    let (cols, rows) = (after.cols() as i32, after.rows() as i32);
    let filled = |col: i32, up: i32| {
        col < 0 || col >= cols || up < 0 || after.row(up as usize) >> col & 1 == 1
    };
    let heights: Vec<i32> = (0..after.cols()).map(|col| after.column_height(col) as i32).collect();
    let top = heights.iter().copied().max().unwrap_or(0);
    let mut f = [0; COUNT];
    let mut add = |feature: Feature, value: i32| f[feature.index()] += value;
    for up in 0..rows.max(top) {
        for col in 0..=cols {
            add(Feature::RowTransitions, i32::from(filled(col - 1, up) != filled(col, up)));
        }
    }
    for col in 0..cols {
        let height = heights[col as usize];
        let mut column_has_hole = false;
        for up in 0..=height {
            add(Feature::ColumnTransitions, i32::from(filled(col, up - 1) != filled(col, up)));
        }
        for up in (0..height).filter(|up| !filled(col, *up)) {
            column_has_hole = true;
            add(Feature::Holes, 1);
            let run = (up + 1..).take_while(|above| filled(col, *above)).count();
            add(Feature::HoleDepth, run as i32);
        }
        add(Feature::HoleColumns, i32::from(column_has_hole));
        let well = |up| !filled(col, up) && filled(col - 1, up) && filled(col + 1, up);
        let empty_run = |up: i32| (0..=up).rev().take_while(|at| !filled(col, *at)).count() as i32;
        (0..top).filter(|up| well(*up)).for_each(|up| add(Feature::Wells, empty_run(up)));
        let mut up = top - 1;
        while up >= 0 {
            if well(up) {
                let run = empty_run(up);
                add(Feature::FastWells, run * (run + 1) / 2);
                up -= run;
            }
            up -= 1;
        }
    }
    for up in 0..top {
        let hole = |col: i32| !filled(col, up) && heights[col as usize] > up;
        add(Feature::RowsWithHoles, i32::from((0..cols).any(hole)));
    }
    let lines = landed.locked.lines as i32;
    f[Feature::LandingHeight.index()] = 2 * landed.up as i32 + landed.shape.height() as i32 - 1;
    f[Feature::ErodedCells.index()] = lines * landed.locked.own_cells as i32;
    f[Feature::RowsCleared.index()] = lines;
    surface::measure_slowly(&heights, rows, &mut f);
    f
}
