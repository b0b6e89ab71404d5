//! Where the parts of the window lie.

use crate::geometry::{FrameRect, GridGeometry};
use crate::target::simulated::paint::Area;

/// Where the parts of the window lie, in pixels of the picture as the skin draws it.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Width of the window's content.
    pub width: u32,
    /// Height of the window's content.
    pub height: u32,
    /// The cells; all edges are whole pixels.
    pub grid: GridGeometry,
    /// The mines-left counter.
    pub counter: Area,
    /// The face button.
    pub face: Area,
    /// The clock.
    pub timer: Area,
}

/// The sizes that a layout with a row above the board is made of, in pixels at scale 1.
pub(super) struct Measures {
    /// Width and height of a cell.
    pub pitch: f64,
    /// Around the board on the left, right and bottom, and above the row.
    pub margin: f64,
    /// Height of the row with counter, face and clock.
    pub header: f64,
    /// Between that row and the board.
    pub gap: f64,
    /// Width of counter and clock.
    pub counter: f64,
}

impl Layout {
    /// The board below a row with the counter on the left, the face in the middle and the clock
    /// on the right. Cell edges are rounded to whole pixels one by one, as browsers do it, so
    /// that a broken pitch gives cells of two widths.
    pub(super) fn with_header(cols: usize, rows: usize, scale: f64, sizes: &Measures) -> Self {
        let px = |v: f64| (v * scale).round();
        let header_width = px(2.0 * sizes.counter + sizes.header + 8.0);
        let board_width = (cols as f64 * sizes.pitch * scale).round();
        let inner = board_width.max(header_width);
        let left = px(sizes.margin) + ((inner - board_width) / 2.0).floor();
        let top = px(sizes.margin) + px(sizes.header) + px(sizes.gap);
        let edges = |from: f64, n: usize| {
            (0..=n).map(move |i| from + (i as f64 * sizes.pitch * scale).round()).collect()
        };
        let grid = GridGeometry::from_edges(edges(left, cols), edges(top, rows))
            .expect("cells are at least one pixel wide at every allowed scale");
        let margin = px(sizes.margin) as i32;
        let (height, counter) = (px(sizes.header) as i32, px(sizes.counter) as i32);
        let width = inner as i32 + 2 * margin;
        let bounds = grid.bounds();
        Self {
            width: width as u32,
            height: (bounds.y + bounds.h) as u32 + margin as u32,
            counter: Area::new(margin, margin, counter, height),
            face: Area::new((width - height) / 2, margin, height, height),
            timer: Area::new(width - margin - counter, margin, counter, height),
            grid,
        }
    }
}

/// A rectangle with whole edges as an [`Area`].
pub(super) fn area(rect: FrameRect) -> Area {
    Area::new(rect.x as i32, rect.y as i32, rect.w as i32, rect.h as i32)
}

/// An [`Area`] of the picture as drawn, after resizing by `scale`.
pub(super) fn scaled(area: Area, scale: f64) -> FrameRect {
    FrameRect {
        x: f64::from(area.x) * scale,
        y: f64::from(area.y) * scale,
        w: f64::from(area.w) * scale,
        h: f64::from(area.h) * scale,
    }
}
