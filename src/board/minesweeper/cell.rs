//! What one cell shows, and the text notation of whole boards.

use thiserror::Error;

use crate::board::Grid;

/// What one cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Covered, nothing on it.
    Covered,
    /// Open; the number of mines around it, 0 to 8.
    Open(u8),
    /// Covered with a flag.
    Flag,
    /// Covered with a question mark.
    Question,
    /// A mine shown after the end.
    Mine,
    /// The mine that was clicked.
    Exploded,
    /// A flag shown to have been wrong after the end.
    WrongFlag,
}

impl Cell {
    /// Every kind of cell, in the order of the notation.
    pub const ALL: [Cell; 15] = [
        Cell::Covered,
        Cell::Open(0),
        Cell::Open(1),
        Cell::Open(2),
        Cell::Open(3),
        Cell::Open(4),
        Cell::Open(5),
        Cell::Open(6),
        Cell::Open(7),
        Cell::Open(8),
        Cell::Flag,
        Cell::Question,
        Cell::Mine,
        Cell::Exploded,
        Cell::WrongFlag,
    ];

    /// The notation's character.
    pub fn to_char(self) -> char {
        match self {
            Cell::Covered => '#',
            Cell::Open(0) => '.',
            Cell::Open(n) => (b'0' + n) as char,
            Cell::Flag => 'F',
            Cell::Question => '?',
            Cell::Mine => '*',
            Cell::Exploded => '!',
            Cell::WrongFlag => 'x',
        }
    }

    /// The kind a character of the notation means (`~`, unknown, is no kind).
    pub fn from_char(c: char) -> Option<Self> {
        Self::ALL.into_iter().find(|cell| cell.to_char() == c)
    }

    /// Whether the cell has not been opened and the game may go on: covered, flag or question mark.
    pub fn is_closed(self) -> bool {
        matches!(self, Cell::Covered | Cell::Flag | Cell::Question)
    }

    /// Whether the cell is only shown once the game has ended in a loss.
    pub fn is_end_picture(self) -> bool {
        matches!(self, Cell::Mine | Cell::Exploded | Cell::WrongFlag)
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

/// Why a text is no board.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ParseCellsError {
    /// A character that the notation does not have.
    #[error("line {line}, column {column}: '{found}' is no cell; use # . 1-8 F ? * ! x or ~")]
    Character {
        /// Line from 1, header lines counted.
        line: usize,
        /// Column from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// Rows of different lengths, or none.
    #[error("the rows are {0}; every row needs the same number of cells, one row or more")]
    Shape(&'static str),
}

/// Parses rows of the notation; lines that begin with `# ` (a header) and blank lines are skipped.
/// `~` gives `None`.
pub fn parse_cells(text: &str) -> Result<Grid<Option<Cell>>, ParseCellsError> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with("# ") {
            continue;
        }
        let row = line.trim_end().chars().enumerate().map(|(column, found)| match found {
            '~' => Ok(None),
            c => Cell::from_char(c).map(Some).ok_or(ParseCellsError::Character {
                line: index + 1,
                column: column + 1,
                found,
            }),
        });
        rows.push(row.collect::<Result<Vec<_>, _>>()?);
    }
    if rows.is_empty() {
        return Err(ParseCellsError::Shape("missing"));
    }
    Grid::from_rows(rows).ok_or(ParseCellsError::Shape("of different lengths"))
}

/// The rows of the notation, top row first; `None` is `~`.
pub fn format_cells(cells: &Grid<Option<Cell>>) -> Vec<String> {
    cells
        .values()
        .chunks(cells.cols())
        .map(|row| row.iter().map(|cell| cell.map_or('~', Cell::to_char)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_round_trips_every_kind() {
        let text = "# game: minesweeper\n#.12345678\nF?*!x~####\n";
        let cells = parse_cells(text).expect("legal text");
        assert_eq!(format_cells(&cells), vec!["#.12345678", "F?*!x~####"]);
        assert_eq!(cells.values().iter().flatten().count(), 19);
    }

    #[test]
    fn a_strange_character_is_named_with_its_place() {
        let error = parse_cells("##\n#9\n").expect_err("9 is no cell");
        assert_eq!(error, ParseCellsError::Character { line: 2, column: 2, found: '9' });
    }
}
