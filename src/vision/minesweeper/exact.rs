//! Making the place of a found grid exact.

use super::grid::Candidate;
use crate::geometry::GridGeometry;
use crate::vision::lattice;
use crate::vision::lines::LineMap;

/// Pitches that differ by more than this share are those of cells that are not square.
const SQUARE: f64 = 0.04;
/// A simpler grid is taken when it meets at least this share of what the exact fit meets.
const NEARLY: f32 = 0.975;

/// Lines an uneven number of pixels apart must meet this much more than even ones ...
const UNEVEN: f32 = 1.07;
/// ... and this much more where only the first ones are a pixel further apart than the others.
const UNEVEN_ONCE: f32 = 1.045;

/// Lines are moved to where the first ones are a pixel further apart than the others, or closer
/// together, where the mean of what is around them gets so many times as strong by that ...
const SHARPER: f32 = 1.12;
/// ... and one of them at least was so many pixels off.
const FAR: f64 = 1.5;
/// Fewer lines tell nothing of the kind.
const FEWEST: usize = 8;

/// The candidate with every line where the picture shows it. Cells are square and whole pixels
/// wide in most games: such a grid goes before one that meets hardly more lines.
pub(super) fn exact(vertical: &LineMap, horizontal: &LineMap, candidate: Candidate) -> Candidate {
    let (xs, ys) = (candidate.geometry.x_edges(), candidate.geometry.y_edges());
    let (wide, high) = (span(xs, vertical.len), span(ys, horizontal.len));
    let (x, y) = (Axis::of(vertical, high, wide, xs), Axis::of(horizontal, wide, high, ys));
    let (free_x, free_y) = (x.refined(xs), y.refined(ys));
    let (matched_x, matched_y) = (x.matched(&free_x), y.matched(&free_y));
    let uneven = matched_x.is_some() || matched_y.is_some();
    let (free_x, free_y) = (matched_x.unwrap_or(free_x), matched_y.unwrap_or(free_y));
    let met = x.met(&free_x) + y.met(&free_y);
    let (px, py) = (pitch(&free_x), pitch(&free_y));
    let mut simple = None;
    if !uneven && (px / py - 1.0).abs() < SQUARE {
        simple = simplest(&x, &y, (&free_x, &free_y)).filter(|(_, own)| *own >= NEARLY * met);
    }
    let (new_x, new_y) = simple.map_or((free_x, free_y), |(edges, _)| edges);
    let (new_x, new_y) = (x.centred(new_x), y.centred(new_y));
    match GridGeometry::from_edges(new_x, new_y) {
        Some(geometry) => Candidate { geometry, ..candidate },
        None => candidate,
    }
}

/// How often the distance between traced lines changes from one to the next.
fn changes(edges: &[f64]) -> usize {
    const SAME: f64 = 0.1;
    let wider = |three: &&[f64]| (three[2] - 2.0 * three[1] + three[0]).abs() > SAME;
    edges.windows(3).filter(wider).count()
}

/// How far the middle of what is strong near the middle of `pattern` is from there, in whole
/// pixels: both sides of a gap are lines, and the grid's own lies between them.
fn middle_of(pattern: &[f32]) -> f64 {
    let (half, near) = (pattern.len() / 2, pattern.len() / 5);
    let part = &pattern[half - near..=half + near];
    let low = part.iter().copied().fold(f32::MAX, f32::min);
    let (mut sum, mut moment) = (f32::EPSILON, 0.0);
    for (i, v) in part.iter().enumerate() {
        sum += v - low;
        moment += (v - low) * (i as f32 - near as f32);
    }
    f64::from(moment / sum).round()
}

/// The pitch of the inner lines, which the frame around a board does not move.
fn pitch(edges: &[f64]) -> f64 {
    let last = edges.len() - 2;
    (edges[last] - edges[1]) / (last - 1) as f64
}

fn span(edges: &[f64], top: usize) -> (usize, usize) {
    let clip = |v: f64| v.round().clamp(0.0, top as f64) as usize;
    (clip(edges[0]), clip(edges[edges.len() - 1]))
}

/// A scale at which a picture shows a game: a pixel of the game is `unit` parts of a pixel of the
/// picture, of which there are `parts` in each.
struct Scale {
    unit: i64,
    parts: i64,
}

/// The scales that desktops and players of videos offer, a game's own first.
const SCALES: [Scale; 6] = [
    Scale { unit: 1, parts: 1 },
    Scale { unit: 2, parts: 1 },
    Scale { unit: 3, parts: 1 },
    Scale { unit: 3, parts: 2 },
    Scale { unit: 5, parts: 4 },
    Scale { unit: 3, parts: 4 },
];

