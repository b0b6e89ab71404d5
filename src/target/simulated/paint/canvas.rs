//! Whole-pixel drawing. Everything outside the image is left out silently, so that a skin need
//! not care about boards too small for its decorations.

use image::{Rgb, RgbImage};

use crate::geometry::PixelRect;

/// A colour from 0xRRGGBB.
pub const fn hex(rrggbb: u32) -> Rgb<u8> {
    Rgb([(rrggbb >> 16) as u8, (rrggbb >> 8) as u8, rrggbb as u8])
}

/// `from` with the share `part` (0 to 1) of `to`, in sRGB values as web browsers mix them.
pub fn mix(from: Rgb<u8>, to: Rgb<u8>, part: f32) -> Rgb<u8> {
    let part = part.clamp(0.0, 1.0);
    let channel = |i: usize| {
        (f32::from(from.0[i]) + (f32::from(to.0[i]) - f32::from(from.0[i])) * part).round() as u8
    };
    Rgb([channel(0), channel(1), channel(2)])
}

/// A rectangle of whole pixels that may reach over the edges of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Left-most column.
    pub x: i32,
    /// Top-most row.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

impl Area {
    /// The rectangle with this corner and size.
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Self {
        Self { x, y, w, h }
    }

    /// The rectangle without `margin` pixels on each side.
    pub const fn inset(self, margin: i32) -> Self {
        Self::new(self.x + margin, self.y + margin, self.w - 2 * margin, self.h - 2 * margin)
    }

    /// The middle.
    pub fn centre(self) -> (f32, f32) {
        (self.x as f32 + self.w as f32 / 2.0, self.y as f32 + self.h as f32 / 2.0)
    }
}

/// Fills a rectangle.
pub fn fill(image: &mut RgbImage, area: Area, colour: Rgb<u8>) {
    let clip = |v: i32, size: u32| v.clamp(0, size as i32) as u32;
    let columns = clip(area.x, image.width())..clip(area.x + area.w, image.width());
    for y in clip(area.y, image.height())..clip(area.y + area.h, image.height()) {
        for x in columns.clone() {
            image.put_pixel(x, y, colour);
        }
    }
}

/// Draws a frame of `width` pixels just inside `area`: `light` on the left and top, `dark` on the
/// right and bottom; the two corners between them keep the colour `corner`.
pub fn bevel(
    image: &mut RgbImage,
    area: Area,
    width: i32,
    light: Rgb<u8>,
    dark: Rgb<u8>,
    corner: Rgb<u8>,
) {
    for ring in 0..width {
        let Area { x, y, w, h } = area.inset(ring);
        fill(image, Area::new(x, y, w - 1, 1), light);
        fill(image, Area::new(x, y, 1, h - 1), light);
        fill(image, Area::new(x + 1, y + h - 1, w - 1, 1), dark);
        fill(image, Area::new(x + w - 1, y + 1, 1, h - 1), dark);
        fill(image, Area::new(x + w - 1, y, 1, 1), corner);
        fill(image, Area::new(x, y + h - 1, 1, 1), corner);
    }
}

/// Mixes `colour` into one pixel with the given opacity.
pub fn blend(image: &mut RgbImage, x: i32, y: i32, colour: Rgb<u8>, opacity: f32) {
    if opacity > 0.0 && x >= 0 && y >= 0 && x < image.width() as i32 && y < image.height() as i32 {
        let pixel = image.get_pixel_mut(x as u32, y as u32);
        *pixel = mix(*pixel, colour, opacity);
    }
}

/// Copies `source` so that its top-left pixel lies at (`x`, `y`), row by row.
pub fn blit(image: &mut RgbImage, source: &RgbImage, x: u32, y: u32) {
    if x >= image.width() {
        return;
    }
    let columns = source.width().min(image.width() - x) as usize * 3;
    let (from, to) = (source.width() as usize * 3, image.width() as usize * 3);
    let start = x as usize * 3;
    let height = source.height().min(image.height().saturating_sub(y)) as usize;
    let target: &mut [u8] = image;
    for row in 0..height {
        let at = (y as usize + row) * to + start;
        target[at..at + columns].copy_from_slice(&source.as_raw()[row * from..][..columns]);
    }
}

/// Draws pixel art: every character of `rows` that `palette` names becomes a pixel, any other
/// leaves the image as it is. (`x`, `y`) is where the first character goes.
pub fn pixels(image: &mut RgbImage, x: i32, y: i32, rows: &[&str], palette: &[(char, Rgb<u8>)]) {
    for (dy, row) in rows.iter().enumerate() {
        for (dx, found) in row.chars().enumerate() {
            if let Some((_, colour)) = palette.iter().find(|(name, _)| *name == found) {
                blend(image, x + dx as i32, y + dy as i32, *colour, 1.0);
            }
        }
    }
}

/// A copy of `region`, which must lie inside the image.
pub fn crop(image: &RgbImage, region: PixelRect) -> RgbImage {
    let stride = image.width() as usize * 3;
    let (start, length) = (region.x as usize * 3, region.w as usize * 3);
    let mut bytes = Vec::with_capacity(length * region.h as usize);
    for y in region.y..region.y + region.h {
        bytes.extend_from_slice(&image.as_raw()[y as usize * stride + start..][..length]);
    }
    RgbImage::from_raw(region.w, region.h, bytes).expect("every row was copied in full")
}
