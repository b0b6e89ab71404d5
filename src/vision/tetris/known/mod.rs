//! What is remembered of a well from frame to frame.

mod disorder;

use std::time::Duration;

use super::cover::Background;
use super::explain::{Covered, Fallen, Found, landing};
use super::previews::Previews;
use super::reading::{CellReading, End, FallingPiece, Reading, Rest, Unrest};
use super::stack::{is_one_more, may_follow, with, without_full_rows};
use super::steady::Steady;
use crate::board::Grid;
use crate::board::tetris::{Piece, Tile, Well};
use crate::frame::Frame;
use crate::geometry::{CellPos, GridGeometry};

/// After so long without a frame that makes sense the well is looked for anew.
const LOST: Duration = Duration::from_secs(1);
/// How long rows that vanish may fly about over the well.
const DEBRIS: Duration = Duration::from_millis(1500);
/// How many rows above the topmost full one they may fly.
const FLIGHT: usize = 3;
/// How soon, unless its new look has been learnt by then.
const SOON: Duration = Duration::from_millis(400);

/// What is known of the well.
#[derive(Debug)]
pub(super) struct Known {
    /// The reading it was found with, with the pieces beside the well as they were seen last.
    pub first: Reading,
    pub previews: Previews,
    /// The piece that was seen wholly inside the well last, and the next one then.
    piece: Option<Piece>,
    awaited: Option<Piece>,
    /// Where that piece was seen last.
    place: Vec<CellPos>,
    /// Whether every piece lay on the stack whenever it was seen: they land at once.
    at_once: bool,
    /// Whether the next piece was not seen since the last one was locked.
    stale: bool,
    /// How often the awaited piece came, and how often another one.
    came: (u32, u32),
    background: Background,
    /// The share of its cell that a block covers.
    block: f32,
    pub stack: Grid<bool>,
    /// How its cells looked when it was first seen.
    blocks: Background,
    /// Stacks that may be seen soon, the likeliest first.
    expected: Vec<Grid<bool>>,
    /// The stack with the piece that was dropped last, before full rows vanish.
    landed: Option<Grid<bool>>,
    /// How deep ghosts were, as a part of the piece, where one was seen beyond doubt.
    ghost: Option<f32>,
    /// When the last frame that made sense was captured.
    sense_at: Duration,
    /// When the last frame was captured.
    seen_at: Duration,
    /// When rows vanished last, and the topmost of them.
    vanished: Option<(Duration, usize)>,
    /// Whether the last frame showed most of the well in disorder.
    overturned: bool,
    /// What has kept its look since most of the well was in disorder.
    steady: Option<Steady>,
    /// Whether the background was learnt anew and no frame made sense since.
    fresh: bool,
}

impl Known {
    /// What a reading tells.
    pub fn of(frame: &Frame, reading: &Reading) -> Self {
        Self::by(frame, reading, &reading.kinds())
    }

    /// The same where only the cells of `kinds` were seen beyond doubt.
    fn by(frame: &Frame, reading: &Reading, kinds: &Grid<Option<Tile>>) -> Self {
        let background = Background::learn(frame, &reading.geometry, kinds);
        let covers = background.covers(frame);
        let block = |tile: &Option<Tile>| matches!(tile, Some(Tile::Locked | Tile::Falling(_)));
        let mut shares: Vec<f32> = kinds
            .iter()
            .filter(|(_, tile)| block(tile))
            .map(|(cell, _)| covers[cell].share)
            .collect();
        shares.sort_unstable_by(f32::total_cmp);
        let block = shares.get(shares.len() / 2).copied().unwrap_or(1.0);
        let stack = reading.cells.map(|cell| cell.kind == Some(Tile::Locked));
        let blocks = look(frame, &reading.geometry, &stack);
        let falling = reading.falling.as_ref().filter(|_| reading.ghost.len() == 4);
        let covered = Covered::new(covers, block, None);
        let ghost = falling.map(|piece| covered.depth_of_ghost(&reading.ghost, &piece.cells));
        Self {
            first: reading.clone(),
            piece: reading.falling.as_ref().map(|falling| falling.piece),
            awaited: reading.next.first().copied().flatten(),
            place: reading.falling.as_ref().map_or(Vec::new(), |falling| falling.cells.clone()),
            at_once: reading.falling.as_ref().is_some_and(|piece| lies(&piece.cells, &stack)),
            stale: false,
            came: (0, 0),
            previews: Previews::find(frame, &reading.geometry),
            background,
            block,
            stack,
            blocks,
            expected: Vec::new(),
            landed: None,
            ghost,
            sense_at: frame.at,
            seen_at: frame.at,
            vanished: None,
            overturned: false,
            steady: None,
            fresh: false,
        }
    }

