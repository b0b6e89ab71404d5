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
        for r in 0..rows {
            let along = (y[r], y[r + 1]);
            for (c, at) in x.iter().enumerate() {
                vertical.push(strength(planes, Axis::X, *at, along, pitch_x));
                if c < cols {
                    // Clear of the bevels, which take up much of small cells.
                    let within = at + if pitch_x < 14.0 { 0.38 } else { 0.28 } * pitch_x;
                    inside.push(strength(planes, Axis::X, within, along, pitch_x));
                }
            }
        }
        for at in y {
            for c in 0..cols {
                horizontal.push(strength(planes, Axis::Y, *at, (x[c], x[c + 1]), pitch_y));
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

/// The difference between the two sides of position `at`, summed from `from` to `to` along it.
fn across(plane: &Plane, axis: Axis, at: usize, from: usize, to: usize) -> i32 {
    match axis {
        Axis::X => (from..to)
            .map(|y| {
                let i = y * plane.w + at;
                i32::from(plane.data[i]) - i32::from(plane.data[i - 1])
            })
            .sum(),
        Axis::Y => {
            let row = |y: usize| &plane.data[y * plane.w + from..y * plane.w + to];
            let sum = |y: usize| row(y).iter().map(|v| i32::from(*v)).sum::<i32>();
            sum(at) - sum(at - 1)
        }
    }
}

fn strength(planes: &[Plane; 2], axis: Axis, at: f64, along: (f64, f64), pitch: f64) -> f32 {
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
    // A border runs the whole length: the weakest third counts, and all must have one sign.
    let third = (to - from).div_ceil(3);
    let weakest = |plane: &Plane, position: usize| {
        let parts = (0..3).map(|i| {
            let (a, b) = (from + i * (to - from) / 3, from + (i + 1) * (to - from) / 3);
            across(plane, axis, position, a, b.max(a + 1)) as f32 / third as f32
        });
        let (low, high) = parts.fold((f32::MAX, f32::MIN), |(l, h), v| (l.min(v), h.max(v)));
        if low > 0.0 { low } else { (-high).max(0.0) }
    };
    (first.max(1)..=last.min(size - 1))
        .flat_map(|position| planes.iter().map(move |plane| weakest(plane, position)))
        .fold(0.0, f32::max)
}
