//! Finding the grid of cells in a picture.

use image::RgbImage;

use crate::geometry::GridGeometry;
use crate::vision::borders::Borders;
use crate::vision::lattice::{self, Comb, Region};
use crate::vision::lines::LineMap;
use crate::vision::plane::{Plane, planes};

/// The fewest columns and rows that are taken for a board.
const MIN_SIDE: usize = 4;

/// A place where a board may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The cells, in the picture's pixels.
    pub geometry: GridGeometry,
    /// How many cells' worth of evidence there is.
    pub score: f32,
}

/// Everywhere a board may be, the best supported place first.
pub fn candidates(image: &RgbImage) -> Vec<Candidate> {
    let planes = planes(image);
    let vertical = LineMap::vertical(&planes);
    let horizontal = LineMap::horizontal(&planes);
    let mut found: Vec<Candidate> = Vec::new();
    for pitch in lattice::pitches(&vertical, &horizontal, 10) {
        for region in lattice::regions(&vertical, &horizontal, pitch, 2) {
            let candidate = settle(&planes, &vertical, &horizontal, pitch as f64, region);
            if let Some(candidate) = candidate {
                log::debug!(
                    "pitch {pitch} in {region:?}: {}x{} cells at {:?}, score {:.1}",
                    candidate.geometry.cols(),
                    candidate.geometry.rows(),
                    candidate.geometry.bounds(),
                    candidate.score
                );
                found.push(candidate);
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found
}

/// Fits lines to a region, keeps the part where cells have borders, and fits again there.
fn settle(
    planes: &[Plane; 2],
    vertical: &LineMap,
    horizontal: &LineMap,
    pitch: f64,
    region: Region,
) -> Option<Candidate> {
    let mut region = region;
    let (mut pitch_x, mut pitch_y, mut slack) = (pitch, pitch, 1.0_f64.max(pitch * 0.03));
    let mut last = None;
    for _ in 0..3 {
        let (wide, high) = ((region.x0, region.x1), (region.y0, region.y1));
        let fit_x = |pitch, slack| fit(vertical, high, wide, pitch, slack);
        let fit_y = |pitch, slack| fit(horizontal, wide, high, pitch, slack);
        let (mut x, mut y) = (fit_x(pitch_x, slack), fit_y(pitch_y, slack));
        // Cells are square in nearly every game: where the two directions disagree, the clearer
        // one leads if the other can follow at little cost.
        if (x.0.pitch / y.0.pitch - 1.0).abs() > 0.012 {
            let near = 0.012 * pitch;
            if x.1 > y.1 {
                let follow = fit_y(x.0.pitch, near);
                y = if follow.1 > 0.93 * y.1 { follow } else { y };
            } else {
                let follow = fit_x(y.0.pitch, near);
                x = if follow.1 > 0.93 * x.1 { follow } else { x };
            }
        }
        let (x, y) = (x.0, y.0);
        let (x, cols) = lines_in(x, (region.x0, region.x1), planes[0].w);
        let (y, rows) = lines_in(y, (region.y0, region.y1), planes[0].h);
        if cols < MIN_SIDE || rows < MIN_SIDE || cols > 400 || rows > 400 {
            return None;
        }
        let edges = |comb: &Comb, from: usize, to: usize| {
            (from..=to).map(|k| comb.at(k as f64)).collect::<Vec<f64>>()
        };
        let borders = Borders::measure(planes, &edges(&x, 0, cols), &edges(&y, 0, rows));
        let (rect, score) = best_rectangle(&borders)?;
        let (c0, r0, c1, r1) = rect;
        let geometry = GridGeometry::from_edges(edges(&x, c0, c1), edges(&y, r0, r1))?;
        let bounds = geometry.bounds();
        let clip = |v: f64, top: usize| v.clamp(0.0, top as f64) as usize;
        // One cell of room on every side: a first fit may have missed a row.
        let next = Region {
            x0: clip(bounds.x - 1.2 * x.pitch, planes[0].w),
            y0: clip(bounds.y - 1.2 * y.pitch, planes[0].h),
            x1: clip(bounds.x + bounds.w + 1.2 * x.pitch, planes[0].w),
            y1: clip(bounds.y + bounds.h + 1.2 * y.pitch, planes[0].h),
        };
        last = Some(Candidate { geometry, score });
        if next == region {
            break;
        }
        (region, pitch_x, pitch_y) = (next, x.pitch, y.pitch);
        slack = (pitch * 0.02).max(0.5);
    }
    last.map(|candidate| refine(vertical, horizontal, candidate))
}

fn refine(vertical: &LineMap, horizontal: &LineMap, candidate: Candidate) -> Candidate {
    let geometry = &candidate.geometry;
    let span = |edges: &[f64], top: usize| {
        let clip = |v: f64| v.round().clamp(0.0, top as f64) as usize;
        (clip(edges[0]), clip(edges[edges.len() - 1]))
    };
    let (xs, ys) = (geometry.x_edges(), geometry.y_edges());
    let (wide, high) = (span(xs, vertical.len), span(ys, horizontal.len));
    let better = |map: &LineMap, along: (usize, usize), across: (usize, usize), old: &[f64]| {
        let spread = lattice::profile(map, along, across, old[1] - old[0]);
        let new = lattice::refine(&spread, across.0, old);
        let met = |edges: &[f64]| -> f32 {
            let value = |e: &f64| spread.get((e.round() - across.0 as f64).max(0.0) as usize);
            edges[1..edges.len() - 1].iter().filter_map(value).sum()
        };
        if met(&new) >= 0.985 * met(old) { new } else { old.to_vec() }
    };
    let (x, y) = (better(vertical, high, wide, xs), better(horizontal, wide, high, ys));
    match GridGeometry::from_edges(x, y) {
        Some(geometry) => Candidate { geometry, ..candidate },
        None => candidate,
    }
}

fn fit(
    map: &LineMap,
    along: (usize, usize),
    across: (usize, usize),
    pitch: f64,
    slack: f64,
) -> (Comb, f32) {
    let profile = lattice::profile(map, along, across, pitch);
    let (comb, score) = lattice::fit(&profile, pitch, slack);
    (Comb { origin: comb.origin + across.0 as f64, ..comb }, score)
}

/// The comb with its first line the first one in (or a bit before) the region, and the number of
/// cells between its lines.
fn lines_in(comb: Comb, region: (usize, usize), size: usize) -> (Comb, usize) {
    let slack = comb.pitch * 0.15;
    let low = (region.0 as f64 - slack).max(-slack);
    let high = (region.1 as f64 + slack).min(size as f64 + slack);
    let first = ((low - comb.origin) / comb.pitch).ceil();
    let last = ((high - comb.origin) / comb.pitch).floor();
    (Comb { origin: comb.at(first), ..comb }, (last - first).max(0.0) as usize)
}

/// The rectangle of cells (columns and rows, end excluded) with the most evidence.
fn best_rectangle(borders: &Borders) -> Option<((usize, usize, usize, usize), f32)> {
    const WORTH: [f32; 5] = [-0.5, -0.5, -0.2, 0.6, 1.0];
    let (cols, rows) = (borders.cols(), borders.rows());
    let mut best = None;
    let mut most = 0.0;
    for r0 in 0..rows {
        let mut sums = vec![0.0; cols];
        for r1 in r0..rows {
            for (c, sum) in sums.iter_mut().enumerate() {
                *sum += WORTH[borders.sides(c, r1)];
            }
            if r1 + 1 - r0 < MIN_SIDE {
                continue;
            }
            let (mut from, mut run) = (0, 0.0);
            for (c, sum) in sums.iter().enumerate() {
                if run <= 0.0 {
                    (from, run) = (c, 0.0);
                }
                run += sum;
                if run > most && c + 1 - from >= MIN_SIDE {
                    most = run;
                    best = Some((from, r0, c + 1, r1 + 1));
                }
            }
        }
    }
    best.map(|rect| (rect, most))
}
