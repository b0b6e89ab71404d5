//! What an action is meant for, checked once more right before it is sent.

use serde::{Deserialize, Serialize};

use crate::geometry::{CellPos, FrameRect, GridGeometry};
use crate::input::Action;

/// What an action is meant to reach.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// This cell of the grid.
    Cell(CellPos),
    /// A named control of the game, such as the face button.
    Control(FrameRect),
    /// The window as a whole: keys, waits, parking the pointer.
    Window,
}

/// An action and what it is meant for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Planned {
    /// The input.
    pub action: Action,
    /// What it is meant for.
    pub aim: Aim,
}

impl Planned {
    /// Whether the action reaches what it is meant for on `grid`. A click needs a cell or a
    /// control: a click that is meant for the window alone is always astray.
    pub fn hits(&self, grid: Option<&GridGeometry>) -> bool {
        let Action::Click { at, .. } = self.action else { return true };
        match self.aim {
            Aim::Cell(cell) => grid.is_some_and(|grid| grid.cell_at(at) == Some(cell)),
            Aim::Control(rect) => rect.contains(at),
            Aim::Window => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::geometry::FramePoint;
    use crate::input::Button;

    fn click(x: f64, y: f64, aim: Aim) -> Planned {
        let at = FramePoint::new(x, y);
        Planned { action: Action::Click { at, button: Button::Left, hold: Duration::ZERO }, aim }
    }

    #[test]
    fn a_click_must_land_in_the_cell_or_control_it_is_meant_for() {
        let grid = GridGeometry::uniform(10.0, 10.0, 16.0, 16.0, 9, 9);
        let cell = Aim::Cell(CellPos::new(1, 0));
        assert!(click(27.0, 12.0, cell).hits(Some(&grid)));
        assert!(!click(25.0, 12.0, cell).hits(Some(&grid)));
        assert!(!click(27.0, 12.0, cell).hits(None));
        assert!(!click(27.0, 12.0, Aim::Window).hits(Some(&grid)));
        let face = Aim::Control(FrameRect { x: 0.0, y: 0.0, w: 5.0, h: 5.0 });
        assert!(click(2.0, 2.0, face).hits(None));
        assert!(!click(6.0, 2.0, face).hits(Some(&grid)));
    }
}
