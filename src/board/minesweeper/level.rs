//! Board sizes and the rules that real games have for the first click.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A board's size and number of mines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Level {
    /// Columns.
    pub cols: usize,
    /// Rows.
    pub rows: usize,
    /// Mines in all.
    pub mines: usize,
}

impl Level {
    /// 9x9 with 10 mines.
    pub const BEGINNER: Level = Level { cols: 9, rows: 9, mines: 10 };
    /// 16x16 with 40 mines.
    pub const INTERMEDIATE: Level = Level { cols: 16, rows: 16, mines: 40 };
    /// 30x16 with 99 mines.
    pub const EXPERT: Level = Level { cols: 30, rows: 16, mines: 99 };
    /// The longest side a board may have.
    pub const MAX_SIDE: usize = 200;

    /// The standard level with this size, the classic 8x8 beginner board included.
    pub fn standard(cols: usize, rows: usize) -> Option<Self> {
        let old_beginner = Level { cols: 8, rows: 8, mines: 10 };
        [Self::BEGINNER, Self::INTERMEDIATE, Self::EXPERT, old_beginner]
            .into_iter()
            .find(|level| (level.cols, level.rows) == (cols, rows))
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.cols * self.rows
    }

    /// The name of a standard level, else `COLSxROWS/MINES`.
    pub fn name(&self) -> String {
        match *self {
            Self::BEGINNER => "beginner".into(),
            Self::INTERMEDIATE => "intermediate".into(),
            Self::EXPERT => "expert".into(),
            Level { cols, rows, mines } => format!("{cols}x{rows}/{mines}"),
        }
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

/// Why a text is no level.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ParseLevelError {
    /// Not a name and not `COLSxROWS/MINES`.
    #[error(
        "'{0}' is no level; use beginner, intermediate, expert or COLSxROWS/MINES such as 24x20/99"
    )]
    Form(String),
    /// A side out of bounds.
    #[error("{cols}x{rows} is no board size; each side may be 1 to {max}, with two cells or more", max = Level::MAX_SIDE)]
    Size {
        /// Columns asked for.
        cols: usize,
        /// Rows asked for.
        rows: usize,
    },
    /// No mine, or no safe cell.
    #[error("{mines} mines do not fit a board of {cells} cells; use 1 to {}", cells - 1)]
    Mines {
        /// Mines asked for.
        mines: usize,
        /// Cells of the board.
        cells: usize,
    },
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "beginner" => return Ok(Self::BEGINNER),
            "intermediate" => return Ok(Self::INTERMEDIATE),
            "expert" => return Ok(Self::EXPERT),
            _ => {}
        }
        let form = || ParseLevelError::Form(text.to_string());
        let (size, mines) = text.split_once('/').ok_or_else(form)?;
        let (cols, rows) = size.split_once('x').ok_or_else(form)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| form());
        let level = Level { cols: number(cols)?, rows: number(rows)?, mines: number(mines)? };
        let side = 1..=Self::MAX_SIDE;
        if !side.contains(&level.cols) || !side.contains(&level.rows) || level.cells() < 2 {
            return Err(ParseLevelError::Size { cols: level.cols, rows: level.rows });
        }
        if level.mines == 0 || level.mines >= level.cells() {
            return Err(ParseLevelError::Mines { mines: level.mines, cells: level.cells() });
        }
        Ok(level)
    }
}

impl TryFrom<String> for Level {
    type Error = ParseLevelError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Level> for String {
    fn from(level: Level) -> Self {
        level.name()
    }
}

/// What a game promises about the first click.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartRule {
    /// Only the first clicked cell is free of a mine; the rest is uniform.
    #[default]
    Safe,
    /// The first clicked cell and its neighbours are free of mines.
    Open,
    /// Windows 2000/XP: a mine under the first click moves to the first free cell counted from
    /// the top left along the row.
    Classic,
    /// The game opens an area by itself before the first click.
    Opened,
    /// The first click may be a mine.
    None,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip_through_their_names() {
        for level in [Level::BEGINNER, Level::EXPERT, Level { cols: 24, rows: 20, mines: 99 }] {
            assert_eq!(level.name().parse(), Ok(level));
        }
    }

    #[test]
    fn impossible_levels_say_what_is_wrong() {
        let error = |text: &str| text.parse::<Level>().expect_err("impossible").to_string();
        assert!(error("9x9/0").contains("0 mines"));
        assert!(error("9x9/81").contains("1 to 80"));
        assert!(error("1x1/1").contains("1x1"));
        assert!(error("900x9/10").contains("900x9"));
        assert!(error("hard").contains("beginner"));
    }
}
