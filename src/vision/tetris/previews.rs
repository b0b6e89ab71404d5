//! The next pieces and the held one beside a well, named by their shape.

use image::Rgb;

use super::shapes::piece_of;
use crate::board::tetris::Piece;
use crate::frame::Frame;
use crate::geometry::{CellPos, FramePoint, FrameRect, GridGeometry, PixelRect};

/// A colour that covers this share of a panel is its ground.
const GROUND: f32 = 0.08;
/// A channel this far from the ground is something else.
const APART: u8 = 28;
/// Size of a preview's cells as a share of the well's.
const SCALE: std::ops::RangeInclusive<f64> = 0.35..=1.12;
/// How many cells beside and above the well are searched.
const ASIDE: f64 = 12.0;
const ABOVE: f64 = 5.0;
/// The longer side of a preview, and twice its shorter one, in cells of the well: up to two
/// pieces that something joins.
const SIZE: std::ops::RangeInclusive<f64> = 0.7..=7.0;
/// A cell of a preview is filled from this share of its pixels on, and empty up to that one.
const FILLED: f32 = 0.7;
const EMPTY: f32 = 0.2;
/// The logarithm up to which the cells of two pieces in one place are of one size.
const SAME_CELL: f64 = 0.08;
/// A line between blocks differs at least so much from them, in one channel.
const LINE: u32 = 12;
/// The most next pieces that are looked for.
const MOST: usize = 6;

/// Where the next pieces and the held one are shown.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Previews {
    /// Places of the next pieces, the first to come first, and of the held one.
    next: Vec<Slot>,
    hold: Option<Slot>,
    pitch: (f64, f64),
}

/// A part of the picture that shows one piece.
#[derive(Debug, Clone, PartialEq)]
struct Slot {
    area: FrameRect,
    ground: Vec<[u8; 3]>,
    /// Width and height of a cell of the piece that was seen there last.
    cell: Option<(f64, f64)>,
}

/// A piece drawn somewhere.
#[derive(Debug, Clone, PartialEq)]
struct Drawn {
    /// Which one, where its shape can be made out.
    piece: Option<Piece>,
    /// Width and height of its cells.
    cell: Option<(f64, f64)>,
    area: FrameRect,
}

impl Previews {
    /// Looks beside and above the well at `grid` for pieces.
    pub fn find(frame: &Frame, grid: &GridGeometry) -> Self {
        let (bounds, (w, h)) = (grid.bounds(), grid.pitch());
        let pitch = (w, h);
        let panel = |x: f64, y: f64, w: f64, h: f64| {
            let area = visible(frame, FrameRect { x, y, w, h });
            let ground = ground(frame, area);
            let found = column(drawn(frame, area, &ground, pitch, None), pitch);
            let slot = |Drawn { area, cell, .. }: Drawn| {
                let ground = ground.clone();
                Slot { area, ground, cell }
            };
            found.into_iter().map(slot).collect::<Vec<_>>()
        };
        let gap = 0.3 * w;
        let right = panel(bounds.x + bounds.w + gap, bounds.y - h, ASIDE * w, bounds.h + h);
        let mut left = panel(bounds.x - ASIDE * w - gap, bounds.y - h, ASIDE * w, bounds.h + h);
        let above = || panel(bounds.x, bounds.y - ABOVE * h, bounds.w, (ABOVE - 0.3) * h);
        // The held piece is single, and left of the upper half of the well.
        let high = |slot: &Slot| slot.area.centre().y < bounds.centre().y;
        let hold = if left.len() == 1 { left.pop_if(|slot| high(slot)) } else { None };
        let hold = hold.filter(|_| !right.is_empty());
        // A list left of the well counts the pieces that came.
        let next = match (right.is_empty(), left.len()) {
            (false, _) => right,
            (true, 1) => left,
            (true, 0) => above(),
            (true, _) => Vec::new(),
        };
        let widen = |slots: Vec<Slot>| -> Vec<Slot> {
            let apart = slots
                .windows(2)
                .map(|two| two[1].area.centre().y - two[0].area.centre().y)
                .fold(4.6 * h, f64::min);
            slots.into_iter().map(|slot| slot.widened(4.6 * w, 0.94 * apart)).collect()
        };
        let hold = hold.map(|slot| slot.widened(4.6 * w, 4.0 * h));
        Self { next: widen(next), hold, pitch }
    }

