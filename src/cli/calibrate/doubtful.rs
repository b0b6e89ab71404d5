//! The cells that could not be named, those that look alike together.

use image::RgbImage;

use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::geometry::{CellPos, GridGeometry};
use crate::vision::minesweeper::CellReading;
use crate::vision::overlay::{self, Mark};
use crate::vision::patch::Patch;

/// Cells that differ by less than this, in steps of a colour channel, look alike.
const ALIKE: f32 = 3.0;
/// The same for their shades.
const SLACK: f32 = 8.0;

/// A kind of cell that has no name yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Nameless {
    /// Where it is to be seen.
    pub cells: Vec<CellPos>,
    /// What it looks most like, the likeliest first.
    pub like: [Cell; 2],
}

/// The kinds of the cells without a name, the most frequent first. `grid` is where the cells are
/// in `image`.
pub fn group(
    image: &RgbImage,
    grid: &GridGeometry,
    cells: &Grid<CellReading>,
    kinds: &Grid<Option<Cell>>,
) -> Vec<Nameless> {
    let mut groups: Vec<(Patch, Nameless)> = Vec::new();
    for (pos, _) in kinds.iter().filter(|(_, kind)| kind.is_none()) {
        let patch = Patch::of(image, grid.cell(pos));
        match groups.iter_mut().find(|(first, _)| first.distance(&patch, SLACK) < ALIKE) {
            Some((_, kind)) => kind.cells.push(pos),
            None => {
                let like = [cells[pos].best, cells[pos].second];
                groups.push((patch, Nameless { cells: vec![pos], like }));
            }
        }
    }
    let mut found: Vec<Nameless> = groups.into_iter().map(|(_, kind)| kind).collect();
    found.sort_by_key(|kind| std::cmp::Reverse(kind.cells.len()));
    found
}

/// The picture with the number of its kind in each cell without a name, counted from 1.
pub fn draw(
    image: &RgbImage,
    grid: &GridGeometry,
    kinds: &Grid<Option<Cell>>,
    nameless: &[Nameless],
) -> RgbImage {
    overlay::draw(image, grid, |col, row| {
        let pos = CellPos::new(col, row);
        let number = nameless.iter().position(|kind| kind.cells.contains(&pos));
        match (kinds[pos], number) {
            (Some(kind), _) => Mark::Sure(kind.to_char()),
            (None, Some(index)) => Mark::Number(index + 1),
            (None, None) => Mark::Unknown('~'),
        }
    })
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn cells_without_a_name_are_grouped_by_their_look() {
        let shade = |x: u32| [60, 61, 200, 60][(x / 20) as usize];
        let image = RgbImage::from_fn(80, 20, |x, _| Rgb([shade(x); 3]));
        let grid = GridGeometry::uniform(0.0, 0.0, 20.0, 20.0, 4, 1);
        let reading = CellReading {
            kind: None,
            best: Cell::Mine,
            score: 0.4,
            second: Cell::Flag,
            second_score: 0.3,
        };
        let cells = Grid::from_fn(4, 1, |_| reading);
        let kinds = Grid::from_fn(4, 1, |pos| (pos.col == 3).then_some(Cell::Covered));
        let found = group(&image, &grid, &cells, &kinds);
        let at = |cols: &[usize]| cols.iter().map(|col| CellPos::new(*col, 0)).collect::<Vec<_>>();
        let places: Vec<_> = found.iter().map(|kind| kind.cells.clone()).collect();
        assert_eq!(places, [at(&[0, 1]), at(&[2])]);
        assert_eq!(found[0].like, [Cell::Mine, Cell::Flag]);
        assert_ne!(draw(&image, &grid, &kinds, &found), draw(&image, &grid, &kinds, &found[1..]));
    }
}
