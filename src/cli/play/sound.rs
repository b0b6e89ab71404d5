//! Sounds while the program plays.

use anyhow::Result;

use crate::frame::Frame;
use crate::play::{Outcome, Player, Step, Watcher};
use crate::sound::{Cue, Speaker};

/// Sounds on a win, a loss and cleared lines.
pub struct Sounds {
    speaker: Speaker,
    lines: u64,
}

impl Sounds {
    /// Sounds on the default device.
    ///
    /// # Errors
    /// When there is none.
    pub fn open() -> Result<Self> {
        Ok(Self { speaker: Speaker::open()?, lines: 0 })
    }
}

impl Watcher for Sounds {
    fn stepped(&mut self, _: &Frame, player: &dyn Player, step: &Step) {
        match step {
            Step::Finished(report) => {
                let won = report.result() == Outcome::Won;
                self.speaker.play(if won { Cue::Win } else { Cue::Loss });
                self.lines = 0;
            }
            Step::Act(_) => {
                let lines = player.view().lines;
                if lines > self.lines {
                    self.speaker.play(Cue::Lines);
                }
                self.lines = lines;
            }
            Step::Look(_) | Step::GiveUp(_) => {}
        }
    }
}
