//! Choosing moves. Knows boards, never pixels.

pub mod minesweeper;
pub mod tetris;
