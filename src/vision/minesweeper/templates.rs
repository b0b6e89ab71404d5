//! Naming cells by comparing them with pictures of known kinds.

use image::RgbImage;

use super::CellReading;
use crate::board::minesweeper::Cell;
use crate::calibration::Profile;
use crate::geometry::FrameRect;
use crate::vision::patch::Patch;

/// The farthest a cell may be from the picture it is named after: noise, scaling and gradients
/// stay below, another kind of cell is farther.
const FAR: f32 = 5.0;
/// How much nearer than the nearest picture of another kind it must be: this many times, after
/// [`NOISE`] is granted to both.
const CLEARER: f32 = 1.6;
/// A distance that rounding alone can make.
const NOISE: f32 = 0.5;
/// A difference in shade that scaling and rounding make.
const SLACK: f32 = 4.0;
/// More pictures than any skin needs; a skin whose cells all differ would have no end.
const MOST: usize = 400;
/// A picture this near to one of the same kind adds nothing to it.
const SAME: f32 = 1.5;

/// Pictures of known kinds of one skin.
#[derive(Debug, Clone, PartialEq)]
pub struct Templates {
    list: Vec<(Cell, Patch)>,
    /// How far a cell's own shade may be from its picture's, in steps of a colour channel.
    slack: f32,
}

impl Default for Templates {
    fn default() -> Self {
        Self { list: Vec::new(), slack: SLACK }
    }
}

impl Templates {
    /// A cell whose nearest and second-nearest kind are likenesses nearer to each other is
    /// doubtful: noise can bring it to where it is no longer named.
    pub const SURE_MARGIN: f32 = 0.15;

    /// The pictures of a profile.
    pub fn from_profile(profile: &Profile) -> Self {
        let mut templates = Self { slack: profile.shade_slack.unwrap_or(SLACK), ..Self::default() };
        let whole = FrameRect { x: 0.0, y: 0.0, w: 16.0, h: 16.0 };
        for (name, picture) in &profile.pictures {
            let kind = Cell::from_char(*name).expect("a profile's names are checked when it loads");
            templates.list.push((kind, Patch::of(picture, whole)));
        }
        templates
    }

    /// Whether there is no picture at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Every picture with its kind.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &Patch)> {
        self.list.iter().map(|(kind, patch)| (*kind, patch))
    }

    /// The pictures as a profile keeps them, kind by kind.
    pub fn pictures(&self) -> Vec<(char, RgbImage)> {
        let of = |kind: Cell| self.iter().filter(move |(k, _)| *k == kind);
        let all = Cell::ALL.into_iter().flat_map(of);
        all.map(|(kind, patch)| (kind.to_char(), patch.to_image())).collect()
    }

    /// Learns the picture of a kind that lies at `rect` in `image`; whether it told anything new.
    pub fn learn(&mut self, kind: Cell, image: &RgbImage, rect: FrameRect) -> bool {
        let shifted = shifts(rect).map(|rect| Patch::of(image, rect));
        let known = |(k, p): &(Cell, Patch)| {
            *k == kind && shifted.iter().any(|patch| p.distance(patch, self.slack) < SAME)
        };
        let new = self.list.len() < MOST && !self.list.iter().any(known);
        if new {
            let [middle, ..] = shifted;
            self.list.push((kind, middle));
        }
        new
    }

    /// How far the cell at `rect` is from the nearest picture.
    pub fn distance(&self, image: &RgbImage, rect: FrameRect) -> f32 {
        self.nearest(&Patch::of(image, rect)).0.1
    }

    /// Names the cell at `rect` of `image`, which may lie a pixel off; unknown unless one kind is
    /// near and every other far.
    pub fn name(&self, image: &RgbImage, rect: FrameRect) -> CellReading {
        let mut best = (Cell::Covered, f32::INFINITY);
        let mut second = best;
        for rect in shifts(rect) {
            let (first, other) = self.nearest(&Patch::of(image, rect));
            for found in [first, other] {
                if found.1 < best.1 {
                    if found.0 != best.0 {
                        second = best;
                    }
                    best = found;
                } else if found.1 < second.1 && found.0 != best.0 {
                    second = found;
                }
            }
            if best.1 < SAME && is_clear(best.1, second.1) {
                break;
            }
        }
        CellReading {
            kind: (best.1 <= FAR && is_clear(best.1, second.1)).then_some(best.0),
            best: best.0,
            score: likeness(best.1),
            second: second.0,
            second_score: likeness(second.1),
        }
    }

    /// The nearest kind and the nearest other kind, with their distances.
    fn nearest(&self, patch: &Patch) -> ((Cell, f32), (Cell, f32)) {
        let mut best = (Cell::Covered, f32::INFINITY);
        let mut second = best;
        for (kind, template) in &self.list {
            let distance = template.distance(patch, self.slack);
            if distance < best.1 {
                if *kind != best.0 {
                    second = best;
                }
                best = (*kind, distance);
            } else if distance < second.1 && *kind != best.0 {
                second = (*kind, distance);
            }
        }
        (best, second)
    }
}

/// Whether the nearest kind is so much nearer than any other that it cannot be another.
fn is_clear(best: f32, second: f32) -> bool {
    second + NOISE >= CLEARER * (best + NOISE)
}

/// A rectangle on whole pixels and its eight places a pixel away, itself first.
fn shifts(rect: FrameRect) -> [FrameRect; 9] {
    let (x, y) = (rect.x.round(), rect.y.round());
    let (w, h) = ((rect.x + rect.w).round() - x, (rect.y + rect.h).round() - y);
    let steps = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    steps.map(|(dx, dy)| FrameRect { x: x + f64::from(dx), y: y + f64::from(dy), w, h })
}

/// 1 for the same picture, 1/2 where it is just too far.
fn likeness(distance: f32) -> f32 {
    FAR / (FAR + distance)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    const RECT: FrameRect = FrameRect { x: 2.0, y: 2.0, w: 16.0, h: 16.0 };

    /// A grey cell with a dark bar at column `x`.
    fn bar(x: u32, shade: u8) -> RgbImage {
        RgbImage::from_fn(20, 20, |at, _| Rgb([if (at + 1) / 3 == x { shade } else { 190 }; 3]))
    }

    #[test]
    fn a_cell_is_named_after_the_only_near_kind() {
        let mut templates = Templates::default();
        assert!(templates.learn(Cell::Open(1), &bar(1, 20), RECT));
        assert!(templates.learn(Cell::Open(2), &bar(4, 20), RECT));
        assert!(!templates.learn(Cell::Open(2), &bar(4, 22), RECT));
        assert_eq!(templates.name(&bar(1, 30), RECT).kind, Some(Cell::Open(1)));
        let off = FrameRect { x: 3.0, ..RECT };
        assert_eq!(templates.name(&bar(4, 20), off).kind, Some(Cell::Open(2)));
        assert_eq!(templates.name(&bar(6, 20), RECT).kind, None);
        assert_eq!(templates.name(&bar(4, 100), RECT).kind, None);
    }

    #[test]
    fn without_pictures_everything_is_unknown() {
        assert_eq!(Templates::default().name(&bar(1, 20), RECT).kind, None);
    }
}
