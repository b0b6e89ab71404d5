//! What is drawn in the middle of a cell: its mask and its colour, without the background.

use image::RgbImage;

use super::net::{EXTRA, Input, SIDE};
use crate::geometry::FrameRect;

/// Share of a cell at each side that belongs to borders and bevels.
pub const INSET: f64 = 0.1;
/// A drawing differs from its background by at least so many grey levels in some channel.
const CONTRAST: f32 = 26.0;

/// A drawing in the middle of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Glyph {
    /// What the network sees of it.
    pub input: Input,
    /// Mean colour of its core.
    pub colour: [f32; 3],
    /// How far its core differs from the background, in grey levels.
    pub contrast: f32,
    /// How much the colours of its core differ among themselves, in grey levels.
    pub spread: f32,
    /// Its longer side, in pixels.
    pub longer: f32,
    /// Whether it reaches the end of the cell's inside, as something does that lies over two cells.
    pub at_rim: bool,
}

/// The inside of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Inside {
    /// Colour of the background in the middle of the cell.
    pub background: [f32; 3],
    /// How much the background varies, in grey levels.
    pub noise: f32,
    /// What is drawn on it, if anything.
    pub glyph: Option<Glyph>,
    /// Whether there is no telling background and drawing apart.
    pub messy: bool,
    /// How far what is too faint for a drawing differs from the background, in grey levels.
    pub traces: f32,
}

/// Looks at the inside of the cell `rect`, in the picture's own pixels.
pub fn inspect(image: &RgbImage, rect: FrameRect) -> Inside {
    let patch = cut(image, rect);
    if patch.w < 5 || patch.h < 5 {
        let background = patch.data.first().copied().unwrap_or_default();
        return Inside { background, noise: 0.0, glyph: None, messy: true, traces: 0.0 };
    }
    let ground = Ground::of(&patch);
    let mask = Mask::of(&patch, &ground);
    if mask.is_speckled() || ground.noise > 14.0 {
        let soft = patch.softened();
        let soft_ground = Ground::of(&soft);
        if soft_ground.noise < 0.7 * ground.noise || mask.is_speckled() {
            let mask = Mask::of(&soft, &soft_ground);
            return finish(&soft, &soft_ground, mask, rect);
        }
    }
    finish(&patch, &ground, mask, rect)
}

fn finish(patch: &Patch, ground: &Ground, mut mask: Mask, rect: FrameRect) -> Inside {
    let messy = mask.messy;
    mask.peel();
    mask.drop_specks();
    if mask.bounds().is_none() && !mask.faint {
        // Beside a strong bevel a faint drawing is nothing: it is looked for without it.
        mask = Mask::within(patch, ground, (patch.w.min(patch.h) / 6).max(1));
        mask.drop_specks();
    }
    let glyph = mask.bounds().map(|bounds| describe(patch, &mask, bounds, rect));
    let traces = if glyph.is_none() { mask.contrast } else { 0.0 };
    Inside { background: ground.colour, noise: ground.noise, glyph, messy, traces }
}

/// A small picture of floats, row-major.
struct Patch {
    w: usize,
    h: usize,
    data: Vec<[f32; 3]>,
}

fn cut(image: &RgbImage, rect: FrameRect) -> Patch {
    let span = |from: f64, size: f64, top: u32| {
        let a = (from + size * INSET).round().clamp(0.0, f64::from(top)) as u32;
        let b = (from + size * (1.0 - INSET)).round().clamp(0.0, f64::from(top)) as u32;
        (a, b.max(a))
    };
    let (x0, x1) = span(rect.x, rect.w, image.width());
    let (y0, y1) = span(rect.y, rect.h, image.height());
    let data = (y0..y1)
        .flat_map(|y| (x0..x1).map(move |x| image.get_pixel(x, y).0.map(f32::from)))
        .collect();
    Patch { w: (x1 - x0) as usize, h: (y1 - y0) as usize, data }
}

impl Patch {
    /// Every pixel the mean of 2x2: a chequered dither becomes flat.
    fn softened(&self) -> Patch {
        let data = (0..self.data.len())
            .map(|i| {
                let (x, y) = (i % self.w, i / self.w);
                let (nx, ny) = ((x + 1).min(self.w - 1), (y + 1).min(self.h - 1));
                let mut mean = [0.0; 3];
                for j in [y * self.w + x, y * self.w + nx, ny * self.w + x, ny * self.w + nx] {
                    mean.iter_mut().zip(self.data[j]).for_each(|(m, v)| *m += v / 4.0);
                }
                mean
            })
            .collect();
        Patch { data, ..*self }
    }
}

