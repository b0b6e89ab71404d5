//! All features of one placement on a plain well, by the fast means.

use super::stack::{MAX_COLS, ROWS, Size, analyse, wells};
use crate::board::tetris::Well;
use crate::solver::tetris::Landed;
use crate::solver::tetris::features::{COUNT, Feature};
use crate::solver::tetris::surface;

/// Measures placements that were made on plain wells.
pub struct LinearMeasure;

impl LinearMeasure {
    /// The features of a placement, or `None` when the well has more than fifteen columns.
    pub fn of(landed: &Landed, after: &Well) -> Option<[i32; COUNT]> {
        if after.cols() > MAX_COLS {
            return None;
        }
        let size = Size::new(after.cols(), after.rows());
        let top = after.top();
        let mut rows = [0; ROWS];
        for (to, from) in rows.iter_mut().zip(&after.all_rows()[..top]) {
            *to = *from as u16;
        }
        let (totals, heights) = analyse(&rows, top, &size);
        let (mut exact, mut fast) = (0, 0);
        wells(&rows, top, &size, size.full, |_, cell, run| {
            exact += cell;
            fast += run;
        });
        let mut f = [0; COUNT];
        surface::measure(&heights[..size.cols], &mut f);
        let lines = landed.locked.lines as i32;
        totals.write(&mut f);
        let mut set = |feature: Feature, value: i32| f[feature.index()] = value;
        set(Feature::LandingHeight, 2 * landed.up as i32 + landed.shape.height() as i32 - 1);
        set(Feature::ErodedCells, lines * landed.locked.own_cells as i32);
        set(Feature::RowsCleared, lines);
        set(Feature::Wells, exact);
        set(Feature::FastWells, fast);
        set(Feature::MaxHeight, top as i32);
        set(Feature::Crowding, surface::crowding(size.rows as i32, top as i32));
        Some(f)
    }
}
