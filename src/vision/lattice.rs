//! Lattices: rows and columns of equal cells in a picture, found by their repeating borders.

use super::lines::{LineMap, STEP};

/// The smallest cell that can hold a readable picture, in pixels.
pub const MIN_PITCH: usize = 8;
/// The largest cell looked for, in pixels.
pub const MAX_PITCH: usize = 200;

/// Evenly spaced lines: line `k` lies at `origin + k * pitch` pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comb {
    /// Place of line 0.
    pub origin: f64,
    /// Distance between two lines.
    pub pitch: f64,
}

impl Comb {
    /// Place of line `k`.
    pub fn at(&self, k: f64) -> f64 {
        self.origin + self.pitch * k
    }
}

/// A rectangle of whole pixels, right and bottom excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// Left edge.
    pub x0: usize,
    /// Top edge.
    pub y0: usize,
    /// Right edge, excluded.
    pub x1: usize,
    /// Bottom edge, excluded.
    pub y1: usize,
}

impl Region {
    /// How many pixels both share.
    pub fn common(&self, other: &Region) -> usize {
        let w = self.x1.min(other.x1).saturating_sub(self.x0.max(other.x0));
        let h = self.y1.min(other.y1).saturating_sub(self.y0.max(other.y0));
        w * h
    }

    /// Whether both share a place.
    pub fn meets(&self, other: &Region) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 && other.y0 < self.y1
    }
}

/// The regions where lines of both directions meet another line `pitch` away, largest first.
pub fn regions(vertical: &LineMap, horizontal: &LineMap, pitch: usize) -> Vec<Region> {
    let (w, h) = (vertical.len, horizontal.len);
    let (bw, bh) = (w.div_ceil(pitch), h.div_ceil(pitch));
    let across = supported(vertical, pitch, bw, bh);
    let down = supported(horizontal, pitch, bh, bw);
    let need = 0.3 * (pitch / STEP) as f32;
    let on: Vec<bool> = (0..bw * bh)
        .map(|i| {
            let (bx, by) = (i % bw, i / bw);
            across[by * bw + bx] as f32 >= need && down[bx * bh + by] as f32 >= need
        })
        .collect();
    components(&on, bw, bh)
        .into_iter()
        .map(|(x0, y0, x1, y1)| Region {
            x0: (x0 * pitch).saturating_sub(pitch),
            y0: (y0 * pitch).saturating_sub(pitch),
            x1: ((x1 + 2) * pitch).min(w),
            y1: ((y1 + 2) * pitch).min(h),
        })
        .collect()
}

/// Counts, per block of `pitch` x `pitch` pixels, samples of lines that have a partner `pitch`
/// away: `blocks_along` rows of `blocks_across`.
fn supported(map: &LineMap, pitch: usize, blocks_across: usize, blocks_along: usize) -> Vec<u32> {
    // A pitch taken from the repetition may be a little off where gaps and lines mix.
    let reach = (pitch / 16).max(1);
    let mut out = vec![0; blocks_across * blocks_along];
    for sample in 0..map.samples {
        let row = map.row(sample);
        let along = (sample * STEP / pitch).min(blocks_along - 1);
        let near = |m: usize| {
            let part = m.saturating_sub(reach)..(m + reach + 1).min(row.len());
            part.start < part.end && row[part].iter().any(|v| *v > 0)
        };
        for x in map.places(sample) {
            if near(x + pitch) || (x > pitch && near(x - pitch)) {
                out[along * blocks_across + (x / pitch).min(blocks_across - 1)] += 1;
            }
        }
    }
    out
}

/// Bounding boxes (inclusive) of groups of set blocks that touch within two blocks, largest group
/// first.
pub fn components(on: &[bool], w: usize, h: usize) -> Vec<(usize, usize, usize, usize)> {
    let mut seen = vec![false; on.len()];
    let mut found = Vec::new();
    for start in 0..on.len() {
        if !on[start] || seen[start] {
            continue;
        }
        seen[start] = true;
        let mut stack = vec![start];
        let (mut x0, mut y0, mut x1, mut y1, mut count) = (w, h, 0, 0, 0);
        while let Some(i) = stack.pop() {
            let (x, y) = (i % w, i / w);
            (x0, y0, x1, y1, count) = (x0.min(x), y0.min(y), x1.max(x), y1.max(y), count + 1);
            for ny in y.saturating_sub(2)..(y + 3).min(h) {
                for nx in x.saturating_sub(2)..(x + 3).min(w) {
                    let n = ny * w + nx;
                    if on[n] && !seen[n] {
                        seen[n] = true;
                        stack.push(n);
                    }
                }
            }
        }
        found.push((count, (x0, y0, x1, y1)));
    }
    found.retain(|(count, _)| *count >= 4);
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    found.into_iter().map(|(_, bounds)| bounds).collect()
}

