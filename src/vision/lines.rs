//! Straight horizontal and vertical edges of a picture, thinned to one pixel.

use super::plane::Plane;

/// One sample is taken every so many pixels along a line.
pub const STEP: usize = 4;
/// Half the length along the line that one sample averages over: noise and dither cancel out,
/// edges that run along the line stay.
const REACH: usize = 3;
/// Edges weaker than this many grey levels are noise.
const FLOOR: u16 = 3;
/// Stronger edges count as this much, so that a window frame does not drown faint grid lines.
const CEILING: u16 = 24;

/// How strong the edges across one axis are: `samples` rows (each `STEP` pixels apart along the
/// lines) of `len` positions across them. Position `x` is the border between pixels `x - 1` and `x`.
#[derive(Debug, Clone)]
pub struct LineMap {
    /// Positions across the lines, in pixels.
    pub len: usize,
    /// Samples along the lines.
    pub samples: usize,
    data: Vec<u8>,
    /// The positions that have an edge, sample after sample.
    places: Vec<u16>,
    /// Where each sample's positions begin among all, and where the last one's end.
    starts: Vec<usize>,
}

impl LineMap {
    /// The strengths of one sample along the lines.
    pub fn row(&self, sample: usize) -> &[u8] {
        &self.data[sample * self.len..(sample + 1) * self.len]
    }

    /// The positions of one sample that have an edge, in order.
    pub fn places(&self, sample: usize) -> impl Iterator<Item = usize> {
        let (from, to) = (self.starts[sample], self.starts[sample + 1]);
        self.places[from..to].iter().map(|place| usize::from(*place))
    }

    /// Vertical edges: positions are x, samples are along y.
    pub fn vertical(planes: &[Plane; 2]) -> Self {
        Self::build(planes[0].w, planes[0].h, planes, sums_down)
    }

    /// Horizontal edges: positions are y, samples are along x.
    pub fn horizontal(planes: &[Plane; 2]) -> Self {
        Self::build(planes[0].h, planes[0].w, planes, sums_right)
    }

    fn build(
        len: usize,
        along: usize,
        planes: &[Plane; 2],
        sums: impl Fn(&Plane) -> Vec<u16>,
    ) -> Self {
        let samples = along / STEP;
        let bands = planes.each_ref().map(sums);
        let mut data = vec![0; samples * len];
        let (mut places, mut starts) = (Vec::new(), vec![0]);
        let mut edge = vec![0_u16; len + 2];
        for sample in 0..samples {
            let [luma, tint] = bands.each_ref().map(|band| &band[sample * len..][..len]);
            for x in 1..len {
                let a = luma[x].abs_diff(luma[x - 1]);
                let b = tint[x].abs_diff(tint[x - 1]);
                edge[x + 1] = a.max(b);
            }
            let out = &mut data[sample * len..][..len];
            let scale = (2 * REACH + 1) as u16;
            for x in 1..len {
                let v = edge[x + 1];
                if v >= FLOOR * scale && v >= edge[x] && v > edge[x + 2] {
                    out[x] = (v / scale).min(CEILING) as u8;
                    // No side of a picture is longer than 16 bits can tell.
                    places.push(x as u16);
                }
            }
            starts.push(places.len());
        }
        Self { len, samples, data, places, starts }
    }
}

/// Sums over `2 * REACH + 1` pixels down, a row of `w` every `STEP` rows.
fn sums_down(plane: &Plane) -> Vec<u16> {
    let samples = plane.h / STEP;
    let mut out = vec![0_u16; samples * plane.w];
    for sample in 0..samples {
        let middle = sample * STEP + STEP / 2;
        let out = &mut out[sample * plane.w..][..plane.w];
        for y in middle as isize - REACH as isize..=(middle + REACH) as isize {
            let y = y.clamp(0, plane.h as isize - 1) as usize;
            for (o, v) in out.iter_mut().zip(&plane.data[y * plane.w..][..plane.w]) {
                *o += u16::from(*v);
            }
        }
    }
    out
}

/// Sums over `2 * REACH + 1` pixels to the right, a row of `h` every `STEP` columns.
fn sums_right(plane: &Plane) -> Vec<u16> {
    const WIDTH: usize = 2 * REACH + 1;
    /// Rows summed before they are turned into columns: as many as stay close in memory.
    const ROWS: usize = 32;
    let samples = plane.w / STEP;
    let mut out = vec![0_u16; samples * plane.h];
    let mut band = vec![0_u16; samples * ROWS];
    for top in (0..plane.h).step_by(ROWS) {
        let rows = ROWS.min(plane.h - top);
        for (y, sums) in band.chunks_exact_mut(samples.max(1)).take(rows).enumerate() {
            let row = &plane.data[(top + y) * plane.w..][..plane.w];
            for (sample, sum) in sums.iter_mut().enumerate() {
                let middle = sample * STEP + STEP / 2;
                let inside = middle.checked_sub(REACH).and_then(|from| row.get(from..from + WIDTH));
                *sum = match inside.and_then(|part| <&[u8; WIDTH]>::try_from(part).ok()) {
                    Some(part) => part.iter().map(|v| u16::from(*v)).sum(),
                    None => edge_sum(row, middle),
                };
            }
        }
        for sample in 0..samples {
            let out = &mut out[sample * plane.h + top..][..rows];
            out.iter_mut().enumerate().for_each(|(y, out)| *out = band[y * samples + sample]);
        }
    }
    out
}

/// The sum around `middle` where a part of it is beyond the ends of the row, which go on.
fn edge_sum(row: &[u8], middle: usize) -> u16 {
    let around = middle as isize - REACH as isize..=(middle + REACH) as isize;
    around.map(|x| u16::from(row[x.clamp(0, row.len() as isize - 1) as usize])).sum()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, imageops};
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::vision::plane::planes;

    #[test]
    fn lines_across_are_those_down_of_the_picture_on_its_side() {
        let mut random = rand_pcg::Pcg32::seed_from_u64(5);
        for (w, h) in [(67, 41), (40, 33), (5, 90)] {
            let image = RgbImage::from_fn(w, h, |x, y| {
                Rgb([(x / 6 * 40) as u8, random.random_range(0..30), (y / 5 * 30) as u8])
            });
            let turned = imageops::flip_horizontal(&imageops::rotate90(&image));
            let (own, other) =
                (LineMap::horizontal(&planes(&image)), LineMap::vertical(&planes(&turned)));
            assert_eq!((own.len, own.samples), (other.len, other.samples));
            for sample in 0..own.samples {
                assert_eq!(own.row(sample), other.row(sample));
                let places: Vec<usize> =
                    (0..own.len).filter(|at| own.row(sample)[*at] > 0).collect();
                assert_eq!(own.places(sample).collect::<Vec<usize>>(), places);
            }
        }
    }
}
