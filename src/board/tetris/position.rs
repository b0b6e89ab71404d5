//! A legal moment of a game: the locked blocks and the piece that falls.

use thiserror::Error;

use super::{Piece, Tile, Well, WellSizeError};
use crate::board::Grid;
use crate::geometry::CellPos;

/// The locked blocks and the cells of the falling piece that can be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The locked blocks.
    pub well: Well,
    /// The falling piece with its cells inside the well: one to four of them.
    pub falling: Option<(Piece, Vec<CellPos>)>,
}

/// Why a picture is no legal position: every reason.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct IllegalPosition(pub Vec<Flaw>);

/// One reason why a picture is no legal position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Flaw {
    /// The size is out of range.
    #[error(transparent)]
    Size(#[from] WellSizeError),
    /// Cells that could not be read.
    #[error("{0} cells are unknown, the first at {1}")]
    Unknown(usize, CellPos),
    /// A row of locked blocks without a gap: it is about to vanish.
    #[error("row {0} from the top is full and not cleared yet")]
    FullRow(usize),
    /// Cells of two different falling pieces.
    #[error("both a {0} and a {1} are falling")]
    TwoPieces(Piece, Piece),
    /// More than four cells of a falling piece, or fewer though none is above the well.
    #[error("the falling {0} has {1} cells")]
    CellCount(Piece, usize),
    /// Falling cells that do not hang together.
    #[error("the cells of the falling {0} do not hang together")]
    Scattered(Piece),
}

impl Position {
    /// The position that a picture shows; ghost cells count as empty.
    ///
    /// # Errors
    /// With every reason why the picture is no legal position.
    pub fn from_tiles(tiles: &Grid<Option<Tile>>) -> Result<Self, IllegalPosition> {
        let mut well = Well::new(tiles.cols(), tiles.rows())
            .map_err(|error| IllegalPosition(vec![error.into()]))?;
        let mut flaws = Vec::new();
        let unknown: Vec<CellPos> =
            tiles.iter().filter(|(_, tile)| tile.is_none()).map(|(cell, _)| cell).collect();
        if let Some(first) = unknown.first() {
            flaws.push(Flaw::Unknown(unknown.len(), *first));
        }
        let mut falling: Option<(Piece, Vec<CellPos>)> = None;
        for (cell, tile) in tiles.iter() {
            match (tile, &mut falling) {
                (Some(Tile::Locked), _) => well.set(cell, true),
                (Some(Tile::Falling(piece)), Some((first, cells))) => {
                    if piece != first && !matches!(flaws.last(), Some(Flaw::TwoPieces(..))) {
                        flaws.push(Flaw::TwoPieces(*first, *piece));
                    }
                    cells.push(cell);
                }
                (Some(Tile::Falling(piece)), none) => *none = Some((*piece, vec![cell])),
                _ => {}
            }
        }
        let full = (0..well.rows()).rev().filter(|up| well.row(*up) == well.full_row());
        flaws.extend(full.map(|up| Flaw::FullRow(well.rows() - 1 - up)));
        if let Some((piece, cells)) = &falling {
            flaws.extend(flaw_of_piece(*piece, cells));
        }
        if flaws.is_empty() { Ok(Self { well, falling }) } else { Err(IllegalPosition(flaws)) }
    }
}

fn flaw_of_piece(piece: Piece, cells: &[CellPos]) -> Option<Flaw> {
    let at_top = cells.iter().any(|cell| cell.row == 0);
    if cells.len() > 4 || (cells.len() < 4 && !at_top) {
        return Some(Flaw::CellCount(piece, cells.len()));
    }
    let touching = |a: &CellPos, b: &CellPos| a.col.abs_diff(b.col) + a.row.abs_diff(b.row) == 1;
    let mut joined = vec![cells[0]];
    while let Some(next) = cells
        .iter()
        .find(|cell| !joined.contains(cell) && joined.iter().any(|old| touching(old, cell)))
    {
        joined.push(*next);
    }
    // Cells joined above the well may look apart in it.
    (joined.len() < cells.len() && cells.len() == 4).then_some(Flaw::Scattered(piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tetris::parse_tiles;

    fn position(text: &str) -> Result<Position, IllegalPosition> {
        Position::from_tiles(&parse_tiles(text).expect("legal text"))
    }

    #[test]
    fn a_picture_gives_well_and_falling_piece() {
        let seen = position(".tt.\n..t.\ngggg\n#..#\n").expect("one cell is above the well");
        assert_eq!(seen.well.to_string(), "....\n....\n....\n#..#\n");
        let cells = [(1, 0), (2, 0), (2, 1)].map(|(col, row)| CellPos::new(col, row));
        assert_eq!(seen.falling, Some((Piece::T, cells.to_vec())));
        assert_eq!(position("....\n....\n....\n....").map(|p| p.falling), Ok(None));
    }

    #[test]
    fn a_piece_in_the_middle_of_the_well_has_four_joined_cells() {
        let error = |text| position(text).expect_err("flawed").0;
        assert_eq!(error("....\n.oo.\n.o..\n....\n"), [Flaw::CellCount(Piece::O, 3)]);
        assert_eq!(error("....\no.oo\no...\n....\n"), [Flaw::Scattered(Piece::O)]);
    }

    #[test]
    fn every_flaw_of_a_picture_is_told() {
        let error = position("~.~.\n....\n.sz.\n####\n").expect_err("flawed");
        assert_eq!(
            error.0,
            [
                Flaw::Unknown(2, CellPos::new(0, 0)),
                Flaw::TwoPieces(Piece::S, Piece::Z),
                Flaw::FullRow(3),
                Flaw::CellCount(Piece::S, 2),
            ]
        );
        assert!(error.to_string().contains("row 3 from the top is full"));
    }
}
