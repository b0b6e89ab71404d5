//! One cell of a made-up skin.

use image::{Rgb, RgbImage};

use super::theme::{CoveredEdge, Digits, OpenEdge, Theme, shifted};
use crate::board::minesweeper::Cell;
use crate::geometry::CellPos;
use crate::target::simulated::minesweeper::skins::{classic_art as art, icons};
use crate::target::simulated::paint::{Area, Font, Shape, Weight, bevel, fill};

/// Draws `cell` into `area`.
pub fn draw(
    image: &mut RgbImage,
    area: Area,
    cell: Cell,
    pos: CellPos,
    theme: &Theme,
    font: &Font,
) {
    let closed = cell.is_closed();
    let ground = match cell {
        Cell::Exploded => theme.exploded,
        _ if closed => theme.covered,
        _ => theme.open,
    };
    set_off(image, area, ground, closed, pos, theme);
    let weight = if theme.bold { Weight::Bold } else { Weight::Regular };
    let height = area.h as f32 * theme.height;
    match cell {
        Cell::Covered | Cell::Open(0) => {}
        Cell::Open(n) => digit(image, area, n, theme, font),
        Cell::Question => {
            font.draw_centred(image, area.centre(), height, "?", weight, theme.pole);
        }
        Cell::Flag => flag(image, area, theme),
        Cell::Mine | Cell::Exploded => mine(image, area, theme),
        Cell::WrongFlag => {
            if theme.crossed_flag {
                flag(image, area, theme)
            } else {
                mine(image, area, theme)
            }
            icons::cross(image, area, theme.cloth);
        }
    }
}

/// The cell's ground and edges.
fn set_off(
    image: &mut RgbImage,
    area: Area,
    ground: Rgb<u8>,
    closed: bool,
    pos: CellPos,
    theme: &Theme,
) {
    if !closed && !matches!(theme.open_edge, OpenEdge::Same) {
        fill(image, area, ground);
        if let OpenEdge::Line(line) = theme.open_edge {
            fill(image, Area { w: 1, ..area }, line);
            fill(image, Area { h: 1, ..area }, line);
        }
        return;
    }
    let side = area.h as f32;
    match theme.covered_edge {
        CoveredEdge::Bevel { share, light, dark } => {
            fill(image, area, ground);
            let width = ((share * side).round() as i32).max(1);
            bevel(image, area, width, light, dark, ground);
        }
        CoveredEdge::Tile { gap, radius } => {
            fill(image, area, theme.back);
            let inset = (gap * side / 2.0).max(0.5);
            let (x, y) = (area.x as f32, area.y as f32);
            Shape::Box {
                from: (x + inset, y + inset),
                to: (x + area.w as f32 - inset, y + side - inset),
                radius: radius * side,
            }
            .draw(image, ground, 1.0);
        }
        CoveredEdge::Line(line) => {
            fill(image, area, ground);
            fill(image, Area { w: 1, ..area }, line);
            fill(image, Area { h: 1, ..area }, line);
        }
        CoveredEdge::Checker(by) => {
            let sign = if (pos.col + pos.row).is_multiple_of(2) { 0.5 } else { -0.5 };
            fill(image, area, shifted(ground, (by * sign) as i32));
        }
    }
}

fn digit(image: &mut RgbImage, area: Area, n: u8, theme: &Theme, font: &Font) {
    let ink = theme.inks[usize::from(n) - 1];
    let height = area.h as f32 * theme.height;
    match theme.digits {
        Digits::Pixels => {
            // Each of the 8x10 pixels as a square of the wanted size.
            let zoom = (height / 10.0).max(1.0);
            let (cx, cy) = area.centre();
            let (left, top) = ((cx - 4.0 * zoom).round(), (cy - 5.0 * zoom).round());
            sprite(image, (left, top), zoom, &art::DIGITS[usize::from(n) - 1], &[('#', ink)]);
        }
        Digits::Segments => segments(image, area, height, n, ink),
        Digits::Font => {
            let weight = if theme.bold { Weight::Bold } else { Weight::Regular };
            font.draw_centred(image, area.centre(), height, &n.to_string(), weight, ink);
        }
    }
}

/// Pixel art with square pixels of `zoom` pixels a side.
fn sprite(
    image: &mut RgbImage,
    (left, top): (f32, f32),
    zoom: f32,
    rows: &[&str],
    palette: &[(char, Rgb<u8>)],
) {
    let edge = |from: f32, i: usize| (from + i as f32 * zoom).round() as i32;
    for (dy, row) in rows.iter().enumerate() {
        for (dx, found) in row.chars().enumerate() {
            if let Some((_, colour)) = palette.iter().find(|(name, _)| *name == found) {
                let (x, y) = (edge(left, dx), edge(top, dy));
                let (w, h) = (edge(left, dx + 1) - x, edge(top, dy + 1) - y);
                fill(image, Area::new(x, y, w, h), *colour);
            }
        }
    }
}

/// A seven-segment digit.
pub fn segments(image: &mut RgbImage, area: Area, height: f32, n: u8, ink: Rgb<u8>) {
    // Top, upper right, lower right, bottom, lower left, upper left, middle.
    const LIT: [u8; 10] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F];
    let (cx, cy) = area.centre();
    let (x, y, width) = (height * 0.26, height * 0.46, (height * 0.14).max(1.0));
    let ends = [
        [(-x, -y), (x, -y)],
        [(x, -y), (x, 0.0)],
        [(x, 0.0), (x, y)],
        [(-x, y), (x, y)],
        [(-x, 0.0), (-x, y)],
        [(-x, -y), (-x, 0.0)],
        [(-x, 0.0), (x, 0.0)],
    ];
    for (i, [a, b]) in ends.into_iter().enumerate() {
        if LIT[usize::from(n)] >> i & 1 == 1 {
            let at = |p: (f32, f32)| (cx + p.0, cy + p.1);
            Shape::Line { from: at(a), to: at(b), width }.draw(image, ink, 1.0);
        }
    }
}

fn flag(image: &mut RgbImage, area: Area, theme: &Theme) {
    if !theme.pixel_marks {
        return icons::flag(image, area, theme.cloth, theme.pole);
    }
    let zoom = (area.h as f32 / 16.0).max(1.0);
    let (cx, cy) = area.centre();
    let ink = [('r', theme.cloth), ('k', theme.pole)];
    sprite(image, ((cx - 4.0 * zoom).round(), (cy - 5.0 * zoom).round()), zoom, &art::FLAG, &ink);
}

fn mine(image: &mut RgbImage, area: Area, theme: &Theme) {
    if !theme.pixel_marks {
        return icons::mine(image, area, theme.mine, theme.glint);
    }
    let zoom = (area.h as f32 / 16.0).max(1.0);
    let (cx, cy) = area.centre();
    let ink = [('k', theme.mine), ('w', theme.glint)];
    sprite(image, ((cx - 6.5 * zoom).round(), (cy - 6.5 * zoom).round()), zoom, &art::MINE, &ink);
}
