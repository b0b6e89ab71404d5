//! The three coordinate spaces and every conversion between them.
//!
//! | space | type | unit | origin and axes |
//! |---|---|---|---|
//! | cell | [`CellPos`] | cells | top-left cell is (0, 0), columns right, rows down |
//! | frame | [`FramePoint`], [`FrameRect`], [`PixelRect`] | captured pixels | top-left corner of the target (window client area, whole image), x right, y down |
//! | screen | [`ScreenPoint`], [`ScreenRect`] | the pixels the operating system's input uses | top-left of the primary monitor; other monitors may be negative |

use serde::{Deserialize, Serialize};

/// A cell of a board: column and row, both from 0 at the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CellPos {
    /// Column, 0 at the left.
    pub col: usize,
    /// Row, 0 at the top.
    pub row: usize,
}

impl CellPos {
    /// The cell in column `col` and row `row`.
    pub const fn new(col: usize, row: usize) -> Self {
        Self { col, row }
    }
}

impl std::fmt::Display for CellPos {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.col, self.row)
    }
}

/// A place in a frame, in captured pixels; (0.5, 0.5) is the middle of the top-left pixel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FramePoint {
    /// Pixels from the left edge.
    pub x: f64,
    /// Pixels from the top edge.
    pub y: f64,
}

impl FramePoint {
    /// The point (`x`, `y`).
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A rectangle in a frame with sub-pixel edges.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrameRect {
    /// Left edge in pixels.
    pub x: f64,
    /// Top edge in pixels.
    pub y: f64,
    /// Width in pixels.
    pub w: f64,
    /// Height in pixels.
    pub h: f64,
}

impl FrameRect {
    /// The middle of the rectangle.
    pub fn centre(&self) -> FramePoint {
        FramePoint::new(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// The smallest rectangle around both.
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.w).max(other.x + other.w);
        let bottom = (self.y + self.h).max(other.y + other.h);
        Self { x, y, w: right - x, h: bottom - y }
    }

    /// Whether `point` lies inside (right and bottom edges excluded).
    pub fn contains(&self, point: FramePoint) -> bool {
        (self.x..self.x + self.w).contains(&point.x) && (self.y..self.y + self.h).contains(&point.y)
    }

    /// The smallest whole-pixel rectangle that covers this one, clipped to `width` x `height`.
    pub fn to_pixels(self, width: u32, height: u32) -> PixelRect {
        let clip = |v: f64, top: u32| v.clamp(0.0, f64::from(top)) as u32;
        let (x, y) = (clip(self.x.floor(), width), clip(self.y.floor(), height));
        let (right, bottom) =
            (clip((self.x + self.w).ceil(), width), clip((self.y + self.h).ceil(), height));
        PixelRect { x, y, w: right - x, h: bottom - y }
    }
}

/// A rectangle of whole frame pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PixelRect {
    /// Left-most pixel column.
    pub x: u32,
    /// Top-most pixel row.
    pub y: u32,
    /// Width in pixels.
    pub w: u32,
    /// Height in pixels.
    pub h: u32,
}

/// A place on the desktop in the units of the operating system's input calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScreenPoint {
    /// Pixels right of the primary monitor's left edge; may be negative.
    pub x: i32,
    /// Pixels below the primary monitor's top edge; may be negative.
    pub y: i32,
}

/// A rectangle on the desktop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScreenRect {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub w: u32,
    /// Height.
    pub h: u32,
}

impl std::fmt::Display for ScreenPoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl std::fmt::Display for ScreenRect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{},{}x{}", self.x, self.y, self.w, self.h)
    }
}

/// A text that is no `X,Y,WxH`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no screen region; use X,Y,WxH such as 100,80,480x256")]
pub struct ParseRectError(String);

impl std::str::FromStr for ScreenRect {
    type Err = ParseRectError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseRectError(text.to_string());
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let [x, y, size] = parts[..] else { return Err(error()) };
        let (w, h) = size.split_once(['x', 'X']).ok_or_else(error)?;
        let coordinate = |text: &str| text.parse().map_err(|_| error());
        let side = |text: &str| text.parse().ok().filter(|n| *n > 0).ok_or_else(error);
        Ok(Self { x: coordinate(x)?, y: coordinate(y)?, w: side(w)?, h: side(h)? })
    }
}

