//! From a target and a player to a run that is told of and kept.

use anyhow::Result;
use log::warn;

use super::common::{self, Common};
use super::session::Teller;
use crate::cli::Exit;
use crate::cli::soak::Mixture;
use crate::clock::Clock;
use crate::play::{Environment, GameReport, Player, run};
use crate::recording::PlayerSetup;
use crate::store::GameRecord;
use crate::target::faulty::FaultyTarget;
use crate::target::live::signals;
use crate::target::{StopReason, Target};

/// A run of either game, ready to begin.
pub struct Run<'a> {
    /// What playing either game has in common.
    pub common: &'a Common,
    /// Who plays what and where, for the results.
    pub who: GameRecord,
    /// How the player is set up, for a recording.
    pub setup: PlayerSetup,
    /// Real time, for limits and reports.
    pub clock: &'a dyn Clock,
    /// Keeps what has become certain by the game that is told of.
    pub learn: &'a mut dyn FnMut(&GameReport) -> Result<()>,
}

impl Run<'_> {
    /// Plays on `target` until the games are done or something ends the run.
    ///
    /// # Errors
    /// When a recording cannot be begun.
    pub fn play(self, target: &mut dyn Target, player: &mut dyn Player) -> Result<Exit> {
        match &self.common.fault {
            None => self.play_on(target, player),
            Some(Mixture(faults)) => {
                let (faults, seed) = (faults.clone(), self.common.seed);
                self.play_on(&mut FaultyTarget::new(target, faults, seed), player)
            }
        }
    }

    fn play_on(self, target: &mut dyn Target, player: &mut dyn Player) -> Result<Exit> {
        let Self { common, who, setup, clock, learn } = self;
        if !common.keep.quiet() {
            eprintln!("playing {}", target.describe());
        }
        let mut teller = Teller::new(common, who);
        let mut watchers = common.keep.watchers(common.games, target.describe(), setup)?;
        let mut environment = Environment {
            clock,
            limits: common.limits(),
            stop: &|| signals::interrupted().then_some(StopReason::Interrupt),
            evidence: Some(&common.evidence()),
            report: &mut |report| {
                teller.game(report);
                if let Err(error) = learn(report) {
                    warn!("what was learnt of the game is not saved: {error:#}");
                }
            },
            watch: &mut watchers,
        };
        let ended = run(target, player, &mut environment);
        drop(watchers);
        teller.end();
        Ok(ended.map_or_else(|ended| common::tell(&ended), |()| Exit::Done))
    }
}
