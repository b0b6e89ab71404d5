//! What shows a game and obeys input.

pub mod faulty;
mod forward;
pub mod live;
mod replay;
pub mod simulated;

use thiserror::Error;

use crate::abandon::Wish;
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::board::tetris::game::LockedPiece;
use crate::board::tetris::{Piece, Tile};
use crate::clock::Clock;
use crate::frame::Frame;
use crate::geometry::PixelRect;
use crate::input::Action;

pub use replay::ReplayTarget;

/// What shows a game and obeys input: a live window, the simulator, a recording, a replay.
pub trait Target {
    /// What this is, for people: the window's title and id, or the simulator and its skin.
    fn describe(&self) -> String;

    /// The clock this target lives by: real time for a window, stepped for the simulator.
    fn clock(&self) -> &dyn Clock;

    /// Captures `region` (frame pixels), or everything.
    ///
    /// # Errors
    /// When the target is gone, moved, covered or cannot be captured.
    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError>;

    /// Sends one input, after checking that it can only reach the target.
    ///
    /// # Errors
    /// When the input was *not* sent, and why.
    fn perform(&mut self, action: &Action) -> Result<(), TargetError>;

    /// Locks on again after the target has moved or changed its size: the next frame shows it as
    /// it is now.
    ///
    /// # Errors
    /// When it is gone, does not come to rest, can no longer be seen whole, or cannot be followed.
    fn relock(&mut self) -> Result<(), TargetError> {
        Err(TargetError::Moved(self.describe()))
    }

    /// Whether a key would reach the target now.
    ///
    /// # Errors
    /// When the desktop does not tell.
    fn has_keyboard(&self) -> Result<bool, TargetError> {
        Ok(true)
    }

    /// Makes sure that keys would reach the target, as it is done before each of them.
    ///
    /// # Errors
    /// When another program has the keyboard.
    fn keep_keyboard(&mut self) -> Result<(), TargetError> {
        Ok(())
    }

    /// Sends one input for which the target takes the keyboard from who has it and gives it back.
    ///
    /// # Errors
    /// When the keyboard could not be had; the input was not sent then.
    fn borrow_keyboard(&mut self, action: &Action) -> Result<(), TargetError> {
        self.perform(action)
    }

    /// Begins a rest: until it ends nothing is sent, and a hand that moves the mouse is no wish to
    /// stop.
    fn begin_rest(&mut self) {}

    /// Ends a rest once the hand has let go of the mouse.
    ///
    /// # Errors
    /// When somebody asked to stop meanwhile, or the desktop does not tell where the pointer is.
    fn end_rest(&mut self) -> Result<(), TargetError> {
        Ok(())
    }

    /// What is in the way where `region` (frame pixels), or everything, cannot be read, as far as
    /// the target can tell: another window over it, for one.
    fn obstruction(&self, region: Option<PixelRect>) -> Option<TargetError> {
        let _ = region;
        None
    }

    /// Whether somebody asked to stop: Ctrl-C, the fail-safe corner, the user's own mouse.
    fn stop_requested(&self) -> Option<StopReason> {
        None
    }

    /// Expressed when somebody asks to stop: what is being worked out is not wanted any more.
    fn abandon(&self) -> Wish {
        Wish::default()
    }

    /// The true cells of a simulated Minesweeper game as they are drawn now. For counting
    /// misreads in reports and tests only; no decision may look at it.
    fn minesweeper_truth(&self) -> Option<Grid<Cell>> {
        None
    }

    /// The truth of a simulated Tetris game as it is drawn now. For counting misreads and
    /// misdrops in reports and tests only; no decision may look at it.
    fn tetris_truth(&self) -> Option<TetrisTruth> {
        None
    }
}

/// What a simulated Tetris game shows and what has happened in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TetrisTruth {
    /// What the cells show.
    pub tiles: Grid<Tile>,
    /// The next pieces that are shown.
    pub next: Vec<Piece>,
    /// The piece put away.
    pub hold: Option<Piece>,
    /// Whether the picture shows something that is no plain tile: a piece between two rows, rows
    /// that vanish, a flash, a notice. Nothing can be misread then.
    pub moving: bool,
    /// Pieces locked in this game.
    pub pieces: u64,
    /// Lines cleared in this game.
    pub lines: u64,
    /// The piece locked last.
    pub last_lock: Option<LockedPiece>,
}

/// Who or what asked to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum StopReason {
    /// Ctrl-C or a termination signal.
    #[error("stopped by Ctrl-C or a termination signal")]
    Interrupt,
    /// The pointer was pushed into a corner of the screen.
    #[error("stopped because the mouse was pushed into a screen corner")]
    Corner,
    /// The pointer was moved by hand.
    #[error("stopped because the mouse was moved by hand")]
    UserMoved,
    /// The abort key was pressed.
    #[error("stopped by the abort key")]
    AbortKey,
    /// A person plays on in the bot's place.
    #[error("stopped because a person plays on")]
    TakenOver,
    /// The pointer and the abort key can no longer be watched.
    #[error("stopped because the pointer can no longer be watched")]
    Blind,
}

/// Why a target could not be captured or did not get an input. Each of them stops a run with
/// exit code 4, save [`TargetError::Failed`].
#[derive(Debug, Error)]
pub enum TargetError {
    /// The window no longer exists or is minimised.
    #[error("{0} is gone or minimised; open it again and restart")]
    Vanished(String),
    /// The window's place or size changed.
    #[error("{0} was moved or resized; leave it where it is and restart")]
    Moved(String),
    /// Another window is in front where the input would go or the board is.
    #[error("{target} is covered by {by}; uncover it and restart")]
    Covered {
        /// The target.
        target: String,
        /// What is in front.
        by: String,
    },
    /// Another program has the keyboard.
    #[error("{target} does not have the keyboard, {by} has; click on the game and restart")]
    Unfocused {
        /// The target.
        target: String,
        /// What has it.
        by: String,
    },
    /// An action whose place is outside the target.
    #[error("refused to send an input outside the target: {0}")]
    Outside(String),
    /// Somebody asked to stop before the input was sent.
    #[error("{0}")]
    Stopped(StopReason),
    /// The platform refused a capture or an input.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}
