//! The 16 pixel look that most clones follow: grey bevels, pixel digits, red LED counters and a
//! yellow face.

use image::{Rgb, RgbImage};

use super::classic_art as art;
use super::{Face, Header, Skin};
use crate::board::minesweeper::Cell;
use crate::geometry::GridGeometry;
use crate::target::simulated::minesweeper::layout::{Layout, area};
use crate::target::simulated::paint::{Area, bevel, fill, hex, pixels};

const GREY: Rgb<u8> = hex(0xC0C0C0);
const LIGHT: Rgb<u8> = hex(0xFFFFFF);
const SHADOW: Rgb<u8> = hex(0x808080);
const BLACK: Rgb<u8> = hex(0x000000);
const RED: Rgb<u8> = hex(0xFF0000);
const LED_OFF: Rgb<u8> = hex(0x800000);
const YELLOW: Rgb<u8> = hex(0xFFFF00);
const DIGITS: [Rgb<u8>; 8] = [
    hex(0x0000FF),
    hex(0x008000),
    hex(0xFF0000),
    hex(0x000080),
    hex(0x800000),
    hex(0x008080),
    hex(0x000000),
    hex(0x808080),
];

const CELL: i32 = 16;
/// The board's left edge.
const BOARD_X: i32 = 12;
/// The board's top edge.
const BOARD_Y: i32 = 55;
/// The space right of and below the board.
const REST: i32 = 8;
/// Width of an LED digit.
const LED_W: i32 = 13;
/// Height of an LED digit.
const LED_H: i32 = 23;
/// Side of the face button.
const FACE: i32 = 24;

/// The classic skin.
pub struct Classic;

impl Skin for Classic {
    fn name(&self) -> &'static str {
        "classic"
    }

    fn is_bitmap(&self) -> bool {
        true
    }

    fn layout(&self, cols: usize, rows: usize, _scale: f64) -> Layout {
        // Two counters and the face need the room of eight columns.
        let inner = CELL * cols.max(8) as i32;
        let left = BOARD_X + (inner - CELL * cols as i32) / 2;
        let width = BOARD_X + inner + REST;
        let pitch = f64::from(CELL);
        let grid =
            GridGeometry::uniform(f64::from(left), f64::from(BOARD_Y), pitch, pitch, cols, rows);
        Layout {
            width: width as u32,
            height: (BOARD_Y + CELL * rows as i32 + REST) as u32,
            grid,
            counter: Area::new(17, 16, 3 * LED_W, LED_H),
            face: Area::new((width - FACE) / 2, 16, FACE, FACE),
            timer: Area::new(width - 15 - 3 * LED_W, 16, 3 * LED_W, LED_H),
        }
    }

    fn backdrop(&self, image: &mut RgbImage, layout: &Layout) {
        let (width, height) = (layout.width as i32, layout.height as i32);
        fill(image, Area::new(0, 0, width, height), GREY);
        fill(image, Area::new(0, 0, width, 3), LIGHT);
        fill(image, Area::new(0, 0, 3, height), LIGHT);
        bevel(image, Area::new(9, 9, width - 14, 37), 2, SHADOW, LIGHT, GREY);
        bevel(image, area(layout.grid.bounds()).inset(-3), 3, SHADOW, LIGHT, GREY);
        for counter in [layout.counter, layout.timer] {
            bevel(image, counter.inset(-1), 1, SHADOW, LIGHT, GREY);
        }
    }

    fn header(&self, image: &mut RgbImage, layout: &Layout, header: &Header) {
        led_number(image, layout.counter, header.mines_left);
        led_number(image, layout.timer, header.seconds as i32);
        face(image, layout.face, header.face);
    }

    fn cell(&self, image: &mut RgbImage, area: Area, cell: Cell, _shade: u8) {
        let Area { x, y, .. } = area;
        fill(image, area, if cell == Cell::Exploded { RED } else { GREY });
        if cell.is_closed() {
            bevel(image, area, 2, LIGHT, SHADOW, GREY);
        } else {
            fill(image, Area::new(x, y, CELL, 1), SHADOW);
            fill(image, Area::new(x, y, 1, CELL), SHADOW);
        }
        let ink = [('k', BLACK), ('r', RED), ('w', LIGHT)];
        match cell {
            Cell::Covered | Cell::Open(0) => {}
            Cell::Open(number) => {
                let index = usize::from(number - 1).min(7);
                let colour = DIGITS[index];
                pixels(image, x + 4, y + 3, &art::DIGITS[index], &[('#', colour)]);
            }
            Cell::Flag => pixels(image, x + 4, y + 3, &art::FLAG, &ink),
            Cell::Question => pixels(image, x + 5, y + 3, &art::QUESTION, &ink),
            Cell::Mine | Cell::Exploded => pixels(image, x + 2, y + 2, &art::MINE, &ink),
            Cell::WrongFlag => {
                pixels(image, x + 2, y + 2, &art::MINE, &ink);
                pixels(image, x + 2, y + 2, &art::CROSS, &ink);
            }
        }
    }
}