/// The scales at which a game may be shown whose lines are near `edges`: its own alone where they
/// are whole pixels apart.
fn scales(edges: &[f64]) -> impl Iterator<Item = &'static Scale> {
    let pitch = pitch(edges);
    let drift = (pitch.round() - pitch).abs() * edges.len() as f64;
    SCALES.iter().take(if drift < 0.5 { 1 } else { SCALES.len() })
}

type Edges = (Vec<f64>, Vec<f64>);

/// Of the grids of square cells near `free` the one that meets most, and how much that is.
fn simplest(x: &Axis, y: &Axis, free: (&[f64], &[f64])) -> Option<(Edges, f32)> {
    let (px, py) = (pitch(free.0), pitch(free.1));
    let lines = free.0.len().max(free.1.len()) as f64;
    let step = 0.15 / lines;
    let (low, high) = (px.min(py) - 2.0 * step, px.max(py) + 2.0 * step);
    let steps = ((high - low) / step).ceil() as usize;
    let both = |pitch: f64, whole: bool| {
        let (x, met_x) = x.placed(free.0, pitch, whole);
        let (y, met_y) = y.placed(free.1, pitch, whole);
        ((x, y), met_x + met_y)
    };
    let mut best = (0..=steps)
        .map(|i| both(low + step * i as f64, false))
        .max_by(|a, b| a.1.total_cmp(&b.1))?;
    let own = pitch(&best.0.0);
    let drift = (own.round() - own).abs() * lines;
    if drift < 2.0 {
        let whole = both(own.round(), true);
        if whole.1 >= NEARLY * best.1 {
            best = whole;
        }
    }
    Some(best)
}

/// The lines of one direction, across a candidate.
struct Axis {
    /// Strength of the lines from `from` on, spread a little.
    spread: Vec<f32>,
    /// The same, hardly spread.
    sharp: Vec<f32>,
    from: usize,
}

impl Axis {
    fn of(map: &LineMap, along: (usize, usize), across: (usize, usize), old: &[f64]) -> Self {
        let pitch = old[1] - old[0];
        let spread = lattice::profile(map, along, across, pitch);
        // Both sides of a gap met alike leave a flat top between them: its middle is the line.
        let reach = (pitch / 16.0).round().max(1.0) as usize;
        let whole = ((reach + 1) * (reach + 1)) as f32;
        let wider = lattice::blur(&spread, reach);
        let spread =
            spread.iter().zip(wider).map(|(own, wide)| own + 0.05 * wide / whole).collect();
        let sharp = lattice::profile(map, along, across, pitch / 3.0);
        Self { spread, sharp, from: across.0 }
    }

    /// The lines moved to the middle of the gaps between cells, where they all lie on one side of
    /// a wide one: another line runs beside nearly every one of them, on the same side.
    fn centred(&self, edges: Vec<f64>) -> Vec<f64> {
        /// The widest gap, as a share of a cell; one narrower than the other does no harm.
        const WIDEST: f64 = 0.3;
        const NARROWEST: f64 = 0.1;
        /// The other side of a gap is so strong at least, and what mirrors it so weak.
        const OTHER_SIDE: f32 = 0.6;
        const MIRRORED: f32 = 0.4;
        let pitch = pitch(&edges);
        let value = |at: f64| -> f32 {
            let at = at.round() - self.from as f64;
            if at < 0.0 { 0.0 } else { self.sharp.get(at as usize).copied().unwrap_or(0.0) }
        };
        let inner = &edges[1..edges.len() - 1];
        let beside = |o: f64| inner.iter().map(|at| value(at + o)).sum::<f32>();
        let near = (0.05 * pitch).round().max(1.0) as i32;
        let own = (-near..=near).map(|o| beside(f64::from(o))).fold(0.0, f32::max);
        let away = (NARROWEST * pitch).ceil() as i32..=(WIDEST * pitch) as i32;
        let highest = |side: f64| {
            let all = away.clone().map(|o| (side * f64::from(o), beside(side * f64::from(o))));
            all.reduce(|a, b| if b.1 > a.1 { b } else { a }).unwrap_or((0.0, 0.0))
        };
        let (before, after) = (highest(-1.0), highest(1.0));
        let (gap, mirror) = if after.1 > before.1 { (after, before) } else { (before, after) };
        if gap.1 < OTHER_SIDE * own || mirror.1 > MIRRORED * gap.1 {
            return edges;
        }
        edges.into_iter().map(|edge| edge + (gap.0 / 2.0).round()).collect()
    }