/// The background of a patch: a colour in the middle and slopes for gradients.
struct Ground {
    colour: [f32; 3],
    /// Change per pixel to the right and down.
    slope: [[f32; 3]; 2],
    noise: f32,
}

impl Ground {
    fn of(patch: &Patch) -> Self {
        let thick = ((patch.w.min(patch.h) as f32 * 0.12).round() as usize).max(1);
        let (w, h) = (patch.w, patch.h);
        let side = |keep: &dyn Fn(usize, usize) -> bool| -> [f32; 3] {
            let pixels: Vec<[f32; 3]> =
                (0..w * h).filter(|i| keep(i % w, i / w)).map(|i| patch.data[i]).collect();
            median(&pixels)
        };
        let ring = side(&|x, y| x < thick || y < thick || x + thick >= w || y + thick >= h);
        let most = mode(patch);
        let ground = if apart(&ring, &most) > 18.0 {
            Self { colour: most, slope: [[0.0; 3]; 2], noise: 0.0 }
        } else {
            let slope = |low: [f32; 3], high: [f32; 3], size: usize| -> [f32; 3] {
                let d: [f32; 3] = std::array::from_fn(|i| high[i] - low[i]);
                let steep = d.iter().any(|v| v.abs() > 40.0);
                d.map(|v| if steep { 0.0 } else { v / (size - thick) as f32 })
            };
            let left = side(&|x, _| x < thick);
            let right = side(&|x, _| x + thick >= w);
            let top = side(&|_, y| y < thick);
            let bottom = side(&|_, y| y + thick >= h);
            Self { colour: ring, slope: [slope(left, right, w), slope(top, bottom, h)], noise: 0.0 }
        };
        // A drawing seldom covers two thirds of a cell or half of its rim.
        let typical = |keep: &dyn Fn(usize, usize) -> bool, share: usize| {
            let mut all: Vec<f32> = (0..w * h)
                .filter(|i| keep(i % w, i / w))
                .map(|i| ground.distance(patch, i))
                .collect();
            let place = all.len() / share;
            *all.select_nth_unstable_by(place, f32::total_cmp).1
        };
        let rim = |x: usize, y: usize| x < thick || y < thick || x + thick >= w || y + thick >= h;
        let noise = typical(&|_, _| true, 3).min(typical(&rim, 2));
        Self { noise, ..ground }
    }

    /// How far pixel `i` is from the background, in grey levels of its most different channel.
    fn distance(&self, patch: &Patch, i: usize) -> f32 {
        let dx = (i % patch.w) as f32 - (patch.w - 1) as f32 / 2.0;
        let dy = (i / patch.w) as f32 - (patch.h - 1) as f32 / 2.0;
        let here: [f32; 3] =
            std::array::from_fn(|c| self.colour[c] + self.slope[0][c] * dx + self.slope[1][c] * dy);
        apart(&here, &patch.data[i])
    }
}

/// The largest difference of two colours in one channel.
pub fn apart(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

fn median(pixels: &[[f32; 3]]) -> [f32; 3] {
    std::array::from_fn(|c| {
        let mut values: Vec<f32> = pixels.iter().map(|p| p[c]).collect();
        let middle = values.len() / 2;
        if values.is_empty() {
            0.0
        } else {
            *values.select_nth_unstable_by(middle, f32::total_cmp).1
        }
    })
}

/// The most frequent colour, averaged over the pixels near it. Colours are counted in coarse
/// bins; noise spreads one that lies at the edge of a bin over up to eight, so the fullest ones
/// are all tried.
fn mode(patch: &Patch) -> [f32; 3] {
    const TRIED: usize = 8;
    const NEAR: f32 = 14.0;
    let mut bins = vec![0_u16; 4096];
    let bin = |p: &[f32; 3]| p.iter().fold(0, |b, v| b * 16 + (*v as usize).min(255) / 16);
    for p in &patch.data {
        bins[bin(p)] += 1;
    }
    let mut fullest: Vec<usize> = (0..bins.len()).filter(|i| bins[*i] > 0).collect();
    fullest.sort_by_key(|i| std::cmp::Reverse(bins[*i]));
    let near = |colour: &[f32; 3]| {
        let colour = *colour;
        patch.data.iter().filter(move |p| apart(p, &colour) < NEAR)
    };
    let mut best = ([0.0; 3], 0);
    for top in fullest.into_iter().take(TRIED) {
        let mut colour = mean(patch.data.iter().filter(|p| bin(p) == top));
        for _ in 0..2 {
            colour = mean(near(&colour));
        }
        let count = near(&colour).count();
        if count > best.1 {
            best = (colour, count);
        }
    }
    best.0
}

fn mean<'a>(pixels: impl Iterator<Item = &'a [f32; 3]>) -> [f32; 3] {
    let mut sum = [0.0; 3];
    let mut count = 0.0_f32;
    for p in pixels {
        sum.iter_mut().zip(p).for_each(|(s, v)| *s += v);
        count += 1.0;
    }
    sum.map(|s| s / count.max(1.0))
}

