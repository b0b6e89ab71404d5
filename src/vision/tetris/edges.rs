//! Edge strengths of a picture and fast sums of them over rectangles.

use image::RgbImage;

/// Steps weaker than this many levels are texture and noise, not edges.
const FAINT: u8 = 6;
/// Steps are cut off here: a white-on-black line must not outweigh ten softer ones.
pub(super) const FULL: u8 = 64;

/// Strength of the colour step across each pixel boundary, with its sums over rectangles.
///
/// Upright edges lie between pixel `x - 1` and `x`, level edges between `y - 1` and `y`; a
/// strength is the largest step of a colour channel, 0 below [`FAINT`], at most [`FULL`].
pub(super) struct Edges {
    pub width: usize,
    pub height: usize,
    upright: Vec<u8>,
    upright_sums: Vec<u32>,
    level_sums: Vec<u32>,
}

impl Edges {
    /// The edges of `image`.
    pub fn of(image: &RgbImage) -> Self {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let data = image.as_raw();
        let stride = width * 3;
        let mut upright = vec![0u8; width * height];
        let mut level = vec![0u8; width * height];
        for y in 0..height {
            let row = &data[y * stride..(y + 1) * stride];
            let out = &mut upright[y * width..(y + 1) * width];
            if width > 1 {
                steps(&row[..stride - 3], &row[3..], &mut out[1..]);
            }
            if y > 0 {
                let above = &data[(y - 1) * stride..y * stride];
                steps(above, row, &mut level[y * width..(y + 1) * width]);
            }
        }
        let upright_sums = sums(&upright, width, height);
        let level_sums = sums(&level, width, height);
        Self { width, height, upright, upright_sums, level_sums }
    }

    /// Row `y` of the upright edges' strengths.
    pub fn upright_row(&self, y: usize) -> &[u8] {
        &self.upright[y * self.width..(y + 1) * self.width]
    }

    /// Sum of the upright edges at `x` over rows `from..to`.
    pub fn upright_sum(&self, x: usize, from: usize, to: usize) -> u32 {
        rectangle(&self.upright_sums, self.width, x, x + 1, from, to)
    }

    /// Sum of the level edges at `y` over columns `from..to`.
    pub fn level_sum(&self, y: usize, from: usize, to: usize) -> u32 {
        rectangle(&self.level_sums, self.width, from, to, y, y + 1)
    }
}

/// The largest channel step between two rows of RGB pixels, cut to `FAINT..=FULL`.
fn steps(a: &[u8], b: &[u8], out: &mut [u8]) {
    for ((a, b), out) in a.chunks_exact(3).zip(b.chunks_exact(3)).zip(out) {
        let step = a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]));
        *out = if step < FAINT { 0 } else { step.min(FULL) };
    }
}

/// Sums over all rectangles that start at the top-left corner, one row and column larger.
fn sums(values: &[u8], width: usize, height: usize) -> Vec<u32> {
    let wide = width + 1;
    let mut sums = vec![0u32; wide * (height + 1)];
    for y in 0..height {
        let (above, below) = sums.split_at_mut((y + 1) * wide);
        let above = &above[y * wide + 1..];
        let mut run = 0u32;
        for ((value, above), below) in
            values[y * width..(y + 1) * width].iter().zip(above).zip(&mut below[1..wide])
        {
            run += u32::from(*value);
            *below = above + run;
        }
    }
    sums
}

fn rectangle(sums: &[u32], width: usize, x0: usize, x1: usize, y0: usize, y1: usize) -> u32 {
    let wide = width + 1;
    let at = |x: usize, y: usize| sums[y * wide + x];
    (at(x1, y1) + at(x0, y0)) - at(x0, y1) - at(x1, y0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn sums_agree_with_adding_pixel_by_pixel() {
        let mut rng = rand_pcg::Pcg64::seed_from_u64(5);
        let image =
            RgbImage::from_fn(23, 17, |_, _| image::Rgb(std::array::from_fn(|_| rng.random())));
        let edges = Edges::of(&image);
        for (x, from, to) in [(1, 0, 17), (22, 3, 4), (7, 5, 5), (0, 0, 17)] {
            let slow: u32 = (from..to).map(|y| u32::from(edges.upright_row(y)[x])).sum();
            assert_eq!(edges.upright_sum(x, from, to), slow);
        }
        for (y, from, to) in [(1, 0, 23), (16, 3, 4), (0, 0, 23)] {
            let slow: u32 = (from..to)
                .map(|x| {
                    let at = |y: usize| image.get_pixel(x as u32, y as u32).0;
                    let mut out = [0];
                    if y > 0 {
                        steps(&at(y - 1), &at(y), &mut out);
                    }
                    u32::from(out[0])
                })
                .sum();
            assert_eq!(edges.level_sum(y, from, to), slow);
        }
    }
}
