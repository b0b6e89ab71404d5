//! How a frame differs from the empty well, cell by cell.

use image::{Rgb, RgbImage};

use crate::board::Grid;
use crate::board::tetris::Tile;
use crate::frame::Frame;
use crate::geometry::{CellPos, FrameRect, GridGeometry, PixelRect};

/// A pixel this far (0 to 255, in one channel) from the empty well is covered.
const COVERED: u8 = 10;
/// The most that is allowed instead where the empty well is guessed from its neighbours.
const GUESSED: f32 = 48.0;
/// The part of a cell's width and height at each side that is not looked at: neighbours may reach
/// over a border that is a little off.
const MARGIN: f64 = 0.06;

/// The empty well as it was seen.
#[derive(Debug, Clone)]
pub(super) struct Background {
    geometry: GridGeometry,
    /// Where the picture lies, in frame pixels.
    area: PixelRect,
    picture: RgbImage,
    /// Cells that were seen empty.
    seen: Grid<bool>,
    /// From here on a pixel of a cell that was never seen empty is covered.
    guessed: u8,
}

/// How much of one cell differs from the empty well.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Cover {
    /// Share of pixels that differ.
    pub share: f32,
    /// Mean difference over all pixels, 0 to 255.
    pub depth: f32,
    /// Whether the cell was never seen empty, so that its empty look is only guessed.
    pub guessed: bool,
}

impl Background {
    /// The empty well behind a frame whose cells were read as `kinds`.
    pub fn learn(frame: &Frame, geometry: &GridGeometry, kinds: &Grid<Option<Tile>>) -> Self {
        let end = |from: u32, size: u32| from + size;
        let (right, bottom) =
            (end(frame.region.x, frame.region.w), end(frame.region.y, frame.region.h));
        let area = geometry.bounds().to_pixels(right, bottom);
        let picture = RgbImage::new(area.w, area.h);
        let seen = kinds.map(|_| false);
        let geometry = geometry.clone();
        let mut learnt = Self { geometry, area, picture, seen, guessed: COVERED };
        for (cell, kind) in kinds.iter() {
            if *kind == Some(Tile::Empty) {
                learnt.remember(frame, cell);
            }
        }
        learnt.guessed = learnt.texture();
        learnt.guess();
        learnt
    }

    /// Takes over the pixels of a cell that is seen empty.
    pub fn remember(&mut self, frame: &Frame, cell: CellPos) {
        let rect = self.pixels(self.geometry.cell(cell));
        for y in rect.y..rect.y + rect.h {
            for x in rect.x..rect.x + rect.w {
                if let Some(pixel) = pixel(frame, x, y) {
                    self.picture.put_pixel(x - self.area.x, y - self.area.y, pixel);
                }
            }
        }
        self.seen[cell] = true;
    }

    /// The empty look of `cells` is only guessed again.
    pub fn forget(&mut self, cells: &[CellPos]) {
        cells.iter().for_each(|cell| self.seen[*cell] = false);
        self.guess();
    }

    /// Whether the cell was ever seen empty.
    pub fn knows(&self, cell: CellPos) -> bool {
        self.seen[cell]
    }

    /// How far a pixel may be from that of the cell above it in an empty well.
    fn texture(&self) -> u8 {
        let mut apart: Vec<f32> = Vec::new();
        for (cell, seen) in self.seen.iter() {
            let Some(row) = cell.row.checked_sub(1) else { continue };
            let above = CellPos::new(cell.col, row);
            if *seen && self.seen[above] {
                apart.push(self.apart(above, cell));
            }
        }
        apart.sort_unstable_by(f32::total_cmp);
        let most = apart.get(apart.len() * 95 / 100).copied().unwrap_or(GUESSED);
        (f32::from(COVERED) + 3.0 * most).min(GUESSED) as u8
    }

