//! Which game a picture shows, and what is read of it.

use std::time::Instant;

use clap::ValueEnum;
use image::RgbImage;

use crate::board::minesweeper::Cell;
use crate::board::tetris::Tile;
use crate::calibration::{Game, Profile};
use crate::frame::Frame;
use crate::geometry::{CellPos, FrameRect, GridGeometry};
use crate::vision::minesweeper::{self, BoardReader, Hints, ProfiledReader, Reader};
use crate::vision::tetris::{self, TetrisReader};

/// Which game to look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WhichGame {
    /// Whichever is there.
    Auto,
    /// Minesweeper only.
    Minesweeper,
    /// Tetris only.
    Tetris,
}

impl From<Game> for WhichGame {
    fn from(game: Game) -> Self {
        match game {
            Game::Minesweeper => Self::Minesweeper,
            Game::Tetris => Self::Tetris,
        }
    }
}

impl WhichGame {
    /// The game, unless it is whichever is there.
    pub fn game(self) -> Option<Game> {
        match self {
            Self::Auto => None,
            Self::Minesweeper => Some(Game::Minesweeper),
            Self::Tetris => Some(Game::Tetris),
        }
    }
}

/// What a picture shows.
#[derive(Debug, Clone)]
pub enum Recognised {
    /// A Minesweeper.
    Minesweeper(minesweeper::Reading),
    /// A Tetris.
    Tetris(tetris::Reading),
}

impl Recognised {
    /// Which game it is.
    pub fn game(&self) -> Game {
        match self {
            Self::Minesweeper(_) => Game::Minesweeper,
            Self::Tetris(_) => Game::Tetris,
        }
    }

    /// Where its cells are.
    pub fn geometry(&self) -> &GridGeometry {
        match self {
            Self::Minesweeper(reading) => &reading.geometry,
            Self::Tetris(reading) => &reading.geometry,
        }
    }

    /// Whether it is a game beyond doubt: one that may be played on, with next to no unknown cell.
    fn is_clear(&self) -> bool {
        match self {
            Self::Minesweeper(reading) => {
                reading.playable() && reading.unknown() * 50 <= reading.cells.len()
            }
            Self::Tetris(well) => {
                well.playable()
                    && well.confidence >= LIKELY
                    && well.unknown() * 50 <= well.cells.len()
            }
        }
    }
}

/// The most boards that are looked for in one picture.
const MOST_BOARDS: usize = 4;

/// The other boards in a picture, the clear ones: what is found after those that were found have
/// been painted over.
pub fn others(frame: &Frame, first: &Recognised, game: WhichGame) -> Vec<Recognised> {
    let mut boards = vec![first.clone()];
    let mut rest = frame.clone();
    while boards.len() < MOST_BOARDS {
        let bounds = boards[boards.len() - 1].geometry().bounds();
        // Without room for a board as large as half of this one there is none.
        let size = (f64::from(rest.image.width()), f64::from(rest.image.height()));
        let beside = bounds.x.max(size.0 - bounds.x - bounds.w) >= bounds.w / 2.0;
        let under = bounds.y.max(size.1 - bounds.y - bounds.h) >= bounds.h / 2.0;
        if !beside && !under {
            break;
        }
        paint_over(&mut rest.image, bounds);
        match recognise(&rest, None, game) {
            Ok((board, _)) if board.is_clear() => boards.push(board),
            _ => break,
        }
    }
    boards.split_off(1)
}

/// Fills a rectangle with the colour at its corner.
fn paint_over(image: &mut RgbImage, bounds: FrameRect) {
    let part = bounds.to_pixels(image.width(), image.height());
    if part.w == 0 || part.h == 0 {
        return;
    }
    let colour = *image.get_pixel(part.x, part.y);
    for y in part.y..part.y + part.h {
        for x in part.x..part.x + part.w {
            image.put_pixel(x, y, colour);
        }
    }
}

/// From this confidence on a well is taken for Tetris without looking for Minesweeper as well.
const CERTAIN: f32 = 0.65;
/// The same for a well with a falling piece and next to no unknown cell.
const LIKELY: f32 = 0.45;
/// The same for a well of which more than one cell in twenty is unknown.
const PATCHY: f32 = 0.85;

/// What `frame` shows, and the milliseconds that took.
///
/// # Errors
/// Why it shows no game.
pub fn recognise(
    frame: &Frame,
    profile: Option<&Profile>,
    game: WhichGame,
) -> Result<(Recognised, f64), String> {
    let mut reasons = Vec::new();
    let well = match game {
        WhichGame::Minesweeper => None,
        _ => match timed(|| TetrisReader::default().find(frame)) {
            (Ok(well), ms) => Some((well, ms)),
            (Err(error), _) => {
                reasons.push(format!("no Tetris: {error}"));
                None
            }
        },
    };
    // A well that is beyond doubt needs no second opinion, unless it shows everything at once.
    let certain = well.as_ref().is_some_and(|(well, _)| {
        let clean = well.falling.is_some() && well.unknown() * 50 <= well.cells.len();
        let patchy = well.unknown() * 20 > well.cells.len();
        let enough = match (clean, patchy) {
            (true, _) => LIKELY,
            (false, false) => CERTAIN,
            (false, true) => PATCHY,
        };
        well.confidence >= enough && !is_pattern(well)
    });
    if game != WhichGame::Tetris {
        let mut reader = ProfiledReader::new(profile, Reader::new(Hints::default()));
        match timed(|| reader.find(frame)) {
            (Ok(reading), _)
                if certain
                    && !is_beyond_doubt(&reading)
                    && !well.as_ref().is_some_and(|(well, _)| {
                        is_part(well, &reading) || is_inside(well, &reading, frame, &mut reader)
                    }) => {}
            (Ok(reading), _) if well.is_some() && is_shaky(&reading) => {}
            (Ok(reading), ms) => return Ok((Recognised::Minesweeper(reading), ms)),
            (Err(error), _) => reasons.push(format!("no Minesweeper: {error}")),
        }
    }
    well.map(|(well, ms)| (Recognised::Tetris(well), ms)).ok_or_else(|| reasons.join("; "))
}

