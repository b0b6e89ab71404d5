//! Numbers that are drawn in a font beside a board.

use image::RgbImage;

use super::boxes::boxes;
use super::digits::{Ink, Sign};
use super::{Drawn, Part, Says, Shown, apart};

/// The lowest digit that can be read, in pixels ...
const LOWEST: u32 = 6;
/// ... and the highest, in cells, and in pixels at least.
const HIGHEST: (f64, u32) = (1.6, 24);
/// Signs that are looked at in one area: more is a page full of text.
const SIGNS: usize = 160;
/// A drawing differs from its ground by at least this much.
const CONTRAST: u8 = 48;
/// How often what lies inside a panel inside a panel is looked at.
const DEPTH: usize = 2;

/// Adds the numbers in `area` to those that were `shown` by displays, beside cells of `pitch`
/// pixels.
pub(super) fn numbers(image: &RgbImage, area: Part, pitch: f64, shown: &mut Vec<Shown>) {
    let highest = ((HIGHEST.0 * pitch) as u32).max(HIGHEST.1);
    let tile = ((pitch / 6.0).round() as u32).clamp(3, 12);
    let (mut inks, mut specks) = (Vec::new(), Vec::new());
    for part in boxes(image, area, tile) {
        if shown.iter().any(|display| display.place.meets(&part)) {
            continue;
        }
        for ink in drawn(image, part, DEPTH) {
            let (w, h) = (ink.place.w(), ink.place.h());
            if (LOWEST..=highest).contains(&h) {
                inks.push(ink);
            } else if h < LOWEST && w <= highest {
                specks.push(ink.place);
            }
        }
    }
    let mut left = SIGNS;
    for line in lines(inks) {
        let mut signs = named(&line, &mut left);
        add_specks(&mut signs, &specks);
        shown.extend(parsed(&signs));
    }
}

/// What is drawn in `part`, every piece that hangs together, from left to right; in panels too,
/// down to `depth`.
fn drawn(image: &RgbImage, part: Part, depth: usize) -> Vec<Ink> {
    let (w, h) = (part.w() as usize, part.h() as usize);
    let at = |i: usize| image.get_pixel(part.left + (i % w) as u32, part.top + (i / w) as u32).0;
    let ground = commonest((0..w * h).map(at));
    let far: Vec<u8> = (0..w * h).map(|i| apart(at(i), ground)).collect();
    let most = far.iter().copied().max().unwrap_or(0);
    if most < CONTRAST {
        return Vec::new();
    }
    // Thin strokes are fainter than thick ones of the same colour.
    let least = CONTRAST.max((0.5 * f32::from(most)) as u8);
    let mut seen = vec![false; w * h];
    let mut found = Vec::new();
    for start in 0..w * h {
        if seen[start] || far[start] < least {
            continue;
        }
        seen[start] = true;
        let mut all = vec![start];
        let mut next = 0;
        let mut bounds = Part { left: u32::MAX, top: u32::MAX, right: 0, bottom: 0 };
        while let Some(i) = all.get(next).copied() {
            next += 1;
            let (x, y) = (i % w, i / w);
            let (px, py) = (x as u32, y as u32);
            bounds = bounds.with(Part { left: px, top: py, right: px + 1, bottom: py + 1 });
            for ny in y.saturating_sub(1)..(y + 2).min(h) {
                for nx in x.saturating_sub(1)..(x + 2).min(w) {
                    let n = ny * w + nx;
                    if !seen[n] && far[n] >= least {
                        seen[n] = true;
                        all.push(n);
                    }
                }
            }
        }
        let place = Part {
            left: part.left + bounds.left,
            top: part.top + bounds.top,
            right: part.left + bounds.right,
            bottom: part.top + bounds.bottom,
        };
        // A panel has straight sides, or nearly.
        let mut sides = [0; 4];
        for i in &all {
            let (x, y) = ((i % w) as u32, (i / w) as u32);
            let at = [x < bounds.left + 2, x + 2 >= bounds.right];
            let at = [at[0], at[1], y < bounds.top + 2, y + 2 >= bounds.bottom];
            sides.iter_mut().zip(at).for_each(|(side, at)| *side += u32::from(at));
        }
        let long = [place.h(), place.h(), place.w(), place.w()];
        let panel = place.w() >= 2 * LOWEST
            && place.h() >= LOWEST + 3
            && sides.iter().zip(long).all(|(side, long)| side * 10 >= long * 15);
        if panel && depth > 0 {
            found.extend(drawn(image, place, depth - 1));
        }
        let top = all.iter().map(|i| far[*i]).max().unwrap_or(1);
        // The soft edges of the sign belong to it.
        let (columns, rows) = (bounds.left..bounds.right, bounds.top..bounds.bottom);
        let inside = rows.flat_map(|y| columns.clone().map(move |x| (y as usize) * w + x as usize));
        let ink = |i: usize| ((f32::from(far[i]) / f32::from(top) - 0.3) / 0.4).clamp(0.0, 1.0);
        let mask = inside.map(ink).collect();
        found.push(Ink { place, mask });
    }
    found
}

