//! Naming one drawn sign of a number.

use super::Part;
use crate::vision::minesweeper::glyph;
use crate::vision::minesweeper::net::{Input, Net, Shape};

/// A sign of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// 0 to 9.
    Digit(u8),
    /// Parts a number from that of all.
    Slash,
    /// Parts minutes from seconds.
    Colon,
    /// Before a number below zero.
    Minus,
    /// Parts a fraction from its number.
    Point,
    /// A letter or anything else.
    Other,
}

/// A drawn sign that hangs together: how much of each of its pixels is drawn, 0 to 1.
#[derive(Debug, Clone)]
pub(super) struct Ink {
    /// Where it is.
    pub place: Part,
    /// Row by row.
    pub mask: Vec<f32>,
}

/// The network must be at least this sure of a digit ...
const SURE: f32 = 0.6;
/// ... and no more than this of the other ones together.
const OTHERS: f32 = 0.06;
/// A sign that it takes for a digit with this chance is nothing else either.
const DOUBT: f32 = 0.5;
/// A digit's height as a share of the cell that the network is told it is in.
const OF_CELL: f32 = 0.62;

impl Ink {
    /// What sign it is.
    pub(super) fn sign(&self) -> Sign {
        if self.place.w() > 2 * self.place.h() {
            return Sign::Other;
        }
        if self.is_slash() {
            return Sign::Slash;
        }
        if self.is_one() {
            return Sign::Digit(1);
        }
        let (digit, chance, others) = self.named(false);
        if chance >= SURE && others <= OTHERS {
            // The network was never shown a zero, and an eight is the nearest.
            let ring = digit == 8 && self.is_ring();
            return if ring { Sign::Other } else { Sign::Digit(digit) };
        }
        if chance > DOUBT {
            return Sign::Other;
        }
        // Nor was it shown a nine: that is a six upside down.
        match self.named(true) {
            (6, chance, others) if chance >= SURE && others <= OTHERS => Sign::Digit(9),
            _ if self.is_ring() => Sign::Digit(0),
            _ => Sign::Other,
        }
    }

    /// The digit that the network takes it for, perhaps turned upside down, how surely, and how
    /// surely it is any other digit.
    fn named(&self, turned: bool) -> (u8, f32, f32) {
        let (w, h) = (self.place.w() as usize, self.place.h() as usize);
        let side = h as f32 / OF_CELL;
        let mut mask = glyph::shape(&self.mask, w, [0.0, 0.0, w as f32, h as f32]);
        if turned {
            mask.reverse();
        }
        let ink: f32 = self.mask.iter().sum();
        let extra = [w as f32 / side, OF_CELL, 0.0, 0.0, ink / (side * side)];
        let out = Net::trained().classify(&Input { mask, extra });
        let (mut best, mut all) = ((0, 0.0), 0.0);
        for (shape, chance) in Shape::ALL.iter().zip(out) {
            let Shape::Digit(digit) = shape else { continue };
            all += chance;
            if chance > best.1 {
                best = (*digit, chance);
            }
        }
        (best.0, best.1, all - best.1)
    }

    fn on(&self, x: usize, y: usize) -> bool {
        self.mask[y * self.place.w() as usize + x] >= 0.5
    }

    /// Whether every line from left to right through its middle half meets ink twice with a hole
    /// between, and it is as wide above as below: a zero.
    fn is_ring(&self) -> bool {
        let (w, h) = (self.place.w() as usize, self.place.h() as usize);
        if w < 4 || h < 6 || w * 10 > h * 11 || w * 10 < h * 3 {
            return false;
        }
        let runs = |line: Vec<bool>| {
            let starts = line.iter().zip(std::iter::once(&false).chain(&line));
            starts.filter(|(here, before)| **here && !**before).count()
        };
        let row = |y: usize| (0..w).map(|x| self.on(x, y)).collect::<Vec<bool>>();
        let column = |x: usize| (0..h).map(|y| self.on(x, y)).collect::<Vec<bool>>();
        let hollow = (h / 4..h - h / 4).all(|y| {
            let row = row(y);
            // Ink at both ends.
            runs(row.clone()) == 2
                && row[..w.div_ceil(3)].contains(&true)
                && row[w - w.div_ceil(3)..].contains(&true)
        });
        let closed = (w / 2 - w / 8..=w / 2 + w / 8).all(|x| {
            let column = column(x.min(w - 1));
            runs(column.clone()) == 2
                && column[..h.div_ceil(4)].contains(&true)
                && column[h - h.div_ceil(4)..].contains(&true)
        });
        // A letter D, U or C is not the same turned around.
        let unlike: f32 = (0..w * h).map(|i| (self.mask[i] - self.mask[w * h - 1 - i]).abs()).sum();
        let ink: f32 = self.mask.iter().sum();
        // Nor is it round at its left.
        let straight = (0..h).filter(|y| self.on(0, *y)).count();
        let round = straight * 100 <= h * 88;
        round && hollow && closed && unlike < (0.3 + 3.2 / h as f32) * ink
    }

