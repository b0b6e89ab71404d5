//! Where wells may be: pairs of long upright edges with a lattice between them.

use super::edges::{Edges, FULL};
use super::lattice::{AxisFit, Profile};
use super::walls::{PLAIN, Wall, floors, walls};
use crate::abandon;
use crate::geometry::GridGeometry;

/// How well the size of a place's cells is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pitch {
    /// To a few hundredths.
    Near,
    /// To the pixel, over the whole well.
    Exact,
}

/// A place where a well may be.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub x: AxisFit,
    pub y: AxisFit,
    /// Where its walls are, in pixels from the left.
    pub walls: (f64, f64),
    pub cols: usize,
    pub rows: usize,
    /// How well borders and lattice fit; only good for ranking.
    pub score: f32,
    /// Rows that the walls have too many or too few at both ends.
    pub misfit: f32,
    pub pitch: Pitch,
}

impl Candidate {
    /// How much evidence this number of columns and rows needs beyond that of 10 x 20.
    pub fn doubt(&self) -> f32 {
        let cols = COLS.iter().find(|c| c.0 == self.cols).map_or(0.5, |c| c.1);
        cols + rows_doubt(self.rows)
    }

    pub fn geometry(&self) -> GridGeometry {
        GridGeometry::uniform(
            self.x.origin,
            self.y.origin,
            self.x.pitch,
            self.y.pitch,
            self.cols,
            self.rows,
        )
    }
}

/// Widths that are tried, each with how much evidence it must bring beyond that of ten columns.
pub(super) const COLS: [(usize, f32); 7] =
    [(10, 0.0), (12, 0.25), (8, 0.3), (9, 0.35), (11, 0.35), (14, 0.35), (16, 0.35)];

/// How much evidence a number of rows must bring beyond that of twenty.
fn rows_doubt(rows: usize) -> f32 {
    match rows {
        20 => 0.0,
        18 => 0.1,
        22 => 0.3,
        16 | 21 | 24 => 0.45,
        _ => 0.6,
    }
}

/// Smallest and largest cell, in pixels.
const CELL: std::ops::RangeInclusive<f64> = 5.0..=120.0;

/// Two walls with the columns that fit between them.
struct Pair {
    rank: f32,
    /// The rank without the part that says how well the walls show.
    value: f32,
    x: AxisFit,
    cols: usize,
    /// Indices of the walls.
    left: usize,
    right: usize,
}

/// The likeliest places, best first.
pub(super) fn candidates(edges: &Edges, most: usize) -> Vec<Candidate> {
    let shortest = (edges.height / 8).max(60);
    let walls = walls(edges, shortest, 90);
    let shown: Vec<Shown> = walls.iter().map(|w| Shown::of(edges, w)).collect();
    let mut pairs = Vec::new();
    for (i, left) in walls.iter().enumerate().take_while(|_| !abandon::wanted()) {
        for (j, right) in walls.iter().enumerate().skip(i + 1) {
            let (lo, hi) = (left.right as f64, right.left as f64);
            let top = left.from.max(right.from);
            let bottom = left.to.min(right.to);
            let width = hi - lo;
            if width < 8.0 * CELL.start() || (bottom as f64) < top as f64 + 1.3 * width {
                continue;
            }
            let support = Support { left: &shown[i], right: &shown[j] };
            let whole = support.mean(top as f64, bottom as f64);
            if whole < 0.35 {
                continue;
            }
            let profile = columns(edges, lo, hi, top, bottom);
            for (cols, doubt) in COLS {
                let pitch = width / cols as f64;
                if !CELL.contains(&pitch) || (bottom - top) as f64 / pitch < 13.0 {
                    continue;
                }
                let fit = profile.best(lo, hi, cols, None, chance(pitch));
                let value =
                    fit.score * trust(&fit) - doubt + whole + 0.12 * (pitch as f32 / 8.0).log2();
                let rank = value;
                let value = value - whole;
                pairs.push(Pair { rank, value, x: fit, cols, left: i, right: j });
            }
        }
    }
    pairs.sort_by(|a, b| b.rank.total_cmp(&a.rank));
    let mut kept: Vec<Pair> = Vec::new();
    for pair in pairs {
        let same = |k: &Pair| {
            let (a, b) =
                ((&walls[k.left], &walls[k.right]), (&walls[pair.left], &walls[pair.right]));
            k.cols == pair.cols
                && (k.x.origin - pair.x.origin).abs() < 0.05 * pair.x.pitch
                && (k.x.pitch / pair.x.pitch - 1.0).abs() < 0.005
                && a.0.from.abs_diff(b.0.from) + a.1.to.abs_diff(b.1.to) < 8
        };
        if !kept.iter().any(same) {
            kept.push(pair);
            if kept.len() == most * 2 {
                break;
            }
        }
    }
    let mut found: Vec<Candidate> = Vec::new();
    for pair in kept.iter().take_while(|_| !abandon::wanted()) {
        let support = Support { left: &shown[pair.left], right: &shown[pair.right] };
        found.extend(heights(edges, pair, &walls[pair.left], &walls[pair.right], &support));
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in found {
        // Not all of one size: a finer lattice inside the true one fits as well.
        let alike = kept.iter().filter(|k| (k.x.pitch / candidate.x.pitch - 1.0).abs() < 0.04);
        if alike.count() < most / 2 && !kept.iter().any(|k| same(k, &candidate)) {
            kept.push(candidate);
            if kept.len() == most {
                break;
            }
        }
    }
    kept
}

/// How far a fit's score can be believed: little edge strength says little.
fn trust(fit: &AxisFit) -> f32 {
    fit.weight / (fit.weight + 6.0 * fit.pitch as f32)
}

/// How well a wall shows in each pixel row, summed from the top.
struct Shown {
    sums: Vec<f32>,
}

impl Shown {
    fn of(edges: &Edges, wall: &Wall) -> Self {
        let at = |y: usize| {
            if wall.left == 0 || wall.right >= edges.width {
                return 0.5;
            }
            let row = &edges.upright_row(y)[wall.left..=wall.right];
            (f32::from(row.iter().copied().max().unwrap_or(0)) / PLAIN).min(1.0)
        };
        let mut sums = Vec::with_capacity(edges.height + 1);
        let mut total = 0.0;
        sums.push(total);
        for y in 0..edges.height {
            total += at(y);
            sums.push(total);
        }
        Self { sums }
    }
}

/// How well the two walls of a pair show.
struct Support<'a> {
    left: &'a Shown,
    right: &'a Shown,
}

