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
}

impl LineMap {
    /// The strengths of one sample along the lines.
    pub fn row(&self, sample: usize) -> &[u8] {
        &self.data[sample * self.len..(sample + 1) * self.len]
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
                }
            }
        }
        Self { len, samples, data }
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
    let samples = plane.w / STEP;
    let mut out = vec![0_u16; samples * plane.h];
    for y in 0..plane.h {
        let row = &plane.data[y * plane.w..][..plane.w];
        for sample in 0..samples {
            let middle = sample * STEP + STEP / 2;
            let (from, to) = (middle.saturating_sub(REACH), (middle + REACH + 1).min(plane.w));
            let sum: u16 = row[from..to].iter().map(|v| u16::from(*v)).sum();
            let missing = (2 * REACH + 1 - (to - from)) as u16;
            out[sample * plane.h + y] = sum + missing * u16::from(row[middle.min(plane.w - 1)]);
        }
    }
    out
}
