//! The counter of mines left above a board, where it is drawn as three lit seven-segment digits.

use image::RgbImage;

use super::reading::CellReading;
use crate::board::Grid;
use crate::board::minesweeper::{Cell, Level};
use crate::geometry::GridGeometry;

/// How far above a board its counters are looked for, in cells.
const ABOVE: f64 = 5.0;
/// A lit pixel's brightest channel is at least this, and this much above its darkest one.
const LIT: (u8, u8) = (150, 90);
/// An unlit segment is darker than this share of a lit one.
const DIM: f32 = 0.75;
/// Digits of a display.
const DIGITS: usize = 3;
/// Lit segments of the digits 0 to 9: top, upper right, lower right, bottom, lower left, upper
/// left, middle from the lowest bit on.
const SEGMENTS: [u8; 10] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F];
/// Every segment must be on or off by this much of the whole.
const CLEAR: f32 = 0.3;

/// The number of mines left that the display above the board at `here` shows; `None` where there
/// is none or it is not beyond doubt.
pub(super) fn mines_left(
    image: &RgbImage,
    here: &GridGeometry,
    cells: &Grid<CellReading>,
) -> Option<i32> {
    let numbers: Vec<(f64, i32)> = displays(image, here)
        .into_iter()
        .filter_map(|display| Some((display.right as f64, display.number()?)))
        .collect();
    // One display alone may be a clock.
    let (first, last) = (numbers.first()?, numbers.last()?);
    let middle = here.bounds().centre().x;
    if !(first.0 < middle && last.0 > middle) {
        return None;
    }
    let flags = cells.values().iter().filter(|cell| cell.kind == Some(Cell::Flag)).count() as i32;
    let all = cells.len() as i32;
    let usual = Level::standard(cells.cols(), cells.rows()).map(|level| level.mines as i32);
    let shown = [first.1, last.1];
    let exact = shown.into_iter().find(|left| usual.is_some_and(|mines| left + flags == mines));
    // Most games have the mines at the left and the clock at the right.
    let likely = Some(first.1).filter(|left| (8..=35).contains(&((left + flags) * 100 / all)));
    exact.or(likely)
}

/// A bright number on a dark ground.
struct Display<'a> {
    image: &'a RgbImage,
    left: u32,
    top: u32,
    /// Excluded.
    right: u32,
    /// Excluded.
    bottom: u32,
    /// A segment is lit from this brightness on.
    lit: u8,
}

/// What may be displays above a board, from left to right.
fn displays<'a>(image: &'a RgbImage, here: &GridGeometry) -> Vec<Display<'a>> {
    let (bounds, pitch) = (here.bounds(), here.pitch().1);
    let clip = |v: f64, top: u32| v.clamp(0.0, f64::from(top)) as u32;
    let (x0, x1) =
        (clip(bounds.x - pitch, image.width()), clip(bounds.x + bounds.w + pitch, image.width()));
    let (y0, y1) = (clip(bounds.y - ABOVE * pitch, image.height()), clip(bounds.y, image.height()));
    let (w, h) = ((x1.saturating_sub(x0)) as usize, (y1.saturating_sub(y0)) as usize);
    let lit: Vec<bool> =
        (0..w * h).map(|i| is_lit(image, x0 + (i % w) as u32, y0 + (i / w) as u32)).collect();
    let reach = ((pitch * 0.2).round() as usize).max(2);
    let mut seen = vec![false; w * h];
    let mut found = Vec::new();
    for start in 0..w * h {
        if !lit[start] || seen[start] {
            continue;
        }
        seen[start] = true;
        let mut stack = vec![start];
        let (mut left, mut top, mut right, mut bottom) = (w, h, 0, 0);
        while let Some(at) = stack.pop() {
            let (x, y) = (at % w, at / w);
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x + 1), bottom.max(y + 1));
            for ny in y.saturating_sub(reach)..(y + reach + 1).min(h) {
                for nx in x.saturating_sub(reach)..(x + reach + 1).min(w) {
                    let next = ny * w + nx;
                    if lit[next] && !seen[next] {
                        seen[next] = true;
                        stack.push(next);
                    }
                }
            }
        }
        let (wide, high) = ((right - left) as f64, (bottom - top) as f64);
        if high >= 9.0
            && (0.45..2.4).contains(&(high / pitch))
            && (1.1..2.5).contains(&(wide / high))
        {
            let display = Display {
                image,
                left: x0 + left as u32,
                top: y0 + top as u32,
                right: x0 + right as u32,
                bottom: y0 + bottom as u32,
                lit: 0,
            };
            found.extend(display.on_dark_ground());
        }
    }
    found.sort_by_key(|display| display.left);
    found
}

fn brightness(image: &RgbImage, x: u32, y: u32) -> u8 {
    image.get_pixel(x, y).0.into_iter().max().unwrap_or(0)
}

