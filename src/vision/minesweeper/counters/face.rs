//! The face button above a board that starts a new game.

use image::RgbImage;

use super::boxes::boxes;
use super::{Part, Shown, judge};
use crate::geometry::{FrameRect, GridGeometry};

/// A face's side, in cells.
const SIDE: std::ops::RangeInclusive<f64> = 0.8..=4.0;
/// The least of its pixels that are yellow, as a percentage.
const YELLOW: usize = 22;

/// The face button in the area above the board at `here`: a square over the middle of the board
/// that stands between two of the numbers `shown` or has a yellow face.
pub(super) fn find(
    image: &RgbImage,
    here: &GridGeometry,
    above: Part,
    shown: &[Shown],
) -> Option<FrameRect> {
    let (board, (_, pitch)) = (here.bounds(), here.pitch());
    let middle = board.centre().x;
    let column = Part {
        left: (middle - 2.5 * pitch).max(f64::from(above.left)) as u32,
        right: (middle + 2.5 * pitch).min(f64::from(above.right)) as u32,
        ..above
    };
    let between = judge::pair(shown, here).map(|[left, right]| left.place.with(right.place));
    let tile = ((pitch / 8.0).round() as u32).clamp(2, 12);
    let square = |part: &Part| {
        let (w, h) = (f64::from(part.w()), f64::from(part.h()));
        SIDE.contains(&(h / pitch)) && h >= 10.0 && (0.7..=1.4).contains(&(w / h))
    };
    let off = |part: &Part| (f64::from(part.middle().0) / 2.0 - middle).abs();
    let mut faces: Vec<Part> = boxes(image, column, tile)
        .into_iter()
        .filter(|part| square(part) && off(part) <= 0.8 * pitch)
        .filter(|part| match between {
            Some(pair) => part.top < pair.bottom && pair.top < part.bottom,
            None => yellow(image, *part) >= YELLOW,
        })
        .collect();
    faces.sort_by(|a, b| off(a).total_cmp(&off(b)));
    // Two of them side by side are something else.
    let [face] = faces[..] else { return None };
    Some(face.rect())
}

/// How many percent of a part are yellow.
fn yellow(image: &RgbImage, part: Part) -> usize {
    let pixels = (part.top..part.bottom).flat_map(|y| (part.left..part.right).map(move |x| (x, y)));
    let is_yellow = |(x, y): &(u32, u32)| {
        let [r, g, b] = image.get_pixel(*x, *y).0;
        r >= 160 && g >= 120 && r.min(g) >= b.saturating_add(70)
    };
    pixels.filter(is_yellow).count() * 100 / (part.w() * part.h()).max(1) as usize
}
