//! What a reader remembers between frames: how cells looked, and what their looks meant.

use std::collections::HashMap;
use std::rc::Rc;

use image::RgbImage;

use super::look::Look;
use super::reading::CellReading;
use crate::board::Grid;
use crate::geometry::{CellPos, FrameRect, GridGeometry};

/// Looks kept at most; a skin with translucent cells makes new ones with every frame.
const MOST: usize = 8192;

/// A fingerprint of a cell's pixels.
pub type Print = u64;

/// The looks of one frame's cells and what was read.
#[derive(Debug, Clone)]
pub struct Last {
    /// Where the cells were, in the whole target's pixels.
    pub geometry: GridGeometry,
    /// Each cell's fingerprint.
    pub prints: Grid<Print>,
    /// How many sides of each cell showed a border.
    pub sides: Grid<u8>,
    /// What was read.
    pub cells: Grid<CellReading>,
}

/// What a reader remembers.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    looks: HashMap<Print, Rc<Look>>,
    meanings: HashMap<Print, CellReading>,
    /// The frame read last.
    pub last: Option<Last>,
}

impl Memory {
    /// The look with this fingerprint, made by `make` when it is new.
    pub fn look(&mut self, print: Print, make: impl FnOnce() -> Look) -> Rc<Look> {
        if self.looks.len() >= MOST {
            self.looks.clear();
        }
        Rc::clone(self.looks.entry(print).or_insert_with(|| Rc::new(make())))
    }

    /// What pixels with this fingerprint have meant beyond doubt.
    pub fn meaning(&self, print: Print) -> Option<CellReading> {
        self.meanings.get(&print).copied()
    }

    /// Remembers that pixels with this fingerprint mean `reading`.
    pub fn learn(&mut self, print: Print, reading: CellReading) {
        if self.meanings.len() >= MOST {
            self.meanings.clear();
        }
        self.meanings.insert(print, reading);
    }

    /// Forgets what looks mean: the skin may have changed.
    pub fn forget(&mut self) {
        self.meanings.clear();
        self.last = None;
    }
}

/// The fingerprints of all cells of `geometry` (in the picture's own pixels).
pub fn prints(image: &RgbImage, geometry: &GridGeometry) -> Grid<Print> {
    Grid::from_fn(geometry.cols(), geometry.rows(), |pos: CellPos| print(image, geometry.cell(pos)))
}

/// A fingerprint of the pixels of `rect` and of how it lies between them.
fn print(image: &RgbImage, rect: FrameRect) -> Print {
    let area = rect.to_pixels(image.width(), image.height());
    let eighth = |v: f64| ((v - v.floor()) * 8.0) as u64;
    let mut hash = u64::from(area.w) << 40 ^ u64::from(area.h) << 20 ^ eighth(rect.x) << 8 ^ eighth(rect.y);
    let mut mix = |value: u64| {
        hash = (hash.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    };
    let width = image.width() as usize;
    for y in area.y..area.y + area.h {
        let from = (y as usize * width + area.x as usize) * 3;
        let row = &image.as_raw()[from..from + area.w as usize * 3];
        let mut chunks = row.chunks_exact(8);
        for chunk in &mut chunks {
            mix(u64::from_le_bytes(chunk.try_into().expect("chunks of 8 are 8 long")));
        }
        let mut rest = [0; 8];
        rest[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
        mix(u64::from_le_bytes(rest));
    }
    hash ^ hash >> 29
}
