//! Moves a lattice by fractions of a cell so that it lies on the edges of the blocks.

use super::edges::{Edges, FULL};
use crate::geometry::GridGeometry;

/// Steps tried on either side, for place and for pitch.
const STEPS: i32 = 6;

/// The lattice near `grid` on whose lines most of the edges between unlike cells lie: `unlike`
/// says of two cells (row by row) whether an edge is expected between them.
pub(super) fn refine(
    edges: &Edges,
    grid: &GridGeometry,
    unlike: impl Fn(usize, usize) -> bool,
) -> GridGeometry {
    let (cols, rows) = (grid.cols(), grid.rows());
    let bounds = grid.bounds();
    let (w, h) = grid.pitch();
    let clip = |v: f64, n: usize| (v.round().max(0.0) as usize).min(n);
    let span_y = |row: usize| {
        let y = bounds.y + row as f64 * h;
        (clip(y + 0.15 * h, edges.height), clip(y + 0.85 * h, edges.height))
    };
    let span_x = |col: usize| {
        let x = bounds.x + col as f64 * w;
        (clip(x + 0.15 * w, edges.width), clip(x + 0.85 * w, edges.width))
    };
    let across: Vec<(usize, (usize, usize))> = (0..rows)
        .flat_map(|r| (1..cols).map(move |c| (c, r)))
        .filter(|(c, r)| unlike(r * cols + c - 1, r * cols + c))
        .map(|(c, r)| (c, span_y(r)))
        .collect();
    let down: Vec<(usize, (usize, usize))> = (1..rows)
        .flat_map(|r| (0..cols).map(move |c| (c, r)))
        .filter(|(c, r)| unlike((r - 1) * cols + c, r * cols + c))
        .map(|(c, r)| (r, span_x(c)))
        .collect();
    let x = axis(bounds.x, w, cols, &across, edges.width, |x, (a, b)| edges.upright_sum(x, a, b));
    let y = axis(bounds.y, h, rows, &down, edges.height, |y, (a, b)| edges.level_sum(y, a, b));
    GridGeometry::uniform(x.0, y.0, x.1, y.1, cols, rows)
}

/// The best origin and pitch of one axis.
fn axis(
    origin: f64,
    pitch: f64,
    n: usize,
    segments: &[(usize, (usize, usize))],
    limit: usize,
    strength: impl Fn(usize, (usize, usize)) -> u32,
) -> (f64, f64) {
    if segments.is_empty() || limit < 2 {
        return (origin, pitch);
    }
    let reach = (0.3 * pitch).ceil() as i64 + 2;
    // Strength around every line, summed over its segments.
    let mut lines = vec![Vec::new(); n];
    for (line, span) in segments {
        let centre = (origin + pitch * *line as f64).round() as i64;
        let profile = &mut lines[*line];
        profile.resize(2 * reach as usize + 1, 0.0f32);
        for (k, value) in profile.iter_mut().enumerate() {
            let place = centre + k as i64 - reach;
            if place > 0 && (place as usize) < limit {
                *value += strength(place as usize, *span) as f32 / f32::from(FULL);
            }
        }
    }
    let spread = (0.05 * pitch).max(0.7);
    let value = |from: f64, pitch_now: f64| -> f32 {
        lines
            .iter()
            .enumerate()
            .filter(|(_, p)| !p.is_empty())
            .map(|(line, profile)| {
                let centre = (origin + pitch * line as f64).round();
                let place = from + pitch_now * line as f64 - centre + reach as f64;
                let (low, high) = ((place - spread - 1.0).ceil(), (place + spread + 1.0).floor());
                (low.max(0.0) as usize..=high.max(0.0) as usize)
                    .filter_map(|k| {
                        let far = (k as f64 - place).abs() / (spread + 1.0);
                        profile.get(k).map(|v| v * (1.0 - far).max(0.0) as f32)
                    })
                    .sum::<f32>()
            })
            .sum()
    };
    let middle = n as f64 / 2.0;
    let mut best = (value(origin, pitch), 0.0, (origin, pitch));
    for shift in -STEPS..=STEPS {
        for stretch in -STEPS..=STEPS {
            // The middle moves by up to a quarter of a cell, the pitch changes by up to 3 %.
            let pitch_now = pitch * (1.0 + f64::from(stretch) * 0.005);
            let from = origin + pitch * f64::from(shift) * 0.04 + (pitch - pitch_now) * middle;
            let moved = f64::from(shift.abs() + stretch.abs());
            let now = value(from, pitch_now);
            if now > best.0 * 1.001 || (now > best.0 * 0.999 && moved < best.1) {
                best = (now, moved, (from, pitch_now));
            }
        }
    }
    best.2
}