impl Support<'_> {
    /// Mean over the pixel rows between two places, 0 to 1.
    fn mean(&self, from: f64, to: f64) -> f32 {
        let clip = |v: f64| (v.round().max(0.0) as usize).min(self.height());
        let (a, b) = (clip(from), clip(to));
        if a >= b {
            return 0.0;
        }
        let side = |s: &[f32]| (s[b] - s[a]) / (b - a) as f32;
        (side(&self.left.sums) + side(&self.right.sums)) / 2.0
    }

    fn height(&self) -> usize {
        self.left.sums.len() - 1
    }

    /// Rows of cells (at most four) next to `from` in direction `pitch` that both walls pass.
    fn beyond(&self, from: f64, pitch: f64) -> usize {
        (0..4)
            .take_while(|i| {
                let a = from + pitch * (f64::from(*i) + 0.36);
                let b = a + pitch * 0.64;
                b >= 0.0 && b <= self.height() as f64 && self.mean(a.min(b), a.max(b)) > 0.75
            })
            .count()
    }
}

fn reach(pitch: f64) -> f64 {
    (0.07 * pitch).max(1.0)
}

/// The share of evenly spread edges that would count as on the lattice.
fn chance(pitch: f64) -> f32 {
    ((reach(pitch) + 1.0) / pitch) as f32
}

/// The upright edges between two walls.
fn columns(edges: &Edges, lo: f64, hi: f64, top: usize, bottom: usize) -> Profile {
    let start = lo.max(0.0) as usize;
    let raw = (start..(hi as usize + 1).min(edges.width))
        .map(|x| edges.upright_sum(x, top, bottom) as f32 / f32::from(FULL))
        .collect();
    Profile::new(raw, start, reach((hi - lo) / 10.0))
}

