//! Where something is drawn: groups of edges that lie close together.

use image::RgbImage;

use super::{Part, apart};

/// Neighbouring pixels of a drawing and its ground differ by at least this much.
const EDGE: u8 = 40;

/// The parts of `area` in which edges lie closer together than about two tiles of `tile` pixels,
/// each with a little of the ground around it.
pub(super) fn boxes(image: &RgbImage, area: Part, tile: u32) -> Vec<Part> {
    let (cols, rows) = (area.w().div_ceil(tile) as usize, area.h().div_ceil(tile) as usize);
    let mut edged = vec![false; cols * rows];
    for y in area.top..area.bottom {
        let line = ((y - area.top) / tile) as usize * cols;
        let mut before = None;
        for x in area.left..area.right {
            let pixel = image.get_pixel(x, y).0;
            if before.is_some_and(|before| apart(before, pixel) >= EDGE) {
                edged[line + ((x - area.left) / tile) as usize] = true;
            }
            before = Some(pixel);
        }
    }
    let mut found = Vec::new();
    for start in 0..cols * rows {
        if !edged[start] {
            continue;
        }
        edged[start] = false;
        let mut stack = vec![start];
        let (mut x0, mut y0, mut x1, mut y1) = (cols, rows, 0, 0);
        while let Some(at) = stack.pop() {
            let (x, y) = (at % cols, at / cols);
            (x0, y0, x1, y1) = (x0.min(x), y0.min(y), x1.max(x), y1.max(y));
            for ny in y.saturating_sub(1)..(y + 2).min(rows) {
                for nx in x.saturating_sub(2)..(x + 3).min(cols) {
                    if std::mem::take(&mut edged[ny * cols + nx]) {
                        stack.push(ny * cols + nx);
                    }
                }
            }
        }
        let place = |from: u32, tiles: usize| from + tiles as u32 * tile;
        found.push(Part {
            left: place(area.left, x0).saturating_sub(2).max(area.left),
            top: place(area.top, y0).saturating_sub(2).max(area.top),
            right: (place(area.left, x1 + 1) + 2).min(area.right),
            bottom: (place(area.top, y1 + 1) + 2).min(area.bottom),
        });
    }
    found
}
