//! Wells drawn with letters, as in a terminal: their walls are not lines but the same sign again
//! and again, one a row.

use image::{Rgb, RgbImage};

use super::find::{COLS, Candidate, Pitch};
use super::lattice::AxisFit;
use crate::abandon;

/// Heights of a row of letters that are tried, in pixels.
const HEIGHTS: std::ops::RangeInclusive<usize> = 10..=48;
/// Rows of a well.
const ROWS: std::ops::RangeInclusive<usize> = 16..=24;
/// A wall may have so many rows more than its well: its floor's or its lid's.
const MORE: usize = 2;
/// Bands of repeated signs that are paired, at most.
const BANDS: usize = 24;
/// Places that are given, at most.
const MOST: usize = 16;
/// What such a place scores: more than any other, for nothing else repeats so exactly.
const SCORE: f32 = 3.5;

/// What has at most this part of the ink of the darkest row of pixels in a sign is bare.
const TRACE: u8 = 5;

/// Pixel columns side by side that show the same sign in many rows.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Band {
    /// First pixel column.
    left: usize,
    /// One past the last pixel column.
    right: usize,
    /// First pixel row of the repeated stretch.
    from: usize,
    /// One past its last pixel row.
    to: usize,
}

/// The places whose walls are repeated signs.
pub(super) fn candidates(image: &RgbImage) -> Vec<Candidate> {
    let columns = Columns::of(image);
    let mut found: Vec<Candidate> = Vec::new();
    for pitch in HEIGHTS.take_while(|_| !abandon::wanted()) {
        let bands = bands(&columns, pitch);
        for (i, left) in bands.iter().enumerate() {
            for right in &bands[i + 1..] {
                found.extend(between(&columns, pitch, left, right));
            }
        }
    }
    found.sort_by(|a, b| a.doubt().total_cmp(&b.doubt()));
    found.truncate(MOST);
    found
}

/// The pixels of a picture column by column, with the columns that are worth a look.
struct Columns {
    height: usize,
    /// Of each column its pixels and, from the top down, the number of changes so far.
    all: Vec<(Vec<Rgb<u8>>, Vec<u16>)>,
}

impl Columns {
    fn of(image: &RgbImage) -> Self {
        let height = image.height() as usize;
        let column = |x: u32| {
            let pixels: Vec<Rgb<u8>> = (0..height as u32).map(|y| *image.get_pixel(x, y)).collect();
            let mut total = 0;
            let mut changes = Vec::with_capacity(height);
            for y in 0..height {
                total += u16::from(y > 0 && pixels[y] != pixels[y - 1]);
                changes.push(total);
            }
            (pixels, changes)
        };
        Self { height, all: (0..image.width()).map(column).collect() }
    }

    /// The longest stretch of column `x` that repeats after `pitch` rows, if it is as long as a
    /// well and changes in each of its rows of letters.
    fn repeated(&self, x: usize, pitch: usize) -> Option<(usize, usize)> {
        let (pixels, changes) = &self.all[x];
        let least = ROWS.start() * pitch;
        if self.height < least || usize::from(*changes.last()?) < 2 * (ROWS.start() - 1) {
            return None;
        }
        let (mut best, mut from) = ((0, 0), 0);
        for y in 0..=self.height - pitch {
            if y + pitch == self.height || pixels[y] != pixels[y + pitch] {
                if y - from > best.1 - best.0 {
                    best = (from, y);
                }
                from = y + 1;
            }
        }
        let (from, to) = (best.0, best.1 + pitch);
        let lively = usize::from(changes[to - 1] - changes[from]) >= 2 * (ROWS.start() - 1);
        (to - from >= least && lively).then_some((from, to))
    }
}

/// The bands of signs that repeat every `pitch` pixel rows, from left to right.
fn bands(columns: &Columns, pitch: usize) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    for x in 0..columns.all.len() {
        let Some((from, to)) = columns.repeated(x, pitch) else { continue };
        match bands.last_mut() {
            Some(band) if x - band.right <= pitch / 8 => {
                band.right = x + 1;
                // Signs of other rows may happen to go on in some of the columns.
                band.from = band.from.max(from);
                band.to = band.to.min(to);
            }
            _ => bands.push(Band { left: x, right: x + 1, from, to }),
        }
    }
    bands.retain(|band| band.to.saturating_sub(band.from) >= ROWS.start() * pitch);
    bands.truncate(BANDS);
    bands
}

/// The wells that fit between two bands: cells are two letters wide and one high, and letters
/// stand in the middle of their place.
fn between(columns: &Columns, pitch: usize, left: &Band, right: &Band) -> Vec<Candidate> {
    let width = (right.left - left.right) as f64;
    let (from, to) = (left.from.max(right.from), left.to.min(right.to));
    let Some(top) = first_row(columns, pitch, left, from) else { return Vec::new() };
    let tall = pitch as f64;
    let shown = ((to as f64 - top) / tall + 0.5).floor() as usize;
    let mut found = Vec::new();
    for (cols, _) in COLS {
        for letter in (pitch * 9 / 20)..=(pitch * 11 / 20) {
            let wide = 2.0 * letter as f64;
            let inset = (width - wide * cols as f64) / 2.0;
            if !(-0.05 * wide..=0.3 * wide).contains(&inset) {
                continue;
            }
            let origin = left.right as f64 + inset;
            for more in 0..=MORE {
                let Some(rows) = shown.checked_sub(more).filter(|rows| ROWS.contains(rows)) else {
                    continue;
                };
                let fit = |origin, pitch| AxisFit { origin, pitch, score: 1.0, weight: 0.0 };
                found.push(Candidate {
                    x: fit(origin, wide),
                    y: fit(top, tall),
                    walls: (origin, origin + wide * cols as f64),
                    cols,
                    rows,
                    score: SCORE,
                    misfit: 0.0,
                    pitch: Pitch::Exact,
                });
            }
        }
    }
    found
}

/// Where the first whole row of letters begins at or after `from`, so that the signs of the band
/// stand in the middle of their rows.
fn first_row(columns: &Columns, pitch: usize, band: &Band, from: usize) -> Option<f64> {
    // Between two signs side by side is paper. Upright lines may be all but joined from row to row:
    // then only a trace of paper shows between two of them.
    let paper = &columns.all.get(band.right)?.0;
    let ink = |y: usize| {
        let differs = |x: usize| columns.all[x].0[y].0.iter().zip(paper[y].0);
        let most = |x: usize| differs(x).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
        (band.left..band.right).map(most).max().unwrap_or(0)
    };
    let full = (from..from + pitch).map(ink).max()?;
    let bare = |y: usize| ink(y) <= full / TRACE;
    // The longest bare stretch of one period, going round, lies between two rows of signs.
    let flags: Vec<bool> = (from..from + pitch).map(bare).collect();
    let run = |start: &usize| (0..pitch).take_while(|k| flags[(start + k) % pitch]).count();
    let start = (0..pitch).rev().max_by_key(run).filter(|start| run(start) > 0)?;
    let half = run(&start) as f64 / 2.0;
    let middle = (start as f64 + half).rem_euclid(pitch as f64);
    // The stretch may begin with the signs themselves, only paper of their row being cut off.
    let cut = pitch as f64 - middle;
    Some(from as f64 + if cut <= half + 1.0 { -cut } else { middle })
}
