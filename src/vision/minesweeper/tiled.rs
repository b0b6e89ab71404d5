//! Boards of covered cells that all bear the same picture and have no lines between them: grass,
//! mounds, stones. Where such a picture repeats itself, and where it stops, is where the board is.

use super::grid::MIN_SIDE;
use crate::geometry::GridGeometry;
use crate::vision::lattice::{Region, components};
use crate::vision::plane::Plane;

/// Values that differ by no more than this are the same: a gradient behind, a lossy file.
const SAME: u8 = 14;
/// The mean difference of a picture's values from their median, at least, in grey levels.
const CONTRAST: u64 = 2;
/// The part of that by which two cells with the same picture may differ, as one in so many.
const STRANGE: u64 = 4;
/// The share of a strip's pixels that fit the picture, of what those inside do, at its end.
const ENDS: f64 = 0.6;
/// The fewest blocks that repeat each other.
const FEWEST: usize = 16;

/// A part of the picture where tiles lie side by side.
pub(super) struct Tiles {
    /// Where they are, roughly.
    pub(super) region: Region,
    /// The board that they make, if its ends can be told, and how many of its cells are tiles.
    pub(super) board: Option<(GridGeometry, usize)>,
}

/// The parts of a picture that repeat themselves every `pitch` pixels in both directions.
pub(super) fn tiled(planes: &[Plane; 2], pitch: usize) -> Vec<Tiles> {
    let (bw, bh) = (planes[0].w / pitch, planes[0].h / pitch);
    let place = |i: usize| (i % bw * pitch, i / bw * pitch);
    let on: Vec<bool> = (0..bw * bh).map(|i| repeats(planes, place(i), pitch)).collect();
    let parts = components(&on, bw, bh).into_iter().take(2).filter_map(|(c0, r0, c1, r1)| {
        let inside = (r0..=r1).flat_map(|r| (c0..=c1).map(move |c| r * bw + c));
        let blocks: Vec<(usize, usize)> = inside.filter(|i| on[*i]).map(place).collect();
        let all = (c1 + 1 - c0) * (r1 + 1 - r0);
        if blocks.len() < FEWEST || blocks.len() * 2 < all {
            return None;
        }
        let tile = Tile::of(planes, &blocks, pitch);
        let region =
            Region { x0: c0 * pitch, y0: r0 * pitch, x1: (c1 + 1) * pitch, y1: (r1 + 1) * pitch };
        (!tile.holds_several()).then(|| Tiles { region, board: tile.board(region) })
    });
    parts.collect()
}

/// How much values differ from their median, in all.
fn contrast(values: impl Iterator<Item = u8>) -> u64 {
    let mut values: Vec<u8> = values.collect();
    let middle = values.len() / 2;
    let median = *values.select_nth_unstable(middle).1;
    values.into_iter().map(|v| u64::from(v.abs_diff(median))).sum()
}

/// Whether a block has a picture that its neighbours on a side and above or below have too.
fn repeats(planes: &[Plane; 2], (x, y): (usize, usize), pitch: usize) -> bool {
    let row = |plane: &'_ Plane, x: usize, y: usize| y * plane.w + x..y * plane.w + x + pitch;
    let own = |plane: &Plane| {
        let rows = (y..y + pitch).flat_map(|y| &plane.data[row(plane, x, y)]);
        contrast(rows.copied())
    };
    let shown: u64 = planes.iter().map(own).sum();
    if shown < CONTRAST * (pitch * pitch) as u64 {
        return false;
    }
    let like = |other: Option<(usize, usize)>| {
        let Some((ox, oy)) = other else { return false };
        if ox + pitch > planes[0].w || oy + pitch > planes[0].h {
            return false;
        }
        let differs = |plane: &Plane| -> u64 {
            let rows = (0..pitch).flat_map(|dy| {
                let (own, other) = (row(plane, x, y + dy), row(plane, ox, oy + dy));
                plane.data[own].iter().zip(&plane.data[other])
            });
            rows.map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
        };
        planes.iter().map(differs).sum::<u64>() * STRANGE <= shown
    };
    (like(x.checked_sub(pitch).map(|x| (x, y))) || like(Some((x + pitch, y))))
        && (like(y.checked_sub(pitch).map(|y| (x, y))) || like(Some((x, y + pitch))))
}