/// Whether blocks lie apart from each other in a whole direction: pieces hang together in both, a
/// chequered or striped background does not.
fn is_pattern(well: &tetris::Reading) -> bool {
    const FEWEST: usize = 20;
    let block = |col: usize, row: usize| {
        let cell = well.cells.get(CellPos::new(col, row));
        usize::from(cell.is_some_and(|cell| cell.kind == Some(Tile::Locked)))
    };
    let (mut blocks, mut beside, mut below) = (0, 0, 0);
    for pos in well.cells.positions() {
        let own = block(pos.col, pos.row);
        blocks += own;
        beside += own * block(pos.col + 1, pos.row);
        below += own * block(pos.col, pos.row + 1);
    }
    blocks >= FEWEST && beside.min(below) * 10 < blocks
}

/// Whether a well is a part of a larger board that reads better: all of its cells can be read and
/// not all of the well's, or it surrounds the well and has many numbers of several kinds.
fn is_part(well: &tetris::Reading, board: &minesweeper::Reading) -> bool {
    let (inner, outer) = (well.geometry.bounds(), board.geometry.bounds());
    let reach = |from: f64, size: f64| from + 0.9 * size;
    let around = outer.x <= inner.x + 0.1 * inner.w
        && outer.y <= inner.y + 0.1 * inner.h
        && outer.x + outer.w >= reach(inner.x, inner.w)
        && outer.y + outer.h >= reach(inner.y, inner.h);
    let (kinds, numbers) = numbers(board);
    let better = well.unknown() > 0 && board.unknown() == 0;
    let clear = around
        && kinds >= 3
        && numbers * 16 >= board.cells.len()
        && board.unknown() * 10 <= board.cells.len();
    (better || clear) && board.cells.len() * 2 >= well.cells.len() * 3
}

/// Whether a well lies inside of `board` or of another board of the picture, with cells that are
/// parts of that board's: the halves of cells have borders at every place where a well's do.
fn is_inside(
    well: &tetris::Reading,
    board: &minesweeper::Reading,
    frame: &Frame,
    reader: &mut impl BoardReader,
) -> bool {
    let mut rest = frame.clone();
    let mut board = board.clone();
    for _ in 1..MOST_BOARDS {
        let bounds = board.geometry.bounds();
        if share_within(well.geometry.bounds(), bounds) > 0.0 {
            break;
        }
        paint_over(&mut rest.image, bounds);
        match reader.find(&rest) {
            Ok(next) => board = next,
            Err(_) => return false,
        }
    }
    splits(well, &board)
}

/// Whether a well lies in a board of which at least nine cells in ten have a name and its cells
/// are parts of the board's.
fn splits(well: &tetris::Reading, board: &minesweeper::Reading) -> bool {
    /// The share of a well that lies in the board: its lattice may run on past the last row.
    const MOST: f64 = 0.8;
    /// How many times as wide and as high as the well's the board's cells are at least.
    const COARSER: f64 = 1.5;
    let (fine, coarse) = (well.geometry.pitch(), board.geometry.pitch());
    coarse.0 >= COARSER * fine.0
        && coarse.1 >= COARSER * fine.1
        && board.unknown() * 10 <= board.cells.len()
        && share_within(well.geometry.bounds(), board.geometry.bounds()) >= MOST
}

/// The share of `inner`'s area that lies within `outer`, 0 to 1.
fn share_within(inner: FrameRect, outer: FrameRect) -> f64 {
    let w = (inner.x + inner.w).min(outer.x + outer.w) - inner.x.max(outer.x);
    let h = (inner.y + inner.h).min(outer.y + outer.h) - inner.y.max(outer.y);
    w.max(0.0) * h.max(0.0) / (inner.w * inner.h)
}

/// Whether a board shows no number and much that cannot be read: blocks in a well do so too.
fn is_shaky(board: &minesweeper::Reading) -> bool {
    numbers(board).1 == 0 && board.unknown() * 4 > board.cells.len()
}

/// How many kinds of numbers a board shows more than once, and how many numbers.
fn numbers(board: &minesweeper::Reading) -> (usize, usize) {
    let count = |n| board.cells.values().iter().filter(|c| c.kind == Some(Cell::Open(n))).count();
    ((1..=8).filter(|n| count(*n) > 1).count(), (1..=8).map(count).sum())
}

/// Whether a reading can be nothing but a Minesweeper: nearly every cell has a name and many are
/// numbers of several kinds.
fn is_beyond_doubt(reading: &minesweeper::Reading) -> bool {
    let (kinds, numbers) = numbers(reading);
    reading.unknown() * 50 <= reading.cells.len()
        && kinds >= 2
        && numbers * 10 >= reading.cells.len()
}

/// What `work` gives and the milliseconds it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let out = work();
    (out, start.elapsed().as_secs_f64() * 1000.0)
}
