//! Finding a well in a frame and reading it again.

use image::RgbImage;
use thiserror::Error;

use super::background::Looks;
use super::edges::Edges;
use super::find::{Candidate, candidates};
use super::interpret::{Interpretation, interpret};
use super::outside::continues;
use super::patch::patches;
use super::refine::refine;
use super::reading::{FallingPiece, Reading};
use crate::board::Grid;
use crate::frame::Frame;
use crate::geometry::{CellPos, GridGeometry};

/// What is known before looking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hints {
    /// Columns of the well, where known.
    pub cols: Option<usize>,
    /// Rows of the well, where known.
    pub rows: Option<usize>,
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
/// A place of lower quality is no well.
const LEAST: f32 = 2.6;

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
        let edges = Edges::of(&frame.image);
        let places: Vec<_> = candidates(&edges, TRIED)
            .into_iter()
            .filter(|c| self.hints.cols.is_none_or(|n| n == c.cols))
            .filter(|c| self.hints.rows.is_none_or(|n| n == c.rows))
            .collect();
        if places.is_empty() {
            return Err(NoWell::NoBorders);
        }
        let mut read: Vec<(f32, GridGeometry, Interpretation)> = Vec::new();
        for place in &places {
            let geometry = place.geometry();
            let Some(mut found) = look(&frame.image, &edges, &geometry) else { continue };
            let mut geometry = geometry;
            for _ in 0..2 {
                let finer = refine(&edges, &geometry, |i| found.marked[i]);
                match look(&frame.image, &edges, &finer) {
                    Some(better) if better.quality > found.quality => {
                        (found, geometry) = (better, finer);
                    }
                    _ => break,
                }
            }
            if std::env::var("DBG").is_ok() {
                let b = geometry.bounds(); let p = geometry.pitch();
                println!("TOTAL {:.2} {}x{} at {:.1},{:.1} pitch {:.2},{:.2} place {:.2} quality {:.2} piece {:?}", total(place, &geometry, &found), place.cols, place.rows, b.x, b.y, p.0, p.1, place.score, found.quality, found.moving.piece);
            }
            if found.quality > LEAST {
                read.push((total(place, &geometry, &found), geometry, found));
            }
        }
        read.sort_by(|a, b| b.0.total_cmp(&a.0));
        let Some((_, geometry, best)) = read.into_iter().next() else {
            return Err(NoWell::NothingReads(places.len()));
        };
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        Ok(reading(geometry.shifted(dx, dy), best))
    }
}

/// How well a place does in the choice among all.
fn total(place: &Candidate, geometry: &GridGeometry, found: &Interpretation) -> f32 {
    let (w, h) = geometry.pitch();
    // A finer lattice inside the true one must not win by a hair.
    let size = 0.33 * (w * h).log2() as f32;
    let oblong = ((w / h).ln().abs() as f32 - 0.01).max(0.0);
    found.quality + 0.5 * place.score + size - 0.2 * place.misfit - 5.0 * oblong - place.doubt() - found.continues
}

/// Reads the cells of `grid` and looks at what surrounds it.
fn look(image: &RgbImage, edges: &Edges, grid: &GridGeometry) -> Option<Interpretation> {
    let patches = patches(image, grid, 0.0, 0.0);
    let looks = Looks { cols: grid.cols(), rows: grid.rows(), patches };
    let mut found = interpret(&looks)?;
    found.continues = continues(image, edges, grid, &looks, &found);
    Some(found)
}

fn reading(geometry: GridGeometry, found: Interpretation) -> Reading {
    let (cols, rows) = (geometry.cols(), geometry.rows());
    let places = |cells: &[usize]| -> Vec<CellPos> {
        cells.iter().map(|i| CellPos::new(i % cols, i / cols)).collect()
    };
    let moving = &found.moving;
    Reading {
        cells: Grid::from_fn(cols, rows, |p| found.cells[p.row * cols + p.col]),
        falling: moving
            .piece
            .filter(|_| !moving.falling.is_empty())
            .map(|piece| FallingPiece { piece, cells: places(&moving.falling) }),
        ghost: places(&moving.ghost),
        next: Vec::new(),
        hold: None,
        rest: found.rest,
        confidence: ((found.quality - 2.0) / 2.5).clamp(0.0, 1.0),
        others: Vec::new(),
        profile: None,
        geometry,
    }
}
