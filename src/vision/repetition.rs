//! Distances at which a picture repeats itself, as a whole and in its parts.

use super::lattice::{MAX_PITCH, MIN_PITCH, Region};
use super::lines::{LineMap, STEP};

/// A part of a picture is looked at by itself where it has about this many pixels a side: a board
/// in a corner of a screen is not drowned by what repeats elsewhere.
const PART: usize = 480;
/// Distances taken from a part, and from the whole picture.
const MOST: (usize, usize) = (3, 10);
/// Distances taken in all.
const MOST_IN_ALL: usize = 14;
/// A distance of a part that repeats less than this is noise.
const LEAST: f32 = 0.08;

/// A distance at which both axes repeat themselves, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Pitch {
    /// In pixels.
    pub pitch: usize,
    /// The parts of the picture that show it, the clearest first.
    pub places: Vec<Region>,
}

/// Sums of products of line strengths by their distance.
type Sums = Vec<u64>;

/// The sums of one axis for each of `nx` x `ny` tiles, row by row.
struct Tiles {
    nx: usize,
    ny: usize,
    sums: Vec<Sums>,
}

impl Tiles {
    /// The sums up to distance `max` of lines whose place among the tiles `at` tells from their
    /// position across and their sample along.
    fn of(
        map: &LineMap,
        max: usize,
        (nx, ny): (usize, usize),
        at: impl Fn(usize, usize) -> usize,
    ) -> Self {
        let mut sums = vec![vec![0_u64; max + 1]; nx * ny];
        // Most of a picture has no lines: only pairs of places that have one are visited.
        let (mut lines, mut soft) = (Vec::new(), Vec::new());
        for sample in 0..map.samples {
            let row = map.row(sample);
            lines.clear();
            lines.extend(map.places(sample));
            widened(row, &lines, &mut soft);
            let mut first = 0;
            for &x in &lines {
                first += soft[first..].iter().take_while(|(at, _)| *at < x).count();
                let strength = u64::from(row[x]);
                let sums = &mut sums[at(x, sample)];
                for (at, value) in soft[first..].iter().take_while(|(at, _)| *at <= x + max) {
                    sums[at - x] += strength * u64::from(*value);
                }
            }
        }
        Self { nx, ny, sums }
    }

    /// The sums over 2x2 tiles from (`x`, `y`) on.
    fn window(&self, x: usize, y: usize) -> Sums {
        let rows = y..(y + 2).min(self.ny);
        let tiles = rows.flat_map(|y| (x..(x + 2).min(self.nx)).map(move |x| (x, y)));
        self.total(tiles.map(|(x, y)| y * self.nx + x))
    }

    /// The sums over all tiles.
    fn all(&self) -> Sums {
        self.total(0..self.sums.len())
    }

    fn total(&self, tiles: impl Iterator<Item = usize>) -> Sums {
        let mut out = vec![0; self.sums[0].len()];
        for tile in tiles {
            out.iter_mut().zip(&self.sums[tile]).for_each(|(sum, own)| *sum += own);
        }
        out
    }
}

/// The places of `lines` and their neighbours with half the strength, in order: distances a
/// fraction off still meet.
fn widened(row: &[u8], lines: &[usize], out: &mut Vec<(usize, u8)>) {
    out.clear();
    for &x in lines {
        for at in [x - 1, x, x + 1] {
            let inside = at > 0 && at + 1 < row.len();
            if inside && out.last().is_none_or(|(last, _)| *last < at) {
                out.push((at, row[at].max(row[at - 1].max(row[at + 1]) / 2)));
            }
        }
    }
}

/// How much there is at every distance, less its surroundings' smallest value, as a share of the
/// distance 0.
fn shares(sums: &[u64]) -> Vec<f32> {
    let max = sums.len() - 1;
    let whole = sums[0].max(1) as f32;
    (0..=max)
        .map(|d| {
            let around = (d * 3 / 4)..=(d * 5 / 4).min(max);
            let least = sums[around].iter().min().copied().unwrap_or(0);
            (sums[d] - least) as f32 / whole
        })
        .collect()
}

/// The distances up to `max` at which both axes repeat themselves, with how much they do, most
/// promising first.
fn peaks(across: &[u64], down: &[u64], max: usize) -> Vec<(usize, f32)> {
    let near = |v: Vec<f32>| -> Vec<f32> {
        let last = v.len() - 1;
        (0..=last)
            .map(|d| v[d.saturating_sub(1)..=(d + 1).min(last)].iter().copied().fold(0.0, f32::max))
            .collect()
    };
    let (x, y) = (near(shares(across)), near(shares(down)));
    let joint: Vec<f32> = x.iter().zip(&y).map(|(a, b)| (a * b).sqrt()).collect();
    let last = joint.len() - 1;
    let mut found: Vec<usize> = (MIN_PITCH..=max.min(last))
        .filter_map(|d| {
            let around = &joint[d.saturating_sub(2)..=(d + 2).min(last)];
            // Of a flat top only the middle counts.
            let width = joint[d..].iter().take_while(|v| **v == joint[d]).count();
            let top =
                joint[d] > 0.0 && joint[d - 1] != joint[d] && around.iter().all(|v| *v <= joint[d]);
            top.then_some(d + (width - 1) / 2)
        })
        .collect();
    found.sort_by(|a, b| joint[*b].total_cmp(&joint[*a]));
    found.dedup_by(|b, a| a.abs_diff(*b) <= 1);
    found.into_iter().map(|d| (d, joint[d])).collect()
}

