//! How games end.

use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// All safe cells are open.
    Won,
    /// A mine exploded.
    Lost,
    /// A Tetris game ended.
    Over,
    /// The run stopped in the middle.
    Stopped,
}

impl Outcome {
    /// Every way a game can end.
    pub const ALL: [Outcome; 4] = [Self::Won, Self::Lost, Self::Over, Self::Stopped];

    /// The name in JSON and in the results file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Over => "over",
            Self::Stopped => "stopped",
        }
    }
}
