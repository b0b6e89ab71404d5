//! Anti-aliased text.

use ab_glyph::{Font as _, FontArc, PxScale, Rect, ScaleFont, point};
use image::{Rgb, RgbImage};

use super::canvas::blend;

/// How thick the strokes are. Only regular fonts are at hand; bolder text is drawn twice, shifted
/// by a part of its height, as browsers do for fonts without a bold face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// As the font is.
    Regular,
    /// Thicker strokes.
    Bold,
}

/// A font.
pub struct Font(FontArc);

impl Font {
    /// Hack, a monospaced sans serif with open shapes.
    pub fn mono() -> Self {
        Self::embedded(epaint_default_fonts::HACK_REGULAR)
    }

    /// Ubuntu Light, a proportional sans serif.
    pub fn light() -> Self {
        Self::embedded(epaint_default_fonts::UBUNTU_LIGHT)
    }

    fn embedded(bytes: &'static [u8]) -> Self {
        Self(FontArc::try_from_slice(bytes).expect("the embedded font file is whole"))
    }

    /// The font in a TrueType or OpenType file's bytes, if it can be read and has all digits.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        let font = FontArc::try_from_vec(bytes).ok()?;
        let tall = |letter: char| {
            let glyph = font.glyph_id(letter).with_scale(PxScale::from(100.0));
            font.outline_glyph(glyph).is_some_and(|outline| outline.px_bounds().height() > 20.0)
        };
        "0123456789?".chars().all(tall).then_some(Self(font))
    }

    /// Draws `text` so that the ink has its middle at `centre` and digits are `height` pixels
    /// tall.
    pub fn draw_centred(
        &self,
        image: &mut RgbImage,
        centre: (f32, f32),
        height: f32,
        text: &str,
        weight: Weight,
        colour: Rgb<u8>,
    ) {
        // All of a skin's texts stand on one line: only the width is centred by the ink, the
        // height by that of a digit.
        let scale = PxScale::from(height / self.digit_height());
        let font = self.0.as_scaled(scale);
        let mut advance = 0.0;
        let mut placed = Vec::new();
        for letter in text.chars() {
            let id = self.0.glyph_id(letter);
            placed.push(id.with_scale_and_position(scale, point(advance, 0.0)));
            advance += font.h_advance(id);
        }
        let outlines: Vec<_> =
            placed.into_iter().filter_map(|glyph| self.0.outline_glyph(glyph)).collect();
        let ink = outlines.iter().map(|outline| outline.px_bounds()).reduce(|a, b| Rect {
            min: point(a.min.x.min(b.min.x), a.min.y.min(b.min.y)),
            max: point(a.max.x.max(b.max.x), a.max.y.max(b.max.y)),
        });
        let Some(ink) = ink else { return };
        let bold = if weight == Weight::Bold { height * 0.09 } else { 0.0 };
        let left = centre.0 - (ink.min.x + ink.max.x + bold) / 2.0;
        let base = centre.1 + height / 2.0;
        self.draw_at(image, (left, base), scale, text, colour);
        if bold > 0.0 {
            self.draw_at(image, (left + bold / 2.0, base), scale, text, colour);
            self.draw_at(image, (left + bold, base), scale, text, colour);
        }
    }

    /// Draws `text` from `x` on, with digits of `height` pixels whose middle is at `y`.
    pub fn draw_from(
        &self,
        image: &mut RgbImage,
        (x, y): (f32, f32),
        height: f32,
        text: &str,
        colour: Rgb<u8>,
    ) {
        let scale = PxScale::from(height / self.digit_height());
        self.draw_at(image, (x, y + height / 2.0), scale, text, colour);
    }

    /// Draws `text` from the start of its base line.
    fn draw_at(
        &self,
        image: &mut RgbImage,
        (mut x, y): (f32, f32),
        scale: PxScale,
        text: &str,
        colour: Rgb<u8>,
    ) {
        let font = self.0.as_scaled(scale);
        for letter in text.chars() {
            let id = self.0.glyph_id(letter);
            if let Some(outline) =
                self.0.outline_glyph(id.with_scale_and_position(scale, point(x, y)))
            {
                let corner = outline.px_bounds().min;
                outline.draw(|dx, dy, covered| {
                    blend(
                        image,
                        corner.x as i32 + dx as i32,
                        corner.y as i32 + dy as i32,
                        colour,
                        covered,
                    );
                });
            }
            x += font.h_advance(id);
        }
    }

    /// Height of an 8 in a font of 1 pixel.
    fn digit_height(&self) -> f32 {
        let glyph = self.0.glyph_id('8').with_scale(PxScale::from(100.0));
        self.0.outline_glyph(glyph).map_or(0.7, |outline| {
            let bounds = outline.px_bounds();
            bounds.height() / 100.0
        })
    }
}
