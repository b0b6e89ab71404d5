//! What the cells of a grid may be, before all of them are looked at.

use image::{RgbImage, imageops};

use super::look::Look;
use super::net::Shape;
use crate::geometry::{CellPos, FrameRect, GridGeometry};
use crate::vision::plane::shrink;

/// Cells that a grid is judged by before all of them are looked at.
const SAMPLE: usize = 64;
/// Larger cells are judged by a smaller picture of them: twice this many pixels and more.
const LARGE: f64 = 18.0;

/// What may be in the cells of a candidate, by a sample of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Text, pictures, or two cells in one.
    Other,
    /// What a Minesweeper may draw.
    Cells,
    /// That, and so many numbers that it can hardly be anything else.
    Numbers,
}

impl Likeness {
    /// What the cells of a grid may be, by a sample from all over it: blank ones and drawings of
    /// cells, text, pictures.
    pub(super) fn of(image: &RgbImage, grid: &GridGeometry) -> Self {
        let count = grid.cols() * grid.rows();
        // A step that has no factor in common with the width of usual boards.
        let step = (count / SAMPLE).max(1) | 1;
        let sample: Vec<Look> = (0..count)
            .step_by(step)
            .map(|i| CellPos::new(i % grid.cols(), i / grid.cols()))
            .map(|pos| glance(image, grid.cell(pos)))
            .collect();
        let (mut fits, mut numbers) = (0, [0; 9]);
        for look in &sample {
            match look.shape() {
                _ if look.glyph().is_none() => fits += usize::from(!look.inside.messy),
                (shape, p) if shape != Shape::Other && p > 0.5 => {
                    fits += 1;
                    if let Shape::Digit(n) = shape
                        && p > 0.9
                    {
                        numbers[usize::from(n)] += 1;
                    }
                }
                _ => {}
            }
        }
        let several = numbers.iter().filter(|n| **n > 0).count() >= 2;
        let enough = numbers.iter().sum::<usize>() * 12 >= sample.len();
        match (fits * 5 >= sample.len() * 2, fits * 10 >= sample.len() * 9) {
            (_, true) if several && enough => Self::Numbers,
            (true, _) => Self::Cells,
            _ => Self::Other,
        }
    }
}

/// How a cell looks; a large one at a fraction of its size.
fn glance(image: &RgbImage, rect: FrameRect) -> Look {
    let factor = (rect.w.min(rect.h) / LARGE) as u32;
    if factor < 2 {
        return Look::of(image, rect);
    }
    let (w, h) = image.dimensions();
    let clip = |v: f64, top: u32| v.clamp(0.0, f64::from(top)) as u32;
    let (x, y) = (clip(rect.x, w - 1), clip(rect.y, h - 1));
    let (right, bottom) = (clip((rect.x + rect.w).ceil(), w), clip((rect.y + rect.h).ceil(), h));
    let part = imageops::crop_imm(image, x, y, right - x, bottom - y).to_image();
    let by = f64::from(factor);
    let small = FrameRect {
        x: (rect.x - f64::from(x)) / by,
        y: (rect.y - f64::from(y)) / by,
        w: rect.w / by,
        h: rect.h / by,
    };
    Look::of(&shrink(&part, factor), small)
}
