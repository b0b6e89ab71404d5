//! From a moment of the game to where the piece goes.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::board::tetris::{Falling, Piece, Press, Rules, Well};
use crate::input::KeyStroke;
use crate::solver::tetris::{Gravity, Hold, Movement, Placement, Situation, Strategy, plan};

/// What is known when a piece has to be placed.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// The locked blocks.
    pub well: &'a Well,
    /// The falling piece, where it is now.
    pub falling: Falling,
    /// The pieces that come next, the first one first.
    pub next: &'a [Piece],
    /// The hold slot.
    pub hold: Hold,
    /// Whether pieces land as soon as they come in.
    pub gravity: Gravity,
    /// The longest a decision may take, if there is a bound.
    pub time: Option<Duration>,
}

/// Chooses where pieces go, by straight drops: turned and shifted where it is, then down. Moves
/// that need the right row at the right time are left out, for the piece falls meanwhile.
pub struct Planner {
    slow: Movement,
    instant: Movement,
    strategy: Strategy,
    think: Option<Duration>,
}

impl Planner {
    /// A planner for a game with these keys.
    pub fn new(
        rules: &Rules,
        keys: &BTreeMap<Press, KeyStroke>,
        strategy: Strategy,
        think: Option<Duration>,
    ) -> Self {
        let wanted = |press: &Press| match press {
            Press::Down => false,
            Press::Drop => true,
            other => keys.contains_key(other),
        };
        let mut usable: Vec<Press> = rules.keys().iter().copied().filter(wanted).collect();
        if !usable.contains(&Press::Drop) {
            usable.push(Press::Drop);
        }
        let rules = rules.clone().with_keys(usable);
        let slow = Movement::new(&rules);
        let instant = Movement::new(&rules).under(Gravity::Instant);
        Self { slow, instant, strategy, think }
    }

    /// Where the falling piece goes, or `None` when it can go nowhere.
    pub fn plan(&mut self, moment: &Moment<'_>) -> Option<Placement> {
        let movement = match moment.gravity {
            Gravity::Slow => &self.slow,
            Gravity::Instant => &self.instant,
        };
        self.strategy.search.think = match (self.think, moment.time) {
            (Some(think), Some(time)) => Some(think.min(time)),
            (think, _) => think,
        };
        let situation = Situation {
            well: moment.well,
            movement,
            falling: moment.falling,
            next: moment.next,
            hold: moment.hold,
            possible: &[],
        };
        plan(&situation, &self.strategy)
    }
}
