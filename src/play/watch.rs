//! Looking over a run's shoulder: the terminal view, recordings, replays.

use std::time::Duration;

use super::{Planned, Player, Step};
use crate::frame::Frame;

/// What a player sees and thinks, in texts for people and recordings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct View {
    /// The board as read, in the game's notation, top row first; empty before one is found.
    pub board: Vec<String>,
    /// What else was read, such as `mines left: 10` or `next: T`.
    pub facts: Vec<String>,
    /// What was decided last and why, one line a move.
    pub thoughts: Vec<String>,
    /// Tetris: lines cleared in the game in hand.
    pub lines: u64,
}

/// Is told what a run sees and does; has no say in it.
pub trait Watcher {
    /// `player` saw `frame` and wants `step` now.
    fn stepped(&mut self, _frame: &Frame, _player: &dyn Player, _step: &Step) {}

    /// An input was sent, at this time of the target's clock.
    fn sent(&mut self, _at: Duration, _planned: &Planned) {}
}

/// Nobody watches.
impl Watcher for () {}

/// Each of them watches.
impl<W: Watcher + ?Sized> Watcher for Vec<Box<W>> {
    fn stepped(&mut self, frame: &Frame, player: &dyn Player, step: &Step) {
        self.iter_mut().for_each(|watcher| watcher.stepped(frame, player, step));
    }

    fn sent(&mut self, at: Duration, planned: &Planned) {
        self.iter_mut().for_each(|watcher| watcher.sent(at, planned));
    }
}