/// The picture that the covered cells of a board bear, beginning at multiples of the pitch.
struct Tile<'a> {
    planes: &'a [Plane; 2],
    pitch: usize,
    values: Vec<[u8; 2]>,
}

impl<'a> Tile<'a> {
    /// The median of what `blocks` show.
    fn of(planes: &'a [Plane; 2], blocks: &[(usize, usize)], pitch: usize) -> Self {
        /// So many blocks tell what all of them show.
        const ENOUGH: usize = 25;
        let step = (blocks.len() / ENOUGH).max(1);
        let values = (0..pitch * pitch).map(|i| {
            let (dx, dy) = (i % pitch, i / pitch);
            planes.each_ref().map(|plane| {
                let all = blocks.iter().step_by(step);
                let mut all: Vec<u8> =
                    all.map(|(x, y)| plane.data[(y + dy) * plane.w + x + dx]).collect();
                all.sort_unstable();
                all.get(all.len() / 2).copied().unwrap_or(0)
            })
        });
        let values = values.collect();
        Self { planes, pitch, values }
    }

    /// Whether the picture consists of equal parts: it is that of several cells.
    fn holds_several(&self) -> bool {
        let pitch = self.pitch;
        let shown: u64 = (0..2).map(|k| contrast(self.values.iter().map(|v| v[k]))).sum();
        let alike = |dx: usize, dy: usize| {
            let differs = |i: usize| -> u64 {
                let other = (i / pitch + dy) % pitch * pitch + (i % pitch + dx) % pitch;
                let pairs = self.values[i].into_iter().zip(self.values[other]);
                pairs.map(|(a, b)| u64::from(a.abs_diff(b))).sum()
            };
            (0..pitch * pitch).map(differs).sum::<u64>() * STRANGE <= shown
        };
        [2, 3].into_iter().map(|n| (pitch + n / 2) / n).any(|part| alike(part, 0) && alike(0, part))
    }

    /// Whether a pixel is the one that the picture's repetition has there.
    fn fits(&self, x: usize, y: usize) -> bool {
        let own = self.values[y % self.pitch * self.pitch + x % self.pitch];
        let fits = |(plane, own): (&Plane, u8)| plane.data[y * plane.w + x].abs_diff(own) <= SAME;
        self.planes.iter().zip(own).all(fits)
    }

    /// The board around `seed`, a part of it: with half of its cells or more showing the picture,
    /// some of them along every side, and none beyond.
    fn board(&self, seed: Region) -> Option<(GridGeometry, usize)> {
        let down = |x: usize| (seed.y0..seed.y1).filter(|y| self.fits(x, *y)).count();
        let across = |y: usize| (seed.x0..seed.x1).filter(|x| self.fits(*x, y)).count();
        let (x, cols) = self.cells((seed.x0, seed.x1), self.planes[0].w, down)?;
        let (y, rows) = self.cells((seed.y0, seed.y1), self.planes[0].h, across)?;
        let pitch = self.pitch as f64;
        let grid = GridGeometry::uniform(x, y, pitch, pitch, cols, rows);
        let wide = (x - pitch, y - pitch, cols + 2, rows + 2);
        let around = GridGeometry::uniform(wide.0, wide.1, pitch, pitch, wide.2, wide.3);
        let shown = |col: usize, row: usize| self.shows(&around, col, row);
        let column = |col: usize| (1..=rows).any(|row| shown(col, row));
        let line = |row: usize| (1..=cols).any(|col| shown(col, row));
        let ends = column(1) && column(cols) && line(1) && line(rows);
        let beyond = column(0) || column(cols + 1) || line(0) || line(rows + 1);
        let count = (0..cols * rows).filter(|i| shown(i % cols + 1, i / cols + 1)).count();
        log::trace!("tiles of {pitch} pixels: {count} of {cols}x{rows} at {x},{y}");
        (ends && !beyond && count * 2 >= cols * rows).then_some((grid, count))
    }

