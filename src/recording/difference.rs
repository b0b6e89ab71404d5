//! Where a replay first differs from its recording.

use std::fmt;
use std::time::Duration;

use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_hollow_rect_mut, draw_line_segment_mut};
use imageproc::rect::Rect;

use super::format::{Seen, StepRecord};
use crate::geometry::{CellPos, GridGeometry};
use crate::input::Action;
use crate::play::{Aim, Planned};

/// How many differing cells and inputs are listed.
const LISTED: usize = 12;
/// Marks a cell that was read otherwise.
const CELL: Rgb<u8> = Rgb([255, 0, 160]);
/// Marks the place of a click.
const CLICK: Rgb<u8> = Rgb([255, 96, 0]);

/// What a player read and wanted at one look.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// What was read.
    pub seen: Seen,
    /// What the player wanted.
    pub step: StepRecord,
    /// What was decided last and why.
    pub thoughts: Vec<String>,
}

/// The first look at which a replay differs from its recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The look's number, from 0.
    pub number: u32,
    /// When it was recorded, on the target's clock.
    pub at: Duration,
    /// What was recorded.
    pub then: Moment,
    /// What the replay gave.
    pub now: Moment,
    /// Where the replay saw the cells.
    pub grid: Option<GridGeometry>,
    /// The target's picture.
    pub picture: RgbImage,
}

impl Difference {
    /// The picture with what was recorded, and with what the replay gave: the cells that were
    /// read otherwise are framed, clicks are crossed.
    pub fn pictures(&self) -> (RgbImage, RgbImage) {
        (self.marked(&self.then), self.marked(&self.now))
    }

    fn marked(&self, moment: &Moment) -> RgbImage {
        let mut picture = self.picture.clone();
        if let Some(grid) = &self.grid {
            for (cell, ..) in self.cells() {
                if cell.col < grid.cols() && cell.row < grid.rows() {
                    let pixels = grid.cell(cell).to_pixels(picture.width(), picture.height());
                    if pixels.w > 0 && pixels.h > 0 {
                        let rect = Rect::at(pixels.x as i32, pixels.y as i32);
                        draw_hollow_rect_mut(&mut picture, rect.of_size(pixels.w, pixels.h), CELL);
                    }
                }
            }
        }
        mark_clicks(&mut picture, &moment.step);
        picture
    }

    /// The cells that were read otherwise, with what was recorded and what is read now.
    pub fn cells(&self) -> Vec<(CellPos, char, char)> {
        let (then, now) = (&self.then.seen.board, &self.now.seen.board);
        let mut cells = Vec::new();
        for (row, (old, new)) in then.iter().zip(now).enumerate() {
            let pairs = old.chars().zip(new.chars()).enumerate();
            let changed = pairs.filter(|(_, (old, new))| old != new);
            cells.extend(changed.map(|(col, (old, new))| (CellPos::new(col, row), old, new)));
        }
        cells
    }
}

/// Crosses the places that `step` clicks.
pub(super) fn mark_clicks(picture: &mut RgbImage, step: &StepRecord) {
    let StepRecord::Act(plan) = step else { return };
    for planned in plan {
        let Action::Click { at, .. } = planned.action else { continue };
        let (x, y) = (at.x as f32, at.y as f32);
        for (dx, dy) in [(4.0, 4.0), (4.0, -4.0)] {
            draw_line_segment_mut(picture, (x - dx, y - dy), (x + dx, y + dy), CLICK);
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "look {} at {:.3} s differs", self.number, self.at.as_secs_f64())?;
        let size = |seen: &Seen| {
            let cols = seen.board.first().map_or(0, |row| row.chars().count());
            format!("a board of {cols}x{}", seen.board.len())
        };
        let (then, now) = (&self.then.seen, &self.now.seen);
        if size(then) != size(now) {
            writeln!(f, "recorded: {}; now: {}", size(then), size(now))?;
        }
        let cells = self.cells();
        for (cell, old, new) in cells.iter().take(LISTED) {
            writeln!(f, "cell {cell}: recorded {old}, now {new}")?;
        }
        if cells.len() > LISTED {
            writeln!(f, "and {} more cells", cells.len() - LISTED)?;
        }
        if then.facts != now.facts {
            writeln!(f, "recorded: {}; now: {}", then.facts.join(", "), now.facts.join(", "))?;
        }
        if self.then.step != self.now.step {
            writeln!(f, "recorded: {}", describe(&self.then.step))?;
            writeln!(f, "now:      {}", describe(&self.now.step))?;
        }
        Ok(())
    }
}

/// What a player wanted, in one line for people.
pub fn describe(step: &StepRecord) -> String {
    match step {
        StepRecord::Look(after) => format!("look again after {} ms", after.as_millis()),
        StepRecord::Finished(outcome) => format!("the game ended: {}", outcome.name()),
        StepRecord::GiveUp(why) => format!("stop: {why}"),
        StepRecord::Act(plan) => {
            let worth = |planned: &&Planned| !matches!(planned.action, Action::Wait(_));
            let inputs: Vec<String> = plan.iter().filter(worth).map(input).collect();
            let more = inputs.len().saturating_sub(LISTED);
            let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
            let listed = &inputs[..inputs.len() - more];
            format!("{}{rest}", listed.join(", "))
        }
    }
}

fn input(planned: &Planned) -> String {
    let aim = match planned.aim {
        Aim::Cell(cell) => format!(" on cell {cell}"),
        Aim::Control(_) => " on a control".into(),
        Aim::Window => String::new(),
    };
    match &planned.action {
        Action::Click { at, button, .. } => {
            let button = format!("{button:?}").to_lowercase();
            format!("{button} click at {:.1}, {:.1}{aim}", at.x, at.y)
        }
        Action::Move { to } => format!("move to {:.1}, {:.1}", to.x, to.y),
        Action::Key { stroke, .. } => format!("key {stroke}"),
        Action::Press(key) => format!("press {key}"),
        Action::Release(key) => format!("release {key}"),
        Action::Wait(time) => format!("wait {} ms", time.as_millis()),
    }
}
