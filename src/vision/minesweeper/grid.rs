//! Finding the grid of cells in a picture.

use image::RgbImage;

use super::exact::exact;
use super::extent::{core, grown, trimmed, unbroken};
use super::look::Look;
use super::net::Shape;
use super::signs;
use crate::geometry::{CellPos, GridGeometry};
use crate::vision::borders::Borders;
use crate::vision::lattice::{self, Comb, Region};
use crate::vision::lines::LineMap;
use crate::vision::plane::{Plane, planes};

/// The fewest columns and rows that are taken for a board.
pub(super) const MIN_SIDE: usize = 4;
/// Cells of room around a fit in which the next one looks.
const ROOM: f64 = 3.2;
/// A place with less than this share of the best one's support is a part or a multiple of it.
pub const LEAST: f32 = 0.6;

/// A place where a board may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The cells, in the picture's pixels.
    pub geometry: GridGeometry,
    /// How many cells' worth of evidence there is.
    pub score: f32,
    /// Whether what is in its cells may be drawn by a Minesweeper.
    pub like_cells: bool,
}

impl Candidate {
    /// Whether its cells and a region share a place.
    fn meets(&self, region: Region) -> bool {
        let own = self.geometry.bounds();
        let apart = |from: f64, size: f64, x0: usize, x1: usize| {
            from + size <= x0 as f64 || x1 as f64 <= from
        };
        !apart(own.x, own.w, region.x0, region.x1) && !apart(own.y, own.h, region.y0, region.y1)
    }
}

/// Everywhere a board may be: places with something like cells first, the best supported one
/// before the others. Places that have far less support than another one may be left out.
pub fn candidates(image: &RgbImage) -> Vec<Candidate> {
    let planes = planes(image);
    let vertical = LineMap::vertical(&planes);
    let horizontal = LineMap::horizontal(&planes);
    let mut found: Vec<Candidate> = Vec::new();
    let pitches = lattice::pitches(&vertical, &horizontal, 10);
    log::debug!("pitches {pitches:?}");
    for pitch in pitches {
        let mut regions = lattice::regions(&vertical, &horizontal, pitch, 2);
        // Cells without lines meet no others of their kind in most places.
        if regions.is_empty() && found.is_empty() {
            regions.push(Region { x0: 0, y0: 0, x1: planes[0].w, y1: planes[0].h });
        }
        for region in regions {
            let rivals = found.iter().filter(|c| c.like_cells && c.meets(region));
            let best = rivals.map(|c| c.score).fold(0.0, f32::max);
            if most_cells(region, pitch as f64) < LEAST * best {
                continue;
            }
            let candidate = settle(&planes, &vertical, &horizontal, pitch as f64, region);
            if let Some(mut candidate) = candidate {
                candidate.like_cells =
                    candidate.score >= LEAST * best && looks_like_cells(image, &candidate.geometry);
                log::debug!(
                    "pitch {pitch} in {region:?}: {}x{} cells at {:?}, score {:.1}, like cells: {}",
                    candidate.geometry.cols(),
                    candidate.geometry.rows(),
                    candidate.geometry.bounds(),
                    candidate.score,
                    candidate.like_cells
                );
                found.push(candidate);
            }
        }
    }
    if found.iter().all(|candidate| !candidate.like_cells) {
        found.extend(filling(&planes).filter_map(|(x, y)| {
            let (w, h) = (planes[0].w, planes[0].h);
            let whole = Region { x0: 0, y0: 0, x1: w, y1: h };
            let (candidate, _) = board_on(&planes, &x, &y, whole)?;
            let cells = candidate.geometry.cols() * candidate.geometry.rows();
            let all = (w as f64 / x.pitch * (h as f64 / y.pitch)).round() as usize;
            let like_cells = cells == all && looks_like_cells(image, &candidate.geometry);
            Some(Candidate { like_cells, ..candidate })
        }));
    }
    let by_score = |a: &Candidate, b: &Candidate| b.score.total_cmp(&a.score);
    found.sort_by(|a, b| b.like_cells.cmp(&a.like_cells).then(by_score(a, b)));
    found
}

/// The lines of boards of square cells that fill the whole picture: too few cells to repeat
/// themselves may still be all that there is.
fn filling(planes: &[Plane; 2]) -> impl Iterator<Item = (Comb, Comb)> {
    const MOST: usize = 12;
    const LEAST_PITCH: f64 = 16.0;
    let (w, h) = (planes[0].w as f64, planes[0].h as f64);
    (MIN_SIDE..=MOST).filter_map(move |cols| {
        let pitch = w / cols as f64;
        let rows = (h / pitch).round();
        let square = (h / rows / pitch - 1.0).abs() < 0.01;
        let fits = square && rows >= MIN_SIDE as f64 && rows <= MOST as f64 && pitch >= LEAST_PITCH;
        let comb = |pitch| Comb { origin: 0.0, pitch };
        fits.then(|| (comb(pitch), comb(h / rows)))
    })
}

/// Cells that a grid is judged by before all of them are looked at.
const SAMPLE: usize = 64;

