//! Profiles: what is known beforehand of one game's skin, rules and keys.

mod load;
mod profile;
mod save;
pub mod sheet;

pub use load::{for_window, load, parse, shipped};
pub use profile::{
    Chord, Game, InputPace, MinesweeperRules, NewGame, Profile, ProfileError, Step, TetrisRules,
    WellPlace, WindowMatch,
};
pub use save::save;