impl ScreenRect {
    /// The part that lies inside `other` too, or `None` if there is none.
    pub fn intersect(&self, other: &Self) -> Option<Self> {
        let right = |r: &Self| i64::from(r.x) + i64::from(r.w);
        let bottom = |r: &Self| i64::from(r.y) + i64::from(r.h);
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let w = right(self).min(right(other)) - i64::from(x);
        let h = bottom(self).min(bottom(other)) - i64::from(y);
        let side = |n: i64| u32::try_from(n).ok().filter(|n| *n > 0);
        Some(Self { x, y, w: side(w)?, h: side(h)? })
    }

    /// The middle.
    pub fn centre(&self) -> ScreenPoint {
        ScreenPoint {
            x: self.x.saturating_add((self.w / 2).min(i32::MAX as u32) as i32),
            y: self.y.saturating_add((self.h / 2).min(i32::MAX as u32) as i32),
        }
    }

    /// Whether `point` lies inside (right and bottom edges excluded).
    pub fn contains(&self, point: ScreenPoint) -> bool {
        let inside = |v: i32, from: i32, size: u32| {
            let d = i64::from(v) - i64::from(from);
            d >= 0 && d < i64::from(size)
        };
        inside(point.x, self.x, self.w) && inside(point.y, self.y, self.h)
    }
}

/// Where a frame lies on the screen: the only conversion between frame and screen pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// Screen place of the frame's top-left corner.
    pub origin: ScreenPoint,
    /// Frame pixels per screen pixel (2.0 on a Retina screen, 1.0 on X11).
    pub scale: f64,
}

impl Placement {
    /// The screen pixel that shows `point`.
    pub fn to_screen(&self, point: FramePoint) -> ScreenPoint {
        ScreenPoint {
            x: self.origin.x + (point.x / self.scale).floor() as i32,
            y: self.origin.y + (point.y / self.scale).floor() as i32,
        }
    }

    /// The middle of the frame pixels that the screen pixel `point` shows.
    pub fn to_frame(&self, point: ScreenPoint) -> FramePoint {
        FramePoint::new(
            (f64::from(point.x - self.origin.x) + 0.5) * self.scale,
            (f64::from(point.y - self.origin.y) + 0.5) * self.scale,
        )
    }
}

/// Where each column and row of a board lies in a frame.
///
/// Edges are kept one by one because real games spread a remainder over their rows:
/// column `c` spans `x_edges[c]..x_edges[c + 1]`, in frame pixels, ascending.
#[derive(Debug, Clone, PartialEq)]
pub struct GridGeometry {
    x_edges: Vec<f64>,
    y_edges: Vec<f64>,
}

impl GridGeometry {
    /// A grid with one pitch for all cells; `x`, `y` is the top-left cell's corner.
    pub fn uniform(x: f64, y: f64, pitch_x: f64, pitch_y: f64, cols: usize, rows: usize) -> Self {
        let edges = |from: f64, pitch: f64, n: usize| (0..=n).map(move |i| from + pitch * i as f64);
        Self {
            x_edges: edges(x, pitch_x, cols).collect(),
            y_edges: edges(y, pitch_y, rows).collect(),
        }
    }

    /// A grid from its edges, or `None` unless both lists ascend and hold two or more values.
    pub fn from_edges(x_edges: Vec<f64>, y_edges: Vec<f64>) -> Option<Self> {
        let good = |e: &[f64]| e.len() >= 2 && e.windows(2).all(|w| w[0] < w[1]);
        (good(&x_edges) && good(&y_edges)).then_some(Self { x_edges, y_edges })
    }

    /// The edges of the columns, left to right.
    pub fn x_edges(&self) -> &[f64] {
        &self.x_edges
    }

    /// The edges of the rows, top to bottom.
    pub fn y_edges(&self) -> &[f64] {
        &self.y_edges
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.x_edges.len() - 1
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.y_edges.len() - 1
    }

