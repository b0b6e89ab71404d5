//! The picture of a game in a skin, kept up to date by redrawing what changed.

use std::collections::HashMap;

use image::RgbImage;

use super::layout::{Layout, area, scaled};
use super::skins::{self, Face, Header, Skin};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::geometry::{CellPos, FrameRect, GridGeometry};
use crate::target::simulated::look::{self, LookError};
use crate::target::simulated::paint::{Area, Resizer, Smoothing, blit};

/// A skin at a size.
#[derive(Clone, Copy)]
pub struct Look {
    skin: &'static dyn Skin,
    scale: f64,
    smoothing: Smoothing,
}

impl std::fmt::Debug for Look {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}, {:?}", self.skin.name(), self.scale, self.smoothing)
    }
}

impl Look {
    /// The skin called `skin` at `scale` times its normal size. Bitmap skins are resized sharply
    /// at whole scales and smoothly at broken ones, as desktops do it.
    ///
    /// # Errors
    /// If there is no such skin or the scale is out of bounds.
    pub fn new(skin: &str, scale: f64) -> Result<Self, LookError> {
        let scale = look::scale(scale)?;
        let smoothing = if scale.fract() == 0.0 { Smoothing::Nearest } else { Smoothing::Bilinear };
        Ok(Self { skin: skins::find(skin)?, scale, smoothing })
    }

    /// The same with another way of resizing; skins that are no bitmaps look the same.
    pub fn with_smoothing(self, smoothing: Smoothing) -> Self {
        Self { smoothing, ..self }
    }

    /// The skin's name.
    pub fn skin(&self) -> &'static str {
        self.skin.name()
    }

    /// How much larger than normal.
    pub fn scale(&self) -> f64 {
        self.scale
    }
}

/// The picture of one window.
pub struct Picture {
    look: Look,
    layout: Layout,
    /// As the skin draws it.
    drawn: RgbImage,
    /// For a bitmap skin at another scale than 1: the picture to show.
    resized: Option<(Resizer, RgbImage)>,
    cells: Grid<Option<Cell>>,
    header: Option<Header>,
    sprites: HashMap<(Cell, u8, i32, i32), RgbImage>,
}

impl Picture {
    /// A picture for a board of this size; until the first [`Picture::update`] it shows only the
    /// background.
    pub fn new(look: Look, cols: usize, rows: usize) -> Self {
        let resizes = look.skin.is_bitmap() && look.scale != 1.0;
        let drawn_scale = if look.skin.is_bitmap() { 1.0 } else { look.scale };
        let layout = look.skin.layout(cols, rows, drawn_scale);
        let mut drawn = RgbImage::new(layout.width, layout.height);
        look.skin.backdrop(&mut drawn, &layout);
        let resized = resizes.then(|| {
            let resizer = Resizer::new(layout.width, layout.height, look.scale, look.smoothing);
            let (width, height) = resizer.size();
            let mut image = RgbImage::new(width, height);
            resizer.update(&drawn, &mut image, everything(&layout));
            (resizer, image)
        });
        let cells = Grid::from_fn(cols, rows, |_| None);
        Self { look, layout, drawn, resized, cells, header: None, sprites: HashMap::new() }
    }

    /// Redraws what differs from `cells` and `header`. `cells` must have the picture's size.
    pub fn update(&mut self, cells: &Grid<Cell>, header: Header) {
        if self.header != Some(header) {
            self.look.skin.header(&mut self.drawn, &self.layout, &header);
            self.header = Some(header);
            let top = self.layout.grid.bounds().y as i32;
            self.resize(Area::new(0, 0, self.layout.width as i32, top));
        }
        for (pos, cell) in cells.iter() {
            if self.cells[pos] != Some(*cell) {
                self.draw_cell(pos, *cell);
            }
        }
    }

    /// The picture.
    pub fn image(&self) -> &RgbImage {
        self.resized.as_ref().map_or(&self.drawn, |(_, image)| image)
    }

    /// What is drawn now; `None` before the first update.
    pub fn cells(&self) -> &Grid<Option<Cell>> {
        &self.cells
    }

    /// Where the cells are in [`Picture::image`].
    pub fn grid(&self) -> GridGeometry {
        let grid = &self.layout.grid;
        let factor = self.resize_factor();
        if factor == 1.0 {
            return grid.clone();
        }
        let (bounds, pitch) = (grid.bounds(), grid.pitch());
        let (width, height) = (pitch.0 * factor, pitch.1 * factor);
        let (x, y) = (bounds.x * factor, bounds.y * factor);
        GridGeometry::uniform(x, y, width, height, grid.cols(), grid.rows())
    }

    /// Where the face button is in [`Picture::image`].
    pub fn face(&self) -> FrameRect {
        scaled(self.layout.face, self.resize_factor())
    }

    /// Where the mines-left counter is in [`Picture::image`].
    pub fn counter(&self) -> FrameRect {
        scaled(self.layout.counter, self.resize_factor())
    }

    fn resize_factor(&self) -> f64 {
        if self.resized.is_some() { self.look.scale } else { 1.0 }
    }

    fn draw_cell(&mut self, pos: CellPos, cell: Cell) {
        let skin = self.look.skin;
        let place = area(self.layout.grid.cell(pos));
        let shade = skin.shade(pos);
        let sprite = self.sprites.entry((cell, shade, place.w, place.h)).or_insert_with(|| {
            let mut sprite = RgbImage::new(place.w as u32, place.h as u32);
            skin.cell(&mut sprite, Area::new(0, 0, place.w, place.h), cell, shade);
            sprite
        });
        blit(&mut self.drawn, sprite, place.x as u32, place.y as u32);
        self.cells[pos] = Some(cell);
        self.resize(place);
    }

    fn resize(&mut self, dirty: Area) {
        if let Some((resizer, image)) = &mut self.resized {
            resizer.update(&self.drawn, image, dirty);
        }
    }
}

/// Draws any cells, legal or not, with a counter: for fixtures, benchmarks and tests of vision.
/// Gives the picture and where the cells are in it.
pub fn render(look: Look, cells: &Grid<Cell>, mines_left: i32) -> (RgbImage, GridGeometry) {
    let lost = cells.values().iter().any(|cell| cell.is_end_picture());
    let covered = cells.values().iter().any(|cell| matches!(cell, Cell::Covered | Cell::Question));
    let face = match (lost, covered) {
        (true, _) => Face::Dead,
        (false, true) => Face::Smile,
        (false, false) => Face::Cool,
    };
    let mut picture = Picture::new(look, cells.cols(), cells.rows());
    picture.update(cells, Header { mines_left, seconds: 0, face });
    let grid = picture.grid();
    let image = picture.resized.map_or(picture.drawn, |(_, image)| image);
    (image, grid)
}

fn everything(layout: &Layout) -> Area {
    Area::new(0, 0, layout.width as i32, layout.height as i32)
}
