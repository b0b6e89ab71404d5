//! Pieces that land as soon as they come in: none is ever seen in the air, so that only time tells
//! them from the stack.

use super::reading::{CellReading, FallingPiece, Reading, Rest, Unrest};
use super::shapes::{piece_of, whole_places};
use crate::board::Grid;
use crate::board::tetris::Tile;
use crate::geometry::CellPos;

/// What lay in a well without a piece in the air when it was looked for last.
#[derive(Debug, Default)]
pub(super) struct Landed(Option<Grid<bool>>);

impl Landed {
    /// Takes for the falling piece of `reading` the one that was added to what lay there before,
    /// if there is one.
    pub fn complete(&mut self, reading: &mut Reading) {
        let quiet = reading.rest == Rest::Unsettled(Unrest::NoPiece);
        if reading.falling.is_some() || !quiet {
            return;
        }
        let filled = reading.cells.map(|cell| cell.best == Tile::Locked);
        let before = self.0.get_or_insert_with(|| filled.clone());
        let same_size = (before.cols(), before.rows()) == (filled.cols(), filled.rows());
        let kept = same_size && before.iter().all(|(cell, was)| !*was || filled[cell]);
        let added: Vec<CellPos> = filled
            .iter()
            .filter(|(cell, now)| kept && **now && !before[*cell])
            .map(|(cell, _)| cell)
            .collect();
        let doubtful = |(cell, seen): (CellPos, &CellReading)| seen.kind.is_none() && !filled[cell];
        let certain = !reading.cells.iter().any(doubtful);
        let Some(piece) = piece_of(&added).filter(|_| certain) else {
            if !kept || !added.is_empty() {
                self.0 = Some(filled);
            }
            return;
        };
        reading.cells = Grid::from_fn(filled.cols(), filled.rows(), |cell| {
            let own = added.contains(&cell);
            match reading.cells[cell] {
                _ if own => CellReading::certain(Tile::Falling(piece)),
                _ if filled[cell] => CellReading::certain(Tile::Locked),
                seen => seen,
            }
        });
        let places = whole_places(piece, &added);
        reading.falling = Some(FallingPiece { piece, cells: added, places, slid: 0.0 });
        reading.rest = Rest::Settled;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tetris::Piece;

    fn after(looks: &[[&str; 4]]) -> Option<Piece> {
        let mut landed = Landed::default();
        let mut last = None;
        for rows in looks {
            let mut reading = Reading::showing(rows, None);
            landed.complete(&mut reading);
            last = reading.falling.map(|falling| falling.piece);
        }
        last
    }

    #[test]
    fn only_a_whole_piece_added_to_what_lay_there_falls() {
        let before = ["......", "......", "......", "##...."];
        let piece = ["......", "......", "...#..", "####.."];
        let square = ["......", "......", "..##..", "####.."];
        let rows_gone = ["......", "......", "......", "..##.."];
        assert_eq!(after(&[before]), None);
        assert_eq!(after(&[before, before]), None);
        assert_eq!(after(&[before, piece]), None, "three blocks");
        assert_eq!(after(&[before, square]), Some(Piece::O));
        assert_eq!(after(&[square, rows_gone]), None);
        let next = ["......", "......", "....##", "..####"];
        assert_eq!(after(&[square, rows_gone, next]), Some(Piece::O));
    }
}
