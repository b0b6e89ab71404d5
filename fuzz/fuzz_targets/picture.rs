//! A screenshot: loaded, then read as either game. Bytes that are no picture file are pixels: few
//! damaged files get past their checksums.
#![no_main]

use image::{Rgb, RgbImage};
use libfuzzer_sys::fuzz_target;
use sweepfall::frame::Frame;
use sweepfall::vision::minesweeper::{BoardReader, Hints, ProfiledReader, Reader};
use sweepfall::vision::picture;
use sweepfall::vision::tetris::TetrisReader;

/// Larger pictures are loaded but not read: that would take too long for a fuzzer.
const MOST: u32 = 280 * 280;

/// A picture whose size, magnification and pixels are the bytes, these again and again.
fn pixels(bytes: &[u8]) -> Option<RgbImage> {
    let [w, h, scale, shades @ ..] = bytes else { return None };
    let (w, h, scale) = (u32::from(*w), u32::from(*h), u32::from(scale % 24) + 1);
    let across = w.div_ceil(scale);
    let shade = |i: u32| shades.get(i as usize % shades.len().max(1)).copied().unwrap_or(0);
    Some(RgbImage::from_fn(w, h, |x, y| {
        let i = (y / scale * across + x / scale) * 3;
        Rgb([shade(i), shade(i + 1), shade(i + 2)])
    }))
}

fuzz_target!(|bytes: &[u8]| {
    let file = picture::decode("fuzz.png", bytes).ok();
    let Some(image) = file.or_else(|| pixels(bytes)) else { return };
    if image.width() * image.height() > MOST {
        return;
    }
    let frame = Frame::from_image(image);
    let mut reader = ProfiledReader::new(None, Reader::new(Hints::default()));
    if let Ok(reading) = reader.find(&frame) {
        reader.confirm(&frame, &reading);
        assert_eq!(reader.read(&frame, &reading).cells.len(), reading.cells.len());
    }
    let _ = TetrisReader::default().find(&frame);
});
