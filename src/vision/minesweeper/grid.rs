//! Finding the grid of cells in a picture.

use image::RgbImage;

use super::exact::exact;
use super::extent::{core, grown, trimmed, unbroken};
use super::likeness::Likeness;
use super::signs;
use super::tiled::{Tiles, tiled};
use crate::geometry::GridGeometry;
use crate::vision::borders::Borders;
use crate::vision::lattice::{self, Comb, Region};
use crate::vision::lines::LineMap;
use crate::vision::plane::{Plane, planes};
use crate::vision::repetition::{self, Pitch};

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
    /// What may be in its cells.
    pub likeness: Likeness,
}

impl Candidate {
    /// The pixels of its cells and `margin` around them.
    fn region(&self, margin: f64) -> Region {
        let own = self.geometry.bounds();
        Region {
            x0: (own.x - margin).max(0.0) as usize,
            y0: (own.y - margin).max(0.0) as usize,
            x1: (own.x + own.w + margin).ceil() as usize,
            y1: (own.y + own.h + margin).ceil() as usize,
        }
    }

    /// Whether it is another one, or most of it, found again.
    fn repeats(&self, other: &Candidate) -> bool {
        let (own, all) = (self.region(0.0), other.region(0.0));
        let common = own.common(&all);
        let alike = |a: f64, b: f64| (a / b - 1.0).abs() < 0.01;
        let (a, b) = (self.geometry.pitch(), other.geometry.pitch());
        self.likeness <= other.likeness
            && alike(a.0, b.0)
            && alike(a.1, b.1)
            && common * 10 >= own.common(&own) * 9
            && common * 10 >= all.common(&all) * 8
    }

    /// Whether it leaves no room for a better candidate of this pitch in a region.
    fn settles(&self, region: &Region, pitch: f64) -> bool {
        // Regions reach up to two pitches beyond their lines.
        let common = self.region(2.2 * pitch).common(region);
        self.likeness == Likeness::Numbers
            && (common == 0 || common * 5 >= region.common(region) * 4)
    }
}

/// Everywhere a board may be: places with something like cells first, the best supported one
/// before the others; a place with numbers goes before others than those it is a part of. Places
/// that have far less support than another one there may be left out.
pub fn candidates(image: &RgbImage) -> Vec<Candidate> {
    let planes = planes(image);
    let vertical = LineMap::vertical(&planes);
    let horizontal = LineMap::horizontal(&planes);
    let mut found: Vec<Candidate> = Vec::new();
    let pitches = repetition::pitches(&vertical, &horizontal);
    log::debug!("pitches {:?}", pitches.iter().map(|pitch| pitch.pitch).collect::<Vec<_>>());
    let first: Vec<usize> = pitches.iter().take(3).map(|pitch| pitch.pitch).collect();
    for Pitch { pitch, places } in pitches {
        let all = lattice::regions(&vertical, &horizontal, pitch);
        let mut regions: Vec<Region> = Vec::new();
        for place in &places {
            let here = all.iter().filter(|region| region.meets(place)).take(2);
            regions.extend(here.filter(|region| !regions.contains(region)).collect::<Vec<_>>());
        }
        // Cells without lines meet no others of their kind in most places.
        if regions.is_empty() && found.is_empty() {
            regions.push(Region { x0: 0, y0: 0, x1: planes[0].w, y1: planes[0].h });
        }
        for region in regions {
            let likely = || found.iter().filter(|c| c.likeness > Likeness::Other);
            let rivals = likely().filter(|c| c.region(0.0).meets(&region));
            let best = rivals.map(|c| c.score).fold(0.0, f32::max);
            let settled = likely().any(|c| c.settles(&region, pitch as f64));
            if settled || most_cells(region, pitch as f64) < LEAST * best {
                continue;
            }
            let candidate = settle(&planes, &vertical, &horizontal, pitch as f64, region);
            if let Some(mut candidate) = candidate {
                if candidate.score >= LEAST * best {
                    candidate.likeness = Likeness::of(image, &candidate.geometry);
                }
                log::debug!(
                    "pitch {pitch} in {region:?}: {}x{} cells at {:?}, score {:.1}, {:?}",
                    candidate.geometry.cols(),
                    candidate.geometry.rows(),
                    candidate.geometry.bounds(),
                    candidate.score,
                    candidate.likeness
                );
                found.push(candidate);
            }
        }
    }
    for (pitch, tiles) in tiles(&planes, &first, &found) {
        // Several tiles in one are no cell.
        let several = |candidate: &Candidate| {
            let own = candidate.region(0.0);
            candidate.geometry.pitch().0 >= COARSER * pitch
                && own.common(&tiles.region) * 2 >= own.common(&own)
        };
        found.retain(|candidate| !several(candidate));
        found.extend(tiles.board.map(|(geometry, cells)| {
            let likeness = Likeness::of(image, &geometry).max(Likeness::Cells);
            log::debug!("{}x{} tiles at {:?}", geometry.cols(), geometry.rows(), geometry.bounds());
            Candidate { geometry, score: cells as f32, likeness }
        }));
    }
    if found.iter().all(|candidate| candidate.likeness == Likeness::Other) {
        found.extend(filling(&planes).filter_map(|(x, y)| {
            let (w, h) = (planes[0].w, planes[0].h);
            let whole = Region { x0: 0, y0: 0, x1: w, y1: h };
            let (mut candidate, _) = board_on(&planes, &x, &y, whole)?;
            let cells = candidate.geometry.cols() * candidate.geometry.rows();
            if cells == (w as f64 / x.pitch * (h as f64 / y.pitch)).round() as usize {
                candidate.likeness = Likeness::of(image, &candidate.geometry);
            }
            Some(candidate)
        }));
    }
    sorted(found)
}

