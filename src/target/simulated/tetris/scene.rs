//! What a picture is to show, before any pixel is painted.

use std::time::Duration;

use crate::board::Grid;
use crate::board::tetris::game::{Block, Game, Phase};
use crate::board::tetris::{Piece, Rules, Tile};
use crate::geometry::CellPos;

/// Column and row from the well's top left; rows above it are negative.
pub(super) type Place = (i32, i32);

/// What a picture is to show.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The locked blocks.
    pub blocks: Grid<Option<Block>>,
    /// The falling piece and its cells.
    pub falling: Option<(Piece, Vec<(i32, i32)>)>,
    /// How far the falling piece has slid towards the next row, in 64ths of a row.
    pub slide: u8,
    /// The cells where the falling piece would land.
    pub ghost: Vec<(i32, i32)>,
    /// The cells of a piece that was just locked, and how bright they are, in 64ths.
    pub flash: Option<(Vec<(i32, i32)>, u8)>,
    /// The rows from the top that are about to vanish, and how far that has gone, in 64ths.
    pub clearing: Option<(Vec<usize>, u8)>,
    /// The cells of the next pieces, in the smallest rectangle that holds them.
    pub next: Vec<(Piece, Vec<(i32, i32)>)>,
    /// The same of the piece put away.
    pub hold: Option<(Piece, Vec<(i32, i32)>)>,
    /// Score, lines and level.
    pub numbers: [u64; 3],
    /// What is written over the well.
    pub notice: Option<Notice>,
}

/// What is written over the well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// The game waits and the well is hidden.
    Paused,
    /// The game is over.
    Over,
}

/// What is shown besides the bare game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effects {
    /// Whether the landing place is shown.
    pub ghost: bool,
    /// Whether pieces slide pixel by pixel instead of row by row.
    pub smooth: bool,
    /// How long a piece that was just locked is brighter.
    pub flash: Duration,
}

impl Default for Effects {
    fn default() -> Self {
        Self { ghost: true, smooth: false, flash: Duration::ZERO }
    }
}

impl Scene {
    /// What `game` shows now.
    pub fn of(game: &Game, effects: Effects) -> Self {
        let (cols, rows) = (game.well().cols(), game.well().rows());
        let rules = game.rules();
        let falling = game.falling().map(|falling| (falling.piece, rules.cells(falling)));
        let ghost = game.landing().filter(|_| effects.ghost).map(|to| rules.cells(&to));
        let slide = if effects.smooth { (game.fall_progress() * 64.0) as u8 } else { 0 };
        let clearing = match game.phase() {
            Phase::Clearing { rows: full, since } => {
                let part = share(game.now() - *since, game.options().clear);
                let from_top = full.iter().filter(|up| **up < rows).map(|up| rows - 1 - up);
                Some((from_top.collect(), part))
            }
            _ => None,
        };
        // Rows that vanish or come in would move the flash away from the piece.
        let flash = game.last_lock().filter(|_| clearing.is_none()).and_then(|lock| {
            let age = game.now().saturating_sub(lock.at);
            let still = lock.cells.iter().all(|(col, row)| {
                *row < 0
                    || game.block(CellPos::new(*col as usize, *row as usize))
                        == Some(Block::Of(lock.piece))
            });
            (age < effects.flash && still)
                .then(|| (lock.cells.clone(), 64 - share(age, effects.flash)))
        });
        Self {
            blocks: Grid::from_fn(cols, rows, |pos| game.block(pos)),
            falling,
            slide,
            ghost: ghost.unwrap_or_default(),
            flash,
            clearing,
            next: game
                .next()
                .map(|(piece, turned)| preview(rules, piece, turned.index()))
                .collect(),
            hold: game.hold().map(|piece| preview(rules, piece, 0)),
            numbers: [game.score(), game.lines(), u64::from(game.level())],
            notice: game.is_over().then_some(Notice::Over),
        }
    }

    /// A scene of bare tiles, with the pieces shown beside them in their first orientation of
    /// `rules`. Locked blocks get colours that depend only on their place.
    pub fn of_tiles(
        tiles: &Grid<Tile>,
        rules: &Rules,
        next: &[Piece],
        hold: Option<Piece>,
    ) -> Self {
        let places = |wanted: fn(Tile) -> bool| -> Vec<Place> {
            let found = tiles.iter().filter(|(_, tile)| wanted(**tile));
            found.map(|(pos, _)| (pos.col as i32, pos.row as i32)).collect()
        };
        let falling = tiles.values().iter().find_map(|tile| match tile {
            Tile::Falling(piece) => Some(*piece),
            _ => None,
        });
        Self {
            blocks: tiles_to_blocks(tiles),
            falling: falling.map(|piece| (piece, places(|t| matches!(t, Tile::Falling(_))))),
            slide: 0,
            ghost: places(|tile| tile == Tile::Ghost),
            flash: None,
            clearing: None,
            next: next.iter().map(|piece| preview(rules, *piece, 0)).collect(),
            hold: hold.map(|piece| preview(rules, piece, 0)),
            numbers: [0, 0, 1],
            notice: None,
        }
    }

    /// What the picture shows, as tiles. A ghost cell under the falling piece is the piece's.
    pub fn tiles(&self) -> Grid<Tile> {
        Grid::from_fn(self.blocks.cols(), self.blocks.rows(), |pos| {
            let place = (pos.col as i32, pos.row as i32);
            match &self.falling {
                Some((piece, cells)) if cells.contains(&place) => Tile::Falling(*piece),
                _ if self.blocks[pos].is_some() => Tile::Locked,
                _ if self.ghost.contains(&place) => Tile::Ghost,
                _ => Tile::Empty,
            }
        })
    }

    /// Whether something is drawn that is no plain tile: a piece between two rows, rows that
    /// vanish, a flash, a notice.
    pub fn is_moving(&self) -> bool {
        self.slide > 0 || self.flash.is_some() || self.clearing.is_some() || self.notice.is_some()
    }
}

/// `part` of `whole` in 64ths, at most 64.
fn share(part: Duration, whole: Duration) -> u8 {
    let whole = whole.as_secs_f64().max(f64::EPSILON);
    (part.as_secs_f64() / whole * 64.0).clamp(0.0, 64.0) as u8
}

/// A piece's cells moved to the top left corner.
fn preview(rules: &Rules, piece: Piece, orientation: usize) -> (Piece, Vec<Place>) {
    let all = rules.orientations(piece);
    let shape = all[orientation % all.len()].shape;
    let height = shape.height() as i32;
    (piece, shape.cells().map(|(x, y)| (x as i32, height - 1 - y as i32)).collect())
}

fn tiles_to_blocks(tiles: &Grid<Tile>) -> Grid<Option<Block>> {
    Grid::from_fn(tiles.cols(), tiles.rows(), |pos| {
        let piece = Piece::ALL[(pos.col * 5 + pos.row * 3 + pos.col * pos.row) % 7];
        (tiles[pos] == Tile::Locked).then_some(Block::Of(piece))
    })
}
