//! One-channel pictures that the finders work on.

use image::{DynamicImage, Rgb, RgbImage};

/// A one-channel picture, row-major from the top left, values 0 to 255.
#[derive(Debug, Clone)]
pub struct Plane {
    /// Width in pixels.
    pub w: usize,
    /// Height in pixels.
    pub h: usize,
    /// `w * h` values.
    pub data: Vec<u8>,
}

/// The brightness plane and a plane of red against blue (128 is neutral): together they show
/// nearly every colour edge at two thirds of the cost of three channels.
pub fn planes(image: &RgbImage) -> [Plane; 2] {
    let (w, h) = (image.width() as usize, image.height() as usize);
    let mut luma = Vec::with_capacity(w * h);
    let mut tint = Vec::with_capacity(w * h);
    for p in image.as_raw().chunks_exact(3) {
        let (r, g, b) = (u16::from(p[0]), u16::from(p[1]), u16::from(p[2]));
        luma.push(((2 * r + 5 * g + b) / 8) as u8);
        tint.push(((255 + r - b) / 2) as u8);
    }
    [Plane { w, h, data: luma }, Plane { w, h, data: tint }]
}

/// The picture made `factor` times smaller, every pixel the mean of `factor` x `factor` ones.
pub fn shrink(image: &RgbImage, factor: u32) -> RgbImage {
    let (w, h) = (image.width() / factor, image.height() / factor);
    RgbImage::from_fn(w, h, |x, y| {
        let mut sum = [0_u32; 3];
        for dy in 0..factor {
            for dx in 0..factor {
                let p = image.get_pixel(x * factor + dx, y * factor + dy);
                for (s, c) in sum.iter_mut().zip(p.0) {
                    *s += u32::from(c);
                }
            }
        }
        image::Rgb(sum.map(|s| (s / (factor * factor)) as u8))
    })
}

/// The picture laid on white where it is transparent.
pub fn opaque(image: &DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.to_rgb8();
    }
    let rgba = image.to_rgba8();
    RgbImage::from_fn(rgba.width(), rgba.height(), |x, y| {
        let [r, g, b, a] = rgba.get_pixel(x, y).0;
        let over =
            |v: u8| ((u16::from(v) * u16::from(a) + 255 * (255 - u16::from(a)) + 127) / 255) as u8;
        Rgb([over(r), over(g), over(b)])
    })
}
