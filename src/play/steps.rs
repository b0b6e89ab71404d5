//! The steps of a profile as inputs.

use crate::calibration::{InputPace, Step};
use crate::geometry::{FramePoint, FrameRect, GridGeometry};
use crate::input::{Action, Button};
use crate::play::{Aim, Planned};
use std::time::Duration;

/// How long a button of a program's window is held: some do not hear shorter clicks.
const BUTTON: Duration = Duration::from_millis(120);

/// What steps are relative to.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The grid, where one was found.
    pub grid: Option<&'a GridGeometry>,
    /// The face button, where one was found.
    pub face: Option<FrameRect>,
    /// Width and height of the whole target in frame pixels.
    pub size: (u32, u32),
}

/// The inputs for `steps`, or which step cannot be done and why.
pub fn plan(steps: &[Step], place: &Place<'_>, pace: &InputPace) -> Result<Vec<Planned>, String> {
    let grid = || place.grid.ok_or("no board was found that a click could be relative to");
    let mut planned = Vec::new();
    for step in steps {
        let (action, aim) = match step {
            Step::Key(stroke) => (Action::Key { stroke: *stroke, hold: pace.hold() }, Aim::Window),
            Step::WaitMs(ms) => (Action::Wait(Duration::from_millis(*ms)), Aim::Window),
            Step::Face => {
                let face = place.face.ok_or("no face button was found to click for a new game")?;
                press(face.centre(), pace.hold())
            }
            Step::Click([x, y]) => {
                let grid = grid()?.bounds();
                press(FramePoint::new(grid.x + x * grid.w, grid.y + y * grid.h), pace.hold())
            }
            Step::ClickCells([x, y]) => {
                let (grid, (w, h)) = (grid()?.bounds(), grid()?.pitch());
                press(FramePoint::new(grid.x + x * w, grid.y + y * h), pace.hold())
            }
            Step::ClickWindow([x, y]) => {
                let (w, h) = (f64::from(place.size.0), f64::from(place.size.1));
                press(FramePoint::new(x * w, y * h), pace.hold().max(BUTTON))
            }
            Step::Hover([x, y]) => {
                let (w, h) = (f64::from(place.size.0), f64::from(place.size.1));
                (Action::Move { to: FramePoint::new(x * w, y * h) }, Aim::Window)
            }
        };
        planned.push(Planned { action, aim });
    }
    Ok(planned)
}

/// A click on a control whose middle is `at`.
fn press(at: FramePoint, hold: Duration) -> (Action, Aim) {
    let control = FrameRect { x: at.x - 1.0, y: at.y - 1.0, w: 2.0, h: 2.0 };
    (Action::Click { at, button: Button::Left, hold }, Aim::Control(control))
}