/// Which pixels of a patch belong to the drawing, 0 to 1.
struct Mask {
    w: usize,
    h: usize,
    data: Vec<f32>,
    contrast: f32,
    /// Whether there is too little contrast for a drawing.
    faint: bool,
    messy: bool,
}

impl Mask {
    fn of(patch: &Patch, ground: &Ground) -> Self {
        Self::within(patch, ground, 0)
    }

    /// The mask of all but the outermost `rim` rows and columns.
    fn within(patch: &Patch, ground: &Ground, rim: usize) -> Self {
        let (w, h) = (patch.w, patch.h);
        let inside =
            |i: usize| (rim..w - rim).contains(&(i % w)) && (rim..h - rim).contains(&(i / w));
        let distance = |i| if inside(i) { ground.distance(patch, i) } else { 0.0 };
        let mut data: Vec<f32> = (0..patch.data.len()).map(distance).collect();
        let mut sorted = data.clone();
        let few = (data.len() / 80).max(2);
        let last = sorted.len() - 1;
        let contrast = *sorted.select_nth_unstable_by(last - few, f32::total_cmp).1;
        let faint = contrast < CONTRAST.max(4.0 * ground.noise + 8.0);
        let messy = faint && contrast > 45.0;
        if faint {
            data.fill(0.0);
        } else {
            data.iter_mut().for_each(|d| *d = ((*d / contrast - 0.3) / 0.4).clamp(0.0, 1.0));
        }
        Self { w, h, data, contrast, faint, messy }
    }

    fn on(&self, x: usize, y: usize) -> bool {
        self.data[y * self.w + x] >= 0.5
    }

    /// Whether the mask changes at nearly every pixel, as a chequered dither does.
    fn is_speckled(&self) -> bool {
        let pairs = (0..self.h).flat_map(|y| (1..self.w).map(move |x| (x, y)));
        let changes = pairs.filter(|&(x, y)| self.on(x, y) != self.on(x - 1, y)).count();
        changes * 10 > (self.w - 1) * self.h * 6
    }

    /// Clears rows and columns at the rim that are nearly all set: the rest of a bevel.
    fn peel(&mut self) {
        let (w, h) = (self.w, self.h);
        let deepest = (w.min(h) / 6).max(1);
        let column = |x: usize| (0..h).map(move |y| y * w + x);
        let row = |y: usize| (0..w).map(move |x| y * w + x);
        let data = &mut self.data;
        let mut clear = |line: Vec<usize>, whole: Vec<usize>| {
            let set = line.iter().filter(|i| data[**i] >= 0.4).count();
            let rim = set * 10 >= line.len() * 9;
            if rim {
                whole.iter().for_each(|i| data[*i] = 0.0);
            }
            rim
        };
        let _ = (0..deepest).all(|k| clear(column(k).collect(), column(k).collect()));
        let _ =
            (0..deepest).all(|k| clear(column(w - 1 - k).collect(), column(w - 1 - k).collect()));
        // A row's ends may have gone with the columns.
        let inner = |y: usize| row(y).skip(w / 6).take(w - w / 6 * 2).collect::<Vec<usize>>();
        for from_top in [true, false] {
            for k in 0..deepest {
                let y = if from_top { k } else { h - 1 - k };
                if !clear(inner(y), row(y).collect()) {
                    break;
                }
            }
        }
    }

