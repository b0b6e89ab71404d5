//! Features that depend only on the column heights.

use super::features::{COUNT, Feature};

/// What a skyline offers, computed from bit masks over its steps.
///
/// Bit `k` of `steps[d + 2]` says that column `k + 1` is `d` higher than column `k`.
pub(super) struct Skyline {
    steps: [u32; 5],
}

impl Skyline {
    /// Of the heights of two or more columns.
    #[inline]
    pub(super) fn new(heights: &[u8]) -> Self {
        // Eight slots, so that every step can be written without a branch; slots 5 to 7 collect
        // what is not asked for.
        let mut steps = [0u32; 8];
        for (k, pair) in heights.windows(2).enumerate() {
            let step = pair[1].wrapping_sub(pair[0]).wrapping_add(2);
            steps[usize::from(step.min(7))] |= 1 << k;
        }
        Self { steps: [steps[0], steps[1], steps[2], steps[3], steps[4]] }
    }

    /// How many of the steps -2 to 2 occur.
    #[inline]
    pub(super) fn diversity(&self) -> i32 {
        self.steps.iter().map(|mask| i32::from(*mask != 0)).sum()
    }

    /// For each piece but I, a mask per orientation of the columns where it lies without a gap,
    /// joined so that no two places share a bit: O, T, S, Z, J, L.
    #[inline]
    fn places(&self) -> [u64; 6] {
        let [down2, down1, flat, up1, up2] = self.steps;
        let then = |a: u32, b: u32| u64::from(a & b >> 1);
        let join = |masks: [u64; 4]| masks[0] | masks[1] << 16 | masks[2] << 32 | masks[3] << 48;
        let one = |mask: u32| u64::from(mask);
        let level3 = then(flat, flat);
        [
            one(flat),
            join([level3, one(up1), then(down1, up1), one(down1)]),
            join([then(flat, up1), one(down1), 0, 0]),
            join([then(down1, flat), one(up1), 0, 0]),
            join([level3, one(up2), then(flat, down1), one(flat)]),
            join([level3, one(down2), then(up1, flat), one(flat)]),
        ]
    }
}

/// The square of the number of rows by which fewer than eight are free above the stack.
#[inline]
pub(super) fn crowding(rows: i32, top: i32) -> i32 {
    let crowded = (8 - (rows - top)).max(0);
    crowded * crowded
}

/// Features of the skyline that are worth computing together, for wells of up to 16 columns.
#[inline]
pub(super) fn measure(heights: &[u8], f: &mut [i32; COUNT]) {
    let skyline = Skyline::new(heights);
    f[Feature::Diversity.index()] = skyline.diversity();
    let sum: i32 = heights.iter().map(|height| i32::from(*height)).sum();
    let mut steps = 0i32;
    for pair in heights.windows(2) {
        steps += i32::from(pair[0].abs_diff(pair[1]));
    }
    f[Feature::AggregateHeight.index()] = sum;
    f[Feature::Bumpiness.index()] = steps;
    let [o, t, s, z, j, l] = skyline.places();
    let none = |mask: u64| i32::from(mask == 0);
    f[Feature::MisfitSZ.index()] = none(s) + none(z);
    f[Feature::MisfitJL.index()] = none(j) + none(l);
    f[Feature::MisfitO.index()] = none(o);
    f[Feature::MisfitT.index()] = none(t);
    let single = |mask: u64| i32::from(mask != 0 && mask & (mask - 1) == 0);
    f[Feature::Scarce.index()] = [o, t, s, z, j, l].into_iter().map(single).sum();
    let mut deep = 0;
    for k in 0..heights.len() {
        let left = if k == 0 { u8::MAX } else { heights[k - 1] };
        let right = heights.get(k + 1).copied().unwrap_or(u8::MAX);
        deep += i32::from(left.min(right) >= heights[k].saturating_add(3));
    }
    f[Feature::DeepWells.index()] = deep;
}

/// The same by trying every piece in every column: the slow twin, for wells of any width.
pub(super) fn measure_slowly(heights: &[i32], rows: i32, f: &mut [i32; COUNT]) {
    use crate::board::tetris::{Piece, classic_shapes};

    let steps: Vec<i32> = heights.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let top = heights.iter().copied().max().unwrap_or(0);
    let mut set = |feature: Feature, value: i32| f[feature.index()] = value;
    set(Feature::Diversity, (-2..=2).filter(|step| steps.contains(step)).count() as i32);
    set(Feature::AggregateHeight, heights.iter().sum());
    set(Feature::Bumpiness, steps.iter().map(|step| step.abs()).sum());
    set(Feature::MaxHeight, top);
    set(Feature::Crowding, crowding(rows, top));
    let places = |piece: Piece| {
        let lies = |shape: &crate::board::tetris::Shape, col: usize| {
            let base = |x: usize| heights[col + x] - shape.bottom(x) as i32;
            (1..shape.width()).all(|x| base(x) == base(0))
        };
        let count = |shape: &crate::board::tetris::Shape| {
            (0..=heights.len() - shape.width()).filter(|col| lies(shape, *col)).count()
        };
        classic_shapes(piece).iter().map(count).sum::<usize>()
    };
    let missing =
        |pieces: &[Piece]| pieces.iter().filter(|piece| places(**piece) == 0).count() as i32;
    set(Feature::MisfitSZ, missing(&[Piece::S, Piece::Z]));
    set(Feature::MisfitJL, missing(&[Piece::J, Piece::L]));
    set(Feature::MisfitO, missing(&[Piece::O]));
    set(Feature::MisfitT, missing(&[Piece::T]));
    set(
        Feature::Scarce,
        Piece::ALL[1..].iter().filter(|piece| places(**piece) == 1).count() as i32,
    );
    let at = |k: i32| {
        if k < 0 { i32::MAX } else { heights.get(k as usize).copied().unwrap_or(i32::MAX) }
    };
    let deep = (0..heights.len() as i32).filter(|k| at(k - 1).min(at(k + 1)) >= at(*k) + 3).count();
    set(Feature::DeepWells, deep as i32);
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn the_masks_agree_with_trying_every_piece_in_every_column() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for _ in 0..20_000 {
            let cols = rng.random_range(4..=16);
            let spread = rng.random_range(1..8);
            let heights: Vec<u8> = (0..cols).map(|_| rng.random_range(0..=spread)).collect();
            let slow_heights: Vec<i32> = heights.iter().map(|h| i32::from(*h)).collect();
            let (mut fast, mut slow) = ([0; COUNT], [0; COUNT]);
            measure(&heights, &mut fast);
            let top = i32::from(heights.iter().copied().max().unwrap_or(0));
            fast[Feature::MaxHeight.index()] = top;
            fast[Feature::Crowding.index()] = crowding(10, top);
            measure_slowly(&slow_heights, 10, &mut slow);
            assert_eq!(fast, slow, "{heights:?}");
        }
    }
}