    /// What the inner lines among `edges` meet; the outermost also show the frame around.
    fn met(&self, edges: &[f64]) -> f32 {
        edges[1..edges.len() - 1].iter().map(|at| self.value(*at)).sum()
    }

    fn value(&self, at: f64) -> f32 {
        let at = (at - self.from as f64).max(0.0);
        let (low, part) = (at as usize, at.fract() as f32);
        let value = |i: usize| self.spread.get(i).copied().unwrap_or(0.0);
        value(low) * (1.0 - part) + value(low + 1) * part
    }

    fn refined(&self, old: &[f64]) -> Vec<f64> {
        let new = lattice::refine(&self.spread, self.from, old);
        let even = if self.met(&new) >= 0.985 * self.met(old) { new } else { old.to_vec() };
        let met = self.met(&even);
        let uneven = |scale: &Scale| {
            let traced = self.traced(&even, scale);
            let last = traced.len() - 1;
            let first_wider =
                changes(&traced) == 1 && traced[1] - traced[0] > traced[last] - traced[last - 1];
            let need = if first_wider { UNEVEN_ONCE } else { UNEVEN };
            let own = self.met(&traced);
            (own > need * met).then_some((traced, own))
        };
        let best = scales(&even).filter_map(uneven).reduce(|a, b| if b.1 > a.1 { b } else { a });
        best.map_or(even, |(traced, _)| traced)
    }

    /// The lines moved to where what is around each of them is most alike, if that makes the mean
    /// of it much sharper and the grid is one that shares a remainder among its first cells: a gap
    /// between cells has two sides, and an even grid may meet one side here and the other there.
    fn matched(&self, old: &[f64]) -> Option<Vec<f64>> {
        if old.len() < FEWEST {
            return None;
        }
        let all = scales(old).filter_map(|scale| self.matched_at(old, scale));
        all.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(edges, _)| edges)
    }

    /// The same for a game shown at `scale`, and how sharp the mean gets.
    fn matched_at(&self, old: &[f64], scale: &Scale) -> Option<(Vec<f64>, f32)> {
        const ROUNDS: usize = 3;
        // The mean of what lies around the inner lines, over a whole cell: the same wherever in a
        // cell the lines are put, as long as it is the same place in all.
        let reach = (pitch(old) / 2.0) as i32;
        let around = |edges: &[f64]| -> Vec<f32> {
            let inner = &edges[1..edges.len() - 1];
            let at = |o: i32| inner.iter().map(|at| self.value(at + f64::from(o))).sum::<f32>();
            let mean: Vec<f32> = (-reach..=reach).map(|o| at(o) / inner.len() as f32).collect();
            let level = mean.iter().sum::<f32>() / mean.len() as f32;
            mean.into_iter().map(|v| v - level).collect()
        };
        let energy = |edges: &[f64]| around(edges).iter().map(|v| v * v).sum::<f32>();
        let mut edges = old.to_vec();
        for _ in 0..ROUNDS {
            let pattern = around(&edges);
            let like = |i: usize| -> f32 {
                let near = pattern.iter().enumerate().map(|(o, v)| {
                    let place = (i + o).checked_sub(reach as usize);
                    v * place.and_then(|place| self.spread.get(place)).copied().unwrap_or(0.0)
                });
                near.sum::<f32>().max(0.0)
            };
            let spread = (0..self.spread.len()).map(like).collect();
            edges = Axis { spread, sharp: Vec::new(), ..*self }.traced(&edges, scale);
            let middle = middle_of(&around(&edges));
            edges.iter_mut().for_each(|edge| *edge += middle);
        }
        let farthest =
            edges.iter().zip(old).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        let sharpness = energy(&edges);
        let sharper = sharpness > SHARPER * energy(old);
        (sharper && farthest >= FAR && changes(&edges) == 1).then_some((edges, sharpness))
    }

    /// The lines followed from one to the next, whole pixels of a game shown at `scale` apart: a
    /// window that shares its width among cells gives some of them, often the first ones, a pixel
    /// more.
    fn traced(&self, old: &[f64], scale: &Scale) -> Vec<f64> {
        // Everything is told in parts of a pixel, `1 / scale.parts` each.
        let (parts, unit) = (scale.parts as f64, scale.unit);
        let (n, pitch) = (old.len(), pitch(old));
        let own = pitch * parts / unit as f64;
        let steps: Vec<i64> =
            ((own - 0.1).floor() as i64..=(own + 0.1).ceil() as i64).map(|s| s * unit).collect();
        let reach = (parts * pitch / 4.0).ceil() as i64;
        // Every change of step costs a little, or noise would be followed.
        let cost = 0.04 * self.met(old) / (n - 2) as f32;
        let width = 2 * reach as usize + 1;
        let first = |k: usize| (old[k] * parts).round() as i64 - reach;
        // The most that is met up to a line by its place and the step to it, and the place and
        // step before.
        let mut best = vec![vec![0.0_f32; steps.len()]; width];
        let mut from: Vec<Vec<Vec<(usize, usize)>>> = Vec::with_capacity(n);
        for k in 1..n {
            let mut next = vec![vec![f32::MIN; steps.len()]; width];
            let mut back = vec![vec![(0, 0); steps.len()]; width];
            for (place, (next, back)) in next.iter_mut().zip(&mut back).enumerate() {
                let at = first(k) + place as i64;
                let here = if k + 1 < n { self.value(at as f64 / parts) } else { 0.0 };
                for (s, step) in steps.iter().enumerate() {
                    let before = at - step - first(k - 1);
                    let Some(row) = usize::try_from(before).ok().and_then(|b| best.get(b)) else {
                        continue;
                    };
                    for (t, met) in row.iter().enumerate() {
                        let met = met + here - if s == t || k == 1 { 0.0 } else { cost };
                        if met > next[s] {
                            (next[s], back[s]) = (met, (before as usize, t));
                        }
                    }
                }
            }
            best = next;
            from.push(back);
        }
        let ends = (0..width).flat_map(|place| (0..steps.len()).map(move |step| (place, step)));
        let end = ends.max_by(|a, b| best[a.0][a.1].total_cmp(&best[b.0][b.1]));
        let Some((mut place, mut step)) = end else { return old.to_vec() };
        let mut edges = vec![(first(n - 1) + place as i64) as f64 / parts];
        for k in (0..n - 1).rev() {
            (place, step) = from[k][place][step];
            edges.push((first(k) + place as i64) as f64 / parts);
        }
        edges.reverse();
        edges
    }

    /// As many lines as `old` has, `pitch` apart, where they meet most near those, and how much;
    /// on whole pixels if `whole`.
    fn placed(&self, old: &[f64], pitch: f64, whole: bool) -> (Vec<f64>, f32) {
        let n = old.len();
        let middle = (old[1] + old[n - 2]) / 2.0;
        let first = middle - pitch * (n - 1) as f64 / 2.0;
        let reach = (pitch / 12.0).max(1.5);
        let steps = (reach / 0.25).ceil() as i32;
        (-steps..=steps)
            .map(|i| {
                let first = first + 0.25 * f64::from(i);
                let first = if whole { first.round() } else { first };
                let edges: Vec<f64> = (0..n).map(|k| first + pitch * k as f64).collect();
                let met = self.met(&edges);
                (edges, met)
            })
            .fold((old.to_vec(), f32::MIN), |best, next| if next.1 > best.1 { next } else { best })
    }
}

