//! How one cell looks, in a size that does not depend on the picture's scale.

use image::RgbImage;

use crate::geometry::{CellPos, GridGeometry};

/// Samples along one side of a cell.
pub(super) const SIDE: usize = 6;
/// Samples of a cell.
pub(super) const SAMPLES: usize = SIDE * SIDE;
/// This share of a cell at each side is left out: it may belong to the neighbour.
const MARGIN: f64 = 0.04;
/// At most this many pixels along one side are averaged for a sample.
const TAPS: usize = 6;

/// A cell's colours on a square of [`SIDE`] x [`SIDE`] samples, row by row, three channels each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Patch(pub [u8; SAMPLES * 3]);

impl Patch {
    /// Mean distance of two looks: half the sum of the channel differences, averaged over the
    /// samples; 0 to 382.
    pub fn distance(&self, other: &Patch) -> f32 {
        let sum: u32 = self.0.iter().zip(&other.0).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        sum as f32 / (2 * SAMPLES) as f32
    }

    /// Sample `i` as red, green and blue.
    pub fn sample(&self, i: usize) -> [u8; 3] {
        [self.0[i * 3], self.0[i * 3 + 1], self.0[i * 3 + 2]]
    }

    /// The mean colour.
    pub fn mean(&self) -> [f32; 3] {
        let mut sum = [0u32; 3];
        for sample in self.0.chunks_exact(3) {
            for (s, v) in sum.iter_mut().zip(sample) {
                *s += u32::from(*v);
            }
        }
        sum.map(|s| s as f32 / SAMPLES as f32)
    }
}

/// Half the sum of the channel differences of two colours.
pub(super) fn colour_distance(a: [u8; 3], b: [u8; 3]) -> f32 {
    a.iter().zip(&b).map(|(a, b)| f32::from(a.abs_diff(*b))).sum::<f32>() / 2.0
}

/// The looks of all cells of `grid` in `image`, whose top-left pixel is at (`dx`, `dy`) of the
/// grid's frame; `None` for a cell that is not wholly in the picture (half a pixel aside).
pub(super) fn patches(
    image: &RgbImage,
    grid: &GridGeometry,
    dx: f64,
    dy: f64,
) -> Vec<Option<Patch>> {
    let (cols, rows) = (grid.cols(), grid.rows());
    let spans =
        |n: usize, limit: u32, at: &dyn Fn(usize) -> (f64, f64)| -> Vec<Option<Vec<Vec<usize>>>> {
            (0..n)
                .map(|i| {
                    let (from, size) = at(i);
                    taps(from, size, limit as usize)
                })
                .collect()
        };
    let xs = spans(cols, image.width(), &|c| {
        let r = grid.cell(CellPos::new(c, 0));
        (r.x - dx, r.w)
    });
    let ys = spans(rows, image.height(), &|r| {
        let r = grid.cell(CellPos::new(0, r));
        (r.y - dy, r.h)
    });
    let (data, stride) = (image.as_raw(), image.width() as usize * 3);
    let mut out = Vec::with_capacity(cols * rows);
    for y in &ys {
        for x in &xs {
            let (Some(x), Some(y)) = (x, y) else {
                out.push(None);
                continue;
            };
            let mut patch = [0u8; SAMPLES * 3];
            for (j, rows) in y.iter().enumerate() {
                for (i, cols) in x.iter().enumerate() {
                    let mut sum = [0u32; 3];
                    for row in rows {
                        let line = &data[row * stride..(row + 1) * stride];
                        for col in cols {
                            for (s, v) in sum.iter_mut().zip(&line[col * 3..col * 3 + 3]) {
                                *s += u32::from(*v);
                            }
                        }
                    }
                    let n = (rows.len() * cols.len()) as u32;
                    let at = (j * SIDE + i) * 3;
                    for (to, s) in patch[at..at + 3].iter_mut().zip(sum) {
                        *to = ((s + n / 2) / n) as u8;
                    }
                }
            }
            out.push(Some(Patch(patch)));
        }
    }
    out
}

/// The pixels that each sample of a cell `from..from + size` averages, or `None` where the cell
/// sticks out of the picture by more than a tenth.
fn taps(from: f64, size: f64, limit: usize) -> Option<Vec<Vec<usize>>> {
    if from < -0.12 * size || from + size > limit as f64 + 0.12 * size || limit == 0 {
        return None;
    }
    let (start, width) = (from + MARGIN * size, size * (1.0 - 2.0 * MARGIN) / SIDE as f64);
    let clip = |v: f64| (v.max(0.0) as usize).min(limit - 1);
    Some(
        (0..SIDE)
            .map(|i| {
                let a = clip((start + width * i as f64 + 0.5).floor());
                let b = clip((start + width * (i + 1) as f64 - 0.5).floor()).max(a);
                let n = (b - a + 1).min(TAPS);
                (0..n)
                    .map(|k| if n == 1 { (a + b) / 2 } else { a + (b - a) * k / (n - 1) })
                    .collect()
            })
            .collect(),
    )
}
