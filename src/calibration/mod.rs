//! Profiles: what is known beforehand of one game's skin, rules and keys.

mod profile;

pub use profile::{
    Chord, Game, InputPace, MinesweeperRules, NewGame, Profile, ProfileError, Step, WindowMatch,
};
