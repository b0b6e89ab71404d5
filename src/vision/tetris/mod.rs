//! Reads Tetris wells of any skin: finds the well, tells empty cells from blocks, and names the
//! falling piece by its shape.
//!
//! The steps: [`TetrisReader::find`] takes long upright edges for walls and fits a lattice
//! between each pair; it reads the likeliest places cell by cell and keeps the one that reads
//! best. The empty well is the largest group of like-looking cells that hangs from the top;
//! everything else is a block, a ghost, or unknown.

mod background;
mod cover;
mod edges;
mod explain;
#[cfg(test)]
mod explain_tests;
mod falling;
mod find;
mod interpret;
mod known;
#[cfg(test)]
mod known_tests;
mod landed;
mod lattice;
mod learnt;
mod marks;
mod outside;
mod patch;
mod previews;
mod reader;
mod reading;
mod refine;
mod repeats;
mod rest;
mod shapes;
mod stack;
mod steady;
mod walls;
mod watch;

pub use learnt::LearntWell;
pub use reader::{Hints, NoWell, TetrisReader};
pub use reading::{CellReading, End, FallingPiece, Reading, Rest, Unrest};
pub use watch::WellReader;