    /// Whether it is a stem with nothing beside it but a stroke at the top left and a foot.
    fn is_one(&self) -> bool {
        let (w, h) = (self.place.w() as usize, self.place.h() as usize);
        let stem: Vec<usize> = (0..w).filter(|x| (0..h).all(|y| self.on(*x, y))).collect();
        let (Some(first), Some(last)) = (stem.first(), stem.last()) else { return false };
        let any = |columns: std::ops::Range<usize>, rows: std::ops::Range<usize>| {
            rows.into_iter().any(|y| columns.clone().any(|x| self.on(x, y)))
        };
        let (upper, foot) = (h * 45 / 100, h * 78 / 100);
        let left = 0..first.saturating_sub(1);
        let right = (last + 2).min(w)..w;
        let feet = (any(left.clone(), foot..h), any(right.clone(), foot..h));
        h >= 6
            && (last + 1 - first) * 3 <= h
            && !any(left.clone(), upper..foot)
            && !any(right, 0..foot)
            && any(left, 0..upper)
            && feet.0 == feet.1
    }

    /// Whether it is a thin line that leans to the right.
    fn is_slash(&self) -> bool {
        let (w, h) = (self.place.w() as usize, self.place.h() as usize);
        if w < 3 || h < 6 || w * 10 > h * 9 {
            return false;
        }
        let mut last = f32::MAX;
        let mut ends = (0.0, 0.0);
        for y in 0..h {
            let row = &self.mask[y * w..][..w];
            let ink: f32 = row.iter().sum();
            let middle = row.iter().enumerate().map(|(x, v)| x as f32 * v).sum::<f32>() / ink;
            let wide = row.iter().filter(|v| **v >= 0.5).count();
            // Thin, and further to the left in every row.
            if ink < 0.3 || wide * 10 > w * 6 + 10 || middle > last + 0.25 {
                return false;
            }
            if y == 0 {
                ends.0 = middle;
            }
            ends.1 = middle;
            last = middle;
        }
        let across = (w - 1) as f32;
        ends.0 >= 0.7 * across && ends.1 <= 0.3 * across
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::simulated::paint::{Font, Weight};
    use image::{Rgb, RgbImage};

    /// The sign that is read of one drawn character.
    fn sign(font: &Font, height: f32, weight: Weight, text: &str) -> Sign {
        let mut image = RgbImage::from_pixel(64, 64, Rgb([230; 3]));
        let centre = crate::target::simulated::paint::Area::new(0, 0, 64, 64).centre();
        font.draw_centred(&mut image, centre, height, text, weight, Rgb([40; 3]));
        let ink = |p: &Rgb<u8>| ((230.0 - f32::from(p.0[0])) / 190.0 - 0.3) / 0.4;
        let mask: Vec<f32> = image.pixels().map(|p| ink(p).clamp(0.0, 1.0)).collect();
        let set: Vec<(u32, u32)> = image
            .enumerate_pixels()
            .filter(|(.., p)| ink(p) >= 0.5)
            .map(|(x, y, _)| (x, y))
            .collect();
        let part = |(x, y): (u32, u32)| Part { left: x, top: y, right: x + 1, bottom: y + 1 };
        let place = set.iter().map(|at| part(*at)).reduce(Part::with).expect("something is drawn");
        let inside = |i: &usize| place.meets(&part((*i as u32 % 64, *i as u32 / 64)));
        let mask = (0..64 * 64).filter(inside).map(|i| mask[i]).collect();
        Ink { place, mask }.sign()
    }

    #[test]
    fn digits_of_a_text_are_named_and_letters_are_none() {
        let font = Font::light();
        for weight in [Weight::Regular, Weight::Bold] {
            for height in [9.0, 13.0, 20.0, 26.0, 36.0] {
                for digit in 0..=9_u8 {
                    let got = sign(&font, height, weight, &digit.to_string());
                    assert!(
                        got == Sign::Digit(digit) || got == Sign::Other,
                        "{digit} at {height} is {got:?}"
                    );
                }
                for other in ["M", "n", "e", "a", "k", "T", "m", "w", "u"] {
                    let got = sign(&font, height, weight, other);
                    assert_eq!(got, Sign::Other, "{other} at {height}");
                }
            }
        }
    }
}
