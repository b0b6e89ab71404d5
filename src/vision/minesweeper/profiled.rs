//! Reading by pictures of cells, from a profile or learnt while playing; the reader without
//! pictures names what they do not know.

use image::RgbImage;

use super::grid;
use super::{BoardReader, CellReading, Counters, NoBoard, Reader, Reading, Templates};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::calibration::{self, Game, Profile};
use crate::frame::Frame;
use crate::geometry::{CellPos, FrameRect, GridGeometry};

/// Candidates for the grid that are tried.
const CANDIDATES: usize = 6;

/// Cells that an alignment is judged by.
const SAMPLE: usize = 24;
/// Cells of a line that its place is judged by.
const LINE_SAMPLE: usize = 8;
/// A cell that fits no picture counts this much, so that a few odd ones do not decide.
const FARTHEST: f32 = 20.0;

/// Reads boards of one skin.
#[derive(Debug)]
pub struct ProfiledReader {
    /// The profile's name, if there is one.
    name: Option<String>,
    /// How many pictures came with the profile.
    given: usize,
    templates: Templates,
    /// Names what the skin's pictures do not know.
    general: Reader,
    /// The last frame's pixels and what was read there, so that only changed cells are read.
    last: Option<(RgbImage, GridGeometry, Grid<CellReading>)>,
}

impl ProfiledReader {
    /// A reader for the skin of `profile`, or for a skin that nobody has prepared.
    pub fn new(profile: Option<&Profile>, general: Reader) -> Self {
        let templates = profile.map(Templates::from_profile).unwrap_or_default();
        let name = profile.map(|profile| profile.name.clone());
        Self { name, given: templates.iter().count(), templates, general, last: None }
    }

    /// The skin's pictures, those learnt since included.
    pub fn templates(&self) -> &Templates {
        &self.templates
    }

    /// Goes over to the shipped profile whose pictures nearly all cells of a reading look like,
    /// if there is one.
    fn adopt(&mut self, frame: &Frame, reading: Reading) -> Reading {
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let found = reading.geometry.shifted(-dx, -dy);
        let fit = |profile: &'static Profile| {
            let templates = Templates::from_profile(profile);
            let likely = |pos: &CellPos| templates.name(&frame.image, found.cell(*pos)).kind;
            if sample(&found).filter(|pos| likely(pos).is_some()).count() * 4 < SAMPLE {
                return None;
            }
            let here = align(&templates, &frame.image, &found);
            let kinds = Grid::from_fn(here.cols(), here.rows(), |pos| {
                templates.name(&frame.image, here.cell(pos)).kind
            });
            // A skin that shows through to its background has pictures that fit any even cell.
            let differ = |(pos, kind): (CellPos, &Option<Cell>)| {
                kind.zip(reading.cells[pos].kind).is_some_and(|(a, b)| a != b)
            };
            if kinds.iter().filter(|cell| differ(*cell)).count() * 50 > kinds.len() {
                return None;
            }
            let known = kinds.values().iter().flatten().count();
            Some((known, profile, here))
        };
        let skins = calibration::shipped()
            .iter()
            .filter(|profile| profile.game == Game::Minesweeper && !profile.pictures.is_empty());
        let Some((known, profile, here)) = skins.filter_map(fit).max_by_key(|(known, ..)| *known)
        else {
            return self.complete(frame, reading, None);
        };
        if known * 10 < reading.cells.len() * 9 {
            return self.complete(frame, reading, None);
        }
        let general = std::mem::take(&mut self.general);
        *self = Self::new(Some(profile), general);
        let cells = self.cells(&frame.image, &here);
        let reading = self.reading(here.shifted(dx, dy), cells);
        self.complete(frame, reading, None)
    }

    /// Names every cell of a grid that lies at `here` in `image`.
    fn cells(&mut self, image: &RgbImage, here: &GridGeometry) -> Grid<CellReading> {
        let last = self
            .last
            .take()
            .filter(|(old, grid, _)| grid == here && old.dimensions() == image.dimensions());
        let cells = Grid::from_fn(here.cols(), here.rows(), |pos| match &last {
            Some((old, _, cells))
                if cells[pos].kind.is_some() && same(old, image, here.cell(pos)) =>
            {
                cells[pos]
            }
            _ => self.templates.name(image, here.cell(pos)),
        });
        self.last = Some((image.clone(), here.clone(), cells.clone()));
        cells
    }

    /// Lets the general reader name what the skin's pictures do not know, and reads the counters,
    /// where they were `before` if that is known.
    fn complete(&mut self, frame: &Frame, reading: Reading, before: Option<&Counters>) -> Reading {
        let reading = self.named(frame, reading);
        let counters = Counters::read(frame, &reading.geometry, &reading.cells, before);
        Reading { counters, ..reading }
    }

    fn named(&self, frame: &Frame, mut reading: Reading) -> Reading {
        if reading.unknown() == 0 {
            return reading;
        }
        let general = self.general.read_knowing(frame, &reading, &reading.kinds());
        let doubtful: Vec<CellPos> = reading
            .cells
            .iter()
            .filter(|(_, cell)| cell.kind.is_none())
            .map(|(pos, _)| pos)
            .collect();
        // A kind that the profile has pictures of would have been recognised by them.
        let given = |kind: Cell| self.templates.iter().take(self.given).any(|(k, _)| k == kind);
        for pos in doubtful {
            if general.cells[pos].kind.is_some_and(|kind| !given(kind)) {
                reading.cells[pos] = general.cells[pos];
            }
        }
        reading
    }

    fn reading(&self, geometry: GridGeometry, cells: Grid<CellReading>) -> Reading {
        let profile = self.name.clone();
        Reading { geometry, cells, counters: Counters::default(), profile }
    }
}

