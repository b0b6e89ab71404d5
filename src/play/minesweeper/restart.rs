//! The steps of a profile as inputs.

use crate::calibration::{InputPace, Step};
use crate::geometry::{FramePoint, FrameRect, GridGeometry};
use crate::input::{Action, Button};
use crate::play::{Aim, Planned};
use std::time::Duration;

/// The inputs for `steps`, or which step cannot be done and why.
pub fn plan(
    steps: &[Step],
    geometry: &GridGeometry,
    face: Option<FrameRect>,
    pace: &InputPace,
) -> Result<Vec<Planned>, String> {
    let mut planned = Vec::new();
    for step in steps {
        let (action, aim) = match step {
            Step::Key(stroke) => (Action::Key { stroke: *stroke, hold: pace.hold() }, Aim::Window),
            Step::WaitMs(ms) => (Action::Wait(Duration::from_millis(*ms)), Aim::Window),
            Step::Face => {
                let face = face.ok_or("no face button was found to click for a new game")?;
                press(face.centre(), pace)
            }
            Step::Click([x, y]) => {
                let grid = geometry.bounds();
                press(FramePoint::new(grid.x + x * grid.w, grid.y + y * grid.h), pace)
            }
            Step::ClickCells([x, y]) => {
                let (grid, (w, h)) = (geometry.bounds(), geometry.pitch());
                press(FramePoint::new(grid.x + x * w, grid.y + y * h), pace)
            }
        };
        planned.push(Planned { action, aim });
    }
    Ok(planned)
}

/// A click on a control whose middle is `at`.
fn press(at: FramePoint, pace: &InputPace) -> (Action, Aim) {
    let control = FrameRect { x: at.x - 1.0, y: at.y - 1.0, w: 2.0, h: 2.0 };
    (Action::Click { at, button: Button::Left, hold: pace.hold() }, Aim::Control(control))
}