/// A number on three seven-segment digits, clamped to -99..=999.
fn led_number(image: &mut RgbImage, area: Area, number: i32) {
    fill(image, area, BLACK);
    let text = format!("{:03}", number.clamp(-99, 999));
    for (i, digit) in text.chars().enumerate() {
        let x = area.x + i as i32 * LED_W;
        let lit = segments(digit);
        for segment in 0..7 {
            led_segment(image, x, area.y, segment, lit & (1 << segment) != 0);
        }
    }
}

/// The lit segments of a seven-segment digit, bit 0 the top one, then clockwise, bit 6 the middle.
fn segments(digit: char) -> u8 {
    const TABLE: [u8; 10] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F];
    // Anything that is no digit is the minus sign.
    digit.to_digit(10).map_or(0x40, |d| TABLE[d as usize])
}

/// Draws one segment of the digit at (`x`, `y`), three pixels thick with slanted ends; one that
/// is not lit is a dim dotted pattern.
fn led_segment(image: &mut RgbImage, x: i32, y: i32, segment: u8, lit: bool) {
    let mut row = |from: i32, to: i32, dy: i32| {
        for dx in from..=to {
            if lit {
                fill(image, Area::new(x + dx, y + dy, 1, 1), RED);
            } else if (dx + dy) % 2 == 0 {
                fill(image, Area::new(x + dx, y + dy, 1, 1), LED_OFF);
            }
        }
    };
    for i in 0..3 {
        match segment {
            0 => row(2 + i, 10 - i, 1 + i),
            3 => row(2 + i, 10 - i, 21 - i),
            6 => row(2 + (i - 1).abs(), 10 - (i - 1).abs(), 10 + i),
            // The upright ones are drawn as columns, `i` from the outer edge inwards.
            _ => {
                let dx = if matches!(segment, 1 | 2) { 11 - i } else { 1 + i };
                let (from, to) = match segment {
                    1 | 5 => (2 + i, 10 - i),
                    _ => (12 + i, 20 - i),
                };
                (from..=to).for_each(|dy| row(dx, dx, dy));
            }
        }
    }
}

fn face(image: &mut RgbImage, area: Area, face: Face) {
    fill(image, area, GREY);
    bevel(image, area, 1, SHADOW, SHADOW, SHADOW);
    let shift = if face == Face::Pressed {
        fill(image, Area::new(area.x + 1, area.y + 1, area.w - 2, 1), SHADOW);
        fill(image, Area::new(area.x + 1, area.y + 1, 1, area.h - 2), SHADOW);
        1
    } else {
        bevel(image, area.inset(1), 2, LIGHT, SHADOW, GREY);
        0
    };
    let (x, y) = (area.x + 3 + shift, area.y + 3 + shift);
    let ink = [('k', BLACK), ('y', YELLOW)];
    pixels(image, x, y, &art::HEAD, &ink);
    let features: &[&str] = match face {
        Face::Smile | Face::Pressed => &art::SMILE,
        Face::Worried => &art::WORRIED,
        Face::Dead => &art::DEAD,
        Face::Cool => &art::COOL,
    };
    pixels(image, x, y, features, &ink);
}
