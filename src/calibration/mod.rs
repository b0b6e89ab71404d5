//! Profiles: what is known beforehand of one game's skin, rules and keys.

mod error;
mod load;
mod profile;
mod save;
pub mod sheet;

pub use error::ProfileError;
pub use load::{for_window, load, parse, shipped};
pub use profile::{
    Chord, Game, InputPace, MinesweeperRules, NewGame, Profile, Step, TetrisRules, WellPlace,
    WindowMatch,
};
pub use save::save;
