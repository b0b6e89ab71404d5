//! Labels beside pictures: what somebody knows that they show.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::board::Grid;
use crate::board::minesweeper::{Cell, parse_cells};
use crate::files;
use crate::geometry::GridGeometry;

/// A label is a page of text; a larger file is something else.
const MAX_BYTES: u64 = 256 * 1024;

/// Where the cells of a Minesweeper are and what they show, from the label at `path`.
///
/// # Errors
/// When it is no label; the message names the file.
pub fn load(path: &Path) -> Result<(GridGeometry, Grid<Option<Cell>>)> {
    let told = || format!("cannot read {}", path.display());
    let bytes = files::read(path, MAX_BYTES).with_context(told)?;
    let text = String::from_utf8(bytes).with_context(told)?;
    let kinds = parse_cells(&text).with_context(told)?;
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
    Ok((GridGeometry::uniform(x, y, w, h, kinds.cols(), kinds.rows()), kinds))
}
