//! Labels and numbers beside the well.

use image::RgbImage;

use super::layout::Layout;
use super::picture::FONT;
use super::skins::Skin;
use crate::target::simulated::paint::{Area, Weight};

/// Draws what never changes.
pub(super) fn labels(image: &mut RgbImage, skin: &Skin, layout: &Layout) {
    let height = layout.pitch as f32 * 0.42;
    let above = |area: Area| (area.x as f32, area.y as f32 - height);
    if let Some(hold) = layout.hold {
        FONT.draw_from(image, above(hold), height, "HOLD", skin.text);
    }
    if let Some(next) = layout.next.first() {
        FONT.draw_from(image, above(*next), height, "NEXT", skin.text);
    }
    for (area, label) in layout.numbers.iter().zip(["SCORE", "LINES", "LEVEL"]) {
        let place = (area.x as f32, area.y as f32 + area.h as f32 * 0.25);
        FONT.draw_from(image, place, height * 0.9, label, skin.text);
    }
}

/// Draws the numbers over the empty backdrop.
pub(super) fn numbers(image: &mut RgbImage, skin: &Skin, layout: &Layout, numbers: [u64; 3]) {
    let height = layout.pitch as f32 * 0.5;
    for (area, number) in layout.numbers.iter().zip(numbers) {
        let place = Area::new(area.x, area.y + area.h / 2, area.w, area.h / 2).centre();
        let text = number.to_string();
        FONT.draw_centred(image, place, height, &text, Weight::Bold, skin.text);
    }
}
