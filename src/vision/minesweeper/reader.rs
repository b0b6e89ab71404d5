//! The reader: finds the board in a frame, then reads it again and again.

use image::RgbImage;

use super::counters::Counters;
use super::grid::{self, Candidate};
use super::label;
use super::likeness::Likeness;
use super::look::Look;
use super::reading::{BoardReader, NoBoard, Reading};
use super::view::View;
use crate::abandon;
use crate::board::Grid;
use crate::board::minesweeper::{Cell, Level};
use crate::frame::Frame;
use crate::geometry::GridGeometry;
use crate::vision::borders::Borders;
use crate::vision::plane::planes;

/// What is known before the first look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// The level that is being played.
    pub level: Option<Level>,
    /// The name of the profile to read with.
    pub profile: Option<String>,
}

/// Finds and reads boards.
#[derive(Debug, Clone, Default)]
pub struct Reader {
    hints: Hints,
    /// How the board that was found is looked at.
    view: View,
}

impl Reader {
    /// A reader that has seen nothing yet.
    pub fn new(hints: Hints) -> Self {
        Self { hints, view: View::Plain }
    }

    fn look(
        &self,
        image: &RgbImage,
        geometry: &GridGeometry,
        known: &Grid<Option<Cell>>,
    ) -> Reading {
        let borders = Borders::measure(&planes(image), geometry.x_edges(), geometry.y_edges());
        let (cols, rows) = (geometry.cols(), geometry.rows());
        let looks = Grid::from_fn(cols, rows, |pos| Look::of(image, geometry.cell(pos)));
        let sides = Grid::from_fn(cols, rows, |pos| borders.sides(pos.col, pos.row) as u8);
        let cells = label::name(&looks, &sides, known);
        Reading {
            geometry: geometry.clone(),
            cells,
            counters: Counters::default(),
            profile: self.hints.profile.clone(),
        }
    }

    /// Reads a frame of which some cells are `known` already.
    pub fn read_knowing(
        &self,
        frame: &Frame,
        previous: &Reading,
        known: &Grid<Option<Cell>>,
    ) -> Reading {
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let here = previous.geometry.shifted(-dx, -dy);
        let image = self.view.of(&frame.image);
        let reading = self.look(&image, &self.view.seen(&here), known);
        let profile = previous.profile.clone();
        Reading { geometry: previous.geometry.clone(), profile, ..reading }
    }
}

/// A reading with a larger share of unknown cells is worth another look.
const UNSURE: usize = 100;

impl Reader {
    /// Finds the board in a picture that is looked at as `view` says.
    fn find_in(&self, view: View, frame: &Frame) -> Result<Reading, NoBoard> {
        let image = view.of(&frame.image);
        let candidates = grid::candidates(&image);
        let mut refusal = None;
        // A fit with far less support than the best one is a part or a multiple of it, unless it
        // was found to hold something like cells beside it.
        let least = candidates.first().map_or(0.0, |best| grid::LEAST * best.score);
        let wanted = |c: &Candidate| {
            self.hints
                .level
                .is_none_or(|l| (l.cols, l.rows) == (c.geometry.cols(), c.geometry.rows()))
        };
        let (right, other): (Vec<_>, Vec<_>) = candidates.into_iter().partition(wanted);
        for candidate in right
            .into_iter()
            .chain(other)
            .filter(|c| c.likeness > Likeness::Other || c.score >= least)
            .take(4)
        {
            let grid = &candidate.geometry;
            let (cols, rows) = (grid.cols(), grid.rows());
            if candidate.likeness == Likeness::Other {
                refusal.get_or_insert_with(|| {
                    format!(
                        "there is a grid of {cols}x{rows} cells, but what is in them is no \
                         Minesweeper's"
                    )
                });
                continue;
            }
            let reading = self.look(&image, grid, &Grid::from_fn(cols, rows, |_| None));
            let known = reading.cells.len() - reading.unknown();
            if known * 3 >= reading.cells.len() && is_of_a_game(&reading, candidate.score) {
                let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
                let geometry = view.unseen(grid).shifted(dx, dy);
                return Ok(Reading { geometry, ..reading });
            }
            refusal.get_or_insert_with(|| {
                format!(
                    "there is a grid of {cols}x{rows} cells, but only {known} of them look like \
                     those of a Minesweeper"
                )
            });
        }
        Err(NoBoard(refusal.unwrap_or_else(|| {
            "nothing in the picture looks like rows and columns of cells".to_string()
        })))
    }

