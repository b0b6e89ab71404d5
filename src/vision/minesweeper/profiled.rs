//! Reading by pictures of cells, from a profile or learnt while playing; the reader without
//! pictures names what they do not know.

use std::cell::OnceCell;

use image::RgbImage;

use super::{BoardReader, CellReading, Counters, NoBoard, Reader, Reading, Templates};
use super::{fit, grid};
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::calibration::Profile;
use crate::frame::Frame;
use crate::geometry::{CellPos, FrameRect, GridGeometry};

/// Candidates for the grid that are tried.
const CANDIDATES: usize = 6;

/// So many numbers that a skin's pictures do not know tell that it is another theme.
const FEWEST_STRANGE: usize = 4;

/// Reads boards of one skin.
#[derive(Debug)]
pub struct ProfiledReader {
    /// The profile's name, if there is one.
    name: Option<String>,
    /// How many pictures came with the profile.
    given: usize,
    templates: Templates,
    /// The pictures of a shipped skin that fits too, if one does; looked for once something is
    /// unknown. A profile of somebody's own may know no more than a covered cell.
    shipped: OnceCell<Option<Templates>>,
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
        let given = templates.iter().count();
        Self { name, given, templates, shipped: OnceCell::new(), general, last: None }
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
        let Some((profile, here)) = fit::shipped(&frame.image, &found, &reading.cells) else {
            return self.complete(frame, reading, None);
        };
        let general = std::mem::take(&mut self.general);
        *self = Self { shipped: OnceCell::from(None), ..Self::new(Some(profile), general) };
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

    /// The reading with what the skin's own pictures do not know named by those of a shipped skin
    /// that fits too, or else without any.
    fn named(&mut self, frame: &Frame, mut reading: Reading) -> Reading {
        if reading.unknown() == 0 {
            return reading;
        }
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let here = reading.geometry.shifted(-dx, -dy);
        let doubtful = |cells: &Grid<CellReading>| -> Vec<CellPos> {
            cells.positions().filter(|pos| cells[*pos].kind.is_none()).collect()
        };
        if self.given > 0
            && let Some(shipped) = self.shipped.get_or_init(|| {
                let skin = fit::shipped(&frame.image, &here, &reading.cells);
                skin.map(|(profile, _)| Templates::from_profile(profile))
            })
        {
            for pos in doubtful(&reading.cells) {
                let named = shipped.name(&frame.image, here.cell(pos));
                if named.kind.is_some() {
                    reading.cells[pos] = named;
                }
            }
        }
        let general = self.general.read_knowing(frame, &reading, &reading.kinds());
        if self.is_of_another_theme(&reading, &general) {
            (self.name, self.given) = (None, 0);
            reading.profile = None;
        }
        // A kind that the profile has pictures of would have been recognised by them, or at least
        // be most like them.
        let given = |kind: Cell| self.templates.iter().take(self.given).any(|(k, _)| k == kind);
        for pos in doubtful(&reading.cells) {
            let (own, named) = (reading.cells[pos], general.cells[pos]);
            let believed = named.kind.is_none_or(|kind| !given(kind) || own.best == kind);
            if believed && (named.kind.is_some() || own.score < named.score) {
                reading.cells[pos] = named;
            }
        }
        reading
    }

    /// Whether the skin's own pictures know next to none of the numbers that `general` knows
    /// without them: a fresh board may look the same in several themes of a game.
    fn is_of_another_theme(&self, reading: &Reading, general: &Reading) -> bool {
        let numbers = |cells: &Grid<CellReading>| -> usize {
            cells.values().iter().filter(|c| matches!(c.kind, Some(Cell::Open(1..)))).count()
        };
        let (own, all) = (numbers(&reading.cells), numbers(&general.cells));
        all >= own + FEWEST_STRANGE && own * 8 <= all
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
            let here = fit::align(&self.templates, &frame.image, &candidate.geometry);
            let named = self.cells(&frame.image, &here);
            let known = named.values().iter().filter(|cell| cell.kind.is_some()).count();
            if known * 2 > named.len() && best.as_ref().is_none_or(|(most, _)| known > *most) {
                best = Some((known, here));
            }
        }
        let Some((_, here)) = best else {
            // A theme, a scale or a window's size that the profile has no pictures of.
            let reading = self.general.find_board(frame).map_err(|NoBoard(reason)| {
                let name = self.name.as_deref().unwrap_or_default();
                NoBoard(format!(
                    "nothing in the picture looks like the cells of the profile '{name}', and \
                     without it {reason}"
                ))
            })?;
            let general = std::mem::take(&mut self.general);
            *self = Self::new(None, general);
            return Ok(self.complete(frame, reading, None));
        };
        self.shipped = OnceCell::new();
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
