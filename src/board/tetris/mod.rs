//! Tetris: pieces, wells, pictures of them, and the rules of real games as data.

pub mod game;
mod piece;
mod position;
mod press;
mod random;
mod rules;
mod rules_file;
#[cfg(test)]
mod rules_tests;
mod scoring;
mod shape;
mod tile;
mod well;
#[cfg(test)]
mod well_tests;

pub use piece::{Orientation, Piece, Turn, parse_pieces};
pub use position::{Flaw, IllegalPosition, Position};
pub use press::Press;
pub use random::{PieceSource, Randomiser};
pub use rules::{Falling, Oriented, Rules, SpawnOrientation, SpawnPlace, Top};
pub use rules_file::RulesError;
pub use scoring::Scoring;
pub use shape::Shape;
pub use tile::{ParseTilesError, Tile, format_tiles, parse_tiles};
pub use well::{Locked, MAX_ROWS, ParseWellError, Well, WellSizeError, classic_shapes};
