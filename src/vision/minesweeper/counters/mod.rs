//! What a game shows beside its board: the mines left, the time and the face button.

mod boxes;
mod digits;
mod face;
mod judge;
mod led;
mod text;

use image::RgbImage;

use super::reading::CellReading;
use crate::board::Grid;
use crate::frame::Frame;
use crate::geometry::{FrameRect, GridGeometry};

/// How far from a board something is looked for: above, below and beside it, in cells and at
/// least so many pixels, as windows keep their distances while boards get smaller.
const ABOVE: (f64, f64) = (5.0, 70.0);
const BELOW: (f64, f64) = (3.0, 70.0);
const BESIDE: (f64, f64) = (5.0, 160.0);

/// What a game shows beside its board, as far as it is beyond doubt.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counters {
    /// Mines less flags; below zero with too many flags.
    pub mines_left: Option<i32>,
    /// The time that the game has taken so far, in whole seconds.
    pub seconds: Option<u32>,
    /// The face button that starts a new game, in frame pixels.
    pub face: Option<FrameRect>,
    /// Where the numbers that were read stand, in frame pixels: a later look goes there only.
    pub places: Vec<FrameRect>,
}

impl Counters {
    /// Reads what stands around the board at `grid` in `frame` whose cells were read as `cells`;
    /// only where it was `before`, if that is known.
    pub(super) fn read(
        frame: &Frame,
        grid: &GridGeometry,
        cells: &Grid<CellReading>,
        before: Option<&Counters>,
    ) -> Counters {
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let here = grid.shifted(-dx, -dy);
        let found = match before {
            Some(before) => before.clone().shifted(-dx, -dy).again(&frame.image, &here, cells),
            None => Counters::find(&frame.image, &here, cells),
        };
        found.shifted(dx, dy)
    }

    /// Looks all around the board at `here` in `image` whose cells were read as `cells`.
    fn find(image: &RgbImage, here: &GridGeometry, cells: &Grid<CellReading>) -> Counters {
        let pitch = here.pitch().1;
        let areas = around(image, here);
        let above = areas[0];
        let mut shown = led::displays(image, above, pitch);
        for area in areas {
            text::numbers(image, area, pitch, &mut shown);
        }
        let face = face::find(image, here, above, &shown);
        Counters { face, ..judge::believe(shown, here, cells) }
    }

    /// Looks again where numbers were found before.
    fn again(&self, image: &RgbImage, here: &GridGeometry, cells: &Grid<CellReading>) -> Counters {
        let pitch = here.pitch().1;
        let mut shown = Vec::new();
        for place in &self.places {
            // A number that gets longer needs room.
            let (w, h) = (image.width(), image.height());
            let area = Part::of(
                (place.x - place.h, place.x + place.w + place.h),
                (place.y - 0.4 * place.h, place.y + 1.4 * place.h),
                (w, h),
            );
            let before = shown.len();
            shown.extend(led::displays(image, area, pitch));
            if shown.len() == before {
                text::numbers(image, area, pitch, &mut shown);
            }
        }
        let places = self.places.clone();
        Counters { face: self.face, places, ..judge::believe(shown, here, cells) }
    }

    /// The same with everything moved.
    fn shifted(self, dx: f64, dy: f64) -> Counters {
        let moved = |r: FrameRect| FrameRect { x: r.x + dx, y: r.y + dy, ..r };
        let places = self.places.into_iter().map(moved).collect();
        Counters { face: self.face.map(moved), places, ..self }
    }
}

/// The areas above, below, right and left of a board.
fn around(image: &RgbImage, here: &GridGeometry) -> [Part; 4] {
    let (board, (_, pitch)) = (here.bounds(), here.pitch());
    let reach = |(cells, pixels): (f64, f64)| (cells * pitch).max(pixels);
    let (right, bottom) = (board.x + board.w, board.y + board.h);
    let wide = (board.x - pitch, right + pitch);
    let high = (board.y - pitch, bottom + pitch);
    // A board's own frame is no number.
    let off = (0.1 * pitch).max(1.0);
    let size = image.dimensions();
    [
        Part::of(wide, (board.y - reach(ABOVE), board.y - off), size),
        Part::of(wide, (bottom + off, bottom + reach(BELOW)), size),
        Part::of((right + off, right + reach(BESIDE)), high, size),
        Part::of((board.x - reach(BESIDE), board.x - off), high, size),
    ]
}

