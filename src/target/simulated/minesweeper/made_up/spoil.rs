//! What happens to a frame on its way: scaling, noise, lossy files.

use image::RgbImage;
use image::codecs::jpeg::JpegEncoder;
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::target::simulated::paint::{Area, Resizer, Smoothing};

/// The smallest cell, in pixels, that frames are scaled down to.
const SMALLEST: f64 = 11.0;

/// The frame as it is seen, and its scale; cells of `pitch` pixels stay readable.
pub fn spoil(image: RgbImage, pitch: f64, rng: &mut Pcg64) -> (RgbImage, f64) {
    let (mut image, scale) = scaled(image, pitch, rng);
    if rng.random_bool(0.2) {
        let amount = rng.random_range(1..=8);
        for v in image.iter_mut() {
            *v = (i32::from(*v) + rng.random_range(-amount..=amount)).clamp(0, 255) as u8;
        }
    }
    if rng.random_bool(0.2) {
        let quality = rng.random_range(60..96);
        let mut bytes = Vec::new();
        image
            .write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, quality))
            .expect("a picture can be written to memory");
        image = image::load_from_memory(&bytes).expect("what was just written").to_rgb8();
    }
    (image, scale)
}

fn scaled(image: RgbImage, pitch: f64, rng: &mut Pcg64) -> (RgbImage, f64) {
    if rng.random_bool(0.4) {
        return (image, 1.0);
    }
    let scale = match rng.random_range(0..4) {
        0 => 2.0,
        1 => rng.random_range(0.75..1.0),
        _ => rng.random_range(1.0..3.0),
    };
    let scale: f64 = if pitch * scale < SMALLEST || pitch * scale > 90.0 { 1.0 } else { scale };
    let smoothing =
        if scale >= 1.0 && rng.random_bool(0.4) { Smoothing::Nearest } else { Smoothing::Bilinear };
    let (w, h) = image.dimensions();
    let resizer = Resizer::new(w, h, scale, smoothing);
    let mut out = RgbImage::new(resizer.size().0, resizer.size().1);
    resizer.update(&image, &mut out, Area::new(0, 0, w as i32, h as i32));
    (out, scale)
}
