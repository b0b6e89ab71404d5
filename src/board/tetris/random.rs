//! How games deal their pieces.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::Piece;

/// A way of dealing pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Randomiser {
    /// Each piece with the same chance, whatever came before.
    #[default]
    Uniform,
    /// All seven in random order, then all seven again.
    Bag,
}

/// An endless, repeatable sequence of pieces.
#[derive(Debug, Clone)]
pub struct PieceSource {
    randomiser: Randomiser,
    rng: Pcg64Mcg,
    /// Pieces left in the bag, by index bits.
    bag: u8,
}

const FULL_BAG: u8 = 0b111_1111;

impl PieceSource {
    /// The sequence of this seed and stream (one stream a game).
    pub fn new(randomiser: Randomiser, seed: u64, stream: u64) -> Self {
        // Streams of one seed must not overlap or resemble each other, so the pair is scattered
        // before it seeds the generator.
        let mixed =
            seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ stream.wrapping_mul(0xD1B5_4A32_D192_ED03);
        Self { randomiser, rng: Pcg64Mcg::seed_from_u64(mixed), bag: FULL_BAG }
    }

    /// Pieces that the bag still holds (all seven before the first of a bag, and always for
    /// uniform dealing).
    pub fn possible(&self) -> impl Iterator<Item = Piece> + '_ {
        Piece::ALL.into_iter().filter(|piece| self.bag >> piece.index() & 1 == 1)
    }
}

impl Iterator for PieceSource {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        match self.randomiser {
            Randomiser::Uniform => Some(Piece::ALL[self.rng.random_range(0..7)]),
            Randomiser::Bag => {
                let nth = self.rng.random_range(0..self.bag.count_ones()) as usize;
                let piece = self.possible().nth(nth)?;
                self.bag &= !(1 << piece.index());
                if self.bag == 0 {
                    self.bag = FULL_BAG;
                }
                Some(piece)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seven_pieces_of_a_bag_are_all_seven() {
        let pieces: Vec<Piece> = PieceSource::new(Randomiser::Bag, 5, 0).take(700).collect();
        for bag in pieces.chunks(7) {
            let mut bag = bag.to_vec();
            bag.sort_unstable();
            assert_eq!(bag, Piece::ALL);
        }
        assert_ne!(pieces[..7], pieces[7..14]);
    }

    #[test]
    fn uniform_pieces_come_equally_often_and_repeat_for_a_seed() {
        let deal = |seed, stream| PieceSource::new(Randomiser::Uniform, seed, stream);
        let mut counts = [0i32; 7];
        deal(1, 0).take(70_000).for_each(|piece| counts[piece.index()] += 1);
        // Standard deviation of each count is about 93.
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 450), "{counts:?}");
        let start = |seed, stream| deal(seed, stream).take(40).collect::<Vec<_>>();
        assert_eq!(start(1, 0), start(1, 0));
        assert_ne!(start(1, 0), start(1, 1));
        assert_ne!(start(1, 0), start(2, 0));
    }
}
