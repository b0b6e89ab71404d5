//! `bench tetris --splitting`: how long games last that are too long to be played out.

use anyhow::{Context, bail};

use super::BenchTetris;
use super::report::{Report, Stopwatch};
use crate::board::tetris::Well;
use crate::cli::progress::Progress;
use crate::solver::tetris::splitting::estimate;
use crate::solver::tetris::strategy;

/// Estimates how long games last without playing them out.
pub(super) fn bench(
    args: &BenchTetris,
    name: &str,
    well: &Well,
    climbs: usize,
    quiet: bool,
) -> anyhow::Result<Report> {
    let player = strategy(name)?;
    let Some(weights) = player.evaluator.weights() else {
        bail!("{name} has no weights; splitting needs a linear strategy");
    };
    if climbs < 2 {
        bail!("splitting needs two climbs a level or more, better some hundreds");
    }
    let watch = Stopwatch::start();
    let progress = Progress::new(args.games, "estimates", quiet);
    let mut estimates = Vec::new();
    for index in args.from..args.from + args.games {
        if args.max_seconds.is_some_and(|limit| watch.seconds() >= limit) {
            break;
        }
        let found = estimate(weights, well, climbs, args.seed, index)
            .context("splitting needs a well of fifteen columns or fewer")?;
        estimates.push(found);
        progress.one_more();
    }
    drop(progress);
    Ok(Report::of_estimates(player.name, well, &estimates, &watch))
}