/// The candidates between two walls whose columns are known: every fitting pair of a top and a
/// bottom line.
fn heights(
    edges: &Edges,
    pair: &Pair,
    left: &Wall,
    right: &Wall,
    support: &Support,
) -> Vec<Candidate> {
    let (x, cols, value) = (pair.x, pair.cols, pair.value);
    let clip = |v: f64, n: usize| (v.max(0.0) as usize).min(n);
    let (from, to) =
        (clip(x.origin, edges.width), clip(x.origin + x.pitch * cols as f64, edges.width));
    if to <= from + 8 {
        return Vec::new();
    }
    let slack = (0.4 * x.pitch) as usize + 2;
    let top = left.from.max(right.from).saturating_sub(slack);
    let bottom = (left.to.min(right.to) + slack).min(edges.height);
    let raw: Vec<f32> =
        (top..bottom).map(|y| edges.level_sum(y, from, to) as f32 / f32::from(FULL)).collect();
    let profile = Profile::new(raw, top, reach(x.pitch));
    let mut lines = floors(edges, from, to, top, bottom, 0.5);
    strongest(&mut lines, 10);
    // The ends of the walls and of the picture may be the well's as well.
    let mut ends: Vec<(f64, f32)> = lines.iter().map(|(y, s)| (*y as f64, *s)).collect();
    let mut tops = ends.clone();
    tops.push((left.from.max(right.from) as f64, 0.2));
    ends.push((left.to.min(right.to) as f64, 0.2));
    if (top as f64) < 2.5 * x.pitch {
        tops.push((0.0, 0.3));
    }
    if (edges.height - bottom) as f64 <= 2.5 * x.pitch {
        ends.push((edges.height as f64, 0.3));
    }
    let mut best: Vec<Candidate> = Vec::new();
    let mut take = |y: AxisFit, rows: usize, lines: f32| {
        let squareness = (y.pitch / x.pitch).ln().abs() as f32;
        let end = y.origin + y.pitch * rows as f64;
        let outside = y.origin < -0.6 * y.pitch || end > edges.height as f64 + 0.6 * y.pitch;
        if squareness > 0.13 || outside {
            return;
        }
        let beyond = support.beyond(y.origin, -y.pitch) + support.beyond(end, y.pitch);
        let bare = [y.origin, end - y.pitch]
            .iter()
            .filter(|from| support.mean(**from, **from + y.pitch) < 0.45)
            .count();
        let misfit = (beyond + bare) as f32;
        let score = value + support.mean(y.origin, end) + y.score * trust(&y)
            - rows_doubt(rows)
            - 0.12 * misfit
            - 1.5 * squareness
            + 0.35 * lines;
        let walls = (left.right as f64, right.left as f64);
        let pitch = Pitch::Near;
        let candidate = Candidate { x, y, walls, cols, rows, score, misfit, pitch };
        match best.iter_mut().find(|b| same(b, &candidate)) {
            Some(b) if score > b.score => *b = candidate,
            Some(_) => {}
            None => best.push(candidate),
        }
    };
    for (low, low_share) in &ends {
        for (high, high_share) in &tops {
            let cells = (low - high) / x.pitch;
            for rows in 15usize..=24 {
                if (0.9..1.17).contains(&(cells / rows as f64)) {
                    let y = profile.best(*high, *low, rows, Some(x.pitch), chance(x.pitch));
                    take(y, rows, low_share + high_share);
                }
            }
        }
    }
    // Square cells right from a top or a floor, where only one of the two can be seen.
    for rows in [20usize, 18] {
        let height = x.pitch * rows as f64;
        for (origin, share) in
            tops.iter().map(|t| (t.0, t.1)).chain(ends.iter().map(|e| (e.0 - height, e.1)))
        {
            for nudge in [0.0, -0.25] {
                let origin = origin + nudge * x.pitch;
                take(profile.fit(origin, x.pitch, rows, chance(x.pitch)), rows, share);
            }
        }
    }
    best.sort_by(|a, b| b.score.total_cmp(&a.score));
    best.truncate(10);
    best
}

/// Keeps the `most` lines with the largest share, one of neighbouring rows, in order.
fn strongest(lines: &mut Vec<(usize, f32)>, most: usize) {
    let mut by_share = lines.clone();
    by_share.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut kept: Vec<(usize, f32)> = Vec::new();
    for line in by_share {
        if kept.len() < most && kept.iter().all(|k| k.0.abs_diff(line.0) > 1) {
            kept.push(line);
        }
    }
    kept.sort_by_key(|l| l.0);
    *lines = kept;
}

/// Whether two candidates are the same well within a small share of a cell.
fn same(a: &Candidate, b: &Candidate) -> bool {
    let near = |p: f64, q: f64, pitch: f64| (p - q).abs() < 0.12 * pitch;
    let end = |f: &AxisFit, n: usize| f.origin + f.pitch * n as f64;
    a.cols == b.cols
        && a.rows == b.rows
        && near(a.x.origin, b.x.origin, a.x.pitch)
        && near(a.y.origin, b.y.origin, a.y.pitch)
        && near(end(&a.x, a.cols), end(&b.x, b.cols), a.x.pitch)
        && near(end(&a.y, a.rows), end(&b.y, b.rows), a.y.pitch)
}
