//! sweepfall plays the Minesweeper or Tetris window that is open on a desktop: it captures the
//! screen, reads the board from the pixels, thinks, and moves the mouse or presses the keys.
//!
//! The modules follow the data: [`capture`] and [`target`] give a [`frame`]; [`vision`] makes a
//! reading of it; [`board`] accepts what is legal; [`solver`] chooses; [`play`] joins them into
//! the one loop and turns moves into actions; [`cli`] starts it all.

pub mod abandon;
pub mod board;
pub mod calibration;
pub mod capture;
pub mod cli;
pub mod clock;
pub mod files;
pub mod frame;
pub mod geometry;
pub mod input;
pub mod play;
pub mod recording;
pub mod solver;
#[cfg(feature = "sound")]
pub mod sound;
pub mod store;
pub mod target;
pub mod vision;
