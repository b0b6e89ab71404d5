//! Which cells of a well hold something, and how block-like it looks.

use super::background::{Background, Looks};
use super::patch::{SAMPLES, SIDE, colour_distance};

/// A border whose step is a smaller share of the block's own distance is no block's border.
pub(super) const SOFT: f32 = 0.4;

/// What is known of each cell before any rule of the game is used.
pub(super) struct Marks {
    pub cols: usize,
    pub rows: usize,
    /// Whether a cell holds something at all.
    pub marked: Vec<bool>,
    /// How unlike the empty well it looks.
    pub distance: Vec<f32>,
    /// Share of its samples that differ from the empty well.
    pub cover: Vec<f32>,
    /// How sharply it ends towards its empty neighbours, as a share of its distance: the weakest
    /// side, 1 where it has no empty neighbour.
    pub sharp: Vec<f32>,
    /// Number of its sides towards empty neighbours, and how many of them are no clear step.
    pub sides: Vec<(u32, u32)>,
    /// Share of its cell that a typical block covers.
    pub whole: f32,
    /// Distance of a typical block.
    pub level: f32,
    /// Distance among empty cells.
    pub noise: f32,
    /// Cells that are neither clearly empty nor clearly marked.
    pub doubtful: Vec<bool>,
}

impl Marks {
    /// Compares each cell with the empty cells near it.
    pub fn of(looks: &Looks, ground: &Background) -> Self {
        let n = looks.cols * looks.rows;
        let least = (1.8 * ground.noise).max(6.0);
        let marked: Vec<bool> = (0..n)
            .map(|i| looks.patches[i].is_some() && !ground.empty[i] && ground.distance[i] > least)
            .collect();
        let doubtful = (0..n).map(|i| !marked[i] && !ground.empty[i]).collect();
        let mut marks = Self {
            cols: looks.cols,
            rows: looks.rows,
            marked,
            distance: ground.distance.clone(),
            cover: vec![0.0; n],
            sharp: vec![1.0; n],
            sides: vec![(0, 0); n],
            level: 0.0,
            whole: 1.0,
            noise: ground.noise,
            doubtful,
        };
        for i in (0..n).filter(|i| marks.marked[*i]).collect::<Vec<_>>() {
            marks.cover[i] = cover(looks, i, ground.like[i], ground.noise);
            for (k, side) in marks.around(i).filter(|(k, _)| !marks.marked[*k]) {
                let step = step(looks, i, k, side) / marks.distance[i];
                marks.sharp[i] = marks.sharp[i].min(step);
                marks.sides[i].0 += 1;
                marks.sides[i].1 += u32::from(step < SOFT);
            }
        }
        marks.typical();
        marks
    }

    /// Learns what a typical block covers of its cell and how unlike the empty well it looks.
    /// Writing and lines drawn over the well cover little, so the upper part of all decides.
    fn typical(&mut self) {
        let upper = |mut values: Vec<f32>, share: f32| {
            values.sort_by(f32::total_cmp);
            values.get((values.len() as f32 * share) as usize).copied()
        };
        let marked: Vec<usize> = (0..self.marked.len()).filter(|i| self.marked[*i]).collect();
        let cover = marked.iter().map(|i| self.cover[*i]).collect();
        self.whole = upper(cover, 0.75).unwrap_or(1.0);
        let solid = |i: &&usize| self.cover[**i] >= 0.8 * self.whole;
        let strong = marked.iter().filter(solid).map(|i| self.distance[*i]).collect();
        self.level = upper(strong, 0.5).unwrap_or(0.0);
    }

    /// Whether the marks of cell `i` leave much more of the empty well in sight than a block does.
    pub fn patchy(&self, i: usize) -> bool {
        self.cover[i] < 0.75 * self.whole
    }

    /// Whether cell `i` holds something that fills it like a block.
    pub fn solid(&self, i: usize) -> bool {
        self.marked[i] && !self.patchy(i)
    }

    /// The up to four neighbours of cell `i`, each with the side of `i` it lies on.
    pub fn around(&self, i: usize) -> impl Iterator<Item = (usize, Side)> + use<> {
        let (cols, rows) = (self.cols, self.rows);
        let (col, row) = (i % cols, i / cols);
        [
            (col > 0, i.wrapping_sub(1), Side::Left),
            (col + 1 < cols, i + 1, Side::Right),
            (row > 0, i.wrapping_sub(cols), Side::Top),
            (row + 1 < rows, i + cols, Side::Bottom),
        ]
        .into_iter()
        .filter(|(inside, ..)| *inside)
        .map(|(_, k, side)| (k, side))
    }
}

/// A side of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

impl Side {
    /// Index of the `k`th sample along this side, `depth` samples inside.
    fn sample(self, k: usize, depth: usize) -> usize {
        let far = SIDE - 1 - depth;
        match self {
            Side::Left => k * SIDE + depth,
            Side::Right => k * SIDE + far,
            Side::Top => depth * SIDE + k,
            Side::Bottom => far * SIDE + k,
        }
    }

    fn opposite(self) -> Self {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
            Side::Top => Side::Bottom,
            Side::Bottom => Side::Top,
        }
    }
}

/// How far cell `i` differs from its neighbour `k` right where they meet; a block may keep a
/// small gap to its cell's edge, so its second row of samples counts too.
fn step(looks: &Looks, i: usize, k: usize, side: Side) -> f32 {
    let (Some(own), Some(other)) = (&looks.patches[i], &looks.patches[k]) else { return 999.0 };
    let sum: f32 = (0..SIDE)
        .map(|s| {
            let there = other.sample(side.opposite().sample(s, 0));
            (0..2)
                .map(|depth| colour_distance(own.sample(side.sample(s, depth)), there))
                .fold(0.0, f32::max)
        })
        .sum();
    sum / SIDE as f32
}

/// Share of the samples of cell `i` that clearly differ from the empty cell `k`.
fn cover(looks: &Looks, i: usize, k: usize, noise: f32) -> f32 {
    let (Some(own), Some(empty)) = (&looks.patches[i], &looks.patches[k]) else { return 0.0 };
    let mut steps: Vec<f32> =
        (0..SAMPLES).map(|s| colour_distance(own.sample(s), empty.sample(s))).collect();
    steps.sort_by(f32::total_cmp);
    let limit = (0.3 * steps[SAMPLES * 4 / 5]).max(1.5 * noise).max(4.0);
    steps.iter().filter(|s| **s > limit).count() as f32 / SAMPLES as f32
}
