//! What vision believes of one frame of a Tetris well.

use crate::board::Grid;
use crate::board::tetris::{Falling, IllegalPosition, Piece, Position, Rules, Tile};
use crate::geometry::{CellPos, FrameRect, GridGeometry};

/// What vision believes of one cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellReading {
    /// The kind, or `None`: not sure enough, *unknown*.
    pub kind: Option<Tile>,
    /// The best kind even where it is not sure enough.
    pub best: Tile,
    /// How well the best kind fits, 0 to 1.
    pub score: f32,
    /// The second-best kind.
    pub second: Tile,
    /// How well the second-best kind fits, 0 to 1.
    pub second_score: f32,
}

impl CellReading {
    /// A cell whose best and second-best kind are nearer to each other is doubtful.
    pub const SURE_MARGIN: f32 = 0.65;

    /// A cell of which nothing is known.
    pub(super) const UNKNOWN: Self =
        Self { kind: None, best: Tile::Empty, score: 0.0, second: Tile::Locked, second_score: 0.0 };

    /// A cell without a block of which it is not known whether a ghost is in it.
    pub(super) const FREE: Self = Self { second: Tile::Ghost, ..Self::UNKNOWN };

    /// A cell that is beyond doubt.
    pub(super) fn certain(kind: Tile) -> Self {
        let second = if kind == Tile::Empty { Tile::Locked } else { Tile::Empty };
        Self { kind: Some(kind), best: kind, score: 1.0, second, second_score: 0.0 }
    }

    /// Whether an unknown cell is at least known to hold no block.
    pub fn free(&self) -> bool {
        let open = |tile| matches!(tile, Tile::Empty | Tile::Ghost);
        open(self.best) && open(self.second)
    }
}

/// A reading with more than one in so many cells unknown does not tell which stack it shows.
const UNKNOWN: usize = 8;

/// The falling piece.
#[derive(Debug, Clone, PartialEq)]
pub struct FallingPiece {
    /// Which piece.
    pub piece: Piece,
    /// Its cells inside the well, four unless it is partly above; row by row.
    pub cells: Vec<CellPos>,
    /// All four places as (column, row from the well's top, negative above it), sorted; `None`
    /// while it is partly above the well and could lie in more than one way.
    pub places: Option<[(i32, i32); 4]>,
    /// How far it has slid down from `cells` towards the next row, as a share of a row, 0 to
    /// below 1.
    pub slid: f64,
}

impl FallingPiece {
    /// The same piece in the terms of `rules`: `None` when none of their orientations is so, or
    /// when it is not certain how it lies.
    pub fn locate(&self, rules: &Rules, cols: usize) -> Option<Falling> {
        rules.locate_whole(self.piece, self.places?, cols)
    }
}

/// Whether a frame shows a position or something on the way to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// A position.
    Settled,
    /// A piece slides between two rows; it was read in the upper one.
    Sliding,
    /// No position.
    Unsettled(Unrest),
}

/// What keeps a frame from being a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrest {
    /// Full rows are there or vanish.
    Clearing,
    /// No piece falls: none is in sight, or one lies on the stack and is as good as locked.
    NoPiece,
    /// Something that is no block lies over the well: a dialog, a message, another window.
    Covered,
    /// Nothing of an empty well can be made out: another screen, a pause, a well full to the top.
    NoWell,
    /// Single cells cannot be told.
    Unclear,
}

/// What in one frame speaks for the game being over; only time can make it certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Nothing does.
    None,
    /// No piece falls and blocks stand where pieces come in.
    StackAtTop,
    /// No piece falls and something that is no block covers a part of the well.
    Message,
    /// Nothing of the well is left.
    WellGone,
}

/// What vision believes of one frame; it may be impossible as a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Where the cells are.
    pub geometry: GridGeometry,
    /// What they show.
    pub cells: Grid<CellReading>,
    /// The falling piece, where it is in sight.
    pub falling: Option<FallingPiece>,
    /// Cells of the ghost, row by row; empty where none is shown.
    pub ghost: Vec<CellPos>,
    /// The next pieces, the first to come first; `None` where one could not be read.
    pub next: Vec<Option<Piece>>,
    /// The held piece, where one is shown.
    pub hold: Option<Piece>,
    /// Whether this is a position.
    pub rest: Rest,
    /// What speaks for the game being over.
    pub end: End,
    /// How sure the well itself is, 0 to 1.
    pub confidence: f32,
    /// Other places of the frame that look like wells.
    pub others: Vec<GridGeometry>,
    /// The profile that the cells were read with, or `None`: read without one.
    pub profile: Option<String>,
}

impl Reading {
    /// The kinds alone; `None` is unknown.
    pub fn kinds(&self) -> Grid<Option<Tile>> {
        self.cells.map(|cell| cell.kind)
    }

