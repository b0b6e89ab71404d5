//! What the cells of a lattice look like at a glance: whether they may be cells of a board.

use crate::vision::borders::Borders;
use crate::vision::plane::Plane;

/// What one rectangle of a lattice looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sign {
    /// Sides that show a border, 0 to 4.
    pub sides: usize,
    /// What is between them.
    pub inside: Inside,
    /// The colour along its sides, one value a plane.
    pub ground: [u8; 2],
}

/// What is inside a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// Something is drawn in the middle of an even ground.
    Drawn,
    /// All one colour.
    Even,
    /// Something that goes over the edges.
    Rough,
}

/// Points along each side of a rectangle, and across its middle, that are looked at.
const POINTS: usize = 8;
/// Values that differ by no more than this are one colour: a gradient, noise, lossy files.
const EVEN: u8 = 18;
/// A drawing differs from its ground by at least this much.
const DRAWN: u8 = 26;
/// A ground's colour may differ by this much from cell to cell.
const SAME: u8 = 10;

/// The signs of all rectangles between the edges `x` and `y`, row by row.
pub fn signs(planes: &[Plane; 2], borders: &Borders, x: &[f64], y: &[f64]) -> Vec<Sign> {
    let mut out = Vec::with_capacity((x.len() - 1) * (y.len() - 1));
    for (row, ys) in y.windows(2).enumerate() {
        for (col, xs) in x.windows(2).enumerate() {
            let (inside, ground) = look(planes, xs, ys);
            out.push(Sign { sides: borders.sides(col, row), inside, ground });
        }
    }
    out
}

impl Sign {
    /// How much it speaks for a board by itself (0.3 to 1) or against it (below 0).
    pub fn worth(&self) -> f32 {
        match (self.sides, self.inside) {
            (4.., _) => 1.0,
            (3, _) => 0.6,
            (_, Inside::Drawn) => 0.1,
            (2, _) => -0.2,
            (_, Inside::Even) => -0.4,
            _ => -0.8,
        }
    }

    /// The same where nothing has borders: drawings on the usual grounds are what there is.
    pub fn worth_on(&self, grounds: &Grounds) -> f32 {
        match self.inside {
            _ if self.sides >= 3 => self.worth(),
            Inside::Drawn if grounds.fit(self) => 0.4,
            Inside::Even if grounds.fit(self) => -0.05,
            _ => -0.5,
        }
    }

    /// Whether two have the same ground.
    pub fn like(&self, other: &Sign) -> bool {
        near(&self.ground, &other.ground)
    }

    /// Whether it shows more than that nothing speaks against it.
    pub fn is_evidence(&self) -> bool {
        self.sides >= 3 || self.inside == Inside::Drawn
    }
}

/// The grounds that cells of one board have: an open cell without a number has the ground of
/// those with numbers, and covered cells have that of other covered cells.
#[derive(Debug, Clone)]
pub struct Grounds {
    usual: Vec<[u8; 2]>,
}

impl Grounds {
    /// The grounds that are frequent in the part of a board that is known.
    pub fn of<'a>(known: impl Iterator<Item = &'a Sign>) -> Self {
        let mut all: Vec<([u8; 2], usize)> = Vec::new();
        let mut count = 0;
        for sign in known.filter(|sign| sign.is_evidence()) {
            count += 1;
            match all.iter_mut().find(|(ground, _)| near(ground, &sign.ground)) {
                Some((_, n)) => *n += 1,
                None => all.push((sign.ground, 1)),
            }
        }
        all.retain(|(_, n)| *n >= 2 && n * 25 >= count);
        Self { usual: all.into_iter().map(|(ground, _)| ground).collect() }
    }

    /// Whether a rectangle may be a cell of that board.
    pub fn fit(&self, sign: &Sign) -> bool {
        sign.sides >= 3
            || (sign.inside != Inside::Rough && self.usual.iter().any(|g| near(g, &sign.ground)))
    }
}

fn near(a: &[u8; 2], b: &[u8; 2]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) <= SAME)
}

/// What is inside a rectangle, and the colour along its sides.
fn look(planes: &[Plane; 2], xs: &[f64], ys: &[f64]) -> (Inside, [u8; 2]) {
    let (w, h) = (xs[1] - xs[0], ys[1] - ys[0]);
    let inset = (0.09 * w.min(h)).max(1.5);
    let place = |from: f64, to: f64, i: usize, limit: usize| {
        let at = from + (to - from) * (i as f64 + 0.5) / POINTS as f64;
        at.clamp(0.0, limit as f64 - 1.0) as usize
    };
    let size = (planes[0].w, planes[0].h);
    let along_x: [usize; POINTS] =
        std::array::from_fn(|i| place(xs[0] + inset, xs[1] - inset, i, size.0));
    let along_y: [usize; POINTS] =
        std::array::from_fn(|i| place(ys[0] + inset, ys[1] - inset, i, size.1));
    let (left, right) = (along_x[0], along_x[POINTS - 1]);
    let (top, bottom) = (along_y[0], along_y[POINTS - 1]);
    let mut ground = [0; 2];
    let (mut even, mut drawn) = (true, false);
    for (plane, colour) in planes.iter().zip(&mut ground) {
        let at = |x: usize, y: usize| plane.data[y * plane.w + x];
        let mut rim = [0; 4 * POINTS];
        for ((x, y), rim) in along_x.into_iter().zip(along_y).zip(rim.chunks_exact_mut(4)) {
            rim.copy_from_slice(&[at(x, top), at(x, bottom), at(left, y), at(right, y)]);
        }
        rim.sort_unstable();
        *colour = rim[rim.len() / 2];
        even &= rim[rim.len() - 3] - rim[2] <= EVEN;
        let middle = 1..POINTS - 1;
        // A line from side to side is no drawing but the frame of something.
        let off = |x: usize, y: usize| at(x, y).abs_diff(*colour) >= DRAWN;
        even &= !along_x[middle.clone()].iter().any(|x| off(*x, top) && off(*x, bottom));
        even &= !along_y[middle.clone()].iter().any(|y| off(left, *y) && off(right, *y));
        let far = along_y[middle.clone()]
            .iter()
            .flat_map(|y| along_x[middle.clone()].iter().filter(|x| off(**x, *y)));
        drawn |= far.take(2).count() == 2;
    }
    let inside = match (even, drawn) {
        (true, true) => Inside::Drawn,
        (true, false) => Inside::Even,
        (false, _) => Inside::Rough,
    };
    (inside, ground)
}