/// Line strengths summed along the lines, over the samples of `along` and the positions of
/// `across` (both in pixels), spread over a twelfth of a pitch so that both sides of a bevel or a
/// gap count for the border between two cells.
pub fn profile(
    map: &LineMap,
    along: (usize, usize),
    across: (usize, usize),
    pitch: f64,
) -> Vec<f32> {
    let mut sums = vec![0_f32; across.1 - across.0];
    let samples = along.0.div_ceil(STEP)..(along.1 / STEP).min(map.samples);
    for sample in samples {
        for (sum, v) in sums.iter_mut().zip(&map.row(sample)[across.0..across.1]) {
            *sum += f32::from(*v);
        }
    }
    blur(&sums, (pitch / 8.0).round().max(1.0) as usize)
}

/// A mean weighted by a triangle as wide as `2 * reach + 1`.
pub fn blur(values: &[f32], reach: usize) -> Vec<f32> {
    let weights: Vec<f32> =
        (0..=2 * reach).map(|i| (reach + 1 - i.abs_diff(reach)) as f32).collect();
    (0..values.len())
        .map(|i| {
            weights
                .iter()
                .enumerate()
                .filter_map(|(j, w)| {
                    (i + j).checked_sub(reach).and_then(|k| values.get(k)).map(|v| v * w)
                })
                .sum()
        })
        .collect()
}

/// The comb near `pitch` whose lines meet the most strength in `profile`, in profile positions,
/// and how much more they meet than other places do.
pub fn fit(profile: &[f32], pitch: f64, slack: f64) -> (Comb, f32) {
    let length = profile.len() as f64;
    let lines = (length / pitch).max(2.0);
    // The place between two positions is told in fractions of 2^32: this is tried very often.
    const ONE: f64 = (1_u64 << 32) as f64;
    let padded: Vec<f32> = profile.iter().copied().chain([0.0; 2]).collect();
    let score = |comb: &Comb| -> f32 {
        let count = ((length - 1.0 - comb.origin) / comb.pitch).max(0.0) as usize + 1;
        let (mut at, step) = ((comb.origin * ONE) as u64, (comb.pitch * ONE) as u64);
        let mut sum = 0.0;
        for _ in 0..count {
            let (i, part) = ((at >> 32) as usize, (at as u32 >> 8) as f32 / (1 << 24) as f32);
            if let Some([low, high]) = padded.get(i..i + 2) {
                sum += low * (1.0 - part) + high * part;
            }
            at += step;
        }
        sum / lines as f32
    };
    let mut best = Comb { origin: 0.0, pitch };
    let mut best_score = f32::MIN;
    let search = |from: &Comb,
                  slack: f64,
                  step: f64,
                  reach: f64,
                  shift: f64,
                  best: &mut Comb,
                  best_score: &mut f32| {
        let pitch_steps = (slack / step).ceil() as i32;
        let shift_steps = (reach / shift).ceil() as i32;
        for i in -pitch_steps..=pitch_steps {
            for j in -shift_steps..=shift_steps {
                let pitch = from.pitch + step * f64::from(i);
                let origin = (from.origin + shift * f64::from(j)).rem_euclid(pitch);
                let comb = Comb { origin, pitch };
                let value = score(&comb);
                if value > *best_score {
                    (*best, *best_score) = (comb, value);
                }
            }
        }
    };
    let start = Comb { origin: pitch / 2.0, pitch };
    search(&start, slack, 0.6 / lines, pitch / 2.0, 1.0, &mut best, &mut best_score);
    let start = best;
    search(&start, 0.6 / lines, 0.1 / lines, 1.0, 0.25, &mut best, &mut best_score);
    let mean = profile.iter().sum::<f32>() / profile.len().max(1) as f32;
    (best, best_score / mean.max(1e-6))
}