/// The candidates in the order in which they are to be tried.
fn sorted(found: Vec<Candidate>) -> Vec<Candidate> {
    let rank = |own: &Candidate| {
        let parts = found.iter().filter(|part| {
            let meets = part.region(0.0).meets(&own.region(0.0));
            own.likeness > Likeness::Other && meets && part.score <= own.score
        });
        parts.map(|part| part.likeness).fold(own.likeness, Likeness::max)
    };
    let mut ranked: Vec<(Likeness, Candidate)> =
        found.iter().map(|candidate| (rank(candidate), candidate.clone())).collect();
    ranked.sort_by(|(a, x), (b, y)| b.cmp(a).then(y.score.total_cmp(&x.score)));
    let mut out: Vec<Candidate> = Vec::new();
    for (_, candidate) in ranked {
        if !out.iter().any(|before| candidate.repeats(before)) {
            out.push(candidate);
        }
    }
    out
}

/// A grid so many times as coarse as tiles has several of them in a cell.
const COARSER: f64 = 1.5;

/// Equal tiles where nothing was found or only something several of them wide, with their pitch.
fn tiles(planes: &[Plane; 2], pitches: &[usize], found: &[Candidate]) -> Vec<(f64, Tiles)> {
    let likely = found.iter().filter(|c| c.likeness > Likeness::Other);
    let best = likely.max_by(|a, b| a.score.total_cmp(&b.score));
    let finer = |pitch: &f64| best.is_none_or(|best| best.geometry.pitch().0 >= COARSER * pitch);
    let fine = pitches.iter().map(|pitch| *pitch as f64).filter(finer);
    let all = fine.flat_map(|p| tiled(planes, p as usize).into_iter().map(move |tiles| (p, tiles)));
    all.filter(|(_, own)| best.is_none_or(|best| best.region(0.0).meets(&own.region))).collect()
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
    let mut rounds = 0;
    while rounds < 4 {
        rounds += 1;
        let (x, y) = fit_both(vertical, horizontal, region, pitches, slack);
        let Some((candidate, inner)) = board_on(planes, &x, &y, region) else { break };
        let known = best.as_ref().map_or(0.0, |best| best.score);
        // What goes on growing is not settled yet, however long it takes.
        if rounds > 2 && candidate.score > 1.03 * known {
            rounds -= 1;
        }
        let worse = candidate.score < 0.5 * known;
        if candidate.score >= known {
            best = Some(candidate);
        }
        if worse || inner == region {
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
    Some((Candidate { geometry, score, likeness: Likeness::Other }, inner))
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
