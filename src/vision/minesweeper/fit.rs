//! Fitting a skin's pictures to a board: where its cells lie exactly, and which skin it is.

use image::RgbImage;

use super::{CellReading, Templates};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::calibration::{self, Game, Profile};
use crate::geometry::{CellPos, FrameRect, GridGeometry};

/// Cells that an alignment is judged by.
const SAMPLE: usize = 24;
/// Cells of a line that its place is judged by.
const LINE_SAMPLE: usize = 8;
/// A cell that fits no picture counts this much, so that a few odd ones do not decide.
const FARTHEST: f32 = 20.0;

/// The shipped profile whose pictures nearly all cells of a board at `found` in `image` look like,
/// if there is one, and where the cells lie by them; it may contradict next to none of the kinds
/// that `cells` were read as.
pub(super) fn shipped(
    image: &RgbImage,
    found: &GridGeometry,
    cells: &Grid<CellReading>,
) -> Option<(&'static Profile, GridGeometry)> {
    let fit = |profile: &'static Profile| {
        let templates = Templates::from_profile(profile);
        let likely = |pos: &CellPos| templates.name(image, found.cell(*pos)).kind;
        if sample(found).filter(|pos| likely(pos).is_some()).count() * 4 < SAMPLE {
            return None;
        }
        let here = align(&templates, image, found);
        let kinds = Grid::from_fn(here.cols(), here.rows(), |pos| {
            templates.name(image, here.cell(pos)).kind
        });
        // A skin that shows through to its background has pictures that fit any even cell.
        let differ = |(pos, kind): (CellPos, &Option<Cell>)| {
            kind.zip(cells[pos].kind).is_some_and(|(a, b)| a != b)
        };
        if kinds.iter().filter(|cell| differ(*cell)).count() * 50 > kinds.len() {
            return None;
        }
        // Another theme of the same game may share its covered and its empty cells.
        let number = |pos: &CellPos| matches!(cells[*pos].kind, Some(Cell::Open(1..)));
        let numbers = || cells.positions().filter(number);
        if numbers().filter(|pos| kinds[*pos].is_some()).count() * 2 < numbers().count() {
            return None;
        }
        let known = kinds.values().iter().flatten().count();
        Some((known, profile, here))
    };
    let (known, profile, here) = calibration::shipped()
        .iter()
        .filter(|profile| profile.game == Game::Minesweeper && !profile.pictures.is_empty())
        .filter_map(fit)
        .max_by_key(|(known, ..)| *known)?;
    (known * 10 >= cells.len() * 9).then_some((profile, here))
}

/// Cells from all over a grid.
fn sample(grid: &GridGeometry) -> impl Iterator<Item = CellPos> + use<> {
    let (cols, rows) = (grid.cols() - 1, grid.rows() - 1);
    (0..SAMPLE)
        .map(move |i| CellPos::new(i * cols / (SAMPLE - 1), (i * 7 % SAMPLE) * rows / (SAMPLE - 1)))
}

/// The grid near `found` on which the cells fit the skin's pictures best: a grid found by its
/// lines alone may be a pixel or two off, and its pitch a bit too.
pub(super) fn align(templates: &Templates, image: &RgbImage, found: &GridGeometry) -> GridGeometry {
    let (cols, rows) = (found.cols(), found.rows());
    let sample: Vec<CellPos> = sample(found).collect();
    let misfit = |grid: &GridGeometry| -> f32 {
        sample.iter().map(|pos| templates.distance(image, grid.cell(*pos)).min(FARTHEST)).sum()
    };
    let (pitch_x, pitch_y) = found.pitch();
    let (bounds, centre) = (found.bounds(), found.bounds().centre());
    let pitches = [(pitch_x, pitch_y), (pitch_x, pitch_x), (pitch_y, pitch_y)];
    let whole = pitches.map(|(x, y)| (x.round(), y.round()));
    let similar = |(x, y): &(f64, f64)| {
        (x * cols as f64 - bounds.w).abs() < pitch_x / 3.0
            && (y * rows as f64 - bounds.h).abs() < pitch_y / 3.0
    };
    let pitches = pitches.into_iter().chain(whole).filter(similar);
    let mut grids = vec![found.clone()];
    for (w, h) in pitches {
        let (x, y) = (centre.x - w * cols as f64 / 2.0, centre.y - h * rows as f64 / 2.0);
        let grid = GridGeometry::uniform(x.round(), y.round(), w, h, cols, rows);
        let steps = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (f64::from(dx), f64::from(dy))));
        grids.extend(steps.map(|(dx, dy)| grid.shifted(dx, dy)));
    }
    let fits = grids.into_iter().map(|grid| (misfit(&grid), grid));
    let best = fits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, grid)| grid);
    follow(templates, image, &best.unwrap_or_else(|| found.clone()))
}

/// The grid with each column and row moved by up to two pixels to where its cells fit best: real
/// games spread a remainder over their lines.
fn follow(templates: &Templates, image: &RgbImage, grid: &GridGeometry) -> GridGeometry {
    let (cols, rows) = (grid.cols(), grid.rows());
    let spread = |n: usize| (0..LINE_SAMPLE).map(move |i| i * (n - 1) / (LINE_SAMPLE - 1));
    let misfit = |cells: &[CellPos], dx: f64, dy: f64| -> f32 {
        let moved = |pos: &CellPos| {
            let rect = grid.cell(*pos);
            FrameRect { x: rect.x + dx, y: rect.y + dy, ..rect }
        };
        cells.iter().map(|pos| templates.distance(image, moved(pos)).min(FARTHEST)).sum()
    };
    // The nearest place wins where several fit alike.
    let steps = [0.0, 1.0, -1.0, 2.0, -2.0];
    let best = |fit: &dyn Fn(f64) -> f32| {
        let fits = steps.map(|step| (fit(step), step));
        fits.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(0.0, |(_, step)| step)
    };
    let edges = |old: &[f64], moves: &[f64]| -> Vec<f64> {
        let last = moves.len() - 1;
        old.iter().enumerate().map(|(i, edge)| edge + moves[i.min(last)]).collect()
    };
    let columns: Vec<f64> = (0..cols)
        .map(|col| {
            let cells: Vec<CellPos> = spread(rows).map(|row| CellPos::new(col, row)).collect();
            best(&|dx| misfit(&cells, dx, 0.0))
        })
        .collect();
    let lines: Vec<f64> = (0..rows)
        .map(|row| {
            let cells: Vec<CellPos> = spread(cols).map(|col| CellPos::new(col, row)).collect();
            best(&|dy| misfit(&cells, 0.0, dy))
        })
        .collect();
    GridGeometry::from_edges(edges(grid.x_edges(), &columns), edges(grid.y_edges(), &lines))
        .unwrap_or_else(|| grid.clone())
}
