//! Tetris: pieces, wells and the rules of the games.