    /// Number of unknown cells.
    pub fn unknown(&self) -> usize {
        self.cells.values().iter().filter(|cell| cell.kind.is_none()).count()
    }

    /// Whether both are of one well: the same cells but for less than the next one. Where the first
    /// piece slid when the well was found, it may have been found too high or low by half a cell.
    pub fn same_well(&self, other: &Self) -> bool {
        let (a, b) = (&self.geometry, &other.geometry);
        let near = |a: FrameRect, b: FrameRect| {
            (a.x - b.x).abs() < 0.6 * a.w && (a.y - b.y).abs() < 0.6 * a.h
        };
        let last = CellPos::new(a.cols() - 1, a.rows() - 1);
        (a.cols(), a.rows()) == (b.cols(), b.rows())
            && near(a.cell(CellPos::new(0, 0)), b.cell(CellPos::new(0, 0)))
            && near(a.cell(last), b.cell(last))
    }

    /// Whether every cell that is certain is as in `stack`, and most are.
    pub(super) fn shows(&self, stack: &Grid<bool>) -> bool {
        let as_it_is = |(pos, cell): (CellPos, &CellReading)| {
            cell.kind.is_none_or(|kind| (kind == Tile::Locked) == stack[pos])
        };
        self.unknown() * UNKNOWN < self.cells.values().len() && self.cells.iter().all(as_it_is)
    }

    /// Takes over from `stack` what is unknown; a frame with a piece that was unclear only for
    /// that is a position.
    pub(super) fn complete(&mut self, stack: &Grid<bool>) {
        self.cells = Grid::from_fn(stack.cols(), stack.rows(), |pos| match self.cells[pos] {
            seen if seen.kind.is_some() => seen,
            _ if stack[pos] => CellReading::certain(Tile::Locked),
            _ => CellReading::FREE,
        });
        let unclear = [Unrest::Unclear, Unrest::Covered].map(Rest::Unsettled);
        if self.falling.is_some() && unclear.contains(&self.rest) {
            self.rest = Rest::Settled;
        }
    }

    /// The position that the frame shows; a cell that is either empty or ghost counts as empty.
    ///
    /// # Errors
    /// With every reason why it is no legal position.
    pub fn position(&self) -> Result<Position, IllegalPosition> {
        Position::from_tiles(
            &self.cells.map(|cell| cell.kind.or(cell.free().then_some(Tile::Empty))),
        )
    }

    /// Whether the frame shows a position that may be played on: settled, a falling piece in
    /// sight, no cell of which it is unknown whether it holds a block, the well itself beyond
    /// doubt.
    pub fn playable(&self) -> bool {
        !matches!(self.rest, Rest::Unsettled(_))
            && self.confidence >= 0.5
            && self.falling.is_some()
            && self.cells.values().iter().all(|cell| cell.kind.is_some() || cell.free())
    }
}

#[cfg(test)]
impl Reading {
    /// The reading of a well with cells of 10 by 10 pixels that shows this; its falling piece is
    /// wholly in it.
    pub(crate) fn showing(rows: &[&str], next: Option<Piece>) -> Self {
        let tiles =
            crate::board::tetris::parse_tiles(&rows.join("\n")).expect("rows of the notation");
        let ghost = tiles.iter().filter(|(_, tile)| **tile == Some(Tile::Ghost));
        let ghost = ghost.map(|(cell, _)| cell).collect();
        let falls: Vec<(CellPos, Piece)> = tiles
            .iter()
            .filter_map(|(cell, tile)| match tile {
                Some(Tile::Falling(piece)) => Some((cell, *piece)),
                _ => None,
            })
            .collect();
        let falling = falls.first().map(|(_, piece)| {
            let mut places: Vec<(i32, i32)> =
                falls.iter().map(|(cell, _)| (cell.col as i32, cell.row as i32)).collect();
            places.sort_unstable();
            let cells = falls.iter().map(|(cell, _)| *cell).collect();
            FallingPiece { piece: *piece, cells, places: places.try_into().ok(), slid: 0.0 }
        });
        let cell = |kind: &Option<Tile>| CellReading {
            kind: *kind,
            best: kind.unwrap_or(Tile::Empty),
            score: 1.0,
            second: Tile::Ghost,
            second_score: 0.0,
        };
        Reading {
            geometry: GridGeometry::uniform(0.0, 0.0, 10.0, 10.0, tiles.cols(), tiles.rows()),
            cells: tiles.map(cell),
            rest: if falling.is_some() { Rest::Settled } else { Rest::Unsettled(Unrest::NoPiece) },
            falling,
            ghost,
            next: vec![next],
            hold: None,
            end: End::None,
            confidence: 1.0,
            others: Vec::new(),
            profile: None,
        }
    }
}
