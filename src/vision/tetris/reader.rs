//! Finding a well in a frame and reading it again.

use image::RgbImage;
use thiserror::Error;

use super::background::Looks;
use super::edges::Edges;
use super::find::{Candidate, Pitch, candidates};
use super::interpret::{Interpretation, interpret};
use super::outside::continues;
use super::patch::patches;
use super::previews::Previews;
use super::reading::{FallingPiece, Reading, Rest};
use super::refine::refine;
use super::repeats;
use super::shapes::whole_places;
use crate::abandon;
use crate::board::Grid;
use crate::calibration::WellPlace;
use crate::frame::Frame;
use crate::geometry::{CellPos, GridGeometry};

/// What is known before looking.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hints {
    /// Columns of the well, where known.
    pub cols: Option<usize>,
    /// Rows of the well, where known.
    pub rows: Option<usize>,
    /// Where the well is in windows of one size: looked for nowhere else in these.
    pub place: Option<WellPlace>,
}

/// Why a frame gave no well.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum NoWell {
    /// Nothing has two upright borders with a lattice between them.
    #[error("no upright pair of borders with a grid between them was found")]
    NoBorders,
    /// There are such places, but none reads as a well.
    #[error("{0} place(s) have the borders of a well, but none of them reads as one")]
    NothingReads(usize),
}

/// Places that are read in full before one is chosen.
const TRIED: usize = 32;
/// A place for which less speaks is no well.
const LEAST: f32 = 4.25;
/// At most this share of a well may be unreadable.
const MOST_UNKNOWN: f32 = 0.18;

/// A lattice that fills the well exactly may look so much less like one.
const FILLED: f32 = 0.1;
/// So much speaks for a lattice that fills the well exactly.
const FITS: f32 = 0.2;

/// Reads Tetris wells of any skin.
#[derive(Debug, Clone, Default)]
pub struct TetrisReader {
    hints: Hints,
}

impl TetrisReader {
    /// A reader that uses `hints`.
    pub fn new(hints: Hints) -> Self {
        Self { hints }
    }

    /// Finds the well in `frame` and reads it.
    ///
    /// # Errors
    /// When nothing in the frame reads as a well.
    pub fn find(&self, frame: &Frame) -> Result<Reading, NoWell> {
        let whole = (frame.region.w, frame.region.h);
        let place = self.hints.place.as_ref().and_then(|place| place.within(whole.0, whole.1));
        if let Some(place) = place {
            return at_place(frame, &place).ok_or(NoWell::NothingReads(1));
        }
        let edges = Edges::of(&frame.image);
        let places: Vec<_> = candidates(&edges, TRIED)
            .into_iter()
            .chain(repeats::candidates(&frame.image))
            .filter(|c| self.hints.cols.is_none_or(|n| n == c.cols))
            .filter(|c| self.hints.rows.is_none_or(|n| n == c.rows))
            .collect();
        if places.is_empty() {
            return Err(NoWell::NoBorders);
        }
        let mut read: Vec<Read> = Vec::new();
        for place in places.iter().take_while(|_| !abandon::wanted()) {
            let geometry = place.geometry();
            let Some(mut found) = look(&frame.image, &edges, &geometry) else { continue };
            let (mut geometry, mut filled) = (geometry, place.pitch == Pitch::Exact);
            for _ in 0..2 {
                let finer = refine(&edges, &geometry, place, |i| found.marked[i]);
                let least = found.quality - if finer.filled { FILLED } else { 0.0 };
                match look(&frame.image, &edges, &finer.grid) {
                    Some(better) if better.quality > least => {
                        (found, geometry) = (better, finer.grid);
                        filled = finer.filled || place.pitch == Pitch::Exact;
                    }
                    _ => break,
                }
            }
            let worth = worth(place, &geometry, &found) + if filled { FITS } else { 0.0 };
            read.push(Read { total: worth + size(&geometry), worth, geometry, found });
        }
        read.sort_by(|a, b| b.total.total_cmp(&a.total));
        let good = |read: &Read| {
            let cells = &read.found.cells;
            let unknown = cells.iter().filter(|c| c.kind.is_none()).count();
            read.worth >= LEAST && unknown as f32 <= MOST_UNKNOWN * cells.len() as f32
        };
        let mut read = read.into_iter();
        let Some(best) = read.next().filter(good) else {
            return Err(NoWell::NothingReads(places.len()));
        };
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let mut others: Vec<GridGeometry> = Vec::new();
        for other in read.filter(good) {
            let apart = |g: &GridGeometry| apart(g, &other.geometry);
            if apart(&best.geometry) && others.iter().all(apart) {
                others.push(other.geometry);
            }
        }
        let mut reading = reading(best.geometry.shifted(dx, dy), best.found, best.worth);
        (reading.next, reading.hold) = Previews::find(frame, &reading.geometry).read(frame);
        reading.others = others.iter().map(|g| g.shifted(dx, dy)).collect();
        Ok(reading)
    }
}