    /// Clears what is too small to be drawn on purpose, and thin leftovers at the rim.
    fn drop_specks(&mut self) {
        let (w, h) = (self.w, self.h);
        let smallest = (w * h) as f32 * 0.012;
        let thin = ((w.min(h) as f32 * 0.08).round() as usize).max(1);
        let mut seen = vec![false; w * h];
        let mut keep = vec![false; w * h];
        for start in 0..w * h {
            if seen[start] || self.data[start] < 0.5 {
                continue;
            }
            seen[start] = true;
            let mut all = vec![start];
            let mut next = 0;
            let (mut x0, mut y0, mut x1, mut y1) = (w, h, 0, 0);
            while next < all.len() {
                let (x, y) = (all[next] % w, all[next] / w);
                next += 1;
                (x0, y0, x1, y1) = (x0.min(x), y0.min(y), x1.max(x), y1.max(y));
                for ny in y.saturating_sub(1)..(y + 2).min(h) {
                    for nx in x.saturating_sub(1)..(x + 2).min(w) {
                        let n = ny * w + nx;
                        if !seen[n] && self.data[n] >= 0.5 {
                            seen[n] = true;
                            all.push(n);
                        }
                    }
                }
            }
            let at_rim = x0 == 0 || y0 == 0 || x1 + 1 == w || y1 + 1 == h;
            let (bx, by) = (w / 6, h / 6);
            let in_rim = x1 <= bx || y1 <= by || x0 + 1 + bx >= w || y0 + 1 + by >= h;
            let leftover = in_rim || (at_rim && (x1 + 1 - x0).min(y1 + 1 - y0) <= thin);
            if all.len() as f32 >= smallest && !leftover {
                all.iter().for_each(|i| keep[*i] = true);
            }
        }
        // Soft edges stay where they touch something kept.
        let old = std::mem::take(&mut self.data);
        self.data = (0..w * h)
            .map(|i| {
                let (x, y) = (i % w, i / w);
                let touches = (y.saturating_sub(1)..(y + 2).min(h))
                    .any(|ny| (x.saturating_sub(1)..(x + 2).min(w)).any(|nx| keep[ny * w + nx]));
                if touches { old[i] } else { 0.0 }
            })
            .collect();
    }

    /// The box around the set pixels: left, top, right, bottom (excluded).
    fn bounds(&self) -> Option<[usize; 4]> {
        let set = (0..self.data.len()).filter(|i| self.data[*i] >= 0.5);
        let mut bounds: Option<[usize; 4]> = None;
        for i in set {
            let (x, y) = (i % self.w, i / self.w);
            let b = bounds.get_or_insert([x, y, x + 1, y + 1]);
            *b = [b[0].min(x), b[1].min(y), b[2].max(x + 1), b[3].max(y + 1)];
        }
        bounds
    }
}

/// The part of a mask `w` wide that lies in `bounds` (left, top, right, bottom, excluded), scaled
/// so that its longer side nearly fills the network's square.
pub(super) fn shape(mask: &[f32], w: usize, bounds: [f32; 4]) -> [f32; SIDE * SIDE] {
    let [x0, y0, x1, y1] = bounds;
    let scale = (x1 - x0).max(y1 - y0) / (SIDE - 2) as f32;
    let (left, top) =
        ((x0 + x1 - scale * SIDE as f32) / 2.0, (y0 + y1 - scale * SIDE as f32) / 2.0);
    const PARTS: usize = 3;
    let mut shape = [0.0; SIDE * SIDE];
    for (i, value) in shape.iter_mut().enumerate() {
        let (ox, oy) = ((i % SIDE) as f32, (i / SIDE) as f32);
        for part in 0..PARTS * PARTS {
            let offset = |p: usize| (p as f32 + 0.5) / PARTS as f32;
            let x = (left + (ox + offset(part % PARTS)) * scale).floor();
            let y = (top + (oy + offset(part / PARTS)) * scale).floor();
            if x >= x0 && x < x1 && y >= y0 && y < y1 {
                *value += mask[y as usize * w + x as usize];
            }
        }
        *value /= (PARTS * PARTS) as f32;
    }
    shape
}

fn describe(patch: &Patch, mask: &Mask, bounds: [usize; 4], rect: FrameRect) -> Glyph {
    let bounds = bounds.map(|v| v as f32);
    let shape = shape(&mask.data, mask.w, bounds);
    let [x0, y0, x1, y1] = bounds;
    let core: Vec<[f32; 3]> =
        (0..mask.data.len()).filter(|i| mask.data[*i] >= 0.9).map(|i| patch.data[i]).collect();
    let colour = mean(core.iter());
    let spread = core.iter().map(|p| apart(p, &colour)).sum::<f32>() / core.len().max(1) as f32;
    let (cw, ch) = (rect.w as f32, rect.h as f32);
    let filled: f32 = mask.data.iter().sum();
    let extra: [f32; EXTRA] = [
        (x1 - x0) / cw,
        (y1 - y0) / ch,
        (x0 + x1 - mask.w as f32) / cw,
        (y0 + y1 - mask.h as f32) / ch,
        filled / (cw * ch),
    ];
    let at_rim = x0 == 0.0 || y0 == 0.0 || x1 == mask.w as f32 || y1 == mask.h as f32;
    let (input, longer) = (Input { mask: shape, extra }, (x1 - x0).max(y1 - y0));
    Glyph { input, colour, contrast: mask.contrast, spread, longer, at_rim }
}
