//! What a target must offer besides being one so that every fault can happen at it.

use super::Fault;
use crate::board::minesweeper::Level;
use crate::geometry::GridGeometry;
use crate::target::Target;
use crate::target::simulated::minesweeper::{Look, SimulatedMinesweeper};
use crate::target::simulated::tetris::{Look as TetrisLook, SimulatedTetris};

/// A target whose game can be disturbed from behind the scenes.
pub trait Stage: Target {
    /// Makes a fault of the game itself happen; whether it has: some wait for the next game.
    fn disturb(&mut self, fault: Fault) -> bool;

    /// Where the cells of a Minesweeper truly are now, in frame pixels.
    fn cells(&self) -> Option<GridGeometry> {
        None
    }
}

/// A game that nobody can disturb from behind the scenes, such as one in a window: inputs, frames
/// and the window go wrong at it, the game itself does not.
impl Stage for &mut dyn Target {
    fn disturb(&mut self, _fault: Fault) -> bool {
        false
    }
}

/// Half as large again.
const LARGER: f64 = 1.5;

impl Stage for SimulatedMinesweeper {
    fn disturb(&mut self, fault: Fault) -> bool {
        let next_game = self.window().games() > 1;
        let window = self.window_mut();
        let look = window.look();
        let other = if look.skin() == "dark" { "classic" } else { "dark" };
        match fault {
            Fault::Rescaled => window.set_look(scaled(look.skin(), look.scale() * LARGER)),
            Fault::Skin if next_game => window.set_look(scaled(other, look.scale())),
            Fault::BoardSize if next_game => window.deal(Level { cols: 12, rows: 10, mines: 15 }),
            Fault::Restarted => window.new_game(),
            Fault::Skin | Fault::BoardSize => return false,
            _ => {}
        }
        true
    }

    fn cells(&self) -> Option<GridGeometry> {
        Some(self.window().picture().grid())
    }
}

fn scaled(skin: &str, scale: f64) -> Look {
    Look::new(skin, scale).expect("the skin is built in and the scale near the one before")
}

impl Stage for SimulatedTetris {
    fn disturb(&mut self, fault: Fault) -> bool {
        let look = self.window().look();
        let (skin, scale) = (look.skin().name, look.scale());
        let other = if skin == "dark" { "outlined" } else { "dark" };
        let change = match fault {
            Fault::Rescaled => Some((skin, scale * LARGER)),
            Fault::Skin => Some((other, scale)),
            _ => None,
        };
        if let Some((skin, scale)) = change {
            let look = TetrisLook::new(skin, scale);
            let look = look.expect("the skin is built in and the scale near the one before");
            self.window_mut().set_look(look);
        }
        if fault == Fault::Restarted {
            self.window_mut().new_game();
        }
        true
    }
}