    /// The pieces that `frame` shows there: the next ones, the first to come first, and the held
    /// one.
    pub fn read(&mut self, frame: &Frame) -> (Vec<Option<Piece>>, Option<Piece>) {
        let pitch = self.pitch;
        let look = |slot: &mut Slot| {
            let found = drawn(frame, visible(frame, slot.area), &slot.ground, pitch, slot.cell);
            let mut named = found.iter().filter(|drawn| drawn.piece.is_some());
            let only = named.next().filter(|_| named.next().is_none())?;
            slot.cell = only.cell;
            only.piece
        };
        (self.next.iter_mut().map(look).collect(), self.hold.as_mut().and_then(look))
    }

    /// The parts of the picture that [`read`](Self::read) looks at.
    pub fn areas(&self) -> impl Iterator<Item = FrameRect> + '_ {
        self.next.iter().chain(&self.hold).map(|slot| slot.area)
    }
}

impl Slot {
    fn widened(self, w: f64, h: f64) -> Self {
        let FramePoint { x, y } = self.area.centre();
        Self { area: FrameRect { x: x - w / 2.0, y: y - h / 2.0, w, h }, ..self }
    }
}

/// The part of `area` that is in the frame.
fn visible(frame: &Frame, area: FrameRect) -> PixelRect {
    let seen = frame.region;
    let whole = area.to_pixels(seen.x + seen.w, seen.y + seen.h);
    let (x, y) = (whole.x.max(seen.x), whole.y.max(seen.y));
    let end = |from: u32, size: u32, low: u32| (from + size).saturating_sub(low);
    PixelRect { x, y, w: end(whole.x, whole.w, x), h: end(whole.y, whole.h, y) }
}

fn pixel(frame: &Frame, x: u32, y: u32) -> [u8; 3] {
    let Rgb(pixel) = *frame.image.get_pixel(x - frame.region.x, y - frame.region.y);
    pixel
}

/// The colours that cover much of an area.
fn ground(frame: &Frame, area: PixelRect) -> Vec<[u8; 3]> {
    let mut bins = vec![([0u32; 3], 0u32); 512];
    for y in area.y..area.y + area.h {
        for x in area.x..area.x + area.w {
            let colour = pixel(frame, x, y);
            let at = colour.iter().fold(0, |at, v| at * 8 + usize::from(v / 32));
            bins[at].1 += 1;
            bins[at].0.iter_mut().zip(colour).for_each(|(sum, v)| *sum += u32::from(v));
        }
    }
    let least = (GROUND * (area.w * area.h) as f32).max(1.0);
    bins.iter()
        .filter(|(_, count)| *count as f32 >= least)
        .map(|(sum, count)| sum.map(|sum| (sum / count) as u8))
        .collect()
}

/// Which pixels of an area, row by row, are no ground.
fn mask(frame: &Frame, area: PixelRect, ground: &[[u8; 3]]) -> Vec<bool> {
    let far = |a: [u8; 3], b: &[u8; 3]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > APART);
    (area.y..area.y + area.h)
        .flat_map(|y| (area.x..area.x + area.w).map(move |x| pixel(frame, x, y)))
        .map(|colour| ground.iter().all(|ground| far(colour, ground)))
        .collect()
}

/// Whether lines part a square into four: any square blot has the shape of an O.
fn parted(frame: &Frame, area: FrameRect) -> bool {
    let mean = |x: f64, y: f64, w: f64, h: f64| {
        let rect = FrameRect {
            x: area.x + x * area.w,
            y: area.y + y * area.h,
            w: w * area.w,
            h: h * area.h,
        };
        let rect = visible(frame, rect);
        let mut sum = [0u32; 3];
        for (x, y) in
            (rect.y..rect.y + rect.h).flat_map(|y| (rect.x..rect.x + rect.w).map(move |x| (x, y)))
        {
            sum.iter_mut().zip(pixel(frame, x, y)).for_each(|(sum, v)| *sum += u32::from(v));
        }
        sum.map(|sum| sum / (rect.w * rect.h).max(1))
    };
    let apart = |a: [u32; 3], b: [u32; 3]| a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > LINE);
    let quarters = [(0.15, 0.15), (0.65, 0.15), (0.15, 0.65), (0.65, 0.65)];
    let centres = quarters.map(|(x, y)| mean(x, y, 0.2, 0.2));
    let alike = centres.iter().all(|centre| !apart(*centre, centres[0]));
    // Where blocks keep a gap on one side only the line lies a little aside.
    let line = |part: &dyn Fn(f64) -> [u32; 3]| {
        (0..6).any(|k| apart(part(0.45 + 0.02 * f64::from(k)), centres[0]))
    };
    let parts = |(x, y): (f64, f64)| {
        line(&|at| mean(at, y, 0.02, 0.2)) && line(&|at| mean(x, at, 0.2, 0.02))
    };
    alike && quarters.into_iter().all(parts)
}

