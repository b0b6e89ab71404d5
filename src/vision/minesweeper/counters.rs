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
/// Lit pixels no further apart than this share of a cell belong together.
const TOGETHER: f64 = 0.125;
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
        .filter_map(|display| Some((f64::from(display.part.right), display.number()?)))
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

/// A rectangle of pixels, right and bottom excluded.
#[derive(Debug, Clone, Copy)]
struct Part {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Part {
    /// The smallest one that holds both.
    fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// A bright number on a dark ground.
struct Display<'a> {
    image: &'a RgbImage,
    part: Part,
    /// A segment is lit from this brightness on.
    lit: u8,
}

/// What may be displays above a board, from left to right.
fn displays<'a>(image: &'a RgbImage, here: &GridGeometry) -> Vec<Display<'a>> {
    let (bounds, pitch) = (here.bounds(), here.pitch().1);
    let clip = |v: f64, top: u32| v.clamp(0.0, f64::from(top)) as u32;
    let (w, h) = image.dimensions();
    let (x0, x1) = (clip(bounds.x - pitch, w), clip(bounds.x + bounds.w + pitch, w));
    let (y0, y1) = (clip(bounds.y - ABOVE * pitch, h), clip(bounds.y, h));
    let reach = (TOGETHER * pitch).round().max(2.0) as usize;
    let mut found: Vec<Display> = joined(lit_parts(image, (x0, y0), (x1, y1), reach))
        .into_iter()
        .filter(|part| {
            let (wide, high) =
                (f64::from(part.right - part.left), f64::from(part.bottom - part.top));
            high >= 9.0
                && (0.45..2.4).contains(&(high / pitch))
                && (1.1..2.5).contains(&(wide / high))
        })
        .filter_map(|part| Display { image, part, lit: 0 }.on_dark_ground())
        .collect();
    found.sort_by_key(|display| display.part.left);
    found
}

/// The lit parts of a rectangle of pixels: gaps of up to `reach` pixels do not part them.
fn lit_parts(image: &RgbImage, from: (u32, u32), to: (u32, u32), reach: usize) -> Vec<Part> {
    let (w, h) = (to.0.saturating_sub(from.0) as usize, to.1.saturating_sub(from.1) as usize);
    let place = |i: usize| (from.0 + (i % w) as u32, from.1 + (i / w) as u32);
    let lit: Vec<bool> = (0..w * h).map(place).map(|(x, y)| is_lit(image, x, y)).collect();
    let mut seen = vec![false; w * h];
    let mut found = Vec::new();
    for start in 0..w * h {
        if !lit[start] || seen[start] {
            continue;
        }
        seen[start] = true;
        let mut stack = vec![start];
        let mut part = Part { left: to.0, top: to.1, right: from.0, bottom: from.1 };
        while let Some(at) = stack.pop() {
            let (x, y) = place(at);
            part = part.with(Part { left: x, top: y, right: x + 1, bottom: y + 1 });
            let (x, y) = (at % w, at / w);
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
        found.push(part);
    }
    found
}

/// The parts with those joined that stand side by side and are equally high: the digits of one
/// display.
fn joined(mut parts: Vec<Part>) -> Vec<Part> {
    parts.sort_by_key(|part| part.left);
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        let high = part.bottom - part.top;
        let beside = out.iter_mut().find(|other| {
            let off = other.top.abs_diff(part.top).max(other.bottom.abs_diff(part.bottom));
            off * 8 <= high && part.left <= other.right + high * 3 / 4
        });
        match beside {
            Some(other) => *other = other.with(part),
            None => out.push(part),
        }
    }
    out
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
        let all = || {
            (self.part.top..self.part.bottom)
                .flat_map(|y| (self.part.left..self.part.right).map(move |x| (x, y)))
        };
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
        let high = (self.part.bottom - self.part.top) as f32;
        let right = self.part.right as f32;
        // Nothing lit may lie left of the first digit.
        let first = right - high * (wide + apart * (DIGITS - 1) as f32);
        if first > self.part.left as f32 + 0.08 * high {
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
        let (top, high) = (self.part.top as f32, (self.part.bottom - self.part.top) as f32);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::minesweeper::{Game, Rules};
    use crate::frame::Frame;
    use crate::geometry::CellPos;
    use crate::target::simulated::minesweeper::{Look, render};
    use crate::vision::minesweeper::{BoardReader, Hints, Reader};

    /// What is read of a beginner's board whose counter shows `left`, in the classic skin.
    fn read(left: i32, scale: f64) -> Option<i32> {
        let look = Look::new("classic", scale).expect("there is a classic skin");
        let mut game = Game::new(Level { cols: 12, rows: 10, mines: 20 }, Rules::default(), 7);
        game.open(CellPos::new(6, 5));
        let (image, _) = render(look, game.cells(), left);
        let frame = Frame::from_image(image);
        let reading = Reader::new(Hints::default()).find(&frame).expect("the board is found");
        reading.mines_left
    }

    #[test]
    fn a_display_is_read_at_every_scale_and_an_unlikely_number_is_not_believed() {
        for left in [20, 13, 38, 41, 27, 19, 16] {
            assert_eq!(read(left, 1.0), Some(left));
        }
        assert_eq!(read(25, 2.0), Some(25));
        assert_eq!(read(25, 1.5), Some(25));
        assert_eq!(read(98, 1.0), None);
    }
}
