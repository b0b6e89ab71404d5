//! What one cell of a well shows, and the text notation of whole pictures.

use thiserror::Error;

use super::Piece;
use crate::board::Grid;

/// What one cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tile {
    /// Nothing.
    Empty,
    /// A locked block.
    Locked,
    /// A cell of the falling piece.
    Falling(Piece),
    /// The picture of where the falling piece would land.
    Ghost,
}

impl Tile {
    /// The notation's character.
    pub fn to_char(self) -> char {
        match self {
            Tile::Empty => '.',
            Tile::Locked => '#',
            Tile::Falling(piece) => piece.letter().to_ascii_lowercase(),
            Tile::Ghost => 'g',
        }
    }

    /// The kind a character of the notation means (`~`, unknown, is no kind).
    pub fn from_char(c: char) -> Option<Self> {
        match c {
            '.' => Some(Tile::Empty),
            '#' => Some(Tile::Locked),
            'g' => Some(Tile::Ghost),
            c if c.is_ascii_lowercase() => Piece::from_letter(c).map(Tile::Falling),
            _ => None,
        }
    }
}

/// Why a text is no picture of a well.
#[derive(Debug, Clone, Error, PartialEq, Eq)]
pub enum ParseTilesError {
    /// A character that the notation does not have.
    #[error(
        "line {line}, column {column}: '{found}' is no cell; use . # g ~ or one of i o t s z j l"
    )]
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
///
/// # Errors
/// When a character is no cell or the rows differ in length.
pub fn parse_tiles(text: &str) -> Result<Grid<Option<Tile>>, ParseTilesError> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with("# ") {
            continue;
        }
        let row = line.trim_end().chars().enumerate().map(|(column, found)| match found {
            '~' => Ok(None),
            c => Tile::from_char(c).map(Some).ok_or(ParseTilesError::Character {
                line: index + 1,
                column: column + 1,
                found,
            }),
        });
        rows.push(row.collect::<Result<Vec<_>, _>>()?);
    }
    if rows.is_empty() {
        return Err(ParseTilesError::Shape("missing"));
    }
    Grid::from_rows(rows).ok_or(ParseTilesError::Shape("of different lengths"))
}

/// The rows of the notation, top row first; `None` is `~`.
pub fn format_tiles(tiles: &Grid<Option<Tile>>) -> Vec<String> {
    tiles
        .values()
        .chunks(tiles.cols())
        .map(|row| row.iter().map(|tile| tile.map_or('~', Tile::to_char)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_round_trips_every_kind() {
        let text = "# game: tetris\n# next: T\n.#g~iotszjl\n###########\n";
        let tiles = parse_tiles(text).expect("legal text");
        assert_eq!(format_tiles(&tiles), vec![".#g~iotszjl", "###########"]);
    }

    #[test]
    fn a_strange_character_is_named_with_its_place() {
        let error = parse_tiles("..\n.T\n").expect_err("T is no cell");
        assert_eq!(error, ParseTilesError::Character { line: 2, column: 2, found: 'T' });
        assert_eq!(parse_tiles("# only a header\n"), Err(ParseTilesError::Shape("missing")));
    }
}
