//! How Tetris is to be played.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::board::tetris::{Falling, Piece, Press, Rules, Well};
use crate::calibration::{InputPace, NewGame};
use crate::input::KeyStroke;

/// How Tetris is to be played.
pub struct Options {
    /// The rules of the game at hand.
    pub rules: Rules,
    /// Its keys.
    pub keys: BTreeMap<Press, KeyStroke>,
    /// How fast they may come.
    pub pace: InputPace,
    /// How a new game begins.
    pub new_game: NewGame,
    /// The longest a decision may take.
    pub think: Duration,
    /// Whether a piece that is not in sight yet is brought down by a soft drop.
    pub nudge: bool,
    /// How long no piece may be in sight before the game counts as over.
    pub over: Duration,
    /// The least time from one piece to the next, for people who watch.
    pub pace_per_piece: Duration,
    /// Say what would be done and send nothing.
    pub dry_run: bool,
}

/// What is known when a piece has to be placed.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The locked blocks.
    pub well: &'a Well,
    /// The falling piece, where it is now.
    pub falling: Falling,
    /// The pieces that come next, the first one first.
    pub next: &'a [Piece],
    /// The piece put away.
    pub hold: Option<Piece>,
    /// The longest a decision may take.
    pub think: Duration,
}

/// Where a piece goes and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The presses that bring it there, without the final drop.
    pub presses: Vec<Press>,
    /// Where the piece comes to rest.
    pub rest: Falling,
    /// What the placement is worth to the planner.
    pub score: f64,
}

/// Chooses where pieces go.
pub trait Planner {
    /// Where the falling piece goes, or `None` when it can go nowhere.
    fn plan(&mut self, moment: &Moment<'_>) -> Option<Plan>;
}
