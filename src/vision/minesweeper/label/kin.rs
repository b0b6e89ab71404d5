//! Covered cells that a changing light or a worn picture has made doubtful.

use super::super::look::Look;
use super::super::net::Shape;
use super::super::reading::CellReading;
use super::Drawn;
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::geometry::CellPos;

/// How far away, in cells, a doubtful cell's like is looked for.
const REACH: usize = 6;
/// A light that moves over a board adds no more than this many grey levels over that distance.
const LIGHT: f32 = 40.0;
/// Cells of one kind differ by less than this in the mean, and nearly everywhere by less than
/// that, in grey levels.
const ALIKE: (f32, f32) = (6.0, 20.0);

/// The reading in which cells without a name are covered where they look like a covered cell not
/// far away but for its brightness, and like no open one: bevels, textures and glints count in
/// full, as nothing else on a screen has them.
pub(super) fn covered(
    looks: &Grid<Look>,
    sides: &Grid<u8>,
    drawn: &[Drawn],
    mut cells: Grid<CellReading>,
) -> Grid<CellReading> {
    let nameable = |pos: CellPos| match drawn[pos.row * looks.cols() + pos.col] {
        Drawn::Shape(Shape::Digit(_) | Shape::Flag | Shape::Question, p) => p < 0.5,
        _ => true,
    };
    // What is learnt in one round helps the next one to go on along a gradient.
    for _ in 0..4 {
        let doubtful = |pos: &CellPos| cells[*pos].kind.is_none() && nameable(*pos);
        let mut found = Vec::new();
        for pos in cells.positions().filter(doubtful) {
            let (mut own, mut open) = (f32::MAX, f32::MAX);
            let mut alike = false;
            for near in around(pos, &cells) {
                let (mean, high, light) = looks[pos].whole_distance(&looks[near]);
                let far = mean + 0.25 * (light - 6.0).max(0.0);
                match cells[near].kind {
                    Some(Cell::Covered) if sides[pos] >= sides[near].max(3) && far < own => {
                        own = far;
                        alike = mean < ALIKE.0 && high < ALIKE.1 && light < LIGHT;
                    }
                    Some(Cell::Open(_)) => open = open.min(far),
                    _ => {}
                }
            }
            if alike && 2.0 * own + 3.0 < open {
                found.push(pos);
            }
        }
        if found.is_empty() {
            break;
        }
        for pos in found {
            cells[pos] = CellReading {
                kind: Some(Cell::Covered),
                best: Cell::Covered,
                score: 0.8,
                second: Cell::Open(0),
                second_score: 0.2,
            };
        }
    }
    cells
}

/// The cells within reach of `pos`.
fn around<'a>(
    pos: CellPos,
    cells: &'a Grid<CellReading>,
) -> impl Iterator<Item = CellPos> + use<'a> {
    let rows = pos.row.saturating_sub(REACH)..(pos.row + REACH + 1).min(cells.rows());
    let cols = pos.col.saturating_sub(REACH)..(pos.col + REACH + 1).min(cells.cols());
    rows.flat_map(move |row| cols.clone().map(move |col| CellPos::new(col, row)))
}
