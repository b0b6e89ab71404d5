//! A flat modern look: a light checkerboard without lines, sand below grass, plain text counters.

use std::sync::LazyLock;

use image::{Rgb, RgbImage};

use super::{Header, Skin, icons};
use crate::board::minesweeper::Cell;
use crate::geometry::CellPos;
use crate::target::simulated::minesweeper::layout::{Layout, Measures};
use crate::target::simulated::paint::{Area, Font, Shape, Weight, fill, hex};

static FONT: LazyLock<Font> = LazyLock::new(Font::light);

const PAGE: Rgb<u8> = hex(0xF4F6F0);
const BAR: Rgb<u8> = hex(0x4C7A34);
const WHITE: Rgb<u8> = hex(0xFFFFFF);
const COVERED: [Rgb<u8>; 2] = [hex(0xABD75A), hex(0xA0CE4E)];
const OPEN: [Rgb<u8>; 2] = [hex(0xE6C6A2), hex(0xD9BA96)];
const EXPLODED: Rgb<u8> = hex(0xDE4A3C);
const MINE: [Rgb<u8>; 2] = [hex(0xF2D0C4), hex(0xE8C2B4)];
const CLOTH: Rgb<u8> = hex(0xE8402A);
const POLE: Rgb<u8> = hex(0x6B3A2A);
const INK: Rgb<u8> = hex(0x2E2A26);
const DIGITS: [Rgb<u8>; 8] = [
    hex(0x1B73D0),
    hex(0x37893B),
    hex(0xD22F2F),
    hex(0x7A22A0),
    hex(0xF58B00),
    hex(0x0795A5),
    hex(0x404040),
    hex(0x8A8A8A),
];

const MEASURES: Measures =
    Measures { pitch: 28.0, margin: 14.0, header: 34.0, gap: 14.0, counter: 72.0 };

/// The flat skin.
pub struct Flat;

impl Skin for Flat {
    fn name(&self) -> &'static str {
        "flat"
    }

    fn layout(&self, cols: usize, rows: usize, scale: f64) -> Layout {
        Layout::with_header(cols, rows, scale, &MEASURES)
    }

    fn shade(&self, pos: CellPos) -> u8 {
        ((pos.col + pos.row) % 2) as u8
    }

    fn backdrop(&self, image: &mut RgbImage, layout: &Layout) {
        let width = layout.width as i32;
        fill(image, Area::new(0, 0, width, layout.height as i32), PAGE);
        let bar = layout.counter.y + layout.counter.h + layout.counter.y / 2;
        fill(image, Area::new(0, 0, width, bar), BAR);
    }

    fn header(&self, image: &mut RgbImage, layout: &Layout, header: &Header) {
        for area in [layout.counter, layout.timer, layout.face] {
            fill(image, area, BAR);
        }
        for (area, number) in
            [(layout.counter, header.mines_left), (layout.timer, header.seconds.min(999) as i32)]
        {
            let icon = Area::new(area.x, area.y, area.h, area.h);
            let text = Area::new(area.x + area.h, area.y, area.w - area.h, area.h);
            if area == layout.counter {
                icons::flag(image, icon, CLOTH, WHITE);
            } else {
                clock(image, icon);
            }
            let height = area.h as f32 * 0.44;
            let number = number.to_string();
            FONT.draw_centred(image, text.centre(), height, &number, Weight::Bold, WHITE);
        }
        icons::face(image, layout.face, header.face);
    }

    fn cell(&self, image: &mut RgbImage, area: Area, cell: Cell, shade: u8) {
        let shade = usize::from(shade.min(1));
        let ground = match cell {
            Cell::Covered | Cell::Flag | Cell::Question => COVERED[shade],
            Cell::Open(_) => OPEN[shade],
            Cell::Mine | Cell::WrongFlag => MINE[shade],
            Cell::Exploded => EXPLODED,
        };
        fill(image, area, ground);
        let height = area.h as f32 * 0.56;
        match cell {
            Cell::Covered | Cell::Open(0) => {}
            Cell::Open(number) => {
                let colour = DIGITS[usize::from(number - 1).min(7)];
                let text = number.to_string();
                FONT.draw_centred(image, area.centre(), height, &text, Weight::Bold, colour);
            }
            Cell::Question => {
                FONT.draw_centred(image, area.centre(), height, "?", Weight::Bold, INK);
            }
            Cell::Flag => icons::flag(image, area, CLOTH, POLE),
            Cell::Mine | Cell::Exploded => icons::mine(image, area, INK, WHITE),
            Cell::WrongFlag => {
                icons::flag(image, area, CLOTH, POLE);
                icons::cross(image, area, INK);
            }
        }
    }
}

fn clock(image: &mut RgbImage, area: Area) {
    let (x, y) = area.centre();
    let size = area.h as f32;
    Shape::Circle { centre: (x, y), radius: size * 0.3 }.draw(image, WHITE, 1.0);
    for to in [(x, y - size * 0.2), (x + size * 0.14, y)] {
        Shape::Line { from: (x, y), to, width: size * 0.06 }.draw(image, BAR, 1.0);
    }
}
