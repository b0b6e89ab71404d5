//! Skins by name and scales, alike in both games.

use thiserror::Error;

/// The smallest scale that a skin is drawn at.
pub const MIN_SCALE: f64 = 0.5;
/// The largest scale.
pub const MAX_SCALE: f64 = 4.0;

/// Why there is no such look.
#[derive(Debug, Error, PartialEq)]
pub enum LookError {
    /// No skin has that name.
    #[error("there is no {game} skin '{name}'; skins are {names}")]
    Skin {
        /// The game.
        game: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        names: String,
    },
    /// A scale out of bounds.
    #[error("{0} is no scale to draw at; use {MIN_SCALE} to {MAX_SCALE}")]
    Scale(f64),
}

/// A scale that skins are drawn at.
///
/// # Errors
/// When it is out of bounds.
pub(super) fn scale(scale: f64) -> Result<f64, LookError> {
    if (MIN_SCALE..=MAX_SCALE).contains(&scale) { Ok(scale) } else { Err(LookError::Scale(scale)) }
}

/// The skin called `name` among `all` of a game.
///
/// # Errors
/// With the names there are, if none has it.
pub(super) fn find<S: Copy>(
    game: &'static str,
    all: &[S],
    name: &str,
    name_of: impl Fn(S) -> &'static str,
) -> Result<S, LookError> {
    all.iter().copied().find(|skin| name_of(*skin) == name).ok_or_else(|| LookError::Skin {
        game,
        name: name.to_string(),
        names: all.iter().map(|skin| name_of(*skin)).collect::<Vec<_>>().join(", "),
    })
}
