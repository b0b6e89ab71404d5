//! Eyes that know one skin by heart, for tests of what happens around reading.

use image::RgbImage;
use image::imageops::crop_imm;
use sweepfall::board::Grid;
use sweepfall::board::minesweeper::{Cell, Level};
use sweepfall::frame::Frame;
use sweepfall::geometry::{FrameRect, GridGeometry};
use sweepfall::target::simulated::minesweeper::{Look, Picture, render};
use sweepfall::vision::minesweeper::{BoardReader, CellReading, Counters, NoBoard, Reading};

/// The board that the eyes know.
pub const LEVEL: Level = Level::INTERMEDIATE;

/// Compares cells with the classic skin at scale 1, pixel by pixel.
pub struct Eyes {
    kinds: Vec<(Cell, RgbImage)>,
    geometry: GridGeometry,
    face: FrameRect,
}

impl Eyes {
    /// Eyes that have learnt every kind of cell.
    pub fn new() -> Self {
        let all = Grid::from_rows(vec![Cell::ALL.to_vec()]).expect("one row");
        let (image, grid) = render(look(), &all, 0);
        let kinds = all.iter().map(|(pos, kind)| (*kind, cell(&image, grid.cell(pos)))).collect();
        let picture = Picture::new(look(), LEVEL.cols, LEVEL.rows);
        Self { kinds, geometry: picture.grid(), face: picture.face() }
    }
}

fn cell(image: &RgbImage, at: FrameRect) -> RgbImage {
    crop_imm(image, at.x as u32, at.y as u32, at.w as u32, at.h as u32).to_image()
}

impl BoardReader for Eyes {
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoBoard> {
        let unread = Reading {
            geometry: self.geometry.clone(),
            cells: Grid::from_fn(LEVEL.cols, LEVEL.rows, |_| known(None)),
            counters: Counters { face: Some(self.face), ..Counters::default() },
            profile: None,
        };
        Ok(self.read(frame, &unread))
    }

    fn read(&mut self, frame: &Frame, previous: &Reading) -> Reading {
        let here =
            previous.geometry.shifted(-f64::from(frame.region.x), -f64::from(frame.region.y));
        let cells = Grid::from_fn(LEVEL.cols, LEVEL.rows, |pos| {
            let seen = cell(&frame.image, here.cell(pos));
            known(self.kinds.iter().find(|(_, kind)| *kind == seen).map(|(kind, _)| *kind))
        });
        Reading { cells, ..previous.clone() }
    }
}

fn known(kind: Option<Cell>) -> CellReading {
    let best = kind.unwrap_or(Cell::Covered);
    CellReading { kind, best, score: 1.0, second: Cell::Mine, second_score: 0.0 }
}

/// The skin that the eyes know.
pub fn look() -> Look {
    Look::new("classic", 1.0).expect("the classic skin exists")
}
