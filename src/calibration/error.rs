//! What may be wrong with a profile.

use std::path::PathBuf;

use thiserror::Error;

/// Why a profile cannot be used.
#[derive(Debug, Error)]
pub enum ProfileError {
    /// The file or folder cannot be read.
    #[error("cannot read the profile {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The TOML does not fit.
    #[error("the profile {path} is not right: {message}")]
    Form {
        /// The file.
        path: PathBuf,
        /// Which field and why.
        message: String,
    },
    /// No shipped profile has that name.
    #[error("there is no profile '{name}'; shipped ones are {shipped}, or give a path to a folder")]
    NoSuch {
        /// The name asked for.
        name: String,
        /// The names there are.
        shipped: String,
    },
}
