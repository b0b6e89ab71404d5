//! Labels beside pictures: what somebody knows that they show.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::board::Grid;
use crate::board::minesweeper::{Cell, parse_cells};
use crate::board::tetris::{Tile, parse_tiles};
use crate::calibration::Game;
use crate::files;
use crate::geometry::GridGeometry;

/// A label is a page of text; a larger file is something else.
const MAX_BYTES: u64 = 256 * 1024;

/// What a picture shows.
pub struct Label {
    /// Which game.
    pub game: Game,
    /// Where the cells are, in pixels of the picture.
    pub grid: GridGeometry,
    /// What they show, in the game's notation; `None` where that is not known.
    pub letters: Grid<Option<char>>,
}

/// Reads the label at `path`, of `game` or of whichever game's notation it is in.
///
/// # Errors
/// When it is no label; the message names the file.
pub fn load(path: &Path, game: Option<Game>) -> Result<Label> {
    let told = || format!("cannot read {}", path.display());
    let bytes = files::read(path, MAX_BYTES).with_context(told)?;
    let text = String::from_utf8(bytes).with_context(told)?;
    // Nothing of a Minesweeper is written as a falling piece is.
    let either = || parse_cells(&text).map_or(Game::Tetris, |_| Game::Minesweeper);
    let game = game.unwrap_or_else(either);
    let letters = match game {
        Game::Tetris => parse_tiles(&text).with_context(told)?.map(|tile| tile.map(Tile::to_char)),
        Game::Minesweeper => {
            parse_cells(&text).with_context(told)?.map(|cell| cell.map(Cell::to_char))
        }
    };
    let Some(cell) = text.lines().find_map(|line| line.strip_prefix("# cell:")) else {
        bail!("{} has no line '# cell: X0 Y0 W H'", path.display());
    };
    let numbers: Vec<f64> = cell.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [x, y, w, h] = numbers[..] else {
        bail!("{}: '# cell:{cell}' is not X0 Y0 W H", path.display());
    };
    if !numbers.iter().all(|n| n.is_finite()) || w < 1.0 || h < 1.0 {
        bail!("{}: '# cell:{cell}' is no place of a cell", path.display());
    }
    let grid = GridGeometry::uniform(x, y, w, h, letters.cols(), letters.rows());
    Ok(Label { game, grid, letters })
}