    /// What was found in one view as that one of `views`, the picture as it is included, shows it
    /// which leaves the fewest cells unknown.
    fn clearest(&self, found: Reading, by: View, views: &[View], frame: &Frame) -> (Reading, View) {
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let here = found.geometry.shifted(-dx, -dy);
        let nothing = found.cells.map(|_| None);
        let others = views.iter().copied().chain([View::Plain]).filter(|view| *view != by);
        let again = others.filter(|_| found.unknown() > 0).map(|view| {
            let seen = self.look(&view.of(&frame.image), &view.seen(&here), &nothing);
            (Reading { geometry: found.geometry.clone(), ..seen }, view)
        });
        let again: Vec<(Reading, View)> = again.collect();
        let all = again.into_iter().chain([(found, by)]);
        all.min_by_key(|(reading, _)| reading.unknown()).expect("what was found is one of them")
    }
}

impl Reader {
    /// Finds the board in the view that shows it best; its counters are not looked at.
    pub(super) fn find_board(&mut self, frame: &Frame) -> Result<Reading, NoBoard> {
        let (w, h) = frame.image.dimensions();
        if w < 32 || h < 32 {
            return Err(NoBoard(format!("the picture is {w}x{h} pixels, too small for a board")));
        }
        self.view = View::Plain;
        let mut best = self.find_in(View::Plain, frame);
        let unsure = |found: &Result<Reading, NoBoard>| match found {
            Ok(reading) => reading.unknown() * UNSURE > reading.cells.len(),
            Err(_) => true,
        };
        if !unsure(&best) {
            return best;
        }
        let grid = best.as_ref().ok().map(|reading| &reading.geometry);
        let views = View::others(&frame.image, grid);
        for view in views.iter().copied().take_while(|_| !abandon::wanted()) {
            let Ok(other) = self.find_in(view, frame) else { continue };
            // A grid may show best in one view and its cells in another.
            let (other, view) = match &best {
                Ok(_) => (other, view),
                Err(_) => self.clearest(other, view, &views, frame),
            };
            let better = match &best {
                // More of the cells known, and no part of the board for the whole.
                Ok(best) => {
                    let known = |reading: &Reading| reading.cells.len() - reading.unknown();
                    other.unknown() * best.cells.len() < best.unknown() * other.cells.len()
                        && known(&other) >= known(best)
                }
                // What only shows with details left out must be clear.
                Err(_) => other.unknown() * 10 <= other.cells.len(),
            };
            if better {
                (best, self.view) = (Ok(other), view);
            }
            if !unsure(&best) {
                break;
            }
        }
        best
    }
}

impl BoardReader for Reader {
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoBoard> {
        let found = self.find_board(frame)?;
        let counters = Counters::read(frame, &found.geometry, &found.cells, None);
        Ok(Reading { counters, ..found })
    }

    fn read(&mut self, frame: &Frame, previous: &Reading) -> Reading {
        let (cols, rows) = (previous.cells.cols(), previous.cells.rows());
        let nothing = Grid::from_fn(cols, rows, |_| None);
        let reading = self.read_knowing(frame, previous, &nothing);
        let before = Some(&previous.counters);
        let counters = Counters::read(frame, &reading.geometry, &reading.cells, before);
        Reading { counters, ..reading }
    }
}

/// The fewest cells of a board that shows nothing but covered cells: fewer may be anything.
const FEWEST_COVERED: usize = 25;

/// The most times that a board of nothing but covered cells is as long as it is wide.
const LONGEST_COVERED: usize = 4;

/// Whether a reading can be of a game: where something is open there are numbers, and where
/// nothing is, at least half of the cells show the borders that `score` counts.
fn is_of_a_game(reading: &Reading, score: f32) -> bool {
    let numbers = reading.any(|kind| matches!(kind, Cell::Open(1..)));
    let open = reading.any(|kind| kind == Cell::Open(0));
    let (cells, cols, rows) = (reading.cells.len(), reading.cells.cols(), reading.cells.rows());
    let usual = cells >= FEWEST_COVERED && cols.max(rows) <= LONGEST_COVERED * cols.min(rows);
    numbers || (!open && usual && score * 2.0 >= cells as f32)
}
