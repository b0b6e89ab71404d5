//! Counting for every bit at once in how many of many words it is set: the counts are kept as
//! binary digits, one word a digit, so that adding a word adds to all counts together.

/// Digits of the counts: fewer than 2^20 words can be counted.
const DIGITS: usize = 20;

/// For each of 128 bits, how many words have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    digits: [u128; DIGITS],
}

impl Tally {
    /// Counts the bits of `words`.
    pub fn of(words: &[u128]) -> Self {
        let mut tally = Self { digits: [0; DIGITS] };
        let mut sevens = words.chunks_exact(7);
        for seven in &mut sevens {
            let &[a, b, c, d, e, f, g] = seven else { unreachable!("chunks of seven") };
            let (ones, two) = add(a, b, c);
            let (more, also) = add(d, e, f);
            let (ones, last) = add(ones, more, g);
            let (twos, fours) = add(two, also, last);
            tally.carry(0, ones);
            tally.carry(1, twos);
            tally.carry(2, fours);
        }
        sevens.remainder().iter().for_each(|word| tally.carry(0, *word));
        tally
    }

    /// Adds `word` at a digit and carries on.
    fn carry(&mut self, mut digit: usize, mut word: u128) {
        while word != 0 {
            let both = self.digits[digit] & word;
            self.digits[digit] ^= word;
            word = both;
            digit += 1;
        }
    }

    /// How many words have the bit.
    pub fn count(&self, bit: usize) -> u32 {
        let digits = self.digits.iter().enumerate();
        digits.map(|(i, digit)| ((digit >> bit & 1) as u32) << i).sum()
    }

    /// The smallest count of the bits in `among`, which has some.
    pub fn least(&self, among: u128) -> u32 {
        let (mut left, mut least) = (among, 0);
        for (i, digit) in self.digits.iter().enumerate().rev() {
            match left & !digit {
                0 => least |= 1 << i,
                without => left = without,
            }
        }
        least
    }
}

/// Adds three words bit by bit: the ones and the twos of the sums.
fn add(a: u128, b: u128, c: u128) -> (u128, u128) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn counts_agree_with_counting_each_bit_by_itself() {
        let mut rng = Pcg64::seed_from_u64(8);
        for length in 0..200 {
            let words: Vec<u128> = (0..length).map(|_| rng.random::<u128>()).collect();
            let tally = Tally::of(&words);
            let slow = |bit: usize| words.iter().filter(|w| *w >> bit & 1 == 1).count() as u32;
            assert!((0..128).all(|bit| tally.count(bit) == slow(bit)));
            let among = rng.random::<u128>() | 1;
            let bits = (0..128).filter(|bit| among >> bit & 1 == 1);
            assert_eq!(Some(tally.least(among)), bits.map(slow).min());
        }
    }
}
