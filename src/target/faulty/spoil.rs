//! Faults of the picture alone.

use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::Fault;

/// Spoils a whole picture by `fault`; `place` decides where, `noise` each frame's own noise. Whether the
/// fault is one of the picture.
pub(super) fn spoil(
    image: &mut RgbImage,
    fault: Fault,
    place: &mut Pcg64,
    noise: &mut Pcg64,
) -> bool {
    match fault {
        Fault::Noise => {
            for channel in image.iter_mut() {
                *channel = channel.saturating_add(noise.random_range(0..=4)).saturating_sub(2);
            }
        }
        Fault::ColourShift => {
            for pixel in image.pixels_mut() {
                let [red, green, blue] = pixel.0.map(u16::from);
                *pixel = Rgb([red, green * 9 / 10, blue * 8 / 10].map(|c| c as u8));
            }
        }
        Fault::Contrast => {
            for channel in image.iter_mut() {
                *channel = (u16::from(*channel) * 4 / 5 + 20) as u8;
            }
        }
        Fault::Popup => {
            let (w, h) = (image.width() * 2 / 3, image.height() / 2);
            cover(image, (w, h), [214, 214, 214], place);
        }
        Fault::Tooltip => cover(image, (70, 18), [255, 255, 220], place),
        Fault::Cursor => cover(image, (8, 12), [255, 255, 255], place),
        _ => return false,
    }
    true
}

/// Mixes two pictures of one size: the rows above `cut` come from `last`, or, with `part`, every
/// pixel is that many 256ths of `last`.
pub(super) fn mix(image: &mut RgbImage, last: &RgbImage, cut: u32, part: Option<u16>) {
    for (x, y, pixel) in last.enumerate_pixels() {
        let new = image.get_pixel_mut(x, y);
        match part {
            Some(part) => {
                for (new, old) in new.0.iter_mut().zip(pixel.0) {
                    let sum = u32::from(old) * u32::from(part);
                    *new = ((sum + u32::from(*new) * (256 - u32::from(part))) / 256) as u8;
                }
            }
            None if y < cut => *new = *pixel,
            None => {}
        }
    }
}

/// A box with a dark edge somewhere in the picture.
fn cover(image: &mut RgbImage, (w, h): (u32, u32), ground: [u8; 3], place: &mut Pcg64) {
    let (w, h) = (w.min(image.width()), h.min(image.height()));
    let x = place.random_range(0..=image.width() - w);
    let y = place.random_range(0..=image.height() - h);
    for dy in 0..h {
        for dx in 0..w {
            let edge = dx == 0 || dy == 0 || dx + 1 == w || dy + 1 == h;
            image.put_pixel(x + dx, y + dy, Rgb(if edge { [20, 20, 20] } else { ground }));
        }
    }
}
