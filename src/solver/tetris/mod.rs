//! Tetris players.
