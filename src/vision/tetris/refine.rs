//! Moves a lattice by fractions of a cell so that it lies on the edges of the blocks.

use super::edges::{Edges, FULL};
use super::find::{Candidate, Pitch};
use super::walls::PLAIN;
use crate::geometry::GridGeometry;

/// Steps tried on either side, for place and for pitch.
const STEPS: i32 = 6;

/// A lattice that fills the well from border to border is taken when this share of the edges that
/// the best one meets lies on it.
const FILLS: f32 = 0.85;

/// The lattice near `grid` on whose lines most of the edges between unlike cells lie: `marked`
/// says of a cell (row by row) whether it holds a block; walls and pitch are those of `place`.
pub(super) fn refine(
    edges: &Edges,
    grid: &GridGeometry,
    place: &Candidate,
    marked: impl Fn(usize) -> bool,
) -> Finer {
    let (left, right) = place.walls;
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
    let begins = |before: usize, after: usize| match (marked(before), marked(after)) {
        (false, true) => Some(Border::Begins),
        (true, false) => Some(Border::Ends),
        _ => None,
    };
    let across: Vec<Segment> = (0..rows)
        .flat_map(|r| (1..cols).map(move |c| (c, r)))
        .filter_map(|(c, r)| {
            let border = begins(r * cols + c - 1, r * cols + c)?;
            Some(Segment { line: c, span: span_y(r), border })
        })
        .collect();
    let down: Vec<Segment> = (1..rows)
        .flat_map(|r| (0..cols).map(move |c| (c, r)))
        .filter_map(|(c, r)| {
            let border = begins((r - 1) * cols + c, r * cols + c)?;
            Some(Segment { line: r, span: span_x(c), border })
        })
        .collect();
    let near = |from: f64, to: f64, place: f64, size: f64| {
        (from - place).abs() < 0.4 * w && (to - place - size).abs() < 0.4 * w
    };
    let walls = near(left, right, bounds.x, bounds.w).then(|| (left, (right - left) / cols as f64));
    let ends = ends(edges, grid);
    let fill = ends.map(|(top, bottom)| (top, (bottom - top) / rows as f64));
    let (walls, fill, stretch) = match place.pitch {
        Pitch::Near => (walls, fill, STEPS),
        Pitch::Exact => (None, None, 0),
    };
    let limits = |limit, fills| Limits { limit, fills, stretch };
    let x = axis((bounds.x, w), cols, &across, limits(edges.width, walls), |x, (a, b)| {
        edges.upright_sum(x, a, b)
    });
    let y = axis((bounds.y, h), rows, &down, limits(edges.height, fill), |y, (a, b)| {
        edges.level_sum(y, a, b)
    });
    let filled = Some(x) == walls && Some(y) == fill;
    Finer { grid: GridGeometry::uniform(x.0, y.0, x.1, y.1, cols, rows), filled }
}

/// A lattice laid on the edges of the blocks.
pub(super) struct Finer {
    /// The lattice.
    pub grid: GridGeometry,
    /// Whether it fills the well from border to border on both axes.
    pub filled: bool,
}

/// The pixel rows of the lines that bound the well above and below, where both can be seen.
fn ends(edges: &Edges, grid: &GridGeometry) -> Option<(f64, f64)> {
    let (bounds, (_, h)) = (grid.bounds(), grid.pitch());
    let clip = |v: f64, n: usize| (v.round().max(0.0) as usize).min(n);
    let (from, to) = (clip(bounds.x, edges.width), clip(bounds.x + bounds.w, edges.width));
    let full = (to - from) as f32 * PLAIN;
    let lines = |y: f64| -> Option<Vec<usize>> {
        let (a, b) = (clip(y - 0.4 * h, edges.height), clip(y + 0.4 * h, edges.height));
        let sum = |y: &usize| edges.level_sum(*y, from, to) as f32;
        let most = (a..b).map(|y| sum(&y)).fold(0.0, f32::max);
        (most > 0.4 * full).then(|| (a..b).filter(|y| sum(y) > 0.5 * most).collect())
    };
    // The inner side of a border is where the cells begin.
    let top = *lines(bounds.y)?.last()?;
    let bottom = *lines(bounds.y + bounds.h)?.first()?;
    Some((top as f64, bottom as f64))
}