    /// The same with the stack as it is known now.
    pub fn with_its_stack(self) -> (Self, Grid<bool>) {
        let stack = self.stack.clone();
        (self, stack)
    }

    /// Tells that a piece was dropped on `before`, where it makes `landed`, and then `after`.
    pub fn dropped(&mut self, before: &Well, landed: &Well, after: &Well) {
        let (cols, rows) = (self.stack.cols(), self.stack.rows());
        let grid = |well: &Well| Grid::from_fn(cols, rows, |cell| well.is_filled(cell));
        self.expected = vec![grid(after), grid(before)];
        let landed = grid(landed);
        let full = |row: &usize| (0..cols).all(|col| landed[CellPos::new(col, *row)]);
        // What is left of other rows may still fly about.
        let flying = self.vanishing();
        if let Some(row) = (0..rows).find(full) {
            self.vanished = Some((self.seen_at, flying.map_or(row, |other| other.min(row))));
        }
        self.landed = Some(landed);
    }

    /// The stacks that may be in sight, the likeliest first.
    pub fn stacks(&self) -> impl Iterator<Item = &Grid<bool>> {
        self.expected.iter().chain([&self.stack])
    }

    /// What is known by `reading`, which was made without what is known here: `None` unless it
    /// shows a stack that may be in sight, but for a few cells, with a piece falling on it.
    pub fn recalled(&self, frame: &Frame, mut reading: Reading) -> Option<Self> {
        let stack = self.stacks().find(|stack| reading.shows(stack))?;
        let seen = reading.kinds();
        reading.complete(stack);
        if !reading.playable() {
            return None;
        }
        // A faint ghost, what a piece covers in part as it slides, and what is left of rows that
        // vanish may have been taken for empty cells.
        let cells = reading.falling.as_ref().map_or(&[][..], |piece| &piece.cells);
        let landing = landing(cells, stack);
        let sure = |cell: &CellPos| {
            !self.amid_flight(*cell) && !landing.contains(cell) && !is_near(*cell, cells)
        };
        let seen =
            Grid::from_fn(seen.cols(), seen.rows(), |cell| seen[cell].filter(|_| sure(&cell)));
        let found = Self::by(frame, &reading, &seen);
        // Some games let it come and go.
        let ghost = [found.ghost, self.ghost].into_iter().flatten().reduce(f32::max);
        let (expected, landed) = (self.expected.clone(), self.landed.clone());
        Some(Self { ghost, expected, landed, vanished: self.vanished, ..found })
    }

    /// Whether rows that vanished not long ago may fly over the cell.
    fn amid_flight(&self, cell: CellPos) -> bool {
        self.vanishing().is_some_and(|row| cell.row >= row.saturating_sub(FLIGHT))
    }

    /// Nothing was found: the well is not lost again before `at`.
    pub fn look_again(&mut self, at: Duration) {
        self.sense_at = at.saturating_sub(self.patience());
    }

    /// Whether nothing has made sense for long.
    pub fn is_lost(&self) -> bool {
        self.seen_at.saturating_sub(self.sense_at) > self.patience()
    }

    fn patience(&self) -> Duration {
        if self.overturned { SOON } else { LOST }
    }

    /// Reads a frame.
    pub fn read(&mut self, frame: &Frame) -> Reading {
        self.seen_at = frame.at;
        let covered = Covered::new(self.background.covers(frame), self.block, self.ghost);
        // On the stack seen last the piece seen last still falls, on another one the next.
        let piece =
            |stack: &Grid<bool>| if *stack == self.stack { self.piece } else { self.awaited };
        let stacks = self.stacks();
        // Once the piece dropped last was seen locked, it does not fall any more, nor does the next
        // one come in over the stack before it; but its ghost may have been taken for its blocks.
        let locked = self.expected.first() == Some(&self.stack);
        let falls = |stack: &Grid<bool>, found: &Found| {
            let in_the_air = |fallen: &Fallen| {
                fallen.cells.len() == 4 && landing(&fallen.cells, stack) != fallen.cells
            };
            !locked || *stack == self.stack || found.falling.as_ref().is_some_and(in_the_air)
        };
        let likeliest = stacks
            .filter_map(|stack| Some((stack.clone(), covered.with_stack(stack, piece(stack))?)))
            .filter(|(stack, found)| falls(stack, found))
            // A stack with a piece falling on it says more than one without; where ghosts are
            // shown, what looks like a piece without one may be a piece whose ghost was taken for
            // the blocks that it will become.
            .min_by_key(|(_, found)| {
                (found.falling.is_none(), self.ghost.is_some() && found.ghost.is_empty())
            });
        let explained = self
            .locked_since(&covered)
            .or(likeliest)
            .or_else(|| self.elsewhere(&covered))
            .or_else(|| self.amid_debris(&covered))
            .or_else(|| self.anew(&covered));
        (self.first.next, self.first.hold) = self.previews.read(frame);
        if self.lies() {
            self.first.next.clear();
        }
        match explained {
            Some((stack, found)) => {
                self.sense_at = frame.at;
                self.overturned = false;
                self.steady = None;
                if std::mem::take(&mut self.fresh) {
                    self.doubt_ghost(&stack, &found);
                }
                let reading = self.position(&covered, &stack, found);
                if reading.playable() {
                    self.follow(frame, stack, &reading);
                    self.learn_ghost(&covered, &reading);
                    self.learn(frame, &reading);
                }
                reading
            }
            None => {
                let reading = self.disorder(frame, &covered);
                self.learn_anew(frame, &covered);
                reading
            }
        }
    }

