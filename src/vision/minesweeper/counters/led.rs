//! Numbers that are drawn as lit seven-segment digits.

use image::RgbImage;

use super::{Drawn, Part, Says, Shown};

/// A lit pixel's brightest channel is at least this, and this much above its darkest one.
const LIT: (u8, u8) = (150, 90);
/// An unlit segment is darker than this share of a lit one.
const DIM: f32 = 0.75;
/// Digits of a display, the usual number first.
const DIGITS: [usize; 3] = [3, 4, 2];
/// Lit segments of the digits 0 to 9: top, upper right, lower right, bottom, lower left, upper
/// left, middle from the lowest bit on.
const SEGMENTS: [u8; 10] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F];
/// Lit segments of a minus sign.
const MINUS: u8 = 0x40;
/// Lit pixels no further apart than this share of a cell belong together.
const TOGETHER: f64 = 0.25;
/// Half of a segment's thickness, as a share of a digit's height.
const HALF: f32 = 0.07;
/// Every segment must be on or off by this much of the whole.
const CLEAR: f32 = 0.3;
/// No more than this share of what is lit may lie beside the lit segments ...
const BESIDE: f32 = 0.06;
/// ... and for any other number it must be so much more.
const WORSE: f32 = 0.015;

/// The numbers on displays in `area`, beside cells of `pitch` pixels, from left to right.
pub(super) fn displays(image: &RgbImage, area: Part, pitch: f64) -> Vec<Shown> {
    let numbers = found(image, area, pitch).into_iter().filter_map(|display| {
        let what = Says::Number(display.number()?);
        Some(Shown { place: display.part, what, drawn: Drawn::Segments })
    });
    numbers.collect()
}

/// A bright number on a dark ground.
struct Display<'a> {
    image: &'a RgbImage,
    part: Part,
    /// A segment is lit from this brightness on.
    lit: u8,
}

/// What may be displays in `area`, from left to right.
fn found(image: &RgbImage, area: Part, pitch: f64) -> Vec<Display<'_>> {
    let reach = (TOGETHER * pitch).round().max(2.0) as usize;
    let mut found: Vec<Display> = joined(lit_parts(image, area, reach))
        .into_iter()
        .filter(|part| {
            let (wide, high) =
                (f64::from(part.right - part.left), f64::from(part.bottom - part.top));
            high >= 9.0
                && (0.45..2.4).contains(&(high / pitch))
                && (1.1..3.4).contains(&(wide / high))
        })
        .filter_map(|part| Display { image, part, lit: 0 }.on_dark_ground())
        .collect();
    found.sort_by_key(|display| display.part.left);
    found
}

/// The lit parts of a rectangle of pixels: gaps of up to `reach` pixels do not part them.
fn lit_parts(image: &RgbImage, area: Part, reach: usize) -> Vec<Part> {
    let (w, h) = (area.w() as usize, area.h() as usize);
    let place = |i: usize| (area.left + (i % w) as u32, area.top + (i / w) as u32);
    let lit: Vec<bool> = (0..w * h).map(place).map(|(x, y)| is_lit(image, x, y)).collect();
    let mut seen = vec![false; w * h];
    let mut found = Vec::new();
    for start in 0..w * h {
        if !lit[start] || seen[start] {
            continue;
        }
        seen[start] = true;
        let mut stack = vec![start];
        let mut part = Part { left: u32::MAX, top: u32::MAX, right: 0, bottom: 0 };
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
        DIGITS.into_iter().find_map(|digits| self.number_of(digits))
    }

    /// The same for a display of so many digits.
    fn number_of(&self, digits: usize) -> Option<i32> {
        let mut found: Vec<(f32, i32)> = Vec::new();
        // Widths of a digit and distances between two, as shares of their height.
        for wide in (40..=70).step_by(3) {
            for apart in (wide + 2..=wide + 22).step_by(2) {
                found.extend(self.decoded(digits, wide as f32 / 100.0, apart as f32 / 100.0));
            }
        }
        let best = found.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let alone = found.iter().all(|other| other.1 == best.1 || other.0 > best.0 + WORSE);
        (alone && best.0 <= BESIDE).then_some(best.1)
    }

    /// The number of so many digits, `wide` and `apart`, and the share of what is lit that is no
    /// part of it; `None` where a segment is not clearly on or off.
    fn decoded(&self, digits: usize, wide: f32, apart: f32) -> Option<(f32, i32)> {
        let high = (self.part.bottom - self.part.top) as f32;
        let right = self.part.right as f32;
        // Nothing lit may lie left of the first digit.
        let first = right - high * (wide + apart * (digits - 1) as f32);
        if first > self.part.left as f32 + 0.08 * high {
            return None;
        }
        let (mut number, mut least, mut sign) = (0, 0.5_f32, 1);
        let mut drawn = Vec::new();
        for k in 0..digits {
            let from = first + high * apart * k as f32;
            let (lit, clear) = self.segments(from, wide * high);
            least = least.min(clear);
            let ends = self.ends(from, wide * high).into_iter().enumerate();
            drawn.extend(ends.filter(|(i, _)| lit >> i & 1 == 1).map(|(_, ends)| ends));
            if lit == MINUS && k == 0 {
                sign = -1;
                continue;
            }
            let digit = SEGMENTS.iter().position(|segments| *segments == lit)?;
            number = number * 10 + digit as i32;
        }
        (least >= CLEAR).then(|| (self.beside(&drawn), sign * number))
    }

    /// The share of what is lit that is far from all these lines.
    fn beside(&self, drawn: &[[(f32, f32); 2]]) -> f32 {
        let reach = HALF * self.part.h() as f32 + 1.0;
        let near = |x: f32, y: f32| {
            drawn.iter().any(|[a, b]| {
                (a.0.min(b.0) - reach..=a.0.max(b.0) + reach).contains(&x)
                    && (a.1.min(b.1) - reach..=a.1.max(b.1) + reach).contains(&y)
            })
        };
        let (mut lit, mut far) = (0, 0);
        for y in self.part.top..self.part.bottom {
            for x in self.part.left..self.part.right {
                if is_lit(self.image, x, y) && brightness(self.image, x, y) >= self.lit {
                    lit += 1;
                    far += i32::from(!near(x as f32 + 0.5, y as f32 + 0.5));
                }
            }
        }
        far as f32 / (lit as f32).max(1.0)
    }

    /// Both ends of the middle lines of all segments of the digit at `left`.
    fn ends(&self, left: f32, wide: f32) -> [[(f32, f32); 2]; 7] {
        let (top, high) = (self.part.top as f32, self.part.h() as f32);
        let half = HALF * high;
        let (x0, x1) = (left + half, left + wide - half);
        let (y0, y1, middle) = (top + half, top + high - half, top + high / 2.0);
        [
            [(x0, y0), (x1, y0)],
            [(x1, y0), (x1, middle)],
            [(x1, middle), (x1, y1)],
            [(x0, y1), (x1, y1)],
            [(x0, middle), (x0, y1)],
            [(x0, y0), (x0, middle)],
            [(x0, middle), (x1, middle)],
        ]
    }

    /// Which segments of the digit at `left` are lit, and how clear the least clear one is.
    fn segments(&self, left: f32, wide: f32) -> (u8, f32) {
        let (mut lit, mut clear) = (0, 0.5_f32);
        for (i, [a, b]) in self.ends(left, wide).into_iter().enumerate() {
            let share = self.share(a, b, HALF * self.part.h() as f32);
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
    use crate::board::minesweeper::{Game, Level, Rules};
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
        reading.counters.mines_left
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