/// Which way a border between a block and an empty cell faces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    /// A block begins after it.
    Begins,
    /// A block ends before it.
    Ends,
}

/// A piece of a lattice line on which an edge is expected.
struct Segment {
    line: usize,
    span: (usize, usize),
    border: Border,
}

/// Where a lattice may lie.
struct Limits {
    /// The picture's size along the axis, in pixels.
    limit: usize,
    /// The lattice that fills the well from border to border, where its borders can be seen.
    fills: Option<(f64, f64)>,
    /// By how many steps the pitch may change.
    stretch: i32,
}

/// The best origin and pitch of one axis near `from`, or the one that fills the well where that
/// does nearly as well. Blocks may keep a gap to their cell's sides: all their beginnings may lie
/// a little after the lines, all their ends a little before.
fn axis(
    (origin, pitch): (f64, f64),
    n: usize,
    segments: &[Segment],
    Limits { limit, fills, stretch: most }: Limits,
    strength: impl Fn(usize, (usize, usize)) -> u32,
) -> (f64, f64) {
    if segments.is_empty() || limit < 2 {
        return (origin, pitch);
    }
    let reach = (0.4 * pitch).ceil() as i64 + 2;
    // Strength around every line, summed over its segments, beginnings and ends apart.
    let profiles = |border: Border| {
        let mut lines = vec![Vec::new(); n];
        for segment in segments.iter().filter(|s| s.border == border) {
            let centre = (origin + pitch * segment.line as f64).round() as i64;
            let profile = &mut lines[segment.line];
            profile.resize(2 * reach as usize + 1, 0.0f32);
            for (k, value) in profile.iter_mut().enumerate() {
                let place = centre + k as i64 - reach;
                if place > 0 && (place as usize) < limit {
                    *value += strength(place as usize, segment.span) as f32 / f32::from(FULL);
                }
            }
        }
        lines
    };
    let (begins, ends) = (profiles(Border::Begins), profiles(Border::Ends));
    let spread = (0.03 * pitch).max(0.7);
    let value = |lines: &[Vec<f32>], from: f64, pitch_now: f64| -> f32 {
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
    let gaps: Vec<f64> = (0..4).map(|k| pitch * 0.04 * f64::from(k)).collect();
    let middle = n as f64 / 2.0;
    // How much strength lies on a lattice, for the best gap before and after the blocks.
    let worth = |from: f64, pitch_now: f64| -> f32 {
        let first: Vec<f32> = gaps.iter().map(|g| value(&begins, from + g, pitch_now)).collect();
        let last: Vec<f32> = gaps.iter().map(|g| value(&ends, from - g, pitch_now)).collect();
        let pairs = first.iter().enumerate().flat_map(|(i, f)| {
            last.iter().enumerate().map(move |(j, l)| (f + l) * (1.0 - 0.01 * i.abs_diff(j) as f32))
        });
        pairs.fold(0.0, f32::max)
    };
    let mut best = (f32::MIN, (origin, pitch));
    for stretch in -most..=most {
        for shift in -STEPS..=STEPS {
            // The middle moves by up to a quarter of a cell, the pitch changes by up to 3 %.
            let pitch_now = pitch * (1.0 + f64::from(stretch) * 0.005);
            let from = origin + pitch * f64::from(shift) * 0.04 + (pitch - pitch_now) * middle;
            let moved = (shift.abs() + 2 * stretch.abs()) as f32;
            let now = worth(from, pitch_now) * (1.0 - 0.004 * moved);
            if now > best.0 {
                best = (now, (from, pitch_now));
            }
        }
    }
    match fills {
        Some(full) if worth(full.0, full.1) >= FILLS * best.0 => full,
        _ => best.1,
    }
}
