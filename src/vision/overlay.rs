//! Readings drawn over the picture they were read from.

use image::{Rgb, RgbImage};

use crate::geometry::{FrameRect, GridGeometry};

/// Digits, signs and letters of the overlay, 3x5 pixels each, a bit a pixel from the top left.
const FONT: [(char, u16); 19] = [
    ('0', 0b111_101_101_101_111),
    ('1', 0b010_110_010_010_111),
    ('2', 0b111_001_111_100_111),
    ('3', 0b111_001_111_001_111),
    ('4', 0b101_101_111_001_001),
    ('5', 0b111_100_111_001_111),
    ('6', 0b111_100_111_101_111),
    ('7', 0b111_001_001_010_010),
    ('8', 0b111_101_111_101_111),
    ('9', 0b111_101_111_001_111),
    ('F', 0b111_100_110_100_100),
    ('?', 0b111_001_010_000_010),
    ('*', 0b101_010_111_010_101),
    ('!', 0b010_010_010_000_010),
    ('x', 0b000_101_010_101_000),
    ('.', 0b000_000_000_000_010),
    ('#', 0b101_111_101_111_101),
    ('~', 0b000_011_110_000_000),
    ('g', 0b111_101_111_001_111),
];

/// The colour of what was not recognised.
const UNKNOWN: Rgb<u8> = Rgb([255, 0, 0]);

/// How a cell is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Recognised: its character in green.
    Sure(char),
    /// Recognised with little to spare: its character in orange.
    Doubtful(char),
    /// Not recognised: the best guess in red, and a red frame.
    Unknown(char),
    /// Not recognised, and of a kind with this number: it in white on red, and a red frame.
    Number(usize),
}

/// A copy of `image` with the grid's lines and a mark in each cell's corner; `mark` is asked by
/// column and row.
pub fn draw(
    image: &RgbImage,
    grid: &GridGeometry,
    mark: impl Fn(usize, usize) -> Mark,
) -> RgbImage {
    let mut out = image.clone();
    let bounds = grid.bounds();
    let line = Rgb([255, 0, 255]);
    for x in grid.x_edges() {
        fill(&mut out, FrameRect { x: x.round(), y: bounds.y, w: 1.0, h: bounds.h }, line);
    }
    for y in grid.y_edges() {
        fill(&mut out, FrameRect { x: bounds.x, y: y.round(), w: bounds.w, h: 1.0 }, line);
    }
    let size = ((grid.pitch().1 / 16.0).floor() as i64).clamp(1, 4);
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            let cell = grid.cell(crate::geometry::CellPos::new(col, row));
            let black = Rgb([0; 3]);
            let (text, ink, paper) = match mark(col, row) {
                Mark::Sure(c) => (c.to_string(), Rgb([0, 230, 0]), black),
                Mark::Doubtful(c) => (c.to_string(), Rgb([255, 150, 0]), black),
                Mark::Unknown(c) => (c.to_string(), UNKNOWN, black),
                Mark::Number(number) => (number.to_string(), Rgb([255; 3]), UNKNOWN),
            };
            if [ink, paper].contains(&UNKNOWN) {
                frame(&mut out, cell, UNKNOWN);
            }
            // A number must be legible: it is asked for.
            let size = if paper == UNKNOWN { size.max(2) } else { size };
            let (x, y) = (cell.x.round() as i64 + 2, cell.y.round() as i64 + 2);
            for (sign, place) in text.chars().zip(0..) {
                letter(&mut out, sign, (x + place * 4 * size, y), size, [ink, paper]);
            }
        }
    }
    out
}

fn frame(image: &mut RgbImage, r: FrameRect, colour: Rgb<u8>) {
    for inset in [1.0, 2.0] {
        let (x, y, w, h) = (r.x + inset, r.y + inset, r.w - 2.0 * inset, r.h - 2.0 * inset);
        fill(image, FrameRect { x, y, w, h: 1.0 }, colour);
        fill(image, FrameRect { x, y: y + h - 1.0, w, h: 1.0 }, colour);
        fill(image, FrameRect { x, y, w: 1.0, h }, colour);
        fill(image, FrameRect { x: x + w - 1.0, y, w: 1.0, h }, colour);
    }
}

fn fill(image: &mut RgbImage, rect: FrameRect, colour: Rgb<u8>) {
    let area = rect.to_pixels(image.width(), image.height());
    for y in area.y..area.y + area.h {
        for x in area.x..area.x + area.w {
            image.put_pixel(x, y, colour);
        }
    }
}

fn letter(
    image: &mut RgbImage,
    sign: char,
    (x, y): (i64, i64),
    size: i64,
    [ink, paper]: [Rgb<u8>; 2],
) {
    let Some((_, bits)) = FONT.iter().find(|(c, _)| *c == sign) else { return };
    let (width, height) = (i64::from(image.width()), i64::from(image.height()));
    for py in -1..5 * size + 1 {
        for px in -1..3 * size + 1 {
            let (ix, iy) = (x + px, y + py);
            if ix < 0 || iy < 0 || ix >= width || iy >= height {
                continue;
            }
            let inside = px >= 0 && py >= 0 && px < 3 * size && py < 5 * size;
            let bit = inside && bits >> (14 - (py / size * 3 + px / size)) & 1 == 1;
            let colour = if bit { ink } else { paper };
            image.put_pixel(ix as u32, iy as u32, colour);
        }
    }
}
