//! Fits a row of evenly spaced lines to a profile of edge strengths.

/// Edge strength at every pixel boundary of one axis, spread by a small triangle so that a line
/// near a lattice place counts, the more the nearer.
pub(super) struct Profile {
    raw: Vec<f32>,
    soft: Vec<f32>,
    start: usize,
}

/// An evenly spaced lattice on one axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct AxisFit {
    /// Where the first cell begins.
    pub origin: f64,
    /// Size of a cell.
    pub pitch: f64,
    /// How much more of the edge strength lies on the lattice than chance would put there,
    /// from about 0 (none) to 1 (all).
    pub score: f32,
    /// All edge strength inside, in the profile's unit.
    pub weight: f32,
}

impl Profile {
    /// A profile whose first value belongs to pixel boundary `start`; `reach` is the half width
    /// of the triangle in pixels.
    pub fn new(mut raw: Vec<f32>, start: usize, reach: f64) -> Self {
        // Texture and noise are everywhere alike: only what stands out can be a line.
        let mut sorted = raw.clone();
        let middle = sorted.len() / 2;
        let floor = match sorted.is_empty() {
            true => 0.0,
            false => 1.3 * *sorted.select_nth_unstable_by(middle, f32::total_cmp).1,
        };
        raw.iter_mut().for_each(|v| *v = (*v - floor).max(0.0));
        let r = reach.ceil() as isize;
        let kernel: Vec<f32> = (-r..=r)
            .map(|d| (1.0 - d.unsigned_abs() as f64 / (reach + 1.0)).max(0.0) as f32)
            .collect();
        let at = |i: isize| if i >= 0 { raw.get(i as usize).copied().unwrap_or(0.0) } else { 0.0 };
        let soft = (0..raw.len() as isize)
            .map(|i| kernel.iter().zip(-r..=r).map(|(k, d)| k * at(i + d)).sum())
            .collect();
        Self { raw, soft, start }
    }

    fn soft_at(&self, place: f64) -> f32 {
        let p = place - self.start as f64;
        if p < 0.0 {
            return 0.0;
        }
        let i = p as usize;
        let f = (p - i as f64) as f32;
        let (a, b) = (self.soft.get(i), self.soft.get(i + 1));
        a.copied().unwrap_or(0.0) * (1.0 - f) + b.copied().unwrap_or(0.0) * f
    }

    /// Raw strength between two places.
    fn between(&self, from: f64, to: f64) -> f32 {
        let clip = |v: f64| (v - self.start as f64).clamp(0.0, self.raw.len() as f64) as usize;
        let (a, b) = (clip(from.ceil()), clip(to.ceil()));
        if a < b { self.raw[a..b].iter().sum() } else { 0.0 }
    }

    /// How well `n` cells of `pitch` from `origin` fit: only the lines between cells count, since
    /// the outer two are borders.
    pub fn fit(&self, origin: f64, pitch: f64, n: usize, chance: f32) -> AxisFit {
        let weight = self.between(origin + 0.3 * pitch, origin + (n as f64 - 0.3) * pitch);
        let on: f32 = (1..n).map(|k| self.soft_at(origin + pitch * k as f64)).sum();
        let share = if weight > 0.0 { on / weight } else { 0.0 };
        AxisFit { origin, pitch, score: (share - chance) / (1.0 - chance), weight }
    }

    /// The best lattice of `n` cells between two borders at `lo` and `hi`, which may stand off
    /// the outermost cells by up to a third of a cell on each side; a pitch near `like` is
    /// preferred.
    pub fn best(&self, lo: f64, hi: f64, n: usize, like: Option<f64>, chance: f32) -> AxisFit {
        let slack: f64 = 0.36;
        let whole = hi - lo;
        let mut best: Option<(f32, AxisFit)> = None;
        let step = 0.08;
        let steps = (slack / step).round() as i32;
        for near in -1..=steps {
            for far in -1..=steps {
                // Insets in cells: pitch * (n + near + far) = whole.
                let (a, b) = (f64::from(near) * step, f64::from(far) * step);
                let pitch = whole / (n as f64 + a + b);
                let fit = self.fit(lo + a * pitch, pitch, n, chance);
                // Walls usually touch the cells, or stand off alike on both sides.
                let doubt = 0.25 * (a - b).abs() as f32 + 0.25 * (a.abs() + b.abs()) as f32;
                let odd = like.map_or(0.0, |l| (pitch / l).ln().abs() as f32);
                let value = fit.score - doubt - 1.5 * odd;
                if best.is_none_or(|(v, _)| value > v) {
                    best = Some((value, fit));
                }
            }
        }
        best.expect("at least one lattice was tried").1
    }
}