/// Pieces drawn in an area on `ground`; in a place of which it is known how large a `cell` is, a
/// plain square of four is an O.
fn drawn(
    frame: &Frame,
    area: PixelRect,
    ground: &[[u8; 3]],
    (pitch_w, pitch_h): (f64, f64),
    cell: Option<(f64, f64)>,
) -> Vec<Drawn> {
    let (w, h) = (area.w as usize, area.h as usize);
    let mask = mask(frame, area, ground);
    // Blocks may stand a little apart: pixels in touching tiles belong together.
    let tile = (pitch_w.min(pitch_h) * 0.15) as usize + 1;
    let (across, down) = (w.div_ceil(tile), h.div_ceil(tile));
    let mut tiles = vec![false; across * down];
    for (i, _) in mask.iter().enumerate().filter(|(_, set)| **set) {
        tiles[i / w / tile * across + i % w / tile] = true;
    }
    let mut found = Vec::new();
    for first in 0..tiles.len() {
        if !std::mem::take(&mut tiles[first]) {
            continue;
        }
        let mut group = vec![first];
        let mut at = 0;
        let (mut left, mut right, mut top, mut bottom) = (w, 0, h, 0);
        while let Some(one) = group.get(at).copied() {
            at += 1;
            let (col, row) = (one % across, one / across);
            for y in row * tile..((row + 1) * tile).min(h) {
                for x in (col * tile..((col + 1) * tile).min(w)).filter(|x| mask[y * w + x]) {
                    (left, right) = (left.min(x), right.max(x + 1));
                    (top, bottom) = (top.min(y), bottom.max(y + 1));
                }
            }
            for r in row.saturating_sub(1)..(row + 2).min(down) {
                for c in col.saturating_sub(1)..(col + 2).min(across) {
                    if std::mem::take(&mut tiles[r * across + c]) {
                        group.push(r * across + c);
                    }
                }
            }
        }
        let place = FrameRect {
            x: left as f64,
            y: top as f64,
            w: (right - left) as f64,
            h: (bottom - top) as f64,
        };
        let (across, down) = (place.w / pitch_w, place.h / pitch_h);
        if !SIZE.contains(&across.max(down)) || across.min(down) * 2.0 < *SIZE.start() {
            continue;
        }
        let named = shape(&mask, w, place, (pitch_w, pitch_h));
        let (x, y) = (place.x + f64::from(area.x), place.y + f64::from(area.y));
        let area = FrameRect { x, y, ..place };
        let near = |a: f64, b: f64| (a / b).ln().abs() < SAME_CELL;
        let like = |own: (f64, f64)| cell.is_some_and(|c| near(own.0, c.0) && near(own.1, c.1));
        let named =
            named.filter(|(piece, own)| *piece != Piece::O || like(*own) || parted(frame, area));
        let (piece, cell) = named.unzip();
        found.push(Drawn { piece, cell, area });
    }
    found
}