fn is_lit(image: &RgbImage, x: u32, y: u32) -> bool {
    let pixel = image.get_pixel(x, y).0;
    let (high, low) = pixel.into_iter().fold((0, 255), |(h, l), v| (v.max(h), v.min(l)));
    high >= LIT.0 && high - low >= LIT.1
}

impl Display<'_> {
    /// The display with its brightness measured, if all else in it is dark.
    fn on_dark_ground(mut self) -> Option<Self> {
        let all =
            || (self.top..self.bottom).flat_map(|y| (self.left..self.right).map(move |x| (x, y)));
        let brightest = all().map(|(x, y)| brightness(self.image, x, y)).max()?;
        let lit = (f32::from(brightest) * DIM) as u8;
        let (mut dark, mut other) = (0, 0);
        for (x, y) in all().filter(|(x, y)| !is_lit(self.image, *x, *y)) {
            // Lit or not, a display has one colour: what is bright without it is something else.
            if brightness(self.image, x, y) < lit {
                dark += 1;
            } else {
                other += 1;
            }
        }
        self.lit = lit;
        (other * 12 < dark).then_some(self)
    }

    /// The number that is shown, where it is the only one that the segments can mean.
    fn number(&self) -> Option<i32> {
        let mut best: Option<(f32, i32)> = None;
        let mut others = Vec::new();
        // Widths of a digit and distances between two, as shares of their height.
        for wide in (40..=70).step_by(3) {
            for apart in (wide + 2..=wide + 22).step_by(2) {
                let (wide, apart) = (wide as f32 / 100.0, apart as f32 / 100.0);
                let Some((clear, number)) = self.decoded(wide, apart) else { continue };
                others.push((clear, number));
                if best.is_none_or(|(most, _)| clear > most) {
                    best = Some((clear, number));
                }
            }
        }
        let (clear, number) = best.filter(|(clear, _)| *clear >= CLEAR)?;
        let alone = others.iter().all(|(other, n)| *n == number || *other < clear - 0.15);
        alone.then_some(number)
    }

    /// The number for digits `wide` and `apart`, and how clear every segment is, 0 to 0.5.
    fn decoded(&self, wide: f32, apart: f32) -> Option<(f32, i32)> {
        let high = (self.bottom - self.top) as f32;
        let right = self.right as f32;
        // Nothing lit may lie left of the first digit.
        let first = right - high * (wide + apart * (DIGITS - 1) as f32);
        if first > self.left as f32 + 0.08 * high {
            return None;
        }
        let (mut number, mut least) = (0, 0.5_f32);
        for k in 0..DIGITS {
            let from = first + high * apart * k as f32;
            let (lit, clear) = self.segments(from, wide * high);
            let digit = SEGMENTS.iter().position(|segments| *segments == lit)?;
            number = number * 10 + digit as i32;
            least = least.min(clear);
        }
        Some((least, number))
    }

    /// Which segments of the digit at `left` are lit, and how clear the least clear one is.
    fn segments(&self, left: f32, wide: f32) -> (u8, f32) {
        let (top, high) = (self.top as f32, (self.bottom - self.top) as f32);
        let half = 0.07 * high;
        let (x0, x1) = (left + half, left + wide - half);
        let (y0, y1, middle) = (top + half, top + high - half, top + high / 2.0);
        let ends = [
            [(x0, y0), (x1, y0)],
            [(x1, y0), (x1, middle)],
            [(x1, middle), (x1, y1)],
            [(x0, y1), (x1, y1)],
            [(x0, middle), (x0, y1)],
            [(x0, y0), (x0, middle)],
            [(x0, middle), (x1, middle)],
        ];
        let (mut lit, mut clear) = (0, 0.5_f32);
        for (i, [a, b]) in ends.into_iter().enumerate() {
            let share = self.share(a, b, half);
            lit |= u8::from(share > 0.5) << i;
            clear = clear.min((share - 0.5).abs());
        }
        (lit, clear)
    }

    /// How much of the middle of the line from `a` to `b`, `half` wide to each side, is lit.
    fn share(&self, a: (f32, f32), b: (f32, f32), half: f32) -> f32 {
        const POINTS: usize = 7;
        let upright = a.0 == b.0;
        let across = [-0.5, 0.0, 0.5];
        let lit = |x: f32, y: f32| {
            let inside = x >= 0.0 && y >= 0.0;
            let (x, y) = (x as u32, y as u32);
            inside
                && x < self.image.width()
                && y < self.image.height()
                && is_lit(self.image, x, y)
                && brightness(self.image, x, y) >= self.lit
        };
        let on = (0..POINTS)
            .filter(|i| {
                let part = 0.3 + 0.4 * *i as f32 / (POINTS - 1) as f32;
                let (x, y) = (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
                across.iter().any(|off| {
                    let off = off * half;
                    if upright { lit(x + off, y) } else { lit(x, y + off) }
                })
            })
            .count();
        on as f32 / POINTS as f32
    }
}