/// Places of lines `edges` made better by a spread profile whose position 0 is at `from`: a
/// straight fit (Theil and Sen's medians) through the peaks near the lines, and a line's own peak
/// where the game has put it visibly elsewhere (remainders spread over the cells).
pub fn refine(spread: &[f32], from: usize, edges: &[f64]) -> Vec<f64> {
    let n = edges.len();
    let pitch = (edges[n - 1] - edges[0]) / (n - 1) as f64;
    let reach = (pitch / 6.0).max(2.0);
    // The outermost lines also show the frame around the board.
    let peaks: Vec<(f64, f64)> = (1..n - 1)
        .filter_map(|k| {
            let at = peak(spread, edges[k] - from as f64, reach)?;
            Some((k as f64, at + from as f64))
        })
        .collect();
    if peaks.len() < 3 || peaks.len() * 2 < n {
        return edges.to_vec();
    }
    let median = |mut v: Vec<f64>| {
        v.sort_by(f64::total_cmp);
        v[v.len() / 2]
    };
    let slopes = peaks
        .iter()
        .enumerate()
        .flat_map(|(i, a)| peaks[i + 1..].iter().map(move |b| (b.1 - a.1) / (b.0 - a.0)));
    let slope = median(slopes.collect());
    let start = median(peaks.iter().map(|(k, x)| x - slope * k).collect());
    // Most games have whole pixels: a fit that close to them over the whole board is no accident.
    let whole = slope.round();
    let first = median(peaks.iter().map(|(k, x)| x - whole * k).collect()).round();
    let near = peaks.iter().filter(|(k, x)| (x - whole * k - first).abs() <= 0.8).count();
    if (slope - whole).abs() * n as f64 <= 1.3 && near * 10 >= peaks.len() * 9 {
        return (0..n).map(|k| first + whole * k as f64).collect();
    }
    let line = |k: usize| start + slope * k as f64;
    let off = median(peaks.iter().map(|(k, x)| (x - line(*k as usize)).abs()).collect());
    // Remainders may be spread unevenly: then the lines are where they are, a pitch apart.
    let own = |k: usize| peaks.iter().find(|p| p.0 as usize == k).map(|p| p.1);
    let fits =
        |a: Option<f64>, b: Option<f64>| a.zip(b).is_some_and(|(a, b)| (b - a - pitch).abs() < 1.6);
    let good: Vec<Option<f64>> = (0..n)
        .map(|k| {
            let at = own(k);
            let before = k > 0 && fits(own(k - 1), at);
            at.filter(|_| before || fits(at, own(k + 1)))
        })
        .collect();
    let known: Vec<usize> = (0..n).filter(|k| good[*k].is_some()).collect();
    let out: Vec<f64> = if off > 0.5 && known.len() * 10 >= n * 7 {
        let at = |k: usize| good[k].unwrap_or_else(|| line(k));
        let between = |k: usize| {
            let low = known.iter().rev().find(|g| **g < k).copied();
            let high = known.iter().find(|g| **g > k).copied();
            match (low, high) {
                (Some(a), Some(b)) => at(a) + (at(b) - at(a)) * (k - a) as f64 / (b - a) as f64,
                (Some(a), None) => at(a) + pitch * (k - a) as f64,
                (None, Some(b)) => at(b) - pitch * (b - k) as f64,
                (None, None) => line(k),
            }
        };
        (0..n).map(|k| good[k].unwrap_or_else(|| between(k))).collect()
    } else {
        (0..n).map(line).collect()
    };
    if out.windows(2).all(|w| w[0] < w[1]) { out } else { edges.to_vec() }
}

/// The middle of the highest place within `reach` of `at`; `None` when it is at the end of that
/// stretch, where it belongs to something else.
fn peak(spread: &[f32], at: f64, reach: f64) -> Option<f64> {
    let low = (at - reach).ceil().max(1.0) as usize;
    let high = ((at + reach).floor().max(0.0) as usize).min(spread.len().saturating_sub(2));
    let top = (low..=high).map(|i| spread[i]).fold(0.0_f32, f32::max);
    if top <= 0.0 {
        return None;
    }
    let flat: Vec<usize> = (low..=high).filter(|i| spread[*i] > top * 0.985).collect();
    let (first, last) = (*flat.first()?, *flat.last()?);
    if first == low || last == high || last - first > 4 {
        return None;
    }
    if first == last {
        // The top of the parabola through three neighbours.
        let (a, b, c) = (spread[first - 1], spread[first], spread[first + 1]);
        let bend = a - 2.0 * b + c;
        let shift = if bend < 0.0 { 0.5 * (a - c) / bend } else { 0.0 };
        return Some(first as f64 + f64::from(shift.clamp(-0.5, 0.5)));
    }
    Some((first + last) as f64 / 2.0)
}