    /// Mean cell width and height in frame pixels.
    pub fn pitch(&self) -> (f64, f64) {
        let bounds = self.bounds();
        (bounds.w / self.cols() as f64, bounds.h / self.rows() as f64)
    }

    /// The rectangle of all cells.
    pub fn bounds(&self) -> FrameRect {
        let (x, y) = (self.x_edges[0], self.y_edges[0]);
        FrameRect { x, y, w: self.x_edges[self.cols()] - x, h: self.y_edges[self.rows()] - y }
    }

    /// The rectangle of one cell.
    ///
    /// # Panics
    /// If `cell` is outside the grid.
    pub fn cell(&self, cell: CellPos) -> FrameRect {
        let (x, y) = (self.x_edges[cell.col], self.y_edges[cell.row]);
        FrameRect { x, y, w: self.x_edges[cell.col + 1] - x, h: self.y_edges[cell.row + 1] - y }
    }

    /// The cell that `point` lies in.
    pub fn cell_at(&self, point: FramePoint) -> Option<CellPos> {
        let find = |edges: &[f64], v: f64| {
            let right = edges.partition_point(|e| *e <= v);
            (right > 0 && right < edges.len()).then(|| right - 1)
        };
        Some(CellPos::new(find(&self.x_edges, point.x)?, find(&self.y_edges, point.y)?))
    }

    /// The same grid moved by (`dx`, `dy`) frame pixels.
    pub fn shifted(&self, dx: f64, dy: f64) -> Self {
        let shift = |edges: &[f64], d: f64| edges.iter().map(|e| e + d).collect();
        Self { x_edges: shift(&self.x_edges, dx), y_edges: shift(&self.y_edges, dy) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_in_a_cell_finds_that_cell_and_edges_belong_to_the_right() {
        let grid = GridGeometry::uniform(10.0, 20.0, 16.5, 16.0, 3, 2);
        for row in 0..2 {
            for col in 0..3 {
                let cell = CellPos::new(col, row);
                assert_eq!(grid.cell_at(grid.cell(cell).centre()), Some(cell));
            }
        }
        assert_eq!(grid.cell_at(FramePoint::new(26.5, 20.0)), Some(CellPos::new(1, 0)));
        assert_eq!(grid.cell_at(FramePoint::new(9.9, 20.0)), None);
        assert_eq!(grid.cell_at(FramePoint::new(59.5, 20.0)), None);
    }

    #[test]
    fn screen_and_frame_points_round_trip_at_every_scale_and_negative_origins() {
        for scale in [1.0, 1.25, 1.5, 2.0, 3.0] {
            let place = Placement { origin: ScreenPoint { x: -1920, y: 37 }, scale };
            for x in [-1920, -1919, -1000, -1] {
                let point = ScreenPoint { x, y: 40 };
                assert_eq!(place.to_screen(place.to_frame(point)), point);
            }
        }
    }

    #[test]
    fn a_screen_region_round_trips_and_nonsense_is_refused() {
        let rect: ScreenRect = "-1920,37,480x256".parse().expect("a region");
        assert_eq!(rect.to_string(), "-1920,37,480x256");
        for text in ["", "1,2", "1,2,3", "1,2,0x5", "a,2,3x4", "1,2,3x4,5", "1,2,-3x4"] {
            assert!(text.parse::<ScreenRect>().is_err(), "{text}");
        }
    }

    #[test]
    fn rectangles_intersect_in_what_both_cover() {
        let rect = |text: &str| text.parse::<ScreenRect>().expect("a region");
        let a = rect("-10,0,20x20");
        assert_eq!(a.intersect(&rect("0,5,100x5")), Some(rect("0,5,10x5")));
        assert_eq!(a.intersect(&rect("10,0,5x5")), None);
        assert_eq!(a.centre(), ScreenPoint { x: 0, y: 10 });
    }

    #[test]
    fn edges_must_ascend() {
        assert!(GridGeometry::from_edges(vec![0.0, 1.0], vec![0.0, 0.0]).is_none());
        assert!(GridGeometry::from_edges(vec![0.0], vec![0.0, 1.0]).is_none());
        assert!(GridGeometry::from_edges(vec![0.0, 1.0, 3.0], vec![0.0, 2.0]).is_some());
    }
}
