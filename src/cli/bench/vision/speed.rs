//! How long vision takes.

use std::fmt;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use image::{Rgb, RgbImage, imageops};
use serde_json::{Value, json};

use super::frames::half_played;
use crate::board::Grid;
use crate::board::minesweeper::{Cell, Level};
use crate::frame::Frame;
use crate::geometry::CellPos;
use crate::target::simulated::minesweeper::{Look, Picture, render, skins};
use crate::vision::minesweeper::{BoardReader, Hints, ProfiledReader, Reader, grid};

/// Milliseconds, sorted.
#[derive(Debug, Default)]
struct Times(Vec<f64>);

impl Times {
    fn take<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let out = work();
        self.0.push(start.elapsed().as_secs_f64() * 1000.0);
        out
    }

    fn share(&self, part: f64) -> f64 {
        let mut all = self.0.clone();
        all.sort_by(f64::total_cmp);
        all.get(((all.len() as f64 - 1.0) * part).round() as usize).copied().unwrap_or(0.0)
    }

    fn json(&self) -> Value {
        let round = |v: f64| (v * 1000.0).round() / 1000.0;
        json!({"p50": round(self.share(0.5)), "p99": round(self.share(0.99)), "n": self.0.len()})
    }
}

/// What was measured.
#[derive(Debug, Default)]
pub struct Speed {
    /// To find the grid in a whole screen of 1920x1080.
    find: Times,
    /// To find it and read every cell for the first time.
    first: Times,
    /// To read a known expert board again after a move.
    again: Times,
}

impl Speed {
    /// The figures as a JSON object, in milliseconds.
    pub fn json(&self) -> Value {
        json!({
            "find_grid_ms": self.find.json(),
            "find_and_read_ms": self.first.json(),
            "read_again_ms": self.again.json(),
        })
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line =
            |t: &Times| format!("{:.2} ms median, {:.2} ms p99", t.share(0.5), t.share(0.99));
        writeln!(f, "grid found in 1920x1080:        {}", line(&self.find))?;
        writeln!(f, "grid found and all cells read:  {}", line(&self.first))?;
        write!(f, "known expert board read again:  {}", line(&self.again))
    }
}

/// Measures every built-in skin `repeat` times.
///
/// # Errors
/// When a skin's own board is not found or read wrong.
pub fn measure(repeat: usize) -> Result<Speed> {
    let mut speed = Speed::default();
    for skin in skins::names() {
        let look = Look::new(skin, 1.0).context("the skins have their own names")?;
        let (cells, left) = half_played(Level::EXPERT, 5);
        let (window, place) = render(look, &cells, left);
        let frame = Frame::from_image(desktop(&window));
        let place = place.shifted(f64::from(WINDOW.0), f64::from(WINDOW.1));
        for _ in 0..repeat {
            speed.find.take(|| grid::candidates(&frame.image));
            let mut reader = ProfiledReader::new(None, Reader::new(Hints::default()));
            let found = speed.first.take(|| reader.find(&frame));
            let found = found.with_context(|| format!("the skin {skin} was not found"))?;
            let (own, true_own) = (found.geometry.bounds(), place.bounds());
            let off = (own.x - true_own.x).abs().max((own.y - true_own.y).abs());
            let wrong = found.cells.iter().filter(|(pos, cell)| {
                cells.get(*pos).is_none_or(|kind| cell.kind.is_some_and(|named| named != *kind))
            });
            ensure!(
                found.geometry.cols() == cells.cols()
                    && found.geometry.rows() == cells.rows()
                    && off < 0.3 * place.pitch().0
                    && wrong.count() == 0,
                "the board of the skin {skin} was read wrong in a desktop of 1920x1080 pixels"
            );
        }
        again(look, &cells, left, repeat, &mut speed.again)?;
    }
    Ok(speed)
}

/// Opens and closes a few cells at a time and reads the window again.
fn again(look: Look, cells: &Grid<Cell>, left: i32, n: usize, times: &mut Times) -> Result<()> {
    let (window, _) = render(look, cells, left);
    let frame = Frame::from_image(window);
    let mut reader = ProfiledReader::new(None, Reader::new(Hints::default()));
    let mut reading = reader.find(&frame).context("a built-in skin was not found")?;
    reader.confirm(&frame, &reading);
    let mut shown = cells.clone();
    let mut picture = Picture::new(look, cells.cols(), cells.rows());
    for i in 0..n * 4 {
        for k in 0..4 {
            let at = (i * 37 + k * 101) % cells.len();
            let pos = CellPos::new(at % cells.cols(), at / cells.cols());
            shown[pos] = if shown[pos] == Cell::Covered { cells[pos] } else { Cell::Covered };
        }
        let header =
            skins::Header { mines_left: left, seconds: i as u32, face: skins::Face::Smile };
        picture.update(&shown, header);
        let frame = Frame::from_image(picture.image().clone());
        reading = times.take(|| reader.read(&frame, &reading));
    }
    Ok(())
}

/// Where the window is on the screen, in pixels.
const WINDOW: (i32, i32) = (140, 200);

/// The window on a screen with a gradient and another window's text-like stripes.
fn desktop(window: &RgbImage) -> RgbImage {
    let mut screen = RgbImage::from_fn(1920, 1080, |x, y| Rgb([(x / 16) as u8, (y / 8) as u8, 90]));
    for y in (60..1000).filter(|y| y % 18 < 9) {
        for x in (1100..1800).filter(|x| (x * 7 + y / 18 * 13) % 11 < 6) {
            screen.put_pixel(x, y, Rgb([235, 235, 225]));
        }
    }
    imageops::replace(&mut screen, window, i64::from(WINDOW.0), i64::from(WINDOW.1));
    screen
}
