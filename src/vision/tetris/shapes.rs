//! Which piece some cells form.

use crate::board::tetris::Piece;
use crate::geometry::CellPos;

/// The first orientation of each piece as (column, row) offsets, row 0 at the top.
const SHAPES: [(Piece, [(i32, i32); 4]); 7] = [
    (Piece::I, [(0, 0), (1, 0), (2, 0), (3, 0)]),
    (Piece::O, [(0, 0), (1, 0), (0, 1), (1, 1)]),
    (Piece::T, [(1, 0), (0, 1), (1, 1), (2, 1)]),
    (Piece::S, [(1, 0), (2, 0), (0, 1), (1, 1)]),
    (Piece::Z, [(0, 0), (1, 0), (1, 1), (2, 1)]),
    (Piece::J, [(0, 0), (0, 1), (1, 1), (2, 1)]),
    (Piece::L, [(2, 0), (0, 1), (1, 1), (2, 1)]),
];

/// The piece that four cells form in some orientation.
pub(super) fn piece_of(cells: &[CellPos]) -> Option<Piece> {
    let cells: [CellPos; 4] = cells.try_into().ok()?;
    let cells = tight(cells.map(|c| (c.col as i32, c.row as i32)));
    orientations().find(|(_, shape)| *shape == cells).map(|(piece, _)| piece)
}

/// The pieces whose lower part looks like `cells`, which touch the top row (row 0): what is
/// missing is still above the well.
pub(super) fn pieces_from_below(cells: &[CellPos]) -> Vec<Piece> {
    let mut found = Vec::new();
    let Some(left) = cells.iter().map(|c| c.col).min() else { return found };
    let mut seen: Vec<(i32, i32)> =
        cells.iter().map(|c| ((c.col - left) as i32, c.row as i32)).collect();
    seen.sort_unstable();
    for (piece, shape) in orientations() {
        for hidden in 1..4 {
            let mut low: Vec<(i32, i32)> = shape
                .iter()
                .filter(|(_, row)| *row >= hidden)
                .map(|(col, row)| (*col, row - hidden))
                .collect();
            let Some(left) = low.iter().map(|c| c.0).min() else { continue };
            low.iter_mut().for_each(|c| c.0 -= left);
            low.sort_unstable();
            if low == seen && !found.contains(&piece) {
                found.push(piece);
            }
        }
    }
    found
}

/// Every orientation of every piece, moved to the corner and sorted.
fn orientations() -> impl Iterator<Item = (Piece, [(i32, i32); 4])> {
    SHAPES.into_iter().flat_map(|(piece, shape)| {
        (0..4).scan(shape, move |shape, _| {
            *shape = shape.map(|(col, row)| (-row, col));
            Some((piece, tight(*shape)))
        })
    })
}

/// Cells moved to the corner and sorted.
fn tight(mut cells: [(i32, i32); 4]) -> [(i32, i32); 4] {
    let left = cells.iter().map(|c| c.0).min().unwrap_or(0);
    let top = cells.iter().map(|c| c.1).min().unwrap_or(0);
    cells.iter_mut().for_each(|c| *c = (c.0 - left, c.1 - top));
    cells.sort_unstable();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<CellPos> {
        text.lines()
            .enumerate()
            .flat_map(|(row, line)| {
                line.chars()
                    .enumerate()
                    .filter(|(_, c)| *c == '#')
                    .map(move |(col, _)| CellPos::new(col, row))
            })
            .collect()
    }

    #[test]
    fn every_orientation_is_named_by_its_shape() {
        for (text, piece) in [
            ("####", Piece::I),
            ("#\n#\n#\n#", Piece::I),
            ("##\n##", Piece::O),
            (".#\n##\n.#", Piece::T),
            ("#.\n##\n.#", Piece::S),
            (".#\n##\n#.", Piece::Z),
            ("###\n..#", Piece::J),
            (".#\n.#\n##", Piece::J),
            ("###\n#..", Piece::L),
        ] {
            assert_eq!(piece_of(&cells(text)), Some(piece), "{text}");
        }
        assert_eq!(piece_of(&cells("##\n.#\n.#\n.#")), None);
        assert_eq!(piece_of(&cells("#.\n.#\n##")), None);
    }

    #[test]
    fn a_piece_half_above_the_well_may_be_several() {
        assert_eq!(pieces_from_below(&cells("###\n.#.")), vec![]);
        assert_eq!(pieces_from_below(&cells("..###")), vec![Piece::T, Piece::J, Piece::L]);
        assert_eq!(pieces_from_below(&cells("####")), vec![]);
        assert_eq!(pieces_from_below(&cells("#.\n##")), vec![Piece::L]);
    }
}
