//! From pixels to readings: pure functions of a frame and a profile.

pub mod borders;
pub mod lattice;
pub mod lines;
pub mod minesweeper;
pub mod noise;
pub mod overlay;
pub mod patch;
pub mod picture;
pub mod plane;
pub mod repetition;
pub mod tetris;
