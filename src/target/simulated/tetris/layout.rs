//! Where the parts of the window lie.

use super::skins::Skin;
use crate::geometry::{FrameRect, GridGeometry};
use crate::target::simulated::paint::Area;

/// Where the parts of the window lie, in pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Width of the window's content.
    pub width: u32,
    /// Height of the window's content.
    pub height: u32,
    /// Width of a cell before rounding.
    pub pitch: f64,
    /// The cells; all edges are whole pixels.
    pub grid: GridGeometry,
    /// The box of the piece put away, in games that have a hold key.
    pub hold: Option<Area>,
    /// One box for each next piece, the first one first.
    pub next: Vec<Area>,
    /// Where labels and numbers stand: score, lines, level.
    pub numbers: [Area; 3],
}

impl Layout {
    /// The hold box left of the well, the next pieces and the numbers right of it.
    pub(super) fn new(
        skin: &Skin,
        scale: f64,
        (cols, rows): (usize, usize),
        next: usize,
        hold: bool,
    ) -> Self {
        let pitch = skin.pitch * scale;
        let px = |cells: f64| (cells * pitch).round();
        let (margin, panel) = (px(0.7), px(4.6));
        let left = if hold { 2.0 * margin + panel } else { margin };
        let top = margin;
        let edges = |from: f64, n: usize| {
            (0..=n).map(move |i| from + (i as f64 * pitch).round()).collect::<Vec<_>>()
        };
        let grid = GridGeometry::from_edges(edges(left, cols), edges(top, rows))
            .expect("cells are at least one pixel wide at every allowed scale");
        let bounds = grid.bounds();
        let right = bounds.x + bounds.w + margin;
        let boxed = |x: f64, row: f64, height: f64| {
            Area::new(x as i32, (top + px(row)) as i32, panel as i32, px(height) as i32)
        };
        // One label above all boxes, then a box for each piece.
        let boxes: Vec<Area> = (0..next).map(|i| boxed(right, 1.2 + 2.9 * i as f64, 2.6)).collect();
        let below = 1.2 + 2.9 * next as f64;
        let numbers = [0.0, 1.9, 3.8].map(|row| boxed(right, below + row, 1.9));
        let numbers_end = f64::from(numbers[2].y + numbers[2].h);
        Self {
            width: (right + panel + margin) as u32,
            height: ((bounds.y + bounds.h).max(numbers_end) + margin) as u32,
            pitch,
            hold: hold.then(|| boxed(margin, 1.2, 2.6)),
            next: boxes,
            numbers,
            grid,
        }
    }

    /// The area of a cell that may lie above the well; `None` left, right or below it.
    pub(super) fn cell(&self, col: i32, row: i32) -> Option<Area> {
        let inside = (0..self.grid.cols() as i32).contains(&col) && row < self.grid.rows() as i32;
        inside.then(|| {
            let pos = crate::geometry::CellPos::new(col as usize, row.max(0) as usize);
            let mut area = area(self.grid.cell(pos));
            // Above the well rows go on with the height of the first one.
            area.y += area.h * row.min(0);
            area
        })
    }
}

/// A rectangle with whole edges as an [`Area`].
pub(super) fn area(rect: FrameRect) -> Area {
    Area::new(rect.x as i32, rect.y as i32, rect.w as i32, rect.h as i32)
}