impl BoardReader for ProfiledReader {
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoBoard> {
        if self.given == 0 {
            let reading = self.general.find_board(frame)?;
            return Ok(self.adopt(frame, reading));
        }
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let mut best: Option<(usize, GridGeometry)> = None;
        for candidate in grid::candidates(&frame.image).into_iter().take(CANDIDATES) {
            let here = align(&self.templates, &frame.image, &candidate.geometry);
            let named = self.cells(&frame.image, &here);
            let known = named.values().iter().filter(|cell| cell.kind.is_some()).count();
            if known * 2 > named.len() && best.as_ref().is_none_or(|(most, _)| known > *most) {
                best = Some((known, here));
            }
        }
        let Some((_, here)) = best else {
            return Err(NoBoard(format!(
                "nothing in the picture looks like the cells of the profile '{}'",
                self.name.as_deref().unwrap_or_default()
            )));
        };
        let cells = self.cells(&frame.image, &here);
        let reading = self.reading(here.shifted(dx, dy), cells);
        Ok(self.complete(frame, reading, None))
    }

    fn read(&mut self, frame: &Frame, previous: &Reading) -> Reading {
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let cells = self.cells(&frame.image, &previous.geometry.shifted(-dx, -dy));
        let reading = self.reading(previous.geometry.clone(), cells);
        self.complete(frame, reading, Some(&previous.counters))
    }

    fn confirm(&mut self, frame: &Frame, reading: &Reading) {
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let here = reading.geometry.shifted(-dx, -dy);
        for (pos, cell) in reading.cells.iter() {
            let rect = here.cell(pos);
            if let Some(kind) = cell.kind
                && self.templates.name(&frame.image, rect).kind.is_none()
            {
                self.templates.learn(kind, &frame.image, rect);
            }
        }
    }
}

/// Cells from all over a grid.
fn sample(grid: &GridGeometry) -> impl Iterator<Item = CellPos> + use<> {
    let (cols, rows) = (grid.cols() - 1, grid.rows() - 1);
    (0..SAMPLE)
        .map(move |i| CellPos::new(i * cols / (SAMPLE - 1), (i * 7 % SAMPLE) * rows / (SAMPLE - 1)))
}

/// The grid near `found` on which the cells fit the skin's pictures best: a grid found by its
/// lines alone may be a pixel or two off, and its pitch a bit too.
fn align(templates: &Templates, image: &RgbImage, found: &GridGeometry) -> GridGeometry {
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

/// Whether two frames have the same pixels in a rectangle.
fn same(a: &RgbImage, b: &RgbImage, rect: FrameRect) -> bool {
    let part = rect.to_pixels(a.width(), a.height());
    let width = a.width() as usize * 3;
    let (from, to) = (part.x as usize * 3, (part.x + part.w) as usize * 3);
    let (a, b) = (a.as_raw(), b.as_raw());
    (part.y..part.y + part.h).all(|y| {
        let row = y as usize * width;
        a[row + from..row + to] == b[row + from..row + to]
    })
}
