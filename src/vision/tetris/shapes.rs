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

/// Where all of `piece` is (column, row; negative above the well; sorted) when `cells` are all of
/// it that is inside, or `None` when that is not certain.
pub(super) fn whole_places(piece: Piece, cells: &[CellPos]) -> Option<[(i32, i32); 4]> {
    let mut seen: Vec<(i32, i32)> = cells.iter().map(|c| (c.col as i32, c.row as i32)).collect();
    seen.sort_unstable();
    let least = |of: &dyn Fn(&(i32, i32)) -> i32| seen.iter().map(of).min();
    let (first, top) = (least(&|c| c.0)?, least(&|c| c.1)?);
    if seen.len() < 4 && top > 0 {
        return None;
    }
    let mut found: Vec<[(i32, i32); 4]> = Vec::new();
    for (_, shape) in orientations().filter(|(other, _)| *other == piece) {
        for hidden in 0..4 {
            for aside in -3..=0 {
                let at = shape.map(|(col, row)| (col + first + aside, row + top - hidden));
                let shown = at.iter().filter(|place| place.1 >= top);
                let same = shown.eq(&seen) && (hidden > 0) == (seen.len() < 4);
                if same && !found.contains(&at) {
                    found.push(at);
                }
            }
        }
    }
    match found[..] {
        [one] => Some(one),
        _ => None,
    }
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
    fn a_piece_lies_as_its_cells_in_sight_say_or_it_is_not_certain() {
        let at = |piece, text| whole_places(piece, &cells(text));
        let l = at(Piece::L, "...#.\n...##").expect("only one way");
        assert_eq!(l, [(3, -1), (3, 0), (3, 1), (4, 1)]);
        assert_eq!(at(Piece::O, ".##"), Some([(1, -1), (1, 0), (2, -1), (2, 0)]));
        assert_eq!(at(Piece::T, ".....\n.#.\n###"), Some([(0, 2), (1, 1), (1, 2), (2, 2)]));
        assert_eq!(at(Piece::J, "..#"), None);
        assert_eq!(at(Piece::J, ".....\n.###"), None);
    }

    #[test]
    fn a_piece_half_above_the_well_may_be_several() {
        assert_eq!(pieces_from_below(&cells("###\n.#.")), vec![]);
        assert_eq!(pieces_from_below(&cells("..###")), vec![Piece::T, Piece::J, Piece::L]);
        assert_eq!(pieces_from_below(&cells("####")), vec![]);
        assert_eq!(pieces_from_below(&cells("#.\n##")), vec![Piece::L]);
    }
}
