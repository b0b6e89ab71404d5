//! Numbers of solutions: plain `f64` for boards whose counts fit, [`Wide`] for any board.

use std::ops::{Add, Mul};
use std::sync::OnceLock;

use crate::board::minesweeper::Level;

/// A non-negative count of solutions. Only sums and products are formed, never differences, so
/// a weight is zero exactly when no solution was counted.
pub trait Weight:
    Copy + Default + Add<Output = Self> + Mul<Output = Self> + Send + 'static
{
    /// The weight of a small number.
    fn from_f64(value: f64) -> Self;
    /// The weight e^`ln`.
    fn from_ln(ln: f64) -> Self;
    /// `self / whole`, for `self` not much larger than `whole`; 0 when `whole` is zero.
    fn ratio(self, whole: Self) -> f64;
    /// Whether nothing was counted.
    fn is_zero(self) -> bool;
    /// The nearest `f64`, infinite where it does not fit.
    fn to_f64(self) -> f64;
}

impl Weight for f64 {
    fn from_f64(value: f64) -> Self {
        value
    }

    fn from_ln(ln: f64) -> Self {
        ln.exp()
    }

    fn ratio(self, whole: Self) -> f64 {
        if whole == 0.0 { 0.0 } else { self / whole }
    }

    fn is_zero(self) -> bool {
        self == 0.0
    }

    fn to_f64(self) -> f64 {
        self
    }
}

/// 2^128, the bound of a [`Wide`] mantissa.
const HIGH: f64 = 340_282_366_920_938_463_463_374_607_431_768_211_456.0;
/// 2^-128.
const LOW: f64 = 1.0 / HIGH;
/// ln(2^256), the unit of a [`Wide`] exponent.
const LN_UNIT: f64 = 256.0 * std::f64::consts::LN_2;

/// A non-negative number `mantissa * 2^(256 * exponent)` with the mantissa 0 or in
/// `[2^-128, 2^128)`: no board's count of solutions overflows or vanishes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Wide {
    mantissa: f64,
    exponent: i32,
}

impl Wide {
    fn normalised(mantissa: f64, exponent: i32) -> Self {
        if mantissa >= HIGH {
            Self { mantissa: mantissa * LOW * LOW, exponent: exponent + 1 }
        } else if mantissa < LOW {
            if mantissa == 0.0 {
                return Self::default();
            }
            Self { mantissa: mantissa * HIGH * HIGH, exponent: exponent - 1 }
        } else {
            Self { mantissa, exponent }
        }
    }
}

impl Add for Wide {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if other.mantissa == 0.0 {
            return self;
        }
        if self.mantissa == 0.0 {
            return other;
        }
        let (big, small) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        match big.exponent - small.exponent {
            0 => Self::normalised(big.mantissa + small.mantissa, big.exponent),
            1 => Self::normalised(big.mantissa + small.mantissa * LOW * LOW, big.exponent),
            _ => big,
        }
    }
}

impl Mul for Wide {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::normalised(self.mantissa * other.mantissa, self.exponent + other.exponent)
    }
}

impl Weight for Wide {
    fn from_f64(value: f64) -> Self {
        Self::normalised(value, 0)
    }

    fn from_ln(ln: f64) -> Self {
        let exponent = (ln / LN_UNIT).round();
        Self::normalised((ln - exponent * LN_UNIT).exp(), exponent as i32)
    }

    fn ratio(self, whole: Self) -> f64 {
        match whole.exponent - self.exponent {
            _ if whole.mantissa == 0.0 || self.mantissa == 0.0 => 0.0,
            0 => self.mantissa / whole.mantissa,
            1 => self.mantissa / whole.mantissa * LOW * LOW,
            -1 => self.mantissa / whole.mantissa * HIGH * HIGH,
            away if away > 0 => 0.0,
            _ => f64::INFINITY,
        }
    }

    fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }

    fn to_f64(self) -> f64 {
        match self.exponent {
            0 => self.mantissa,
            1..=3 => self.mantissa * 2f64.powi(256 * self.exponent),
            e if e > 3 => f64::INFINITY,
            e => self.mantissa * 2f64.powi(256 * e),
        }
    }
}

/// ln(n!) for n up to the cells of the largest board.
fn ln_factorials() -> &'static [f64] {
    static TABLE: OnceLock<Vec<f64>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut sum = 0.0;
        let mut table = vec![0.0];
        for n in 1..=Level::MAX_SIDE * Level::MAX_SIDE {
            sum += (n as f64).ln();
            table.push(sum);
        }
        table
    })
}

/// The number of ways to choose `k` of `n` cells; zero when `k` is out of `0..=n`.
pub fn binomial<W: Weight>(n: usize, k: i64) -> W {
    if k < 0 || k > n as i64 {
        return W::default();
    }
    let k = (k as usize).min(n - k as usize);
    if k <= 2 {
        let n = n as f64;
        return W::from_f64([1.0, n, n * (n - 1.0) / 2.0][k]);
    }
    let table = ln_factorials();
    W::from_ln(table[n] - table[k] - table[n - k])
}

/// The number of ways to choose `k` of the at most eight cells of a box.
pub fn small_binomial(n: usize, k: usize) -> f64 {
    const TABLE: [[u8; 9]; 9] = [
        [1, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 0, 0, 0, 0],
        [1, 2, 1, 0, 0, 0, 0, 0, 0],
        [1, 3, 3, 1, 0, 0, 0, 0, 0],
        [1, 4, 6, 4, 1, 0, 0, 0, 0],
        [1, 5, 10, 10, 5, 1, 0, 0, 0],
        [1, 6, 15, 20, 15, 6, 1, 0, 0],
        [1, 7, 21, 35, 35, 21, 7, 1, 0],
        [1, 8, 28, 56, 70, 56, 28, 8, 1],
    ];
    f64::from(TABLE[n][k])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers_agree_with_plain_ones_where_those_fit() {
        let values = [0.0, 1e-60, 0.5, 3.0, 7e40, 2e70];
        for a in values {
            for b in values {
                let (x, y) = (Wide::from_f64(a), Wide::from_f64(b));
                let close = |got: f64, want: f64| (got - want).abs() <= 1e-12 * want.abs();
                assert!(close((x + y).to_f64(), a + b), "{a} + {b}");
                assert!(close((x * y).to_f64(), a * b), "{a} * {b}");
                if b > 0.0 && a <= b {
                    assert!((x.ratio(y) - a / b).abs() <= 1e-12, "{a} / {b}");
                }
            }
        }
    }

    #[test]
    fn binomials_of_the_largest_board_keep_their_ratios() {
        let (a, b) = (binomial::<Wide>(40_000, 20_000), binomial::<Wide>(40_000, 20_001));
        assert!(!a.is_zero() && a.to_f64().is_infinite());
        assert!((b.ratio(a) - 20_000.0 / 20_001.0).abs() < 1e-8);
        assert!(binomial::<f64>(5, 6).is_zero() && binomial::<f64>(5, -1).is_zero());
        assert!((binomial::<f64>(480, 99).ln() - 241.4).abs() < 1.0);
    }
}
