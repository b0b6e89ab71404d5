//! What a drawing in a cell means.

use super::super::glyph::apart;
use super::super::net::{SHAPES, Shape};
use super::super::reading::CellReading;
use super::grounds::Evidence;
use super::{Ground, SURE};
use crate::board::minesweeper::Cell;
use crate::geometry::CellPos;

/// A drawing that so many cells of open ground show is one of the game's own.
const MANY: usize = 8;
/// One that fewer show is named only where it is this probable ...
const RARE: (usize, f32) = (3, 0.89);
/// ... and one with less contrast than this, in grey levels, where it is that probable.
const FAINT: (f32, f32) = (70.0, 0.95);

/// An explosion differs from every usual ground by more than this, in grey levels.
const STANDS_OUT: f32 = 40.0;

/// A drawing and what it may be.
pub(super) struct Drawing<'a> {
    /// The likeliest shape ...
    pub(super) shape: Shape,
    /// ... and its probability.
    pub(super) p: f32,
    /// The probability of every shape.
    pub(super) votes: &'a [f32; SHAPES],
    /// How many cells show it.
    pub(super) like: usize,
}

impl Evidence<'_> {
    /// The reading of the cell at `pos` that shows `drawing` and lies on the ground `home`, where
    /// `grounds` names those of blank cells.
    pub(super) fn shape_reading(
        &self,
        pos: CellPos,
        drawing: &Drawing,
        grounds: &[(Ground, f32)],
        home: Option<Ground>,
    ) -> CellReading {
        let Drawing { shape, p, votes, like } = *drawing;
        let (many, rare) = (like >= MANY, like < RARE.0);
        let best = self.cell_of(pos, shape, home, grounds);
        let mut order: Vec<usize> = (0..SHAPES).collect();
        order.sort_by(|a, b| votes[*b].total_cmp(&votes[*a]));
        let second =
            self.cell_of(pos, Shape::ALL[order[1]], home, grounds).unwrap_or(Cell::Covered);
        let second_score = votes[order[1]];
        let name_of = |i: usize| self.board.blank.of[i].map(|g| grounds[g].0);
        let possible = match shape {
            Shape::Digit(n) => usize::from(n) <= self.room(pos, &name_of),
            _ => true,
        };
        // On covered ground only a few shapes can be: less is enough there.
        let marked = (shape == Shape::Flag || (shape == Shape::Question && !rare))
            && home == Some(Ground::Covered);
        // Many cells of open ground with one drawing: that is a number, and no other is near.
        let rival = (0..8).filter(|n| Some(*n) != order.first().copied()).map(|n| votes[n]);
        let frequent = many
            && matches!(shape, Shape::Digit(_))
            && home == Some(Ground::Open)
            && rival.fold(0.0, f32::max) < 0.1;
        // Both come with the end of a game and one is drawn over the other.
        let confusable = matches!(
            (shape, Shape::ALL[order[1]]),
            (Shape::Mine, Shape::Crossed) | (Shape::Crossed, Shape::Mine)
        );
        let faint = self.board.looks[pos].glyph().is_some_and(|g| g.contrast < FAINT.0);
        let need = match (marked && second_score < 0.25, frequent) {
            (true, _) => 0.6,
            (_, true) => 0.65,
            _ if rare && faint => FAINT.1,
            // A bevel off its place may pass for a mine.
            _ if rare || confusable || shape == Shape::Mine => RARE.1,
            _ => SURE,
        };
        // A crossed mine among mines is no mine although most of them are.
        let own = self.board.looks[pos].shapes[shape.index()];
        let sure = p >= need && shape != Shape::Other && possible && !(confusable && own < SURE);
        CellReading {
            kind: best.filter(|_| sure),
            best: best.unwrap_or(Cell::Covered),
            score: p,
            second,
            second_score,
        }
    }

    /// The kind of cell a shape means at `pos`; a mine on a red ground that no other cells have is
    /// the exploded one.
    fn cell_of(
        &self,
        pos: CellPos,
        shape: Shape,
        home: Option<Ground>,
        grounds: &[(Ground, f32)],
    ) -> Option<Cell> {
        match shape {
            Shape::Digit(n) => Some(Cell::Open(n)),
            Shape::Question => Some(Cell::Question),
            Shape::Flag => Some(Cell::Flag),
            Shape::Crossed => Some(Cell::WrongFlag),
            Shape::Other => None,
            Shape::Mine => {
                let here = self.board.looks[pos].inside.background;
                let red = here[0] > here[1] + 70.0 && here[0] > here[2] + 70.0;
                let own = self.board.all.of[self.index(pos)]
                    .map_or(1, |g| self.board.all.members[g].len());
                let stands_out = || {
                    let named = (0..grounds.len()).filter(|g| grounds[*g].0 != Ground::Foreign);
                    named.into_iter().all(|g| apart(&here, &self.board.ground(g)) > STANDS_OUT)
                };
                match (home, red, own) {
                    (Some(_), ..) => Some(Cell::Mine),
                    (None, true, 1..=2) if stands_out() => Some(Cell::Exploded),
                    (None, false, 3..) => Some(Cell::Mine),
                    _ => None,
                }
            }
        }
    }
}
