//! Resizing a part of a picture, for skins that are drawn pixel by pixel.

use image::{Rgb, RgbImage};

use super::canvas::Area;

/// How a picture is brought to another size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Smoothing {
    /// The nearest pixel: sharp, but rows and columns come out unequal at broken scales.
    Nearest,
    /// Weighted by distance (and averaged where it shrinks): soft edges, as desktops do it for
    /// programs that know nothing of scaling.
    Bilinear,
}

/// Brings pictures of one size to one scale.
#[derive(Debug, Clone)]
pub struct Resizer {
    scale: f64,
    columns: Vec<Taps>,
    rows: Vec<Taps>,
}

/// The source pixels that make one target pixel: the first one and the weights from there on,
/// which add up to 1.
#[derive(Debug, Clone)]
struct Taps {
    first: u32,
    weights: Vec<f32>,
}

impl Resizer {
    /// For pictures of `width` x `height` pixels.
    pub fn new(width: u32, height: u32, scale: f64, smoothing: Smoothing) -> Self {
        let axis = |size: u32| {
            let target = (f64::from(size) * scale).round().max(1.0) as u32;
            (0..target).map(|i| taps(i, size, scale, smoothing)).collect()
        };
        Self { scale, columns: axis(width), rows: axis(height) }
    }

    /// Width and height of the target picture.
    pub fn size(&self) -> (u32, u32) {
        (self.columns.len() as u32, self.rows.len() as u32)
    }

    /// Brings what depends on `dirty` (pixels of `source`) up to date in `target`.
    pub fn update(&self, source: &RgbImage, target: &mut RgbImage, dirty: Area) {
        let reach = 1.0_f64.max(1.0 / self.scale);
        let span = |from: i32, size: i32, limit: usize| {
            let edge = |v: f64| (v * self.scale).clamp(0.0, limit as f64);
            let start = edge(f64::from(from) - reach).floor() as usize;
            start..edge(f64::from(from + size) + reach).ceil() as usize
        };
        let columns = span(dirty.x, dirty.w, self.columns.len());
        for y in span(dirty.y, dirty.h, self.rows.len()) {
            let row = &self.rows[y];
            for x in columns.clone() {
                let pixel = weighted(source, &self.columns[x], row);
                target.put_pixel(x as u32, y as u32, pixel);
            }
        }
    }
}

fn weighted(source: &RgbImage, column: &Taps, row: &Taps) -> Rgb<u8> {
    if let ([_], [_]) = (&column.weights[..], &row.weights[..]) {
        return *source.get_pixel(column.first, row.first);
    }
    let mut sum = [0.5_f32; 3];
    for (dy, wy) in row.weights.iter().enumerate() {
        for (dx, wx) in column.weights.iter().enumerate() {
            let pixel = source.get_pixel(column.first + dx as u32, row.first + dy as u32);
            for (total, value) in sum.iter_mut().zip(pixel.0) {
                *total += wy * wx * f32::from(value);
            }
        }
    }
    Rgb(sum.map(|v| v as u8))
}

fn taps(target: u32, size: u32, scale: f64, smoothing: Smoothing) -> Taps {
    let middle = (f64::from(target) + 0.5) / scale;
    if smoothing == Smoothing::Nearest {
        return Taps { first: (middle as u32).min(size - 1), weights: vec![1.0] };
    }
    let reach = 1.0_f64.max(1.0 / scale);
    let first = (middle - reach).floor().max(0.0) as u32;
    let last = ((middle + reach).ceil() as u32).min(size);
    let mut weights: Vec<f64> = (first..last)
        .map(|i| (1.0 - (f64::from(i) + 0.5 - middle).abs() / reach).max(0.0))
        .collect();
    let skipped = weights.iter().take_while(|w| **w == 0.0).count();
    weights.drain(..skipped);
    while weights.last() == Some(&0.0) {
        weights.pop();
    }
    let total: f64 = weights.iter().sum();
    let weights = weights.into_iter().map(|w| (w / total) as f32).collect();
    Taps { first: first + skipped as u32, weights }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            let v = (x * 7919 + y * 104_729) ^ (x * y * 31);
            Rgb([v as u8, (v >> 3) as u8, (v >> 5) as u8])
        })
    }

    #[test]
    fn updating_the_changed_part_gives_the_same_picture_as_resizing_all_of_it() {
        for smoothing in [Smoothing::Nearest, Smoothing::Bilinear] {
            for scale in [0.75, 1.0, 1.25, 1.6, 2.0, 3.0] {
                let before = noise(40, 30);
                let mut after = before.clone();
                let dirty = Area::new(11, 9, 8, 5);
                super::super::fill(&mut after, dirty, Rgb([255, 0, 9]));
                let resizer = Resizer::new(40, 30, scale, smoothing);
                let all = Area::new(0, 0, 40, 30);
                let (width, height) = resizer.size();
                let mut whole = RgbImage::new(width, height);
                resizer.update(&after, &mut whole, all);
                let mut partly = RgbImage::new(width, height);
                resizer.update(&before, &mut partly, all);
                resizer.update(&after, &mut partly, dirty);
                assert_eq!(whole, partly, "{smoothing:?} at {scale}");
            }
        }
    }

    #[test]
    fn an_even_picture_keeps_its_colour_at_any_scale() {
        let even = RgbImage::from_pixel(9, 9, Rgb([192, 192, 192]));
        for scale in [0.75, 1.1, 2.5] {
            let resizer = Resizer::new(9, 9, scale, Smoothing::Bilinear);
            let (width, height) = resizer.size();
            let mut target = RgbImage::new(width, height);
            resizer.update(&even, &mut target, Area::new(0, 0, 9, 9));
            assert!(target.pixels().all(|p| *p == Rgb([192, 192, 192])), "{scale}");
        }
    }
}