/// Those of the whole picture.
fn of_whole(across: &Tiles, down: &Tiles, max: usize) -> Vec<(usize, f32)> {
    let mut found = peaks(&across.all(), &down.all(), max);
    found.truncate(MOST.1);
    // A strong double or triple distance may have hidden the true one.
    let strongest: Vec<(usize, f32)> = found.iter().take(3).copied().collect();
    for part in [2, 3] {
        for (d, _) in &strongest {
            let d = (d + part / 2) / part;
            if d >= MIN_PITCH && found.iter().all(|(other, _)| other.abs_diff(d) > 1) {
                found.push((d, 0.0));
            }
        }
    }
    found
}

/// Those of a part of the picture.
fn of_part(across: &[u64], down: &[u64], max: usize) -> Vec<(usize, f32)> {
    let mut found = peaks(across, down, max);
    found.retain(|(_, joint)| *joint >= LEAST);
    // Two cells repeat themselves as well as one does.
    let worth = |(d, joint): &(usize, f32)| joint * (*d as f32).powf(-0.3);
    found.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    found.truncate(MOST.0);
    found
}

/// Distances at which both axes of the picture or of a part of it repeat themselves, most
/// promising first.
pub fn pitches(vertical: &LineMap, horizontal: &LineMap) -> Vec<Pitch> {
    let (w, h) = (vertical.len, horizontal.len);
    let max = MAX_PITCH.min(w.min(h) / 3);
    if max <= MIN_PITCH {
        return Vec::new();
    }
    // Parts are 2x2 tiles, so that neighbouring ones overlap.
    let tiles = |size: usize| (2 * size / PART).max(1);
    let (nx, ny) = (tiles(w), tiles(h));
    let (tw, th) = (w.div_ceil(nx), h.div_ceil(ny));
    let across = Tiles::of(vertical, max, (nx, ny), |x, sample| (sample * STEP / th) * nx + x / tw);
    let down = Tiles::of(horizontal, max, (nx, ny), |y, sample| (y / th) * nx + sample * STEP / tw);
    let whole = Region { x0: 0, y0: 0, x1: w, y1: h };
    let mut found = vec![(whole, of_whole(&across, &down, max))];
    let parts = (0..ny.max(2) - 1).flat_map(|y| (0..nx.max(2) - 1).map(move |x| (x, y)));
    for (x, y) in parts.filter(|_| nx > 2 || ny > 2) {
        let (right, bottom) = (((x + 2) * tw).min(w), ((y + 2) * th).min(h));
        let part = Region { x0: x * tw, y0: y * th, x1: right, y1: bottom };
        let max = max.min((part.x1 - part.x0).min(part.y1 - part.y0) / 3);
        found.push((part, of_part(&across.window(x, y), &down.window(x, y), max)));
    }
    // The first of every part goes before the second of any.
    let ranked = found.into_iter().flat_map(|(place, own)| {
        own.into_iter().enumerate().map(move |(rank, (d, joint))| (rank, joint, d, place))
    });
    let mut ranked: Vec<(usize, f32, usize, Region)> = ranked.collect();
    ranked.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut pitches: Vec<Pitch> = Vec::new();
    for (_, _, pitch, place) in ranked {
        match pitches.iter().position(|other| other.pitch.abs_diff(pitch) <= 1) {
            Some(known) => pitches[known].places.push(place),
            None if pitches.len() < MOST_IN_ALL => {
                pitches.push(Pitch { pitch, places: vec![place] });
            }
            None => {}
        }
    }
    pitches
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::vision::plane::planes;

    fn maps(image: &RgbImage) -> (LineMap, LineMap) {
        let planes = planes(image);
        (LineMap::vertical(&planes), LineMap::horizontal(&planes))
    }

    #[test]
    fn the_sums_of_all_tiles_are_those_of_every_two_places_of_a_row() {
        let mut random = rand_pcg::Pcg32::seed_from_u64(3);
        let image = RgbImage::from_fn(90, 70, |_, _| Rgb([random.random_range(0..4) * 60; 3]));
        let (map, _) = maps(&image);
        let max = 25;
        let tiles = Tiles::of(&map, max, (3, 2), |x, sample| (sample / 10).min(1) * 3 + x / 30);
        let mut slow = vec![0; max + 1];
        for sample in 0..map.samples {
            let row = map.row(sample);
            let at = |i: usize| if i > 0 && i + 1 < row.len() { row[i] } else { 0 };
            for x in (1..row.len() - 1).filter(|x| row[*x] > 0) {
                for (d, sum) in slow.iter_mut().enumerate().filter(|(d, _)| x + d + 1 < row.len()) {
                    let near = row[x + d - 1].max(row[x + d + 1]) / 2;
                    *sum += u64::from(at(x)) * u64::from(at(x + d).max(near));
                }
            }
        }
        assert!(slow.iter().all(|sum| *sum > 0));
        assert_eq!(tiles.all(), slow);
    }

    #[test]
    fn a_board_in_a_corner_is_seen_beside_a_larger_and_finer_pattern() {
        let image = RgbImage::from_fn(1600, 900, |x, y| {
            let board = (60..260).contains(&x) && (500..700).contains(&y);
            let pattern = (500..1500).contains(&x) && y % 15 < 8 && (x * 7 + y / 15 * 5) % 13 < 6;
            let line = x % 25 == 10 || y % 25 == 0;
            Rgb([if board && line || pattern { 200 } else { 90 }; 3])
        });
        let (vertical, horizontal) = maps(&image);
        let found = pitches(&vertical, &horizontal);
        let board = Region { x0: 60, y0: 500, x1: 260, y1: 700 };
        let seen = found.iter().position(|pitch| {
            pitch.pitch.abs_diff(25) <= 1 && pitch.places.iter().any(|part| part.meets(&board))
        });
        assert!(seen.is_some_and(|at| at < 6), "{found:?}");
    }
}
