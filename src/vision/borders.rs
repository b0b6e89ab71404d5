//! Which sides of a lattice's cells show a border.

use super::plane::Plane;

/// The borders of `cols` x `rows` cells.
#[derive(Debug, Clone)]
pub struct Borders {
    cols: usize,
    rows: usize,
    /// `rows` x `(cols + 1)`: the border left of a cell.
    vertical: Vec<f32>,
    /// `(rows + 1)` x `cols`: the border above a cell.
    horizontal: Vec<f32>,
    /// A border must be stronger than this many grey levels.
    need: f32,
}

impl Borders {
    /// Measures the borders of the cells between the column edges `x` and the row edges `y`.
    pub fn measure(planes: &[Plane; 2], x: &[f64], y: &[f64]) -> Self {
        let (cols, rows) = (x.len() - 1, y.len() - 1);
        let (pitch_x, pitch_y) = ((x[cols] - x[0]) / cols as f64, (y[rows] - y[0]) / rows as f64);
        let mut vertical = Vec::with_capacity(rows * (cols + 1));
        let mut horizontal = Vec::with_capacity((rows + 1) * cols);
        let mut inside = Vec::new();
        let mut room = Vec::new();
        for r in 0..rows {
            let along = (y[r], y[r + 1]);
            for (c, at) in x.iter().enumerate() {
                vertical.push(strength(planes, Axis::X, *at, along, pitch_x, &mut room));
                if c < cols {
                    // Clear of the bevels, which take up much of small cells.
                    let within = at + if pitch_x < 14.0 { 0.38 } else { 0.28 } * pitch_x;
                    inside.push(strength(planes, Axis::X, within, along, pitch_x, &mut room));
                }
            }
        }
        for at in y {
            for c in 0..cols {
                horizontal.push(strength(
                    planes,
                    Axis::Y,
                    *at,
                    (x[c], x[c + 1]),
                    pitch_y,
                    &mut room,
                ));
            }
        }
        // What the inside of cells shows at a place without a border is the noise of the picture.
        inside.sort_by(f32::total_cmp);
        let noise = inside.get(inside.len() / 2).copied().unwrap_or(0.0);
        Self { cols, rows, vertical, horizontal, need: (1.8 * noise).max(2.5) }
    }

    /// Number of sides (0 to 4) of a cell with a border.
    pub fn sides(&self, col: usize, row: usize) -> usize {
        [
            self.left(col, row),
            self.left(col + 1, row),
            self.above(col, row),
            self.above(col, row + 1),
        ]
        .into_iter()
        .filter(|on| *on)
        .count()
    }

    /// Whether there is a border left of column `col` (or right of the last) in `row`.
    pub fn left(&self, col: usize, row: usize) -> bool {
        self.vertical[row * (self.cols + 1) + col] > self.need
    }

    /// Whether there is a border above row `row` (or below the last) in `col`.
    pub fn above(&self, col: usize, row: usize) -> bool {
        self.horizontal[row * self.cols + col] > self.need
    }

    /// Number of columns measured.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of rows measured.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// Which way the position across a border runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Axis {
    X,
    Y,
}

/// Parts of a border that are looked at by themselves.
const PARTS: usize = 3;

/// For every position from `first` to `last` the difference between its two sides, summed over
/// each of the `parts` along it (from one bound to the next).
fn across(
    plane: &Plane,
    axis: Axis,
    (first, last): (usize, usize),
    parts: [(usize, usize); PARTS],
    sums: &mut [[i32; PARTS]],
) {
    sums.fill([0; PARTS]);
    for (part, (from, to)) in parts.into_iter().enumerate() {
        match axis {
            Axis::X => {
                for y in from..to {
                    let row = &plane.data[y * plane.w + first - 1..=y * plane.w + last];
                    for (sum, two) in sums.iter_mut().zip(row.windows(2)) {
                        sum[part] += i32::from(two[1]) - i32::from(two[0]);
                    }
                }
            }
            Axis::Y => {
                let sum = |y: usize| -> i32 {
                    let row = &plane.data[y * plane.w + from..y * plane.w + to];
                    row.iter().map(|v| i32::from(*v)).sum()
                };
                let mut before = sum(first - 1);
                for (y, sums) in (first..=last).zip(sums.iter_mut()) {
                    let here = sum(y);
                    sums[part] = here - before;
                    before = here;
                }
            }
        }
    }
}

/// How strong the border near `at` is; `sums` is room to work in.
fn strength(
    planes: &[Plane; 2],
    axis: Axis,
    at: f64,
    along: (f64, f64),
    pitch: f64,
    sums: &mut Vec<[i32; PARTS]>,
) -> f32 {
    let (size, length) = match axis {
        Axis::X => (planes[0].w, planes[0].h),
        Axis::Y => (planes[0].h, planes[0].w),
    };
    let slack = (pitch / 9.0).round().max(1.0);
    // The picture's own edge is a border: cells may be cut off there.
    if at - slack < 1.0 || at + slack >= size as f64 {
        return if at < -slack || at > size as f64 + slack { 0.0 } else { 255.0 };
    }
    let inset = (along.1 - along.0) * 0.12;
    let from = (along.0 + inset).round().clamp(0.0, length as f64) as usize;
    let to = (along.1 - inset).round().clamp(0.0, length as f64) as usize;
    if to < from + 3 {
        return 0.0;
    }
    let (first, last) = ((at - slack).round() as usize, (at + slack).round() as usize);
    let (first, last) = (first.max(1), last.min(size - 1));
    // A border runs the whole length: the weakest third counts, and all must have one sign.
    let parts = std::array::from_fn(|i| {
        let (a, b) = (from + i * (to - from) / PARTS, from + (i + 1) * (to - from) / PARTS);
        (a, b.max(a + 1))
    });
    let third = (to - from).div_ceil(PARTS) as f32;
    sums.resize((last + 1).saturating_sub(first), [0; PARTS]);
    let mut strongest = 0.0_f32;
    for plane in planes {
        across(plane, axis, (first, last), parts, sums);
        for own in sums.iter() {
            let parts = own.map(|sum| sum as f32 / third);
            let (low, high) =
                parts.iter().fold((f32::MAX, f32::MIN), |(l, h), v| (l.min(*v), h.max(*v)));
            strongest = strongest.max(if low > 0.0 { low } else { (-high).max(0.0) });
        }
    }
    strongest
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, imageops};
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::vision::plane::planes;

    #[test]
    fn a_border_is_as_strong_when_the_picture_lies_on_its_side() {
        let mut random = rand_pcg::Pcg32::seed_from_u64(7);
        let image = RgbImage::from_fn(120, 90, |x, y| {
            let shade = if (x / 20 + y / 15) % 2 == 0 { 60 } else { 120 };
            Rgb([shade, shade + random.random_range(0..12), 80])
        });
        let turned = imageops::flip_horizontal(&imageops::rotate90(&image));
        let (upright, lying) = (planes(&image), planes(&turned));
        let mut room = Vec::new();
        for pitch in [9.0, 20.0, 40.5] {
            for at in 0..120 {
                let (at, along) = (f64::from(at), (15.0, 30.0));
                let own = strength(&upright, Axis::X, at, along, pitch, &mut room);
                assert_eq!(own, strength(&lying, Axis::Y, at, along, pitch, &mut room));
            }
        }
        let on = strength(&upright, Axis::X, 40.0, (15.0, 30.0), 20.0, &mut room);
        let off = strength(&upright, Axis::X, 50.0, (15.0, 30.0), 20.0, &mut room);
        assert!(on > 40.0 && off < 15.0, "{on} on a border, {off} off it");
    }
}