/// The commonest colour, of those that are alike to 16 levels a channel.
fn commonest(pixels: impl Iterator<Item = [u8; 3]>) -> [u8; 3] {
    let mut bins = vec![(0_u32, [0_u32; 3]); 4096];
    for pixel in pixels {
        let bin = pixel.iter().fold(0, |bin, v| bin * 16 + usize::from(*v) / 16);
        let (count, sum) = &mut bins[bin];
        *count += 1;
        sum.iter_mut().zip(pixel).for_each(|(sum, v)| *sum += u32::from(v));
    }
    let fullest = bins.into_iter().max_by_key(|(count, _)| *count).unwrap_or_default();
    fullest.1.map(|sum| (sum / fullest.0.max(1)) as u8)
}

/// Signs of one height beside each other, from left to right.
fn lines(mut inks: Vec<Ink>) -> Vec<Vec<Ink>> {
    inks.sort_by_key(|ink| (ink.place.left, ink.place.top, ink.place.right, ink.place.bottom));
    // What is in a panel of a panel is seen twice.
    inks.dedup_by_key(|ink| ink.place);
    let mut lines: Vec<Vec<Ink>> = Vec::new();
    for ink in inks {
        let fits = |line: &&mut Vec<Ink>| {
            let last = line.last().expect("a line begins with a sign").place;
            let (a, b) = (last.h(), ink.place.h());
            let off = last.middle().1.abs_diff(ink.place.middle().1);
            let high = a.max(b);
            off * 3 <= high * 2
                && high * 5 <= a.min(b) * 9
                && ink.place.left <= last.right + high * 3 / 2
        };
        match lines.iter_mut().find(fits) {
            Some(line) => line.push(ink),
            None => lines.push(vec![ink]),
        }
    }
    lines
}

/// The signs of a line and where they are; of at most `left` of them is looked what they are.
fn named(line: &[Ink], left: &mut usize) -> Vec<(Sign, Part)> {
    let mut signs: Vec<(Sign, Part)> = Vec::with_capacity(line.len());
    for ink in line {
        // In a word of letters there is no number.
        let in_word = matches!(
            signs[..],
            [.., (Sign::Other, a), (Sign::Other, b)] if is_tight(a, b) && is_tight(b, ink.place)
        );
        let sign = if in_word || *left == 0 {
            Sign::Other
        } else {
            *left -= 1;
            ink.sign()
        };
        signs.push((sign, ink.place));
    }
    signs
}

/// Whether the second sign follows the first without a blank.
fn is_tight(first: Part, second: Part) -> bool {
    let high = first.h().max(second.h());
    second.left <= first.right + high * 3 / 10
}

/// Whether a sign that stands before or behind a number may belong to it: a digit that was not
/// recognised is as high as the others and may stand a little apart.
fn may_belong(number: Part, (sign, place): (Sign, Part)) -> bool {
    let high = number.h();
    let apart = match sign {
        Sign::Digit(_) => high * 65 / 100,
        Sign::Slash => high,
        Sign::Point => high / 2,
        Sign::Other if place.h() * 20 >= high * 17 => high * 48 / 100,
        _ => high * 3 / 10,
    };
    place.left <= number.right + apart && number.left <= place.right + apart
}

/// Puts colons, points and minus signs where they stand in a line.
fn add_specks(signs: &mut Vec<(Sign, Part)>, specks: &[Part]) {
    let Some(line) = signs.iter().map(|sign| sign.1).reduce(Part::with) else { return };
    let high = signs.iter().map(|sign| sign.1.h()).max().unwrap_or(0);
    // A piece that has come off a sign is none.
    let loose = |speck: &Part| {
        !signs.iter().any(|(_, sign)| speck.left < sign.right && sign.left < speck.right)
    };
    let near = |speck: &&Part| {
        loose(speck)
            && speck.middle().1 > 2 * line.top
            && speck.middle().1 < 2 * (line.bottom + high / 6)
            && speck.right + high > line.left
            && speck.left < line.right + high
    };
    let mut specks: Vec<Part> = specks.iter().filter(near).copied().collect();
    specks.sort_by_key(|speck| (speck.left, speck.top));
    let mut i = 0;
    while let Some(speck) = specks.get(i).copied() {
        i += 1;
        let above = |other: &Part| {
            speck.left.abs_diff(other.left) <= 1
                && speck.w().abs_diff(other.w()) <= 1
                && speck.h().abs_diff(other.h()) <= 1
                && speck.top.abs_diff(other.top) > speck.h()
        };
        let low = speck.middle().1 > 2 * line.bottom - high / 2;
        let flat = speck.w() >= 2 * speck.h() && speck.w() * 5 >= high;
        signs.push(if let Some(j) = specks.iter().skip(i).position(above) {
            let other = specks.remove(i + j);
            (Sign::Colon, speck.with(other))
        } else if flat && !low {
            (Sign::Minus, speck)
        } else if low {
            (Sign::Point, speck)
        } else {
            continue;
        });
    }
    signs.sort_by_key(|sign| sign.1.left);
}

