//! Frames of skins that nobody has designed, for measuring and testing vision: random colours,
//! edges, fonts and cell sizes, any scale, noise, JPEG, other things on the screen and over the
//! board. The same seed gives the same frame.

mod cells;
mod page;
mod position;
mod spoil;
mod theme;

use image::RgbImage;
use rand::SeedableRng;
use rand_pcg::Pcg64;

use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::geometry::GridGeometry;
use crate::target::simulated::paint::Font;

use theme::Theme;

/// A frame and the truth about it.
#[derive(Debug, Clone)]
pub struct MadeUp {
    /// The pixels.
    pub image: RgbImage,
    /// Where the cells are, in the picture's pixels.
    pub geometry: GridGeometry,
    /// What the cells show.
    pub cells: Grid<Cell>,
    /// The share of each cell that something else on the screen hides, 0 to 1.
    pub hidden: Grid<f32>,
    /// What the counter beside the board shows, where there is one.
    pub mines_left: Option<i32>,
    /// The kind of skin: how covered cells are set off.
    pub skin: &'static str,
    /// How many times larger than drawn it is shown.
    pub scale: f64,
}

/// Fonts to draw digits with: the program's own, and others if wanted.
pub struct Fonts(Vec<Font>);

impl Fonts {
    /// The program's own fonts.
    pub fn own() -> Self {
        Self(vec![Font::mono(), Font::light()])
    }

    /// Also those TrueType and OpenType files of `files` that can be read and have all digits.
    pub fn with_files(files: &[std::path::PathBuf]) -> Self {
        let mut fonts = Self::own();
        let read = |file| std::fs::read(file).ok().and_then(Font::from_bytes);
        fonts.0.extend(files.iter().filter_map(read));
        fonts
    }
}

/// The frame with this seed.
pub fn make(seed: u64, fonts: &Fonts) -> MadeUp {
    let mut rng = Pcg64::seed_from_u64(seed);
    let (cells, mines_left) = position::deal(&mut rng);
    let theme = Theme::random(&mut rng, fonts.0.len());
    let page = page::Page::random(&mut rng, cells.cols(), cells.rows());
    let font = &fonts.0[theme.font];
    let mut image = page.paint(&mut rng, &theme, font, mines_left);
    for (pos, cell) in cells.iter() {
        cells::draw(&mut image, page.cell(pos), *cell, pos, &theme, font);
    }
    page.shade(&mut image);
    let things = page.cover(&mut image, &mut rng, font);
    let hidden = cells.positions().map(|pos| page::hidden(page.cell(pos), &things));
    let hidden: Vec<f32> = hidden.collect();
    let hidden =
        Grid::from_fn(cells.cols(), cells.rows(), |p| hidden[p.row * cells.cols() + p.col]);
    let (image, scale) = spoil::spoil(image, page.pitch, &mut rng);
    let geometry = page.geometry(scale);
    let mines_left = page.counter.then_some(mines_left);
    MadeUp { image, geometry, cells, hidden, mines_left, skin: theme.covered_edge.name(), scale }
}
