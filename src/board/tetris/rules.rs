//! The rules of one game: orientations, kicks, where pieces come in, which keys there are.

use serde::Deserialize;

use super::rules_file::{self, RulesError};
use super::{Orientation, Piece, Press, Randomiser, Scoring, Shape, Turn, Well};
use crate::geometry::CellPos;

/// A falling piece: where its box lies and how it is turned.
///
/// The box is the square in which the rules draw the piece's orientations; (`col`, `row`) is its
/// top-left cell, counted from the well's top-left cell. It may lie outside on any side as long as
/// the piece's cells do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Falling {
    /// Which piece.
    pub piece: Piece,
    /// How it is turned.
    pub orientation: Orientation,
    /// Column of the box's left edge.
    pub col: i32,
    /// Row of the box's top edge; negative above the well.
    pub row: i32,
}

/// A piece in one orientation and where it lies in its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Oriented {
    /// The cells.
    pub shape: Shape,
    /// Columns between the box's left edge and the shape.
    pub left: i32,
    /// Rows between the box's top edge and the shape.
    pub top: i32,
}

/// How a new piece is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpawnOrientation {
    /// Always as first listed.
    First,
    /// By chance.
    Random,
}

/// Where a new piece's box lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpawnPlace {
    /// Always here (column, row) in a well of ten columns; wider and narrower wells shift it by
    /// half the difference, rounded down, and keep the piece between the walls.
    Box(i32, i32),
    /// The shape's own width centred (rounded to the left), its top cells in the top row.
    Centred,
}

/// Whether a piece may stick out above the well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Top {
    /// It may.
    #[default]
    Open,
    /// It may not: turns that would lift it over the top row do nothing.
    Closed,
}

/// Shifts tried in order when a piece turns: (columns to the right, rows up).
pub(super) type Kicks = Vec<(i32, i32)>;

/// Kicks by turn (cw, half, ccw) and orientation before the turn.
pub(super) type KickTable = [[Kicks; 4]; 3];

/// The rules of one game.
#[derive(Debug, Clone, PartialEq)]
pub struct Rules {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) keys: Vec<Press>,
    pub(super) randomiser: Randomiser,
    pub(super) scoring: Scoring,
    pub(super) spawn_orientation: SpawnOrientation,
    pub(super) spawn: [SpawnPlace; 7],
    pub(super) pieces: [Vec<Oriented>; 7],
    /// Indexed by piece.
    pub(super) kicks: [KickTable; 7],
    pub(super) top: Top,
}

impl Rules {
    /// The shipped rules of this name, or those of a TOML file when `name` is a path.
    ///
    /// # Errors
    /// When there are no such rules or the file is not right.
    pub fn load(name: &str) -> Result<Self, RulesError> {
        rules_file::load(name)
    }