/// Whether the cells of a grid, by a sample from all over it, are blank or show something that
/// is drawn in cells: text and pictures show other things.
fn looks_like_cells(image: &RgbImage, grid: &GridGeometry) -> bool {
    let count = grid.cols() * grid.rows();
    // A step that has no factor in common with the width of usual boards.
    let step = (count / SAMPLE).max(1) | 1;
    let sample: Vec<Look> = (0..count)
        .step_by(step)
        .map(|i| CellPos::new(i % grid.cols(), i / grid.cols()))
        .map(|pos| Look::of(image, grid.cell(pos)))
        .collect();
    let fits = |look: &&Look| match look.glyph() {
        None => !look.inside.messy,
        Some(_) => matches!(look.shape(), (shape, p) if shape != Shape::Other && p > 0.5),
    };
    sample.iter().filter(fits).count() * 5 >= sample.len() * 2
}

/// The most cells that a board in and around a region can have, which no score exceeds.
fn most_cells(region: Region, pitch: f64) -> f32 {
    let along = |from: usize, to: usize| (to - from) as f64 / (0.97 * pitch) + 2.0 * ROOM + 1.0;
    (along(region.x0, region.x1) * along(region.y0, region.y1)) as f32
}

/// Fits lines to a region, keeps the part where cells have borders and what belongs to it, and
/// fits again there.
fn settle(
    planes: &[Plane; 2],
    vertical: &LineMap,
    horizontal: &LineMap,
    pitch: f64,
    mut region: Region,
) -> Option<Candidate> {
    let (mut pitches, mut slack) = ((pitch, pitch), 1.0_f64.max(pitch * 0.03));
    let mut best: Option<Candidate> = None;
    for _ in 0..4 {
        let (x, y) = fit_both(vertical, horizontal, region, pitches, slack);
        let Some((candidate, inner)) = board_on(planes, &x, &y, region) else { break };
        if best.as_ref().is_none_or(|best| candidate.score >= best.score) {
            best = Some(candidate);
        }
        if inner == region {
            break;
        }
        (region, pitches) = (inner, (x.pitch, y.pitch));
        slack = (pitch * 0.02).max(0.5);
    }
    best.map(|mut candidate| {
        // What has been cut off again speaks for nothing.
        let cells = candidate.geometry.cols() * candidate.geometry.rows();
        candidate.score = candidate.score.min(cells as f32);
        exact(vertical, horizontal, candidate)
    })
}

/// The column and row lines that fit a region best.
fn fit_both(
    vertical: &LineMap,
    horizontal: &LineMap,
    region: Region,
    pitches: (f64, f64),
    slack: f64,
) -> (Comb, Comb) {
    let (wide, high) = ((region.x0, region.x1), (region.y0, region.y1));
    let fit_x = |pitch, slack| fit(vertical, high, wide, pitch, slack);
    let fit_y = |pitch, slack| fit(horizontal, wide, high, pitch, slack);
    let (mut x, mut y) = (fit_x(pitches.0, slack), fit_y(pitches.1, slack));
    // Cells are square in nearly every game: where the two directions disagree, the clearer
    // one leads if the other can follow at little cost.
    if (x.0.pitch / y.0.pitch - 1.0).abs() > 0.012 {
        let near = 0.012 * pitches.0;
        if x.1 > y.1 {
            let follow = fit_y(x.0.pitch, near);
            y = if follow.1 > 0.93 * y.1 { follow } else { y };
        } else {
            let follow = fit_x(y.0.pitch, near);
            x = if follow.1 > 0.93 * x.1 { follow } else { x };
        }
    }
    (x.0, y.0)
}

/// The board on a lattice in and around a region, and the region that it fills.
fn board_on(
    planes: &[Plane; 2],
    x: &Comb,
    y: &Comb,
    region: Region,
) -> Option<(Candidate, Region)> {
    let (w, h) = (planes[0].w, planes[0].h);
    // Room on every side: a first fit may have missed rows without lines.
    let wider = |from: usize, to: usize, pitch: f64, top: usize| {
        let room = (ROOM * pitch) as usize;
        (from.saturating_sub(room), (to + room).min(top))
    };
    let (x, cols) = lines_in(*x, wider(region.x0, region.x1, x.pitch, w), w);
    let (y, rows) = lines_in(*y, wider(region.y0, region.y1, y.pitch, h), h);
    if cols < MIN_SIDE || rows < MIN_SIDE || cols > 400 || rows > 400 {
        return None;
    }
    let edges = |comb: &Comb, to: usize| (0..=to).map(|k| comb.at(k as f64)).collect::<Vec<f64>>();
    let (xs, ys) = (edges(&x, cols), edges(&y, rows));
    let borders = Borders::measure(planes, &xs, &ys);
    let signs = signs::signs(planes, &borders, &xs, &ys);
    let (core, score) = core(&signs, cols)?;
    let core = unbroken(core, &signs, cols);
    log::trace!("{x:?} {y:?} {cols}x{rows}, core {core:?}, score {score:.1}");
    let (c0, r0, c1, r1) = trimmed(grown(core, &signs, &borders), &signs, &borders)?;
    let geometry = GridGeometry::from_edges(xs[c0..=c1].to_vec(), ys[r0..=r1].to_vec())?;
    let bounds = geometry.bounds();
    let clip = |v: f64, top: usize| v.clamp(0.0, top as f64) as usize;
    let inner = Region {
        x0: clip(bounds.x - 0.2 * x.pitch, w),
        y0: clip(bounds.y - 0.2 * y.pitch, h),
        x1: clip(bounds.x + bounds.w + 0.2 * x.pitch, w),
        y1: clip(bounds.y + bounds.h + 0.2 * y.pitch, h),
    };
    Some((Candidate { geometry, score, like_cells: false }, inner))
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
