//! The looks of the built-in Minesweeper. A new skin is one file here and one row in [`ALL`].

mod classic;
pub(super) mod classic_art;
mod dark;
mod flat;
pub(super) mod icons;

use image::RgbImage;

use super::layout::Layout;
use crate::board::minesweeper::Cell;
use crate::geometry::CellPos;
use crate::target::simulated::look::{self, LookError};
use crate::target::simulated::paint::Area;

/// All skins.
pub static ALL: [&dyn Skin; 3] = [&classic::Classic, &dark::Dark, &flat::Flat];

/// What the row above the board shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The counter: mines minus flags.
    pub mines_left: i32,
    /// Whole seconds since the first click.
    pub seconds: u32,
    /// The face button.
    pub face: Face,
}

/// What the face button shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Smiling: the game runs.
    Smile,
    /// Worried: a mouse button is down over the board.
    Worried,
    /// Lost.
    Dead,
    /// Won, with sunglasses.
    Cool,
    /// Smiling and pressed down.
    Pressed,
}

/// One look of the game.
pub trait Skin: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Whether it is drawn pixel by pixel for one size; other sizes are then made by resizing
    /// the picture. Other skins draw themselves anew for each size.
    fn is_bitmap(&self) -> bool {
        false
    }

    /// Where everything lies. A bitmap skin is only asked for scale 1.
    fn layout(&self, cols: usize, rows: usize, scale: f64) -> Layout;

    /// Draws what never changes: the background and the frames.
    fn backdrop(&self, image: &mut RgbImage, layout: &Layout);

    /// Draws counter, face and timer over the backdrop or an older header.
    fn header(&self, image: &mut RgbImage, layout: &Layout, header: &Header);

    /// Draws one cell of the given size; `shade` as [`Skin::shade`] says.
    fn cell(&self, image: &mut RgbImage, area: Area, cell: Cell, shade: u8);

    /// Which of the skin's background shades a cell has, for checkerboards.
    fn shade(&self, _pos: CellPos) -> u8 {
        0
    }
}

/// The names of all skins.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|skin| skin.name()).collect()
}

/// The skin called `name`.
///
/// # Errors
/// With the names there are, if none has it.
pub fn find(name: &str) -> Result<&'static dyn Skin, LookError> {
    look::find("Minesweeper", &ALL, name, |skin| skin.name())
}
