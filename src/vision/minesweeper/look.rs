//! How a cell looks: its rim, its background, the drawing in it.

use image::RgbImage;

use super::glyph::{self, Glyph, Inside, apart};
use super::net::{Net, SHAPES, Shape};
use crate::geometry::FrameRect;

/// Side of the coarse picture of a cell.
const COARSE: usize = 12;
/// How many of its outer rows and columns are the rim.
const RIM: usize = 2;
/// Pixels of the rim.
const RIM_PIXELS: usize = COARSE * COARSE - (COARSE - 2 * RIM) * (COARSE - 2 * RIM);

/// Pixels of the middle.
const MIDDLE_PIXELS: usize = COARSE * COARSE - RIM_PIXELS;

/// How one cell looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The colours of the rim of the cell, borders and bevels included, clockwise-less: row-major.
    pub rim: [[i16; 3]; RIM_PIXELS],
    /// The colours of the middle of the cell, row-major.
    pub middle: [[i16; 3]; MIDDLE_PIXELS],
    /// What is inside.
    pub inside: Inside,
    /// Probability of each shape that the drawing inside may be; all zero without a drawing.
    pub shapes: [f32; SHAPES],
}

impl Look {
    /// Looks at the cell `rect`, in the picture's own pixels.
    pub fn of(image: &RgbImage, rect: FrameRect) -> Self {
        let inside = glyph::inspect(image, rect);
        let shapes = inside
            .glyph
            .as_ref()
            .map_or([0.0; SHAPES], |glyph| Net::trained().classify(&glyph.input));
        let (rim, middle) = coarse(image, rect);
        Self { rim, middle, inside, shapes }
    }

    /// The drawing inside, if any.
    pub fn glyph(&self) -> Option<&Glyph> {
        self.inside.glyph.as_ref()
    }

    /// The likeliest shape of the drawing and its probability.
    pub fn shape(&self) -> (Shape, f32) {
        let best =
            (0..SHAPES).max_by(|a, b| self.shapes[*a].total_cmp(&self.shapes[*b])).unwrap_or(0);
        (Shape::ALL[best], self.shapes[best])
    }

    /// How different two cells look as wholes, in grey levels: the mean difference of their
    /// pixels, the largest one in twenty, and the difference of their mean colours, which the
    /// others leave out: a light that moves over the board changes it.
    pub fn whole_distance(&self, other: &Look) -> (f32, f32, f32) {
        let pairs = || {
            let (own, others) =
                (self.rim.iter().chain(&self.middle), other.rim.iter().chain(&other.middle));
            own.zip(others)
        };
        let count = (COARSE * COARSE) as f32;
        let shift: [f32; 3] = std::array::from_fn(|c| {
            pairs().map(|(a, b)| f32::from(a[c] - b[c])).sum::<f32>() / count
        });
        let mut all: Vec<f32> = pairs()
            .map(|(a, b)| {
                (0..3).map(|c| (f32::from(a[c] - b[c]) - shift[c]).abs()).fold(0.0, f32::max)
            })
            .collect();
        let mean = all.iter().sum::<f32>() / count;
        let high = all.len() * 19 / 20;
        let high = *all.select_nth_unstable_by(high, f32::total_cmp).1;
        (mean, high, shift.into_iter().map(f32::abs).fold(0.0, f32::max))
    }

    /// How different two cells are apart from what is drawn in them, in grey levels: mostly
    /// the pattern of the rim against the background, a gradient over the board counts half.
    pub fn ground_distance(&self, other: &Look) -> f32 {
        let shift: [f32; 3] =
            std::array::from_fn(|c| self.inside.background[c] - other.inside.background[c]);
        let mut differences: [f32; RIM_PIXELS] = std::array::from_fn(|i| {
            let (a, b) = (&self.rim[i], &other.rim[i]);
            (0..3)
                .map(|c| (f32::from(a[c] - b[c]) - shift[c] * 0.7).abs())
                .fold(0.0, f32::max)
                .min(80.0)
        });
        // The tenth that differs most may be a drawing that reaches the rim.
        let keep = RIM_PIXELS * 9 / 10;
        differences.select_nth_unstable_by(keep, f32::total_cmp);
        let rim = differences[..keep].iter().sum::<f32>() / keep as f32;
        rim + 0.6 * apart(&self.inside.background, &other.inside.background).min(100.0)
    }
}

/// The coarse picture's rim and middle: every value the mean colour of the pixels under it.
fn coarse(
    image: &RgbImage,
    rect: FrameRect,
) -> ([[i16; 3]; RIM_PIXELS], [[i16; 3]; MIDDLE_PIXELS]) {
    let (mut rim, mut middle) = ([[0; 3]; RIM_PIXELS], [[0; 3]; MIDDLE_PIXELS]);
    let (mut outer, mut inner) = (rim.iter_mut(), middle.iter_mut());
    let within = RIM..COARSE - RIM;
    for gy in 0..COARSE {
        for gx in 0..COARSE {
            let inside = within.contains(&gx) && within.contains(&gy);
            let place = if inside { inner.next() } else { outer.next() };
            *place.expect("each part has its number of pixels") = sample(image, rect, gx, gy);
        }
    }
    (rim, middle)
}

fn sample(image: &RgbImage, rect: FrameRect, gx: usize, gy: usize) -> [i16; 3] {
    let span = |from: f64, size: f64, i: usize, top: u32| {
        let a = from + size * i as f64 / COARSE as f64;
        let b = a + size / COARSE as f64;
        let first = a.round().clamp(0.0, f64::from(top - 1)) as u32;
        let last = (b.round() as i64)
            .clamp(i64::from(first) + 1, i64::from(top).max(i64::from(first) + 1))
            as u32;
        first..last.min(top)
    };
    let (xs, ys) =
        (span(rect.x, rect.w, gx, image.width()), span(rect.y, rect.h, gy, image.height()));
    let mut sum = [0_u32; 3];
    let mut count = 0;
    for y in ys {
        for x in xs.clone() {
            let p = image.get_pixel(x, y).0;
            sum.iter_mut().zip(p).for_each(|(s, v)| *s += u32::from(v));
            count += 1;
        }
    }
    sum.map(|s| (s / count.max(1)) as i16)
}
