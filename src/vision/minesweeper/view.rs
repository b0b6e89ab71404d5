//! Ways to look at a picture: as it is, or with the noise of its encoding taken out.

use std::borrow::Cow;

use image::{Rgb, RgbImage};

use crate::geometry::GridGeometry;
use crate::vision::plane::shrink;

/// A way to look at a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum View {
    /// As it is.
    #[default]
    Plain,
    /// Every pixel the mean of those around it that differ by no more than this many grey
    /// levels: dither and what lossy files leave go, edges stay (Lee's sigma filter).
    Softened(u8),
    /// So many times smaller: a picture that was enlarged, or one with fine dither, evens out.
    Shrunk(u32),
}

/// A cell smaller than this, in pixels of the view, cannot be read.
const LEAST_CELL: f64 = 11.0;

impl View {
    /// Those that may show more than the picture as it is, given where a board was found in it.
    pub(super) fn others(image: &RgbImage, found: Option<&GridGeometry>) -> Vec<View> {
        let large = |factor: u32| {
            let least = LEAST_CELL * f64::from(factor);
            found.is_none_or(|grid| grid.pitch().0.min(grid.pitch().1) >= least)
        };
        let mut views = Vec::new();
        let noisy = is_noisy(image);
        if noisy {
            views.extend([View::Softened(32), View::Softened(48)]);
        }
        if large(2) {
            views.push(View::Shrunk(2));
        }
        if noisy && large(3) {
            views.push(View::Shrunk(3));
        }
        views
    }

    /// The picture seen this way.
    pub(super) fn of(self, image: &RgbImage) -> Cow<'_, RgbImage> {
        match self {
            View::Plain => Cow::Borrowed(image),
            View::Softened(tolerance) => Cow::Owned(softened(image, tolerance)),
            View::Shrunk(factor) => Cow::Owned(shrink(image, factor)),
        }
    }

    /// A grid of the picture's pixels in those of the view.
    pub(super) fn seen(self, grid: &GridGeometry) -> GridGeometry {
        self.scaled(grid, 1.0 / self.size())
    }

    /// A grid of the view's pixels in those of the picture.
    pub(super) fn unseen(self, grid: &GridGeometry) -> GridGeometry {
        self.scaled(grid, self.size())
    }

    /// Pixels of the picture in one of the view.
    fn size(self) -> f64 {
        if let View::Shrunk(factor) = self { f64::from(factor) } else { 1.0 }
    }

    fn scaled(self, grid: &GridGeometry, by: f64) -> GridGeometry {
        let scaled = |edges: &[f64]| edges.iter().map(|edge| edge * by).collect();
        GridGeometry::from_edges(scaled(grid.x_edges()), scaled(grid.y_edges()))
            .expect("edges keep their order when all are scaled alike")
    }
}

/// Whether small differences between neighbours are all over the picture, as a dither, a lossy
/// file or a noisy wallpaper leaves them; a drawn window has hardly any.
fn is_noisy(image: &RgbImage) -> bool {
    let width = image.width() as usize;
    let (mut small, mut all) = (0, 0);
    for row in image.as_raw().chunks_exact(width * 3).step_by(7) {
        for (a, b) in row.chunks_exact(3).zip(row.chunks_exact(3).skip(1)) {
            let difference = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
            small += usize::from((3..=48).contains(&difference));
            all += 1;
        }
    }
    small * 12 > all
}

fn softened(image: &RgbImage, tolerance: u8) -> RgbImage {
    let (w, h) = image.dimensions();
    RgbImage::from_fn(w, h, |x, y| {
        let own = image.get_pixel(x, y).0;
        let (mut sum, mut count) = ([0_u32; 3], 0);
        for ny in y.saturating_sub(1)..(y + 2).min(h) {
            for nx in x.saturating_sub(1)..(x + 2).min(w) {
                let near = image.get_pixel(nx, ny).0;
                if near.iter().zip(own).all(|(a, b)| a.abs_diff(b) <= tolerance) {
                    sum.iter_mut().zip(near).for_each(|(sum, value)| *sum += u32::from(value));
                    count += 1;
                }
            }
        }
        // The pixel itself is always one of them.
        Rgb(sum.map(|sum| ((sum + count / 2) / count) as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn softening_takes_a_dither_out_and_leaves_an_edge() {
        let dithered = RgbImage::from_fn(16, 16, |x, y| {
            let ground = if x < 8 { 40 } else { 180 };
            Rgb([ground + if (x + y) % 2 == 0 { 24 } else { 0 }; 3])
        });
        let soft = softened(&dithered, 32);
        let values = |columns: std::ops::Range<u32>| -> Vec<u8> {
            columns
                .flat_map(|x| (1..15).map(move |y| (x, y)))
                .map(|(x, y)| soft.get_pixel(x, y).0[0])
                .collect()
        };
        assert!(values(1..8).iter().all(|v| (50..=54).contains(v)), "{:?}", values(1..8));
        assert!(values(8..15).iter().all(|v| (190..=194).contains(v)), "{:?}", values(8..15));
        assert!(is_noisy(&dithered) && !is_noisy(&RgbImage::from_pixel(16, 16, Rgb([9; 3]))));
    }

    #[test]
    fn a_grid_seen_at_half_the_size_and_back_is_the_same() {
        let grid = GridGeometry::uniform(13.0, 7.5, 24.0, 25.0, 9, 9);
        assert_eq!(View::Shrunk(2).unseen(&View::Shrunk(2).seen(&grid)), grid);
        assert_eq!(View::Shrunk(2).seen(&grid).pitch(), (12.0, 12.5));
    }
}
