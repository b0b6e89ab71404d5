//! The pictures of a skin's cells: `cells.png`, squares of 16 pixels in rows of sixteen, named
//! one after the other by the profile's `cells` in the game's notation.

use anyhow::{Context, Result, ensure};
use image::{ImageFormat, ImageReader, Limits, RgbImage, imageops};

/// The file in a profile's folder.
pub const FILE: &str = "cells.png";
/// Pixels along each side of a square.
const SIDE: u32 = 16;
/// Squares in a row of the sheet.
const ACROSS: u32 = 16;
/// More pictures than any skin needs.
const MAX_PICTURES: usize = 1024;

/// A cell's picture and the character of the notation it is named by.
pub type Picture = (char, RgbImage);

/// Takes a sheet apart; `names` are the profile's `cells`, `bytes` the file's content.
///
/// # Errors
/// When the file is no picture of the right size for that many names.
pub fn parse(names: &str, bytes: &[u8]) -> Result<Vec<Picture>> {
    let count = names.chars().count();
    ensure!(count <= MAX_PICTURES, "{count} cells are more than {MAX_PICTURES}");
    let (w, h) = size(count);
    let mut reader = ImageReader::with_format(std::io::Cursor::new(bytes), ImageFormat::Png);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(w), Some(h));
    reader.limits(limits);
    let sheet =
        reader.decode().with_context(|| format!("{FILE} is no picture of {w}x{h} pixels"))?;
    let sheet = sheet.to_rgb8();
    let found = sheet.dimensions();
    ensure!(
        found == (w, h),
        "{FILE} has {}x{} pixels, but the {count} names in `cells` need {w}x{h}",
        found.0,
        found.1
    );
    let square = |(index, name): (usize, char)| {
        let (x, y) = place(index);
        (name, imageops::crop_imm(&sheet, x, y, SIDE, SIDE).to_image())
    };
    Ok(names.chars().enumerate().map(square).collect())
}

/// The text for the profile's `cells` and the sheet as a PNG file's content.
///
/// # Errors
/// When the PNG cannot be made.
pub fn encode(pictures: &[Picture]) -> Result<(String, Vec<u8>)> {
    let (w, h) = size(pictures.len());
    let mut sheet = RgbImage::new(w, h);
    for (index, (_, picture)) in pictures.iter().enumerate() {
        let (x, y) = place(index);
        imageops::replace(&mut sheet, picture, i64::from(x), i64::from(y));
    }
    let mut bytes = std::io::Cursor::new(Vec::new());
    sheet.write_to(&mut bytes, ImageFormat::Png).with_context(|| format!("cannot make {FILE}"))?;
    Ok((pictures.iter().map(|(name, _)| name).collect(), bytes.into_inner()))
}

fn size(count: usize) -> (u32, u32) {
    let count = count.max(1) as u32;
    (count.min(ACROSS) * SIDE, count.div_ceil(ACROSS) * SIDE)
}

fn place(index: usize) -> (u32, u32) {
    let index = index as u32;
    (index % ACROSS * SIDE, index / ACROSS * SIDE)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn a_sheet_is_read_as_it_was_written() {
        let picture = |i: u8| RgbImage::from_fn(16, 16, |x, _| Rgb([i, x as u8, 7]));
        let pictures: Vec<Picture> =
            "#.12345678F?*!x11".chars().zip(0..).map(|(name, i)| (name, picture(i))).collect();
        let (names, bytes) = encode(&pictures).expect("a sheet");
        assert_eq!(parse(&names, &bytes).expect("read"), pictures);
        let error = parse("#.", &bytes).expect_err("a wrong size").to_string();
        assert!(error.contains("32x16"), "{error}");
    }
}
