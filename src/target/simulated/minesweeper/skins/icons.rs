//! Anti-aliased pictures that the web-like skins share: flag, mine, cross and face.

use image::{Rgb, RgbImage};

use super::Face;
use crate::target::simulated::paint::{Area, Shape, hex};

/// A place inside `area`, whose corners are (0, 0) and (1, 1).
fn at(area: Area, x: f32, y: f32) -> (f32, f32) {
    (area.x as f32 + x * area.w as f32, area.y as f32 + y * area.h as f32)
}

/// A triangular flag on a pole with a foot.
pub fn flag(image: &mut RgbImage, area: Area, cloth: Rgb<u8>, pole: Rgb<u8>) {
    let width = area.w as f32 * 0.08;
    Shape::Line { from: at(area, 0.36, 0.22), to: at(area, 0.36, 0.78), width }
        .draw(image, pole, 1.0);
    Shape::Line { from: at(area, 0.26, 0.8), to: at(area, 0.56, 0.8), width }
        .draw(image, pole, 1.0);
    let corners = [(0.36, 0.17), (0.78, 0.36), (0.36, 0.55)].map(|(x, y)| at(area, x, y));
    Shape::Polygon(corners.to_vec()).draw(image, cloth, 1.0);
}

/// A round mine with spikes and a glint.
pub fn mine(image: &mut RgbImage, area: Area, body: Rgb<u8>, glint: Rgb<u8>) {
    let size = area.w.min(area.h) as f32;
    let centre = at(area, 0.5, 0.5);
    for (dx, dy) in [(0.0, 1.0), (1.0, 0.0), (0.7, 0.7), (0.7, -0.7)] {
        let reach = 0.36 * size;
        Shape::Line {
            from: (centre.0 - dx * reach, centre.1 - dy * reach),
            to: (centre.0 + dx * reach, centre.1 + dy * reach),
            width: size * 0.08,
        }
        .draw(image, body, 1.0);
    }
    Shape::Circle { centre, radius: size * 0.26 }.draw(image, body, 1.0);
    Shape::Circle { centre: at(area, 0.42, 0.42), radius: size * 0.07 }.draw(image, glint, 1.0);
}

/// A cross from corner to corner.
pub fn cross(image: &mut RgbImage, area: Area, colour: Rgb<u8>) {
    let width = area.w as f32 * 0.1;
    for (from, to) in [((0.2, 0.2), (0.8, 0.8)), ((0.8, 0.2), (0.2, 0.8))] {
        let (from, to) = (at(area, from.0, from.1), at(area, to.0, to.1));
        Shape::Line { from, to, width }.draw(image, colour, 1.0);
    }
}

/// A round face.
pub fn face(image: &mut RgbImage, area: Area, face: Face) {
    let size = area.w as f32;
    let (skin, ink) = (hex(0xFFCC33), hex(0x3A2A00));
    let skin = if face == Face::Pressed { hex(0xE0AA10) } else { skin };
    Shape::Circle { centre: at(area, 0.5, 0.5), radius: size * 0.44 }.draw(image, skin, 1.0);
    let line = |image: &mut RgbImage, points: &[(f32, f32)]| {
        for pair in points.windows(2) {
            let (from, to) = (at(area, pair[0].0, pair[0].1), at(area, pair[1].0, pair[1].1));
            Shape::Line { from, to, width: size * 0.07 }.draw(image, ink, 1.0);
        }
    };
    match face {
        Face::Dead => {
            for x in [0.35, 0.65] {
                line(image, &[(x - 0.07, 0.33), (x + 0.07, 0.47)]);
                line(image, &[(x - 0.07, 0.47), (x + 0.07, 0.33)]);
            }
        }
        Face::Cool => {
            line(image, &[(0.18, 0.38), (0.82, 0.38)]);
            for x in [0.35, 0.65] {
                Shape::Circle { centre: at(area, x, 0.42), radius: size * 0.11 }
                    .draw(image, ink, 1.0);
            }
        }
        _ => {
            for x in [0.35, 0.65] {
                Shape::Circle { centre: at(area, x, 0.4), radius: size * 0.06 }
                    .draw(image, ink, 1.0);
            }
        }
    }
    match face {
        Face::Dead => {
            line(image, &[(0.32, 0.72), (0.4, 0.65), (0.5, 0.63), (0.6, 0.65), (0.68, 0.72)]);
        }
        Face::Worried => {
            Shape::Circle { centre: at(area, 0.5, 0.68), radius: size * 0.1 }.draw(image, ink, 1.0)
        }
        _ => line(image, &[(0.3, 0.6), (0.38, 0.69), (0.5, 0.73), (0.62, 0.69), (0.7, 0.6)]),
    }
}
