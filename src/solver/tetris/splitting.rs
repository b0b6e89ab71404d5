//! How long games last that are too long to be played out: multilevel splitting.
//!
//! A good player of a tall well makes tens of millions of lines a game, yet its stack is low nearly
//! always. Games are lost in rare climbs, and a climb is made of shorter ones: from the usual height
//! up to a level, from there up to the next, and so on to the top. Each step is likely enough to be
//! counted in few pieces when every try begins with a well in which the level below has just been
//! reached. The rate of losses is the rate of first steps times the shares of tries that make the
//! further ones. (Fixed-success variant: Amrein and Künsch, "A variant of importance splitting for
//! rare event estimation", ACM TOMACS 21, 2011.)
//!
//! The player must not see pieces beyond the falling one, so that a well is all that a try needs.

use super::fast::{EndRule, FastGame, Lookahead, Snapshot};
use super::weights::Weights;
use crate::board::tetris::{Piece, PieceSource, Randomiser, Well};

/// An estimate of how long games last.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Mean lines a game.
    pub lines: f64,
    /// Pieces played to find it.
    pub played: u64,
}

/// Pieces played before the usual height is taken.
const WARM_UP: usize = 4_000;

/// A climb begins so many rows above the usual height: a place that is passed often.
const FIRST_STEP: usize = 2;

/// A level that fewer than one in so many tries reaches is taken as never reached.
const HOPELESS: u64 = 1_000;

const LOOK: Lookahead = Lookahead { depth: 1, width: usize::MAX };

/// Estimates the mean lines a game of a linear evaluator that plays one uniformly random piece
/// after another with straight drops, from `successes` climbs of each step; its relative error is
/// about the square root of (2 levels / successes). Estimate `index` of a seed is always the same.
/// `None` when the well is too wide for the fast engine.
///
/// Lines are infinite when no try reached a level.
pub fn estimate(
    weights: &Weights,
    well: &Well,
    successes: usize,
    seed: u64,
    index: u64,
) -> Option<Estimate> {
    let game = FastGame::new(well, weights.clone(), EndRule::BeforeClearing)?;
    let source = PieceSource::new(Randomiser::Uniform, seed, index);
    let mut climber = Climber { game, source, rows: well.rows(), played: 0 };
    let usual = climber.usual_height();
    let first = (usual + FIRST_STEP).min(well.rows());
    let (mut pool, pieces) = climber.first_climbs(usual, first, successes);
    // Climbs a piece: to the first level, then to each further one; the last is the loss.
    let mut rate = successes as f64 / pieces as f64;
    for level in first + 1..=well.rows() + 1 {
        let (reached, share) = climber.climbs(&pool, usual, level);
        rate *= share;
        pool = reached;
        if pool.is_empty() {
            break;
        }
    }
    // Each row takes its columns' worth of cells, each piece brings four.
    let lines = 4.0 / (rate * well.cols() as f64);
    Some(Estimate { lines, played: climber.played })
}

/// The well at the moment a level was reached; `None` when the game was lost on the way.
type Reached = Option<Snapshot>;

struct Climber {
    game: FastGame,
    source: PieceSource,
    rows: usize,
    played: u64,
}

impl Climber {
    /// Plays a piece and tells the height of the stack; one more than the well's rows when the game
    /// is lost.
    fn step(&mut self) -> usize {
        self.played += 1;
        let piece: Piece = self.source.next().expect("pieces never end");
        let Some(drop) = self.game.choose(&[piece], LOOK) else { return self.rows + 1 };
        self.game.play(&drop);
        self.game.top()
    }

    /// As [`Climber::step`], but a lost game begins again.
    fn step_on(&mut self) -> usize {
        let top = self.step();
        if top > self.rows {
            self.game.clear();
        }
        top
    }

    fn reached(&self, top: usize) -> Reached {
        (top <= self.rows).then(|| self.game.snapshot())
    }

    /// The median height, from an empty well on.
    fn usual_height(&mut self) -> usize {
        let mut heights: Vec<usize> = (0..WARM_UP).map(|_| self.step_on()).collect();
        heights.sort_unstable();
        heights[WARM_UP / 2]
    }

    /// Plays on until `first` has been reached from `usual` so often; gives the wells at those
    /// moments and the pieces played.
    fn first_climbs(&mut self, usual: usize, first: usize, times: usize) -> (Vec<Reached>, u64) {
        let begin = self.played;
        let mut reached = Vec::with_capacity(times);
        let mut low = true;
        while reached.len() < times {
            let top = self.step();
            if top >= first && low {
                reached.push(self.reached(top));
            }
            low = top <= usual || low && top < first;
            if top > self.rows {
                self.game.clear();
                low = true;
            }
        }
        (reached, self.played - begin)
    }

    /// Tries from the wells of `pool`, in turn, until as many have reached `level`, the others
    /// having sunk to `usual`; gives the wells at those moments and the share that got there.
    fn climbs(&mut self, pool: &[Reached], usual: usize, level: usize) -> (Vec<Reached>, f64) {
        let mut reached = Vec::with_capacity(pool.len());
        let mut tries = 0;
        while reached.len() < pool.len() && tries < HOPELESS * pool.len() as u64 {
            let from = &pool[tries as usize % pool.len()];
            tries += 1;
            let Some(from) = from else {
                reached.push(None);
                continue;
            };
            self.game.restore(from);
            let mut top = self.game.top();
            while top < level && top > usual {
                top = self.step();
            }
            if top >= level {
                reached.push(self.reached(top));
            }
        }
        let share = reached.len() as f64 / tries as f64;
        (reached, share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tetris::Rules;
    use crate::solver::tetris::games::{GameOptions, play_game};
    use crate::solver::tetris::strategy;

    fn split(rows: usize, index: u64) -> Estimate {
        let bcts = strategy("bcts").expect("shipped");
        let well = Well::new(10, rows).expect("a size");
        let weights = bcts.evaluator.weights().expect("linear");
        estimate(weights, &well, 200, 1, index).expect("not too wide")
    }

    #[test]
    fn the_estimate_agrees_with_games_played_out() {
        let estimates: Vec<f64> = (0..16).map(|index| split(8, index).lines).collect();
        let estimated = estimates.iter().sum::<f64>() / 16.0;
        let rules = Rules::load("classic").expect("shipped");
        let well = Well::new(10, 8).expect("a size");
        let options = GameOptions {
            well,
            randomiser: rules.randomiser(),
            rules,
            next: 0,
            max_pieces: None,
            seed: 2,
        };
        let bcts = strategy("bcts").expect("shipped");
        let lines = |index| play_game(&bcts, &options, index, |_| true).lines as f64;
        let played = (0..600).map(lines).sum::<f64>() / 600.0;
        // About 4 % is the standard error of either.
        assert!((estimated / played - 1.0).abs() < 0.2, "{estimated} against {played}");
    }

    #[test]
    fn a_taller_well_lasts_longer_and_an_estimate_can_be_repeated() {
        let (low, high) = (split(8, 0), split(12, 0));
        assert!(high.lines > 5.0 * low.lines, "{low:?}, {high:?}");
        assert_eq!(low, split(8, 0));
    }
}
