//! A dark web look: slate tiles with a thin edge, bright anti-aliased digits, counters in boxes.

use std::sync::LazyLock;

use image::{Rgb, RgbImage};

use super::{Header, Skin, icons};
use crate::board::minesweeper::Cell;
use crate::target::simulated::minesweeper::layout::{Layout, Measures, area};
use crate::target::simulated::paint::{Area, Font, Shape, Weight, bevel, fill, hex, mix};

static FONT: LazyLock<Font> = LazyLock::new(Font::mono);

const PAGE: Rgb<u8> = hex(0x1B1F24);
const PANEL: Rgb<u8> = hex(0x262C33);
const LINE: Rgb<u8> = hex(0x14181C);
const COVERED: Rgb<u8> = hex(0x4A5663);
const COVERED_LIGHT: Rgb<u8> = hex(0x667484);
const COVERED_DARK: Rgb<u8> = hex(0x333C46);
const OPEN: Rgb<u8> = hex(0x2B323A);
const EXPLODED: Rgb<u8> = hex(0xC0392B);
const CLOTH: Rgb<u8> = hex(0xFF5C57);
const PALE: Rgb<u8> = hex(0xDCE3EA);
const DIGITS: [Rgb<u8>; 8] = [
    hex(0x5CA8FF),
    hex(0x57C765),
    hex(0xFF6E6E),
    hex(0xC792FF),
    hex(0xE0A83C),
    hex(0x3FC9C9),
    hex(0xB4BCC6),
    hex(0xFFFFFF),
];

const MEASURES: Measures =
    Measures { pitch: 24.0, margin: 12.0, header: 36.0, gap: 12.0, counter: 64.0 };

/// The dark skin.
pub struct Dark;

impl Skin for Dark {
    fn name(&self) -> &'static str {
        "dark"
    }

    fn layout(&self, cols: usize, rows: usize, scale: f64) -> Layout {
        Layout::with_header(cols, rows, scale, &MEASURES)
    }

    fn backdrop(&self, image: &mut RgbImage, layout: &Layout) {
        fill(image, Area::new(0, 0, layout.width as i32, layout.height as i32), PAGE);
        fill(image, area(layout.grid.bounds()).inset(-1), LINE);
    }

    fn header(&self, image: &mut RgbImage, layout: &Layout, header: &Header) {
        for (area, number, colour) in [
            (layout.counter, header.mines_left, CLOTH),
            (layout.timer, header.seconds.min(999) as i32, PALE),
        ] {
            let Area { x, y, w, h } = area;
            let (from, to) = ((x as f32, y as f32), ((x + w) as f32, (y + h) as f32));
            Shape::Box { from, to, radius: h as f32 * 0.18 }.draw(image, PANEL, 1.0);
            let text = format!("{number:03}");
            let height = h as f32 * 0.5;
            FONT.draw_centred(image, area.centre(), height, &text, Weight::Bold, colour);
        }
        fill(image, layout.face, PAGE);
        icons::face(image, layout.face, header.face);
    }

    fn cell(&self, image: &mut RgbImage, area: Area, cell: Cell, _shade: u8) {
        let thin = (area.w / 20).max(1);
        if cell.is_closed() {
            fill(image, area, COVERED);
            let corner = mix(COVERED_LIGHT, COVERED_DARK, 0.5);
            bevel(image, area, thin, COVERED_LIGHT, COVERED_DARK, corner);
        } else {
            fill(image, area, LINE);
            let inner = Area::new(area.x, area.y, area.w - thin, area.h - thin);
            fill(image, inner, if cell == Cell::Exploded { EXPLODED } else { OPEN });
        }
        let height = area.h as f32 * 0.54;
        match cell {
            Cell::Covered | Cell::Open(0) => {}
            Cell::Open(number) => {
                let colour = DIGITS[usize::from(number - 1).min(7)];
                let text = number.to_string();
                FONT.draw_centred(image, area.centre(), height, &text, Weight::Bold, colour);
            }
            Cell::Question => {
                FONT.draw_centred(image, area.centre(), height, "?", Weight::Bold, PALE);
            }
            Cell::Flag => icons::flag(image, area, CLOTH, PALE),
            Cell::Mine | Cell::Exploded => icons::mine(image, area, hex(0x0B0D0F), PALE),
            Cell::WrongFlag => {
                icons::mine(image, area, hex(0x0B0D0F), PALE);
                icons::cross(image, area, CLOTH);
            }
        }
    }
}
