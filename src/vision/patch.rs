//! A cell's picture at one size, whatever its size on the screen.

use image::{Rgb, RgbImage};

use crate::geometry::FrameRect;

/// Pixels along each side of a patch.
pub const SIDE: usize = 16;

/// A cell's picture, averaged down (or repeated up) to 16x16 pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch {
    /// Row-major, red, green and blue of each pixel.
    pixels: Vec<u8>,
    /// The same less the patch's own median colour: what is left when a cell lies over a gradient.
    relief: Vec<i16>,
    /// That median colour.
    median: [i16; 3],
}

impl Patch {
    /// The part `rect` of `image` (pixel edges may lie inside pixels); what lies outside the
    /// image is taken from its edge.
    pub fn of(image: &RgbImage, rect: FrameRect) -> Self {
        let (w, h) = (image.width() as usize, image.height() as usize);
        let columns = spans(rect.x, rect.w, w);
        let rows = spans(rect.y, rect.h, h);
        let raw = image.as_raw();
        let mut pixels = Vec::with_capacity(SIDE * SIDE * 3);
        for row in &rows {
            for column in &columns {
                let mut sum = [0.0_f32; 3];
                for &(y, weight_y) in row {
                    for &(x, weight_x) in column {
                        let at = (y * w + x) * 3;
                        let weight = weight_x * weight_y;
                        for channel in 0..3 {
                            sum[channel] += weight * f32::from(raw[at + channel]);
                        }
                    }
                }
                pixels.extend(sum.map(|value| (value + 0.5) as u8));
            }
        }
        Self::from_pixels(pixels)
    }

    fn from_pixels(pixels: Vec<u8>) -> Self {
        let median = [0, 1, 2].map(|channel| {
            let mut values: Vec<u8> = pixels.iter().skip(channel).step_by(3).copied().collect();
            let middle = values.len() / 2;
            i16::from(*values.select_nth_unstable(middle).1)
        });
        let relief = pixels.iter().zip(median.iter().cycle()).map(|(v, m)| i16::from(*v) - m);
        Self { relief: relief.collect(), pixels, median }
    }

    /// How different two patches are, in steps of a colour channel: the mean difference of the
    /// patches, each less its median colour, and the difference of these colours as far as it
    /// exceeds `slack`. 0 for the same picture.
    pub fn distance(&self, other: &Self, slack: f32) -> f32 {
        let pairs = self.relief.iter().zip(&other.relief);
        let sum: u32 = pairs.map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        let shades = self.median.iter().zip(&other.median).map(|(a, b)| a.abs_diff(*b));
        let shade = f32::from(shades.max().unwrap_or(0));
        sum as f32 / self.relief.len() as f32 + (shade - slack).max(0.0)
    }

    /// The patch as a picture of 16x16 pixels.
    pub fn to_image(&self) -> RgbImage {
        let side = SIDE as u32;
        RgbImage::from_fn(side, side, |x, y| {
            let at = (y as usize * SIDE + x as usize) * 3;
            Rgb([self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]])
        })
    }
}

/// For each of the patch's columns (or rows) the pixels of `from..from + size` it covers and
/// their weights, which add up to 1.
fn spans(from: f64, size: f64, limit: usize) -> Vec<Vec<(usize, f32)>> {
    let step = size / SIDE as f64;
    let last = limit as f64 - 1.0;
    let span = |i: usize| {
        let (begin, end) = (from + step * i as f64, from + step * (i + 1) as f64);
        let covered = begin.floor() as i64..=((end.ceil() as i64) - 1).max(begin.floor() as i64);
        covered
            .filter_map(|pixel| {
                let low = begin.max(pixel as f64);
                let high = end.min(pixel as f64 + 1.0);
                let weight = (high - low) / step;
                let index = (pixel as f64).clamp(0.0, last) as usize;
                (weight > 0.0).then_some((index, weight as f32))
            })
            .collect()
    };
    (0..SIDE).map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(scale: u32) -> RgbImage {
        RgbImage::from_fn(16 * scale, 16 * scale, |x, y| {
            let (x, y) = (x / scale, y / scale);
            Rgb([(x * 16) as u8, (y * 16) as u8, if x == y { 255 } else { 0 }])
        })
    }

    fn whole(image: &RgbImage) -> Patch {
        let (w, h) = (f64::from(image.width()), f64::from(image.height()));
        Patch::of(image, FrameRect { x: 0.0, y: 0.0, w, h })
    }

    #[test]
    fn a_patch_is_the_same_at_every_scale() {
        assert_eq!(whole(&picture(1)).to_image(), picture(1));
        assert_eq!(whole(&picture(3)), whole(&picture(1)));
    }

    #[test]
    fn a_different_background_makes_a_distance_only_beyond_the_slack() {
        let lighter = RgbImage::from_fn(16, 16, |x, y| {
            let dot = (x, y) == (8, 8);
            Rgb([if dot { 90 } else { 150 }; 3])
        });
        let darker = RgbImage::from_fn(16, 16, |x, y| {
            let dot = (x, y) == (8, 8);
            Rgb([if dot { 40 } else { 100 }; 3])
        });
        assert_eq!(whole(&lighter).distance(&whole(&darker), 50.0), 0.0);
        assert_eq!(whole(&lighter).distance(&whole(&darker), 10.0), 40.0);
        assert!(whole(&lighter).distance(&whole(&picture(1)), 255.0) > 20.0);
    }

    #[test]
    fn a_rectangle_beyond_the_image_takes_its_edge() {
        let image = picture(1);
        let patch = Patch::of(&image, FrameRect { x: -40.0, y: -40.0, w: 16.0, h: 16.0 });
        assert_eq!(patch.to_image().get_pixel(3, 3), image.get_pixel(0, 0));
    }
}
