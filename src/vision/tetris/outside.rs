//! Whether a well goes on outside of the grid laid over it.

use image::RgbImage;

use super::background::Looks;
use super::edges::Edges;
use super::interpret::Interpretation;
use super::patch::{Patch, SAMPLES, patches};
use crate::geometry::GridGeometry;

/// A border between two cells shows edges of at least this mean strength.
const BORDER: f32 = 5.0;
/// The well's own border is so much stronger than lines drawn between its cells.
const STRONGER: f32 = 1.5;
/// A line between two cells shows edges of at least this share of the usual strength.
const LINE: f32 = 0.6;

/// How much the cells just outside the grid look like the ones inside, with no border between:
/// then the well is larger than the grid. 0 for a well with borders all round, up to 3.4.
pub(super) fn continues(
    image: &RgbImage,
    edges: &Edges,
    grid: &GridGeometry,
    looks: &Looks,
    found: &Interpretation,
) -> f32 {
    let (cols, rows) = (grid.cols(), grid.rows());
    let (bounds, (w, h)) = (grid.bounds(), grid.pitch());
    let wide = GridGeometry::uniform(bounds.x - w, bounds.y - h, w, h, cols + 2, rows + 2);
    let around = patches(image, &wide, 0.0, 0.0);
    let outer = |col: usize, row: usize| around[row * (cols + 2) + col].as_ref();
    let (left, right) = (bounds.x, bounds.x + bounds.w);
    let (top, bottom) = (bounds.y, bounds.y + bounds.h);
    let clip = |v: f64, n: usize| (v.round().max(0.0) as usize).min(n);
    let upright = |x: f64, outward: f64, row: usize| {
        let y = top + h * row as f64;
        let (from, to) = (clip(y + 0.2 * h, edges.height), clip(y + 0.8 * h, edges.height));
        let (a, b) = (x - outward * 0.15 * w, x + outward * 0.4 * w);
        (clip(a.min(b), edges.width)..=clip(a.max(b), edges.width.saturating_sub(1)))
            .map(|x| edges.upright_sum(x, from, to) as f32 / (to - from).max(1) as f32)
            .fold(0.0, f32::max)
    };
    let level = |y: f64, outward: f64, col: usize| {
        let x = left + w * col as f64;
        let (from, to) = (clip(x + 0.2 * w, edges.width), clip(x + 0.8 * w, edges.width));
        let (a, b) = (y - outward * 0.15 * h, y + outward * 0.4 * h);
        (clip(a.min(b), edges.height)..=clip(a.max(b), edges.height.saturating_sub(1)))
            .map(|y| edges.level_sum(y, from, to) as f32 / (to - from).max(1) as f32)
            .fold(0.0, f32::max)
    };
    let empty = |col: usize, row: usize| !found.marked[row * cols + col];
    let pairs = (0..rows).flat_map(|row| (1..cols).map(move |col| (col, row)));
    let pairs = pairs.filter(|(col, row)| empty(col - 1, *row) && empty(*col, *row));
    let lines = usual(pairs.map(|(col, row)| upright(left + w * col as f64, 1.0, row)));
    let bordered = |here: f32, next: f32| {
        // Where all cells have lines around them, only the last line is the border.
        let drawn = lines >= BORDER && next >= LINE * lines;
        here >= if drawn { STRONGER * lines } else { BORDER }
    };
    let side = |x: f64, outward: f64, row: usize| {
        bordered(upright(x, outward, row), upright(x + outward * w, outward, row))
    };
    let end = |y: f64, outward: f64, col: usize| {
        bordered(level(y, outward, col), level(y + outward * h, outward, col))
    };
    let goes_on = |out: Option<&Patch>, bordered: bool| {
        let Some(out) = out else { return false };
        let flat = flat(out);
        looks.patches.iter().enumerate().any(|(i, inside)| {
            let Some(inside) = inside else { return false };
            match found.marked[i] {
                true => !flat && inside.distance(out) < 7.0,
                false => !bordered && inside.distance(out) < 4.0,
            }
        })
    };
    let share = |count: usize, n: usize| count as f32 / n as f32;
    let left_side = (0..rows).filter(|r| goes_on(outer(0, r + 1), side(left, -1.0, *r))).count();
    let right_side =
        (0..rows).filter(|r| goes_on(outer(cols + 1, r + 1), side(right, 1.0, *r))).count();
    let floor = (0..cols).filter(|c| goes_on(outer(c + 1, rows + 1), end(bottom, 1.0, *c))).count();
    let ceiling = (0..cols).filter(|c| goes_on(outer(c + 1, 0), end(top, -1.0, *c))).count();
    share(left_side + right_side, rows) + share(floor, cols) + 0.4 * share(ceiling, cols)
}

/// The middle one of some strengths, 0 of none.
fn usual(strengths: impl Iterator<Item = f32>) -> f32 {
    let mut all: Vec<f32> = strengths.collect();
    all.sort_by(f32::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.0)
}

/// Whether a look has hardly any structure.
fn flat(patch: &Patch) -> bool {
    let mean = patch.mean();
    let off: f32 = (0..SAMPLES)
        .map(|k| {
            patch.sample(k).iter().zip(&mean).map(|(v, m)| (f32::from(*v) - m).abs()).sum::<f32>()
        })
        .sum();
    off / (SAMPLES as f32) < 20.0
}