/// A number beside a board.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Shown {
    /// Where it stands.
    place: Part,
    /// What it says.
    what: Says,
    /// How it is drawn.
    drawn: Drawn,
}

/// What a number says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    /// A number by itself.
    Number(i32),
    /// So many of so many, as in `12/40`.
    OfAll(i32, i32),
    /// A time with its minutes, in seconds, as in `02:38`.
    Clock(u32),
}

/// How a number is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Drawn {
    /// Of lit segments.
    Segments,
    /// In a font.
    Text,
}

/// A rectangle of pixels, right and bottom excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Part {
    /// The part between the given edges that lies in a picture of this size.
    fn of(x: (f64, f64), y: (f64, f64), size: (u32, u32)) -> Self {
        let clip = |v: f64, top: u32| v.round().clamp(0.0, f64::from(top)) as u32;
        let (left, top) = (clip(x.0, size.0), clip(y.0, size.1));
        let (right, bottom) = (clip(x.1, size.0), clip(y.1, size.1));
        Self { left, top, right: right.max(left), bottom: bottom.max(top) }
    }

    /// The smallest one that holds both.
    fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn w(&self) -> u32 {
        self.right - self.left
    }

    fn h(&self) -> u32 {
        self.bottom - self.top
    }

    /// Twice the middle, so that it is whole.
    fn middle(&self) -> (u32, u32) {
        (self.left + self.right, self.top + self.bottom)
    }

    /// Whether the two have pixels in common.
    fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn rect(&self) -> FrameRect {
        let [x, y, w, h] = [self.left, self.top, self.w(), self.h()].map(f64::from);
        FrameRect { x, y, w, h }
    }
}

/// The largest difference of two colours in one channel.
fn apart(a: [u8; 3], b: [u8; 3]) -> u8 {
    a.into_iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::minesweeper::{Cell, Game, Level, Rules};
    use crate::geometry::CellPos;
    use crate::target::simulated::minesweeper::skins::{self, Face, Header};
    use crate::target::simulated::minesweeper::{Look, Picture};
    use crate::vision::minesweeper::{BoardReader, Hints, Reader};

    /// How many of the two numbers of `header` were read; none may be wrong.
    fn right(seen: &Counters, header: Header, skin: &str) -> usize {
        let told = || format!("{skin}: {seen:?} where {header:?}");
        assert!(seen.mines_left.is_none_or(|n| n == header.mines_left), "{}", told());
        assert!(seen.seconds.is_none_or(|n| n == header.seconds), "{}", told());
        usize::from(seen.mines_left.is_some()) + usize::from(seen.seconds.is_some())
    }

    #[test]
    fn counters_and_face_of_every_built_in_skin_are_read_and_followed() {
        let (mut read, mut all) = (0, 0);
        for skin in skins::names() {
            for scale in [1.0, 1.5, 2.0] {
                let look = Look::new(skin, scale).expect("the skin is built in");
                let level = Level::INTERMEDIATE;
                let mut game = Game::new(level, Rules::default(), 5);
                game.open(CellPos::new(8, 8));
                let mut picture = Picture::new(look, level.cols, level.rows);
                let header =
                    |left, seconds| Header { mines_left: left, seconds, face: Face::Smile };
                let first = header(game.mines_left(), 47);
                picture.update(game.cells(), first);
                let mut reader = Reader::new(Hints::default());
                let frame = Frame::from_image(picture.image().clone());
                let found = reader.find(&frame).expect("the board is found");
                read += right(&found.counters, first, skin);
                let covered = game.cells().iter().find(|(_, cell)| **cell == Cell::Covered);
                let pos = covered.expect("the mines are covered").0;
                game.mark(pos);
                let second = header(game.mines_left(), 108);
                picture.update(game.cells(), second);
                let frame = Frame::from_image(picture.image().clone());
                read += right(&reader.read(&frame, &found).counters, second, skin);
                if let Some(face) = found.counters.face {
                    assert!(picture.face().contains(face.centre()), "{skin}: {face:?}");
                    read += 1;
                }
                all += 5;
            }
        }
        // One skin has dotted noughts, which are not read.
        assert!(read * 10 >= all * 7, "{read} of {all} were read");
    }
}