    /// Mean difference between the pixels of two cells.
    fn apart(&self, a: CellPos, b: CellPos) -> f32 {
        let (a, b) = (self.pixels(self.geometry.cell(a)), self.pixels(self.geometry.cell(b)));
        let (w, h) = (a.w.min(b.w), a.h.min(b.h));
        let pixel = |of: PixelRect, x, y| {
            *self.picture.get_pixel(of.x + x - self.area.x, of.y + y - self.area.y)
        };
        let all = (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
        let sum: u32 = all.map(|(x, y)| difference(pixel(a, x, y), pixel(b, x, y))).sum();
        sum as f32 / (w * h).max(1) as f32
    }

    /// Fills cells that were never seen empty with the nearest one of their column that was, or
    /// of their row.
    fn guess(&mut self) {
        let (cols, rows) = (self.seen.cols(), self.seen.rows());
        let missing: Vec<CellPos> =
            self.seen.iter().filter(|(_, seen)| !**seen).map(|(cell, _)| cell).collect();
        for cell in missing {
            let column = (0..rows).map(|row| CellPos::new(cell.col, row));
            let row = (0..cols).map(|col| CellPos::new(col, cell.row));
            let far = |c: &CellPos| c.col.abs_diff(cell.col) + c.row.abs_diff(cell.row);
            let known = |c: &CellPos| self.seen[*c];
            let from = column.filter(known).min_by_key(far);
            if let Some(from) = from.or_else(|| row.filter(known).min_by_key(far)) {
                self.copy(from, cell);
            }
        }
    }

    fn copy(&mut self, from: CellPos, to: CellPos) {
        let (from, to) =
            (self.pixels(self.geometry.cell(from)), self.pixels(self.geometry.cell(to)));
        for dy in 0..to.h {
            for dx in 0..to.w {
                let x = from.x + dx.min(from.w.saturating_sub(1)) - self.area.x;
                let y = from.y + dy.min(from.h.saturating_sub(1)) - self.area.y;
                let pixel = *self.picture.get_pixel(x, y);
                self.picture.put_pixel(to.x + dx - self.area.x, to.y + dy - self.area.y, pixel);
            }
        }
    }

    /// The pixels of `rect` that lie in the picture.
    fn pixels(&self, rect: FrameRect) -> PixelRect {
        let span = |from: f64, size: f64, low: u32, len: u32| {
            let first = (from.round().max(0.0) as u32).clamp(low, low + len);
            let end = ((from + size).round().max(0.0) as u32).clamp(first, low + len);
            (first, end - first)
        };
        let (x, w) = span(rect.x, rect.w, self.area.x, self.area.w);
        let (y, h) = span(rect.y, rect.h, self.area.y, self.area.h);
        PixelRect { x, y, w, h }
    }

    /// How every cell of `frame` differs from the empty well.
    pub fn covers(&self, frame: &Frame) -> Grid<Cover> {
        Grid::from_fn(self.seen.cols(), self.seen.rows(), |cell| {
            let whole = self.geometry.cell(cell);
            let inner = FrameRect {
                x: whole.x + whole.w * MARGIN,
                y: whole.y + whole.h * MARGIN,
                w: whole.w * (1.0 - 2.0 * MARGIN),
                h: whole.h * (1.0 - 2.0 * MARGIN),
            };
            let limit = if self.seen[cell] { COVERED } else { self.guessed };
            Cover { guessed: !self.seen[cell], ..self.cover(frame, self.pixels(inner), limit) }
        })
    }

    fn cover(&self, frame: &Frame, rect: PixelRect, limit: u8) -> Cover {
        let (mut covered, mut sum) = (0u32, 0u32);
        for y in rect.y..rect.y + rect.h {
            for x in rect.x..rect.x + rect.w {
                let before = *self.picture.get_pixel(x - self.area.x, y - self.area.y);
                let Some(now) = pixel(frame, x, y) else { continue };
                let most = difference(now, before);
                covered += u32::from(most > u32::from(limit));
                sum += most;
            }
        }
        let all = (rect.w * rect.h).max(1) as f32;
        Cover { share: covered as f32 / all, depth: sum as f32 / all, guessed: false }
    }
}

/// The largest difference in one channel.
fn difference(a: Rgb<u8>, b: Rgb<u8>) -> u32 {
    (0..3).map(|i| u32::from(a[i].abs_diff(b[i]))).max().unwrap_or(0)
}

/// The pixel at (`x`, `y`) of the target, if the frame shows it.
fn pixel(frame: &Frame, x: u32, y: u32) -> Option<Rgb<u8>> {
    let (x, y) = (x.checked_sub(frame.region.x)?, y.checked_sub(frame.region.y)?);
    frame.image.get_pixel_checked(x, y).copied()
}
