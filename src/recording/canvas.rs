//! The target's picture as far as it was seen, so that only changes need to be kept.

use image::{GenericImage, GenericImageView, RgbImage};

use crate::geometry::PixelRect;

/// The longest side of a target that is recorded, in pixels.
pub const MAX_SIDE: u32 = 16_384;
/// The most pixels of a target that is recorded.
pub const MAX_PIXELS: u64 = 1 << 26;

/// The picture of a whole target, black where it was never seen.
#[derive(Debug, Clone, Default)]
pub struct Canvas {
    image: RgbImage,
}

/// Why a rectangle is no part of a picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the part {}x{}+{}+{} of a picture is empty or larger than this program takes",
    .0.w, .0.h, .0.x, .0.y
)]
pub struct BadRect(pub PixelRect);

impl Canvas {
    /// All that was seen.
    pub fn image(&self) -> &RgbImage {
        &self.image
    }

    /// The pixels of `region`.
    ///
    /// # Errors
    /// When `region` is empty or too large.
    pub fn part(&mut self, region: PixelRect) -> Result<RgbImage, BadRect> {
        self.grow(region)?;
        Ok(self.image.view(region.x, region.y, region.w, region.h).to_image())
    }

    /// Draws `image` at `at`, whose size it has, and gives the smallest rectangle that holds
    /// every pixel which is another one now.
    ///
    /// # Errors
    /// When `at` is empty, too large or not the size of `image`.
    pub fn draw(&mut self, image: &RgbImage, at: PixelRect) -> Result<Option<PixelRect>, BadRect> {
        self.grow(at)?;
        if image.dimensions() != (at.w, at.h) {
            return Err(BadRect(at));
        }
        let changed = self.changed(image, at);
        if changed.is_some() {
            self.image.copy_from(image, at.x, at.y).expect("the canvas was grown to hold it");
        }
        Ok(changed)
    }

    fn changed(&self, image: &RgbImage, at: PixelRect) -> Option<PixelRect> {
        let (mut left, mut right, mut top, mut bottom) = (u32::MAX, 0, u32::MAX, 0);
        for y in 0..at.h {
            let row = |image: &RgbImage, x: u32, y: u32| {
                let from = (y as usize * image.width() as usize + x as usize) * 3;
                from..from + at.w as usize * 3
            };
            let (new, old) = (row(image, 0, y), row(&self.image, at.x, at.y + y));
            let (new, old) = (&image.as_raw()[new], &self.image.as_raw()[old]);
            if new == old {
                continue;
            }
            let differs = |(a, b): (&u8, &u8)| a != b;
            let first = new.iter().zip(old).position(differs).expect("the rows differ") / 3;
            let last = new.iter().zip(old).rposition(differs).expect("the rows differ") / 3;
            left = left.min(first as u32);
            right = right.max(last as u32 + 1);
            top = top.min(y);
            bottom = y + 1;
        }
        (right > 0).then(|| PixelRect {
            x: at.x + left,
            y: at.y + top,
            w: right - left,
            h: bottom - top,
        })
    }

    /// Makes room for `part`.
    fn grow(&mut self, part: PixelRect) -> Result<(), BadRect> {
        let right = part.x.checked_add(part.w).filter(|side| *side <= MAX_SIDE && part.w > 0);
        let bottom = part.y.checked_add(part.h).filter(|side| *side <= MAX_SIDE && part.h > 0);
        let (right, bottom) = right.zip(bottom).ok_or(BadRect(part))?;
        let (width, height) = (right.max(self.image.width()), bottom.max(self.image.height()));
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(BadRect(part));
        }
        if (width, height) != self.image.dimensions() {
            let mut larger = RgbImage::new(width, height);
            larger.copy_from(&self.image, 0, 0).expect("it is larger");
            self.image = larger;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn changes_alone_rebuild_every_picture() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(5);
        let (mut seen, mut rebuilt) = (Canvas::default(), Canvas::default());
        let mut picture = RgbImage::new(40, 30);
        for _ in 0..300 {
            for _ in 0..random.random_range(0..4) {
                let (x, y) = (random.random_range(0..40), random.random_range(0..30));
                picture.put_pixel(x, y, Rgb([random.random(), random.random(), 0]));
            }
            let (x, y) = (random.random_range(0..20), random.random_range(0..20));
            let region =
                PixelRect { x, y, w: random.random_range(1..=20), h: random.random_range(1..=10) };
            let frame = picture.view(region.x, region.y, region.w, region.h).to_image();
            if let Some(changed) = seen.draw(&frame, region).expect("fits") {
                let part = picture.view(changed.x, changed.y, changed.w, changed.h).to_image();
                rebuilt.draw(&part, changed).expect("fits");
            }
            assert_eq!(rebuilt.part(region), Ok(frame));
        }
    }

    #[test]
    fn a_strange_rectangle_is_an_error_and_takes_no_memory() {
        let mut canvas = Canvas::default();
        let rect = |x, y, w, h| PixelRect { x, y, w, h };
        for bad in [
            rect(0, 0, 0, 1),
            rect(u32::MAX, 0, 1, 1),
            rect(0, 0, MAX_SIDE + 1, 1),
            rect(0, 0, MAX_SIDE, MAX_SIDE),
        ] {
            assert_eq!(canvas.part(bad), Err(BadRect(bad)));
        }
        assert_eq!(
            canvas.draw(&RgbImage::new(2, 2), rect(0, 0, 3, 3)),
            Err(BadRect(rect(0, 0, 3, 3)))
        );
    }
}
