//! The rules of the game in time: one game from its first piece to its end.
//!
//! The game lives on its own time, counted from its start. [`Game::advance`] lets everything
//! happen that is due, in order and at its exact moment, so that the result does not depend on
//! how often it is called.

mod options;
mod play;
mod queue;
mod stack;

use std::time::Duration;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::{Falling, Piece, Press, Rules, Well, WellSizeError};
use crate::geometry::CellPos;

pub use options::{Garbage, Handling, LockDelay, Options, Speed};
use queue::Queue;
pub use stack::Block;
use stack::Stack;

/// What a game is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// A piece falls.
    Falling,
    /// Full rows are shown before they vanish.
    Clearing {
        /// The rows, counted from the floor.
        rows: Vec<usize>,
        /// When that began.
        since: Duration,
    },
    /// The next piece has not come yet.
    Entering {
        /// When that began.
        since: Duration,
    },
    /// Over.
    Over,
}

/// A piece that was locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedPiece {
    /// Which one.
    pub piece: Piece,
    /// Its cells before any row vanished: column, row from the top (negative above the well).
    pub cells: Vec<(i32, i32)>,
    /// When.
    pub at: Duration,
}

/// One game.
#[derive(Debug, Clone)]
pub struct Game {
    options: Options,
    rng: Pcg64Mcg,
    queue: Queue,
    stack: Stack,
    now: Duration,
    phase: Phase,
    falling: Option<Falling>,
    /// When the piece falls the next row.
    fall_at: Duration,
    /// When the resting piece is locked.
    lock_at: Option<Duration>,
    /// How many moves may still start the lock delay again.
    resets: u32,
    /// The held sideways key and when it repeats.
    shift: Option<(Press, Duration)>,
    soft: bool,
    hold: Option<Piece>,
    hold_used: bool,
    pieces: u64,
    lines: u64,
    score: u64,
    last_lock: Option<LockedPiece>,
}

impl Game {
    /// Starts a game.
    ///
    /// # Errors
    /// When there is no well of that size.
    pub fn new(options: Options) -> Result<Self, WellSizeError> {
        let well = Well::new(options.cols, options.rows)?;
        Ok(Self::in_well(options, well))
    }

    /// Starts a game on a stack that is there already; its size counts, not that of `options`.
    pub fn in_well(mut options: Options, well: Well) -> Self {
        (options.cols, options.rows) = (well.cols(), well.rows());
        options.next = options.next.clamp(1, Options::MAX_NEXT);
        let mut rng = Pcg64Mcg::seed_from_u64(options.seed);
        let queue = Queue::new(&options, &mut rng);
        let mut game = Self {
            queue,
            rng,
            stack: Stack::new(well),
            now: Duration::ZERO,
            phase: Phase::Falling,
            falling: None,
            fall_at: Duration::ZERO,
            lock_at: None,
            resets: 0,
            shift: None,
            soft: false,
            hold: None,
            hold_used: false,
            pieces: 0,
            lines: 0,
            score: 0,
            last_lock: None,
            options,
        };
        game.next_piece();
        game
    }

    /// What was asked for at the start.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The rotation rules, keys and so on.
    pub fn rules(&self) -> &Rules {
        &self.options.rules
    }

    /// The game's time.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// What the game is doing.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The locked blocks.
    pub fn well(&self) -> &Well {
        &self.stack.well
    }

    /// What the locked block in a cell was.
    pub fn block(&self, cell: CellPos) -> Option<Block> {
        self.stack.block(cell)
    }

    /// The falling piece.
    pub fn falling(&self) -> Option<&Falling> {
        self.falling.as_ref()
    }

    /// Where the falling piece would land.
    pub fn landing(&self) -> Option<Falling> {
        let falling = self.falling?;
        Some(self.rules().press(self.well(), &falling, Press::Drop).unwrap_or(falling))
    }

    /// How much of the way to the next row the falling piece has made, 0 to 1; 0 at rest.
    pub fn fall_progress(&self) -> f64 {
        let period = self.period().as_secs_f64();
        if period == 0.0 || !self.can_fall() {
            return 0.0;
        }
        let left = self.fall_at.saturating_sub(self.now).as_secs_f64();
        (1.0 - left / period).clamp(0.0, 1.0)
    }

    /// The next pieces that are shown, with their orientation, the first one first.
    pub fn next(&self) -> impl Iterator<Item = (Piece, super::Orientation)> + '_ {
        self.queue.coming().take(self.options.next)
    }

    /// The piece put away.
    pub fn hold(&self) -> Option<Piece> {
        self.hold
    }

    /// Pieces locked.
    pub fn pieces(&self) -> u64 {
        self.pieces
    }

    /// Lines cleared.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Points.
    pub fn score(&self) -> u64 {
        self.score
    }

    /// The level.
    pub fn level(&self) -> u32 {
        self.options.level + (self.lines / 10).min(999) as u32
    }

    /// The piece locked last.
    pub fn last_lock(&self) -> Option<&LockedPiece> {
        self.last_lock.as_ref()
    }
}
