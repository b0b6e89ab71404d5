//! How a player is set up, in a form that a recording keeps.

use std::rc::Rc;
use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::TetrisPlayer;
use super::planner::Planner;
use crate::board::tetris::Rules;
use crate::calibration::{InputPace, NewGame, TetrisRules};
use crate::clock::Clock;
use crate::solver::tetris::strategy;
use crate::vision::tetris::{Hints, LearntWell};

/// All that a player's decisions depend on but the frames.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// Who decides: a strategy's name or a weights file.
    pub strategy: String,
    /// Pieces placed in thought; at most as many as are seen.
    pub depth: Option<usize>,
    /// Best placements followed at each piece but the last.
    pub width: Option<usize>,
    /// With a limit, all pieces in sight are searched by a beam for at most this long.
    pub think: Option<Duration>,
    /// The least time from one piece to the next, for people who watch.
    pub between: Duration,
    /// Whether nothing is sent.
    pub dry_run: bool,
    /// Rules, keys and habits of the game at hand. A recording tells by `game` which game it is.
    #[serde(rename = "tetris")]
    pub game: TetrisRules,
    /// How fast keys may come.
    pub pace: InputPace,
    /// How a new game begins.
    pub new_game: NewGame,
}

impl Setup {
    /// The player; `real_time` is for the report.
    ///
    /// # Errors
    /// When there are no such rules or no such strategy.
    pub fn player(&self, real_time: Rc<dyn Clock>) -> Result<TetrisPlayer> {
        let rules = Rules::load(&self.game.rules)?;
        let mut decider = strategy(&self.strategy)?;
        decider.search.depth = self.depth.unwrap_or(decider.search.depth.max(2));
        decider.search.width = self.width.or(decider.search.width);
        let planner = Planner::new(&rules, &self.game.keys, decider, self.think);
        let reader =
            Box::new(LearntWell::new(Hints { place: self.game.well.clone(), ..Hints::default() }));
        Ok(TetrisPlayer::new(self.clone(), rules, reader, planner, real_time))
    }
}