/// The numbers in a line of signs.
fn parsed(signs: &[(Sign, Part)]) -> Vec<Shown> {
    let mut found = Vec::new();
    let mut i = 0;
    while i < signs.len() {
        let Some((first, place, mut end)) = digits(signs, i) else {
            i += 1;
            continue;
        };
        let mut shown = None;
        let follows = |a: Part, b: Part| b.left <= a.right + a.h().max(b.h());
        if let Some((sign, mark)) = signs.get(end)
            && follows(place, *mark)
            && let Some((second, other, after)) = digits(signs, end + 1)
            && follows(*mark, other)
        {
            let both = place.with(other);
            let says = match sign {
                Sign::Slash => Some(Says::OfAll(first, second)),
                Sign::Colon if after - end == 3 && second < 60 => {
                    Some(Says::Clock((first * 60 + second) as u32))
                }
                _ => None,
            };
            if let Some(says) = says {
                shown = Some(Shown { place: both, what: says, drawn: Drawn::Text });
                end = after;
            }
        }
        let place = shown.map_or(place, |shown| shown.place);
        let bracket = |(sign, part): &(Sign, Part)| {
            *sign == Sign::Other && part.h() * 10 > place.h() * 12 && part.w() * 5 < part.h() * 2
        };
        let clock = shown.is_some_and(|shown| matches!(shown.what, Says::Clock(_)));
        let near =
            |beside: &(Sign, Part)| may_belong(place, *beside) && !(clock && bracket(beside));
        let before = i.checked_sub(1).map(|b| signs[b]).filter(near);
        let behind = signs.get(end).filter(|behind| near(behind));
        let minus = before.is_some_and(|before| before.0 == Sign::Minus);
        let alone = before.is_none_or(|before| matches!(before.0, Sign::Colon | Sign::Minus))
            && behind.is_none();
        if alone {
            let number = Says::Number(if minus { -first } else { first });
            let number = Shown { place, what: number, drawn: Drawn::Text };
            found.push(shown.unwrap_or(number));
        }
        i = end;
    }
    found
}

/// The number that begins with sign `from`, where it is and the sign behind it.
fn digits(signs: &[(Sign, Part)], from: usize) -> Option<(i32, Part, usize)> {
    const MOST: usize = 4;
    let mut number = 0;
    let mut place: Option<Part> = None;
    let mut end = from;
    while let Some((Sign::Digit(digit), part)) = signs.get(end) {
        if let Some(place) = place {
            let last = signs[end - 1].1;
            let apart = part.left > last.right + part.h() * 6 / 10;
            let odd = place.top.abs_diff(part.top).max(place.bottom.abs_diff(part.bottom));
            if apart || odd * 6 > part.h() {
                break;
            }
        }
        number = number * 10 + i32::from(*digit);
        place = Some(place.map_or(*part, |place| place.with(*part)));
        end += 1;
        if end - from > MOST {
            return None;
        }
    }
    place.map(|place| (number, place, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::simulated::paint::{Font, Weight};
    use image::Rgb;

    /// What is read of a line of text, `height` pixels high.
    fn read(text: &str, height: f32, weight: Weight) -> Vec<Says> {
        let mut image = RgbImage::from_pixel(640, 90, Rgb([240, 239, 236]));
        Font::light().draw_centred(&mut image, (320.0, 45.0), height, text, weight, Rgb([30; 3]));
        let area = Part { left: 0, top: 0, right: 640, bottom: 90 };
        let mut shown = Vec::new();
        numbers(&image, area, 24.0, &mut shown);
        shown.into_iter().map(|shown| shown.what).collect()
    }

    #[test]
    fn a_line_of_text_gives_its_numbers_and_no_other() {
        let lines: [(&str, &[Says]); 7] = [
            ("Mines: 12/40 Time: 02:38", &[Says::OfAll(12, 40), Says::Clock(158)]),
            ("[3:07] Marked: 5", &[Says::Clock(187), Says::Number(5)]),
            ("Mines: 73", &[Says::Number(73)]),
            ("-4", &[Says::Number(-4)]),
            ("3.14", &[]),
            ("Version a77b", &[]),
            ("Game Settings Help", &[]),
        ];
        let (mut right, mut all) = (0, 0);
        for height in [11.0, 14.0, 18.0, 24.0] {
            for weight in [Weight::Regular, Weight::Bold] {
                for (line, says) in lines {
                    let got = read(line, height, weight);
                    assert!(
                        got.iter().all(|got| says.contains(got)),
                        "{line:?} at {height} is read as {got:?}"
                    );
                    right += got.len();
                    all += says.len();
                }
            }
        }
        assert!(right * 10 >= all * 7, "{right} of {all} numbers were read");
    }
}
