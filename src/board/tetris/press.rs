//! The keys of a game, by what they do.

use serde::{Deserialize, Serialize};

use super::Turn;

/// One press of a key in the words of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Press {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// A quarter turn to the right.
    Cw,
    /// A quarter turn to the left.
    Ccw,
    /// Half a turn.
    Half,
    /// One row down (soft drop).
    Down,
    /// Down as far as it goes, and lock (hard drop).
    Drop,
    /// Put the piece away for later, or swap it with the one put away.
    Hold,
}

impl Press {
    /// Every press.
    pub const ALL: [Press; 8] = [
        Press::Left,
        Press::Right,
        Press::Cw,
        Press::Ccw,
        Press::Half,
        Press::Down,
        Press::Drop,
        Press::Hold,
    ];

    /// The name in JSON and TOML.
    pub fn name(self) -> &'static str {
        match self {
            Press::Left => "left",
            Press::Right => "right",
            Press::Cw => "cw",
            Press::Ccw => "ccw",
            Press::Half => "half",
            Press::Down => "down",
            Press::Drop => "drop",
            Press::Hold => "hold",
        }
    }

    /// The turn this press makes, if it is one.
    pub fn turn(self) -> Option<Turn> {
        match self {
            Press::Cw => Some(Turn::Cw),
            Press::Ccw => Some(Turn::Ccw),
            Press::Half => Some(Turn::Half),
            _ => None,
        }
    }
}

impl std::fmt::Display for Press {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