    /// Names of the shipped rules.
    pub fn names() -> Vec<&'static str> {
        rules_file::SHIPPED.iter().map(|(name, _)| *name).collect()
    }

    /// Whether a piece may stick out above the well.
    pub fn top(&self) -> Top {
        self.top
    }

    /// The rules' name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What they are, for people.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The shifts (columns to the right, rows up) tried in order when a piece turns from an
    /// orientation.
    pub fn kicks(&self, piece: Piece, turn: Turn, from: Orientation) -> &[(i32, i32)] {
        &self.kicks[piece.index()][turn.quarters() - 1][from.index()]
    }

    /// Which keys there are.
    pub fn keys(&self) -> &[Press] {
        &self.keys
    }

    /// Whether there is such a key.
    pub fn has(&self, press: Press) -> bool {
        self.keys.contains(&press)
    }

    /// The same rules with other keys (a game whose profile lacks some).
    pub fn with_keys(mut self, keys: Vec<Press>) -> Self {
        self.keys = keys;
        self
    }

    /// How pieces are dealt.
    pub fn randomiser(&self) -> Randomiser {
        self.randomiser
    }

    /// How lines are paid.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The orientations of a piece: 1, 2 or 4 of them.
    pub fn orientations(&self, piece: Piece) -> &[Oriented] {
        &self.pieces[piece.index()]
    }

    /// How a new piece may be turned.
    pub fn spawn_orientations(&self, piece: Piece) -> &'static [Orientation] {
        match self.spawn_orientation {
            SpawnOrientation::First => &Orientation::ALL[..1],
            SpawnOrientation::Random => &Orientation::ALL[..self.orientations(piece).len()],
        }
    }

    /// A new piece as it comes in, in a well of `cols` columns.
    pub fn spawn(&self, piece: Piece, orientation: Orientation, cols: usize) -> Falling {
        let (col, row) = match self.spawn[piece.index()] {
            SpawnPlace::Box(col, row) => {
                let drawn = self.drawn(piece, orientation);
                let most_right = cols as i32 - drawn.left - drawn.shape.width() as i32;
                let col = col + (cols as i32 - 10).div_euclid(2);
                (col.min(most_right).max(-drawn.left), row)
            }
            SpawnPlace::Centred => {
                let drawn = self.drawn(piece, orientation);
                ((cols as i32 - drawn.shape.width() as i32) / 2 - drawn.left, -drawn.top)
            }
        };
        Falling { piece, orientation, col, row }
    }

    fn drawn(&self, piece: Piece, orientation: Orientation) -> &Oriented {
        let all = self.orientations(piece);
        &all[orientation.index() % all.len()]
    }

    /// The shape of a falling piece, the column of its left-most cells and the row of its lowest
    /// cells, counted up from the floor of `well` (negative below it).
    pub fn place(&self, well: &Well, falling: &Falling) -> (Shape, i32, i32) {
        let drawn = self.drawn(falling.piece, falling.orientation);
        let lowest = falling.row + drawn.top + drawn.shape.height() as i32 - 1;
        (drawn.shape, falling.col + drawn.left, well.rows() as i32 - 1 - lowest)
    }

    /// The cells (column, row from the well's top; negative above it) of a falling piece.
    pub fn cells(&self, falling: &Falling) -> Vec<(i32, i32)> {
        let drawn = self.drawn(falling.piece, falling.orientation);
        let lowest = falling.row + drawn.top + drawn.shape.height() as i32 - 1;
        let cell =
            |(x, y): (usize, usize)| (falling.col + drawn.left + x as i32, lowest - y as i32);
        drawn.shape.cells().map(cell).collect()
    }

    /// Whether the piece may be there.
    pub fn fits(&self, well: &Well, falling: &Falling) -> bool {
        let (shape, col, up) = self.place(well, falling);
        let below_top = up + shape.height() as i32 <= well.rows() as i32;
        (self.top == Top::Open || below_top) && well.fits(&shape, col, up)
    }

    /// Where the piece is after a press, or `None` when it does not move (or the press is a
    /// hold). A hard drop gives the place where the piece comes to rest. Whether the game has
    /// such a key is not asked.
    pub fn press(&self, well: &Well, falling: &Falling, press: Press) -> Option<Falling> {
        let moved =
            |cols, rows| Falling { col: falling.col + cols, row: falling.row + rows, ..*falling };
        let fitting = |to: Falling| self.fits(well, &to).then_some(to);
        match press {
            Press::Left => fitting(moved(-1, 0)),
            Press::Right => fitting(moved(1, 0)),
            Press::Down => fitting(moved(0, 1)),
            Press::Drop => {
                let (shape, col, up) = self.place(well, falling);
                let fall = up - well.rest(&shape, col, up);
                (fall > 0).then(|| moved(0, fall))
            }
            Press::Cw => self.turn(well, falling, Turn::Cw),
            Press::Ccw => self.turn(well, falling, Turn::Ccw),
            Press::Half => self.turn(well, falling, Turn::Half),
            Press::Hold => None,
        }
    }

    fn turn(&self, well: &Well, falling: &Falling, turn: Turn) -> Option<Falling> {
        let count = self.orientations(falling.piece).len();
        let orientation = falling.orientation.turned(turn, count);
        if orientation == falling.orientation {
            return None;
        }
        self.kicks(falling.piece, turn, falling.orientation).iter().find_map(|(right, up)| {
            let col = falling.col + right;
            let to = Falling { piece: falling.piece, orientation, col, row: falling.row - up };
            self.fits(well, &to).then_some(to)
        })
    }

    /// The falling piece whose cells inside the well are exactly `cells`; cells above the well
    /// may be missing from the picture. `None` when no orientation agrees; when several do (a
    /// piece mostly above the well), the first listed one.
    pub fn locate(&self, piece: Piece, cells: &[CellPos], cols: usize) -> Option<Falling> {
        let seen = cells.iter().map(|c| (c.col as i32, c.row as i32)).collect();
        self.locate_below(piece, seen, 0, cols)
    }

    /// The falling piece whose cells (column, row from the well's top, negative above it) are
    /// exactly `places`. `None` when no orientation agrees.
    pub fn locate_whole(
        &self,
        piece: Piece,
        places: [(i32, i32); 4],
        cols: usize,
    ) -> Option<Falling> {
        self.locate_below(piece, places.to_vec(), i32::MIN, cols)
    }

    /// The first listed orientation and place whose cells from row `top` down are exactly `seen`.
    fn locate_below(
        &self,
        piece: Piece,
        mut seen: Vec<(i32, i32)>,
        top: i32,
        cols: usize,
    ) -> Option<Falling> {
        seen.sort_unstable();
        let left = seen.first()?.0;
        let bottom = seen.iter().map(|cell| cell.1).max()?;
        Orientation::ALL[..self.orientations(piece).len()].iter().find_map(|&orientation| {
            (left - 4..=left + 1).find_map(|col| {
                let drawn = self.drawn(piece, orientation);
                let row = bottom - drawn.top - drawn.shape.height() as i32 + 1;
                let found = Falling { piece, orientation, col, row };
                let mut shown = self.cells(&found);
                let inside = shown.iter().all(|cell| (0..cols as i32).contains(&cell.0));
                shown.retain(|cell| cell.1 >= top);
                shown.sort_unstable();
                (inside && shown == seen).then_some(found)
            })
        })
    }
}