/// Reads the well at a place told beforehand: only what shows a clean position is taken.
fn at_place(frame: &Frame, place: &GridGeometry) -> Option<Reading> {
    read_at(frame, place).filter(|reading| reading.rest == Rest::Settled && reading.playable())
}

/// Reads what is at a place where a well is known to be, whether it is a position or not.
pub(super) fn read_at(frame: &Frame, place: &GridGeometry) -> Option<Reading> {
    let found = interpret(&looks(frame, place))?;
    let mut reading = reading(place.clone(), found, f32::MAX);
    (reading.next, reading.hold) = Previews::find(frame, place).read(frame);
    Some(reading)
}

/// How the cells of `grid`, in frame pixels, look in `frame`.
fn looks(frame: &Frame, grid: &GridGeometry) -> Looks {
    let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
    Looks { cols: grid.cols(), rows: grid.rows(), patches: patches(&frame.image, grid, dx, dy) }
}

/// A place read in full.
struct Read {
    total: f32,
    worth: f32,
    geometry: GridGeometry,
    found: Interpretation,
}

/// Whether two wells do not overlap.
fn apart(a: &GridGeometry, b: &GridGeometry) -> bool {
    let (a, b) = (a.bounds(), b.bounds());
    a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y
}

/// What larger cells count for in the choice among places: a finer lattice inside the true one
/// must not win by a hair.
fn size(geometry: &GridGeometry) -> f32 {
    let (w, h) = geometry.pitch();
    0.33 * (w * h).log2() as f32
}

/// How much speaks for a place being a well, whatever its size.
fn worth(place: &Candidate, geometry: &GridGeometry, found: &Interpretation) -> f32 {
    let (w, h) = geometry.pitch();
    let oblong = ((w / h).ln().abs() as f32 - 0.01).max(0.0);
    found.quality + 0.5 * place.score
        - 0.2 * place.misfit
        - 5.0 * oblong
        - place.doubt()
        - found.continues
}

/// Reads the cells of `grid` and looks at what surrounds it.
fn look(image: &RgbImage, edges: &Edges, grid: &GridGeometry) -> Option<Interpretation> {
    let patches = patches(image, grid, 0.0, 0.0);
    let looks = Looks { cols: grid.cols(), rows: grid.rows(), patches };
    let mut found = interpret(&looks)?;
    found.continues = continues(image, edges, grid, &looks, &found);
    Some(found)
}

/// The reading of a well whose worth as a place is known.
fn reading(geometry: GridGeometry, found: Interpretation, worth: f32) -> Reading {
    let (cols, rows) = (geometry.cols(), geometry.rows());
    let places = |cells: &[usize]| -> Vec<CellPos> {
        cells.iter().map(|i| CellPos::new(i % cols, i / cols)).collect()
    };
    let moving = &found.moving;
    Reading {
        cells: Grid::from_fn(cols, rows, |p| found.cells[p.row * cols + p.col]),
        falling: moving.piece.filter(|_| !moving.falling.is_empty()).map(|piece| {
            let cells = places(&moving.falling);
            FallingPiece { piece, places: whole_places(piece, &cells), cells, slid: 0.0 }
        }),
        ghost: places(&moving.ghost),
        next: Vec::new(),
        hold: None,
        rest: found.rest,
        end: found.end,
        confidence: ((worth - 3.5) / 2.0).clamp(0.0, 1.0),
        others: Vec::new(),
        profile: None,
        geometry,
    }
}