    /// Whether a cell shows the picture.
    fn shows(&self, grid: &GridGeometry, col: usize, row: usize) -> bool {
        let span = |edges: &[f64], i: usize, top: usize| {
            (edges[i].max(0.0) as usize, (edges[i + 1].max(0.0) as usize).min(top))
        };
        let (x0, x1) = span(grid.x_edges(), col, self.planes[0].w);
        let (y0, y1) = span(grid.y_edges(), row, self.planes[0].h);
        let area = x1.saturating_sub(x0) * y1.saturating_sub(y0);
        if area * 2 < self.pitch * self.pitch {
            return false;
        }
        let all = (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y)));
        all.filter(|(x, y)| self.fits(*x, *y)).count() * 5 >= area * 4
    }

    /// Where the first cell lies of those that a stretch belongs to, and how many they are: the
    /// strips beside it, of a picture of `size` pixels, as far as they fit nearly as well.
    fn cells(
        &self,
        seed: (usize, usize),
        size: usize,
        fitting: impl Fn(usize) -> usize,
    ) -> Option<(f64, usize)> {
        /// The part of a cell that may look as what is around the board does.
        const GAP: f64 = 0.35;
        let mut inside: Vec<usize> = (seed.0..seed.1).map(&fitting).collect();
        inside.sort_unstable();
        let least = (inside[inside.len() / 2] as f64 * ENDS) as usize;
        let room = 4 * self.pitch;
        let (low, high) = (seed.0.saturating_sub(room), (seed.1 + room).min(size));
        let ends = |at: &usize| fitting(*at) < least;
        // The end of a picture is one too; without any there is no telling where cells begin.
        let from = (low..seed.0).rev().find(ends).map(|at| at + 1).or((low == 0).then_some(0))?;
        let to = (seed.1..high).find(ends).or((high == size).then_some(size))?;
        let (length, pitch) = ((to - from) as f64, self.pitch as f64);
        let count = (length / pitch).round();
        let spare = length - count * pitch;
        (count >= MIN_SIDE as f64 && spare.abs() <= GAP * pitch)
            .then_some((from as f64 + (spare / 2.0).floor(), count as usize))
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::vision::plane::planes;

    const PITCH: u32 = 19;

    /// A board of 12x9 cells of grass at (37, 23) before a sky; the cells of `open` are bare.
    fn meadow(open: impl Fn(u32, u32) -> bool) -> RgbImage {
        let mut random = rand_pcg::Pcg32::seed_from_u64(4);
        let grass: Vec<u8> = (0..PITCH * PITCH).map(|_| random.random_range(0..60)).collect();
        RgbImage::from_fn(420, 300, |x, y| {
            let inside = (37..37 + 12 * PITCH).contains(&x) && (23..23 + 9 * PITCH).contains(&y);
            if !inside {
                return Rgb([90, 150 + (y / 6) as u8, 210]);
            }
            let (x, y) = (x - 37, y - 23);
            if open(x / PITCH, y / PITCH) {
                return Rgb([150, 110, 70]);
            }
            let blade = grass[(y % PITCH * PITCH + x % PITCH) as usize];
            Rgb([90 + blade, 170 + blade, 60 + (x / 20) as u8])
        })
    }

    fn boards(image: &RgbImage, pitch: u32) -> Vec<(GridGeometry, usize)> {
        let parts = tiled(&planes(image), pitch as usize);
        parts.into_iter().filter_map(|part| part.board).collect()
    }

    #[test]
    fn a_board_of_pictures_without_lines_is_found_where_the_pictures_end() {
        let whole = GridGeometry::uniform(37.0, 23.0, 19.0, 19.0, 12, 9);
        assert_eq!(boards(&meadow(|_, _| false), PITCH), [(whole.clone(), 108)]);
        let pond = |col: u32, row: u32| (4..8).contains(&col) && (3..6).contains(&row);
        assert_eq!(boards(&meadow(pond), PITCH), [(whole, 96)]);
    }

    #[test]
    fn several_pictures_are_not_taken_for_one() {
        assert_eq!(boards(&meadow(|_, _| false), 2 * PITCH), []);
        let plain = RgbImage::from_pixel(200, 200, Rgb([90; 3]));
        assert_eq!(boards(&plain, PITCH), []);
    }
}
