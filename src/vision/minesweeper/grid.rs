//! Finding the grid of cells in a picture.

use image::RgbImage;

use super::signs::{self, Grounds, Sign};
use crate::geometry::GridGeometry;
use crate::vision::borders::Borders;
use crate::vision::lattice::{self, Comb, Region};
use crate::vision::lines::LineMap;
use crate::vision::plane::{Plane, planes};

/// The fewest columns and rows that are taken for a board.
const MIN_SIDE: usize = 4;
/// Evidence that makes a core beyond doubt, in cells.
const ENOUGH: f32 = 4.0;
/// Cells of room around a fit in which the next one looks.
const ROOM: f64 = 3.2;

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
    let pitches = lattice::pitches(&vertical, &horizontal, 10);
    log::debug!("pitches {pitches:?}");
    for pitch in pitches {
        let mut regions = lattice::regions(&vertical, &horizontal, pitch, 2);
        // Cells without lines meet no others of their kind in most places.
        if regions.is_empty() && found.is_empty() {
            regions.push(Region { x0: 0, y0: 0, x1: planes[0].w, y1: planes[0].h });
        }
        for region in regions {
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
    best.map(|candidate| refine(vertical, horizontal, candidate))
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
    Some((Candidate { geometry, score }, inner))
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

/// Columns and rows of a lattice from the left and top, to the right and bottom (excluded).
type Rect = (usize, usize, usize, usize);

/// The part of a lattice that is surely a board, and how much speaks for it: where cells have
/// borders, or else where drawings stand on the same even ground.
fn core(signs: &[Sign], cols: usize) -> Option<(Rect, f32)> {
    let bordered: Vec<f32> = signs.iter().map(Sign::worth).collect();
    let best = best_rectangle(&bordered, cols);
    if best.is_some_and(|(_, score)| score >= ENOUGH) {
        return best;
    }
    let grounds = Grounds::of(signs.iter());
    let worth: Vec<f32> = signs.iter().map(|sign| sign.worth_on(&grounds)).collect();
    let (rect, score) = best_rectangle(&worth, cols)?;
    let drawn = places(rect, cols).filter(|i| signs[*i].is_evidence()).count();
    // Text and icons stand in rows too: a board has more to show.
    if score >= ENOUGH && drawn * 4 >= places(rect, cols).count() {
        Some((rect, score))
    } else {
        best
    }
}

/// The rectangle of cells with the most evidence, which is `worth` cell by cell.
fn best_rectangle(worth: &[f32], cols: usize) -> Option<(Rect, f32)> {
    let rows = worth.len() / cols;
    let mut best = None;
    let mut most = 0.0;
    for r0 in 0..rows {
        let mut sums = vec![0.0; cols];
        for r1 in r0..rows {
            sums.iter_mut().zip(&worth[r1 * cols..]).for_each(|(sum, worth)| *sum += worth);
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

/// The larger part of a rectangle that a row or column of something else divides: two things on a
/// screen may have the same pitch.
fn unbroken(mut rect: Rect, signs: &[Sign], cols: usize) -> Rect {
    let shown = |rect: Rect| places(rect, cols).filter(|i| signs[*i].sides >= 3).count();
    loop {
        let grounds = Grounds::of(places(rect, cols).map(|i| &signs[i]));
        let strange = |strip: &Rect| {
            let count = places(*strip, cols).filter(|i| !grounds.fit(&signs[*i])).count();
            count * 10 >= places(*strip, cols).count() * 7
        };
        let (c0, r0, c1, r1) = rect;
        let columns = (c0 + 1..c1.max(1) - 1).map(|c| (c, r0, c + 1, r1)).find(strange);
        let rows = (r0 + 1..r1.max(1) - 1).map(|r| (c0, r, c1, r + 1)).find(strange);
        let parts = match (columns, rows) {
            (Some((c, ..)), _) => [(c0, r0, c, r1), (c + 1, r0, c1, r1)],
            (None, Some((_, r, ..))) => [(c0, r0, c1, r), (c0, r + 1, c1, r1)],
            (None, None) => return rect,
        };
        rect = if shown(parts[0]) >= shown(parts[1]) { parts[0] } else { parts[1] };
    }
}

/// The rectangle with the rows and columns beside it that belong to the board too: skins without
/// lines between open cells have little to show for them.
fn grown(core: Rect, signs: &[Sign], borders: &Borders) -> Rect {
    let grounds = Grounds::of(places(core, borders.cols()).map(|i| &signs[i]));
    let mut rect = core;
    loop {
        let before = rect;
        for side in Side::ALL {
            // A row of nothing but open cells may lie between two others.
            for steps in 1..=3 {
                let Some(strip) = side.strip(rect, steps, borders) else { break };
                let touching = (steps == 1).then(|| side.rim(rect));
                if !fits(strip, touching, signs, &grounds, borders.cols()) {
                    break;
                }
                let ends_here = side.share_of_borders(side.outer(strip), strip, borders) > 0.8;
                if steps == 1 && is_edge(rect, side, signs, borders) {
                    break;
                }
                if has_evidence(strip, signs, borders.cols()) || (steps == 1 && ends_here) {
                    rect = side.joined(rect, strip);
                    break;
                }
            }
        }
        if rect == before {
            return rect;
        }
    }
}

/// The indices of a rectangle's cells.
fn places((c0, r0, c1, r1): Rect, cols: usize) -> impl Iterator<Item = usize> {
    (r0..r1).flat_map(move |r| (c0..c1).map(move |c| r * cols + c))
}

/// Whether nearly all of a strip may be cells. An open cell without a number does not lie beside
/// a covered one, so even ground beside the bordered cells of a `rim` is the page around.
fn fits(strip: Rect, rim: Option<Rect>, signs: &[Sign], grounds: &Grounds, cols: usize) -> bool {
    let rim: Vec<usize> = rim.into_iter().flat_map(|rim| places(rim, cols)).collect();
    let strange = places(strip, cols)
        .enumerate()
        .filter(|(k, i)| {
            let sign = &signs[*i];
            let page = !sign.is_evidence()
                && rim.get(*k).is_some_and(|r| signs[*r].sides >= 3 && !signs[*r].like(sign));
            page || !grounds.fit(sign)
        })
        .count();
    strange * 7 <= places(strip, cols).count()
}

/// Whether a part of a strip shows that it belongs to a board.
fn has_evidence(strip: Rect, signs: &[Sign], cols: usize) -> bool {
    let shown = places(strip, cols).filter(|i| signs[*i].is_evidence()).count();
    shown >= 2 && shown * 8 >= places(strip, cols).count()
}

/// Whether the board ends at this side of `rect`: there is a line along cells that have none
/// among themselves.
fn is_edge(rect: Rect, side: Side, signs: &[Sign], borders: &Borders) -> bool {
    let rim = side.rim(rect);
    let line = side.outer(rim);
    let open: Vec<usize> = places(rim, borders.cols()).filter(|i| signs[*i].sides < 3).collect();
    let bordered = open
        .iter()
        .filter(|i| side.has_border(**i % borders.cols(), **i / borders.cols(), line, borders));
    open.len() >= 2 && bordered.count() * 10 >= open.len() * 8
}

/// A side of a rectangle of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

impl Side {
    const ALL: [Side; 4] = [Side::Left, Side::Top, Side::Right, Side::Bottom];

    /// The row or column `steps` beyond `rect`, if the lattice has it.
    fn strip(self, (c0, r0, c1, r1): Rect, steps: usize, borders: &Borders) -> Option<Rect> {
        match self {
            Side::Left => c0.checked_sub(steps).map(|c| (c, r0, c + 1, r1)),
            Side::Top => r0.checked_sub(steps).map(|r| (c0, r, c1, r + 1)),
            Side::Right => {
                Some(c1 + steps).filter(|c| *c <= borders.cols()).map(|c| (c - 1, r0, c, r1))
            }
            Side::Bottom => {
                Some(r1 + steps).filter(|r| *r <= borders.rows()).map(|r| (c0, r - 1, c1, r))
            }
        }
    }

    /// The outermost row or column of `rect` on this side.
    fn rim(self, (c0, r0, c1, r1): Rect) -> Rect {
        match self {
            Side::Left => (c0, r0, c0 + 1, r1),
            Side::Top => (c0, r0, c1, r0 + 1),
            Side::Right => (c1 - 1, r0, c1, r1),
            Side::Bottom => (c0, r1 - 1, c1, r1),
        }
    }

    /// The line on which a strip ends on this side.
    fn outer(self, strip: Rect) -> usize {
        match self {
            Side::Left => strip.0,
            Side::Top => strip.1,
            Side::Right => strip.2,
            Side::Bottom => strip.3,
        }
    }

    fn has_border(self, col: usize, row: usize, line: usize, borders: &Borders) -> bool {
        match self {
            Side::Left | Side::Right => borders.left(line, row),
            Side::Top | Side::Bottom => borders.above(col, line),
        }
    }

    /// How much of `line` along `strip` shows a border.
    fn share_of_borders(self, line: usize, strip: Rect, borders: &Borders) -> f32 {
        let cols = borders.cols();
        let all = places(strip, cols).count();
        let shown = places(strip, cols)
            .filter(|i| self.has_border(i % cols, i / cols, line, borders))
            .count();
        shown as f32 / all.max(1) as f32
    }

    /// The rectangle less its outermost row or column on this side.
    fn without(self, (c0, r0, c1, r1): Rect) -> Rect {
        match self {
            Side::Left => (c0 + 1, r0, c1, r1),
            Side::Top => (c0, r0 + 1, c1, r1),
            Side::Right => (c0, r0, c1 - 1, r1),
            Side::Bottom => (c0, r0, c1, r1 - 1),
        }
    }

    /// Both rectangles and what is between them.
    fn joined(self, a: Rect, b: Rect) -> Rect {
        (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3))
    }
}

/// The rectangle without rows and columns at its rim that are nothing but even ground, unless
/// that ground ends where they end (the page around may have the colour of open cells), and
/// without those that are mostly parts of other things.
fn trimmed(mut rect: Rect, signs: &[Sign], borders: &Borders) -> Option<Rect> {
    let cols = borders.cols();
    let grounds = Grounds::of(places(rect, cols).map(|i| &signs[i]));
    loop {
        let before = rect;
        for side in Side::ALL {
            let rim = side.rim(rect);
            let count = |keep: &dyn Fn(&Sign) -> bool| {
                places(rim, cols).filter(|i| keep(&signs[*i])).count()
            };
            let size = places(rim, cols).count();
            let bare = count(&Sign::is_evidence) == 0
                && side.share_of_borders(side.outer(rim), rim, borders) < 0.7;
            let strange = count(&|sign| !grounds.fit(sign)) * 5 > size * 2;
            if bare || strange {
                rect = side.without(rect);
            }
        }
        let (c0, r0, c1, r1) = rect;
        if c1 < c0 + MIN_SIDE || r1 < r0 + MIN_SIDE {
            return None;
        }
        if rect == before {
            return Some(rect);
        }
    }
}