    /// Keeps up with the piece that falls on `stack` and with what is to come after it.
    fn follow(&mut self, frame: &Frame, stack: Grid<bool>, reading: &Reading) {
        let Some(falling) = &reading.falling else { return };
        let locked = self.stack != stack;
        if locked {
            self.blocks = look(frame, &self.first.geometry, &stack);
        }
        self.stack = stack;
        let whole = falling.cells.len() == 4;
        if locked || whole {
            // While a part of it is above the well, this is all that is known of it.
            self.piece = Some(falling.piece);
            self.place.clone_from(&falling.cells);
        }
        if let Some(awaited) = self.awaited.filter(|_| locked && whole) {
            let came = if awaited == falling.piece { &mut self.came.0 } else { &mut self.came.1 };
            *came += 1;
        }
        // Once a piece lies it may be locked, and what is shown as the next one the one after that.
        let lies = lies(&falling.cells, &self.stack);
        self.at_once &= lies;
        self.stale |= locked;
        if self.stale || !lies {
            self.awaited = reading.next.first().copied().flatten();
            self.stale = false;
        }
    }

    /// Whether what looks like the next pieces is something else: a list of all pieces, for one.
    fn lies(&self) -> bool {
        let (right, wrong) = self.came;
        wrong >= 2 && wrong > 2 * right
    }

    /// The piece dropped last was locked elsewhere than it was meant to: the rows that it was to
    /// fill are still there, and are not what is left of them.
    fn elsewhere(&self, covered: &Covered) -> Option<(Grid<bool>, Found)> {
        self.vanishing()?;
        let before = self.expected.get(1)?;
        covered.anew().filter(|(stack, _)| is_one_more(before, stack))
    }

    /// The stack that was expected, under what is left of rows that have vanished.
    fn amid_debris(&self, covered: &Covered) -> Option<(Grid<bool>, Found)> {
        let row = self.vanishing()?;
        let after = self.expected.first()?;
        let piece = if *after == self.stack { self.piece } else { self.awaited };
        let found = covered.with_debris(after, piece, row.saturating_sub(FLIGHT))?;
        // One that is where the last one was may be that one, which has not dropped yet.
        let other = found.falling.as_ref().is_some_and(|falling| falling.cells != self.place);
        (other || *after == self.stack).then(|| (after.clone(), found))
    }

    /// The piece seen last is locked by now, and another one lies there, where pieces land at once.
    /// Elsewhere what lay there may have been the ghost of one that had not come in.
    fn locked_since(&self, covered: &Covered) -> Option<(Grid<bool>, Found)> {
        if !self.at_once {
            return None;
        }
        let stack = without_full_rows(&with(&self.stack, &self.place));
        let found = covered.with_stack(&stack, self.awaited)?;
        let lies = found.falling.as_ref().is_some_and(|next| lies(&next.cells, &stack));
        lies.then_some((stack, found))
    }

    /// The topmost of the rows that have vanished not long ago.
    fn vanishing(&self) -> Option<usize> {
        let (at, row) = self.vanished?;
        (self.seen_at.saturating_sub(at) < DEBRIS).then_some(row)
    }

    /// A stack that nobody expected, with a piece falling on it.
    fn anew(&self, covered: &Covered) -> Option<(Grid<bool>, Found)> {
        // Rows that vanish bit by bit leave odd stacks.
        let vanishing = self.landed.as_ref().is_some_and(|landed| covered.within(landed));
        if vanishing {
            return None;
        }
        let (stack, found) = covered.anew()?;
        if let Some(falling) = found.falling.as_ref().filter(|_| found.ghost.is_empty()) {
            // Nothing can be locked just there on what was expected but what falls now.
            let expected = self.expected.first().unwrap_or(&self.stack);
            let ghost = landing(&falling.cells, expected);
            if stack == with(expected, &ghost) {
                return Some((expected.clone(), Found { ghost, ..found }));
            }
        }
        if self.hangs(&found) && is_one_more(&self.stack, &stack) {
            // Half of the frame is from later: that is the ghost of the piece held meanwhile.
            return None;
        }
        self.stacks().all(|old| may_follow(old, &stack)).then_some((stack, found))
    }

