//! The help panel over a game's picture.

use image::RgbImage;

use crate::target::simulated::paint::{Font, Shape, hex};

/// Width of a monospaced letter over the height of a digit.
const LETTER: f32 = 0.83;

/// `picture` with a panel of text over its middle; the text is made as small as the window asks.
pub(super) fn over(picture: &RgbImage, lines: &[&str]) -> RgbImage {
    let mut image = picture.clone();
    let (width, height) = (image.width() as f32, image.height() as f32);
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(1) as f32;
    let by_width = width / ((longest + 2.0) * LETTER);
    let by_height = height / ((lines.len() as f32 + 1.0) * 2.0);
    let digit = by_width.min(by_height).min(12.0);
    let step = digit * 2.0;
    let panel_width = (longest + 2.0) * LETTER * digit;
    let panel_height = (lines.len() as f32 + 1.0) * step;
    let (left, top) = ((width - panel_width) / 2.0, (height - panel_height) / 2.0);
    let (from, to) = ((left, top), (left + panel_width, top + panel_height));
    Shape::Box { from, to, radius: digit * 0.6 }.draw(&mut image, hex(0x20262C), 0.96);
    let font = Font::mono();
    for (i, line) in lines.iter().enumerate() {
        let y = top + (i as f32 + 1.0) * step;
        font.draw_from(&mut image, (left + LETTER * digit, y), digit, line, hex(0xF2F4F6));
    }
    image
}