#[cfg(test)]
mod tests {
    use image::imageops::{self, FilterType};
    use image::{Rgb, RgbImage};

    use super::super::grid::candidates;

    /// Lines of cells of which the first `wide` ones are 22 pixels wide and the others 21.
    fn lines(from: u32, cells: u32, wide: u32) -> Vec<u32> {
        (0..=cells).map(|k| from + 21 * k + k.min(wide)).collect()
    }

    #[test]
    fn cells_a_pixel_larger_than_others_are_met_at_every_scale_in_the_middle_of_their_gaps() {
        let (xs, ys) = (lines(24, 20, 13), lines(30, 14, 8));
        // Faces keep two pixels to their lines on every side.
        let inside = |at: u32, lines: &[u32]| {
            lines.windows(2).any(|two| (two[0] + 2..two[1] - 2).contains(&at))
        };
        let image = RgbImage::from_fn(520, 380, |x, y| {
            Rgb(if inside(x, &xs) && inside(y, &ys) { [184, 187, 180] } else { [246; 3] })
        });
        for scale in [1.0, 1.25, 1.5, 2.0, 3.0] {
            let size = |pixels: u32| (f64::from(pixels) * scale).round() as u32;
            let seen = imageops::resize(&image, size(520), size(380), FilterType::Triangle);
            let grid = candidates(&seen).swap_remove(0).geometry;
            assert_eq!((grid.cols(), grid.rows()), (20, 14), "at {scale}");
            let pairs = xs.iter().zip(grid.x_edges()).chain(ys.iter().zip(grid.y_edges()));
            for (line, edge) in pairs {
                let off = (edge - f64::from(*line) * scale).abs();
                assert!(off <= 1.0 + 0.8 * scale, "at {scale}: {edge} for line {line}");
            }
        }
    }
}