/// The piece whose cells the pixels inside `place` fill, with their width and height.
fn shape(
    mask: &[bool],
    width: usize,
    place: FrameRect,
    pitch: (f64, f64),
) -> Option<(Piece, (f64, f64))> {
    const SIZES: [(usize, usize); 5] = [(4, 1), (3, 2), (2, 2), (2, 3), (1, 4)];
    SIZES.into_iter().find_map(|(cols, rows)| {
        let (w, h) = (place.w / cols as f64, place.h / rows as f64);
        let (across, down) = (w / pitch.0, h / pitch.1);
        if (across / down).ln().abs() > 0.13 || !SCALE.contains(&across) || !SCALE.contains(&down) {
            return None;
        }
        let share = |col: usize, row: usize| {
            let span = |from: f64, size: f64| {
                ((from + 0.15 * size).round() as usize)..((from + 0.85 * size).round() as usize)
            };
            let (mut set, mut all) = (0u32, 0u32);
            for y in span(place.y + row as f64 * h, h) {
                for x in span(place.x + col as f64 * w, w) {
                    set += u32::from(mask[y * width + x]);
                    all += 1;
                }
            }
            set as f32 / all.max(1) as f32
        };
        let mut cells = Vec::new();
        for (col, row) in (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row))) {
            match share(col, row) {
                share if share >= FILLED => cells.push(CellPos::new(col, row)),
                share if share <= EMPTY => {}
                _ => return None,
            }
        }
        piece_of(&cells).map(|piece| (piece, (w, h)))
    })
}

/// The pieces that stand below each other at even distances, from the top. None when there are
/// too many for a row of next pieces (a table of all pieces), when the first cannot be made out,
/// or when all of several are squares: those may be anything.
fn column(mut drawn: Vec<Drawn>, (w, h): (f64, f64)) -> Vec<Drawn> {
    drawn.sort_by(|a, b| a.area.centre().y.total_cmp(&b.area.centre().y));
    let named = drawn.iter().find(|drawn| drawn.piece.is_some());
    let Some(first) = named.map(|drawn| drawn.area.centre()) else { return Vec::new() };
    drawn.retain(|drawn| (drawn.area.centre().x - first.x).abs() < 1.2 * w);
    // Labels above the pieces are lower than those, as a rule, and nearer than a piece.
    let size = |drawn: &Drawn| drawn.area.w * drawn.area.h;
    let typical = drawn.iter().filter(|drawn| drawn.piece.is_some()).map(size).fold(0.0, f64::max);
    drawn.retain(|drawn| drawn.piece.is_some() || size(drawn) > 0.5 * typical);
    let last = drawn.iter().rposition(|drawn| drawn.piece.is_some()).map_or(0, |last| last + 1);
    drawn.truncate(last);
    let squares = drawn.iter().all(|drawn| drawn.piece == Some(Piece::O));
    if drawn.len() > MOST || drawn[0].piece.is_none() || (squares && drawn.len() > 1) {
        return Vec::new();
    }
    let apart = |a: &Drawn, b: &Drawn| b.area.centre().y - a.area.centre().y;
    let Some(step) = drawn.windows(2).map(|two| apart(&two[0], &two[1])).min_by(f64::total_cmp)
    else {
        return drawn;
    };
    let even = drawn.windows(2).take_while(|two| apart(&two[0], &two[1]) < step + 1.5 * h).count();
    drawn.truncate(even + 1);
    drawn
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    /// Plain rectangles of 10 pixels a cell on black.
    fn frame(rects: &[(u32, u32, u32, u32)]) -> Frame {
        let mut image = RgbImage::new(60, 60);
        for (x, y, w, h) in rects {
            for (x, y) in (*y..y + h).flat_map(|y| (*x..x + w).map(move |x| (x, y))) {
                image.put_pixel(x, y, Rgb([200, 200, 200]));
            }
        }
        Frame::from_image(image)
    }

    #[test]
    fn a_plain_square_is_an_o_where_it_is_known_how_large_cells_are() {
        let area = FrameRect { x: 0.0, y: 0.0, w: 60.0, h: 60.0 };
        let slot = Slot { area, ground: vec![[0; 3]], cell: None };
        let mut previews = Previews { next: vec![slot], hold: None, pitch: (12.0, 12.0) };
        let square = frame(&[(20, 20, 20, 20)]);
        assert_eq!(previews.read(&square).0, [None]);
        assert_eq!(previews.read(&frame(&[(10, 20, 40, 10)])).0, [Some(Piece::I)]);
        assert_eq!(previews.read(&square).0, [Some(Piece::O)]);
        assert_eq!(previews.read(&frame(&[(20, 20, 12, 12)])).0, [None]);
    }
}
