//! From pixels to readings: pure functions of a frame and a profile.

pub mod minesweeper;
