//! Painting blocks, ghosts and the empty well.

use image::{Rgb, RgbImage};

use super::skins::{BlockStyle, GhostStyle, Ground, Skin};
use crate::geometry::{CellPos, GridGeometry};
use crate::target::simulated::paint::{Area, Shape, bevel, fill, hex, mix};

const WHITE: Rgb<u8> = hex(0xFFFFFF);
const BLACK: Rgb<u8> = hex(0x000000);

/// Paints one block over whatever is there.
pub(super) fn block(image: &mut RgbImage, style: BlockStyle, area: Area, colour: Rgb<u8>) {
    let size = area.w.min(area.h) as f32;
    let px = |share: f32| (share * size).round().max(1.0) as i32;
    match style {
        BlockStyle::Plain { gap } => fill(image, area.inset(px(gap)), colour),
        BlockStyle::Bevel { edge } => {
            fill(image, area, colour);
            let (light, dark) = (mix(colour, WHITE, 0.5), mix(colour, BLACK, 0.45));
            bevel(image, area, px(edge), light, dark, colour);
        }
        BlockStyle::Framed => {
            let inner = area.inset(px(0.05));
            fill(image, inner, colour);
            // The middle lets a little of the light ground through.
            fill(image, inner.inset(px(0.1)), mix(colour, hex(0xB7C492), 0.8));
            fill(image, inner.inset(px(0.2)), colour);
        }
        BlockStyle::Shaded => {
            for row in 0..area.h {
                let part = row as f32 / area.h as f32;
                let shade = mix(mix(colour, WHITE, 0.35), mix(colour, BLACK, 0.35), part);
                fill(image, Area::new(area.x, area.y + row, area.w, 1), shade);
            }
            let dark = mix(colour, BLACK, 0.6);
            bevel(image, area, px(0.04), dark, dark, dark);
        }
        BlockStyle::Rounded => {
            let gap = size * 0.04;
            let (x, y) = (area.x as f32, area.y as f32);
            let (right, bottom) = (x + area.w as f32 - gap, y + area.h as f32 - gap);
            let radius = size * 0.16;
            Shape::Box { from: (x + gap, y + gap), to: (right, bottom), radius }.draw(
                image,
                mix(colour, WHITE, 0.3),
                1.0,
            );
            Shape::Box { from: (x + gap, y + gap + size * 0.1), to: (right, bottom), radius }
                .draw(image, colour, 1.0);
        }
    }
}

/// Paints one cell of the landing place over the ground.
pub(super) fn ghost(image: &mut RgbImage, skin: &Skin, area: Area, colour: Rgb<u8>) {
    let corners = |area: Area| {
        let from = (area.x as f32, area.y as f32);
        (from, (from.0 + area.w as f32, from.1 + area.h as f32))
    };
    let size = area.w.min(area.h) as f32;
    match skin.ghost {
        GhostStyle::Outlined => {
            let edge = (size * 0.09).round().max(1.0) as i32;
            let inner = area.inset((size * 0.05).round() as i32);
            bevel(image, inner, edge, colour, colour, colour);
        }
        GhostStyle::Faded(part) => {
            let (from, to) = corners(area.inset(1));
            Shape::Box { from, to, radius: 0.0 }.draw(image, colour, part);
        }
        GhostStyle::Grey(part) => {
            let (from, to) = corners(area.inset(1));
            Shape::Box { from, to, radius: 0.0 }.draw(image, hex(0xC8C8C8), part);
        }
    }
}

/// Paints the empty well.
pub(super) fn ground(image: &mut RgbImage, ground: Ground, grid: &GridGeometry) {
    let bounds = super::layout::area(grid.bounds());
    match ground {
        Ground::Even(colour) => fill(image, bounds, colour),
        Ground::Lines { cell, line } => {
            fill(image, bounds, line);
            for_cells(grid, |area, _| {
                fill(image, Area::new(area.x, area.y, area.w - 1, area.h - 1), cell);
            });
        }
        Ground::Stripes(even, odd) => {
            for_cells(grid, |area, pos| {
                fill(image, area, if pos.col % 2 == 0 { even } else { odd });
            });
        }
        Ground::Stone(dark, light) => {
            // The stone's grain grows with the cells, so that a scale shows the same picture.
            let grain = grid.pitch().0 as f32 / 6.0;
            for y in 0..bounds.h {
                for x in 0..bounds.w {
                    let part = stone(x as f32 / grain, y as f32 / grain);
                    let pixel = Area::new(bounds.x + x, bounds.y + y, 1, 1);
                    fill(image, pixel, mix(dark, light, part));
                }
            }
        }
    }
}

fn for_cells(grid: &GridGeometry, mut paint: impl FnMut(Area, CellPos)) {
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            let pos = CellPos::new(col, row);
            paint(super::layout::area(grid.cell(pos)), pos);
        }
    }
}

/// Value noise of three octaves, 0 to 1.
fn stone(x: f32, y: f32) -> f32 {
    let octave = |size: f32| smooth_noise(x / size, y / size);
    0.5 * octave(16.0) + 0.3 * octave(5.0) + 0.2 * octave(1.5)
}

/// Random values on whole coordinates, mixed smoothly between them.
fn smooth_noise(x: f32, y: f32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (right_part, low_part) = (ease(x - left), ease(y - top));
    let at = |dx: f32, dy: f32| lattice((left + dx) as u32, (top + dy) as u32);
    let row = |dy: f32| at(0.0, dy) + (at(1.0, dy) - at(0.0, dy)) * right_part;
    row(0.0) + (row(1.0) - row(0.0)) * low_part
}

/// A fixed random value, 0 to 1, for a place.
fn lattice(x: u32, y: u32) -> f32 {
    let mut v = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77);
    v = (v ^ v >> 15).wrapping_mul(0x2C1B_3C6D);
    v = (v ^ v >> 12).wrapping_mul(0x297A_2D39);
    ((v ^ v >> 15) & 0xFFFF) as f32 / 65535.0
}