    /// Whether the piece that was seen last and was not dropped falls still: not above its place.
    fn hangs(&self, found: &Found) -> bool {
        let top = |cells: &[CellPos]| cells.iter().map(|cell| cell.row).min();
        let falling = found.falling.as_ref();
        self.is_settled()
            && falling.is_some_and(|falling| {
                self.piece == Some(falling.piece) && top(&falling.cells) >= top(&self.place)
            })
    }

    /// Whether the piece dropped last, if any, was seen locked.
    fn is_settled(&self) -> bool {
        self.expected.first().is_none_or(|after| *after == self.stack)
    }

    /// Remembers how deep a ghost is, once the piece dropped before is seen locked: until then its
    /// blocks may be taken for one.
    fn learn_ghost(&mut self, covered: &Covered, reading: &Reading) {
        let ghost = reading.ghost.len() == 4 && self.is_settled();
        if let Some(piece) = reading.falling.as_ref().filter(|_| ghost) {
            let depth = covered.depth_of_ghost(&reading.ghost, &piece.cells);
            // Where a piece hardly differs from the well the depth of its ghost tells nothing.
            self.ghost = Some(self.ghost.map_or(depth, |most| most.max(depth)).min(1.0));
        }
    }

    /// Remembers the look of cells that are seen empty for the first time.
    fn learn(&mut self, frame: &Frame, reading: &Reading) {
        let falling = reading.falling.as_ref().map(|piece| landing(&piece.cells, &self.stack));
        // A ghost too faint to be told from a guessed background may be there.
        let faint = |cell: &CellPos| falling.as_ref().is_some_and(|cells| cells.contains(cell));
        for (cell, seen) in reading.cells.iter() {
            // One that slides covers a part of the cells below it.
            let near = reading.falling.as_ref().is_some_and(|piece| is_near(cell, &piece.cells));
            if near || self.amid_flight(cell) {
                continue;
            }
            let empty = seen.kind == Some(Tile::Empty) && !faint(&cell);
            if empty && !self.background.knows(cell) {
                self.background.remember(frame, cell);
            }
        }
    }

    fn position(&self, covered: &Covered, stack: &Grid<bool>, found: Found) -> Reading {
        let Found { falling, ghost, entering } = found;
        let cells = stack.map(|_| Tile::Empty);
        let mut tiles = cells;
        for (cell, _) in stack.iter().filter(|(_, filled)| **filled) {
            tiles[cell] = Tile::Locked;
        }
        ghost.iter().for_each(|cell| tiles[*cell] = Tile::Ghost);
        if let Some(Fallen { piece, cells, .. }) = &falling {
            cells.iter().for_each(|cell| tiles[*cell] = Tile::Falling(*piece));
        }
        let mut cells = tiles.map(|tile| CellReading::certain(*tile));
        entering.iter().for_each(|cell| cells[*cell] = CellReading::UNKNOWN);
        let landing = falling.iter().flat_map(|piece| landing(&piece.cells, stack));
        for cell in landing.filter(|cell| tiles[*cell] == Tile::Empty) {
            // What shows there may be its ghost, or a faint one is not told from a guess.
            if covered.doubtful(cell) {
                cells[cell] = CellReading::FREE;
            }
        }
        let rest = match &falling {
            None => Rest::Unsettled(Unrest::NoPiece),
            Some(piece) if piece.slid > 0.0 => Rest::Sliding,
            Some(_) => Rest::Settled,
        };
        let end = if falling.is_none() { self.end(covered) } else { End::None };
        let falling = falling.map(|Fallen { piece, cells, places, slid }| FallingPiece {
            piece,
            cells,
            places,
            slid: f64::from(slid),
        });
        Reading { cells, falling, ghost, rest, end, ..self.bare() }
    }

    /// What stays the same from frame to frame.
    fn bare(&self) -> Reading {
        Reading { falling: None, ghost: Vec::new(), ..self.first.clone() }
    }
}

/// How the blocks of `stack` look.
fn look(frame: &Frame, geometry: &GridGeometry, stack: &Grid<bool>) -> Background {
    Background::learn(frame, geometry, &stack.map(|block| block.then_some(Tile::Empty)))
}

/// Whether the cell is one of `cells` or touches one.
fn is_near(cell: CellPos, cells: &[CellPos]) -> bool {
    cells.iter().any(|own| own.col.abs_diff(cell.col) < 2 && own.row.abs_diff(cell.row) < 2)
}

/// Whether four cells lie on `stack` or the floor.
fn lies(cells: &[CellPos], stack: &Grid<bool>) -> bool {
    cells.len() == 4 && landing(cells, stack) == cells
}
