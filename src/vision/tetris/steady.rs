//! Which cells keep their look while other things move.

use std::time::Duration;

use super::cover::Background;
use crate::board::Grid;
use crate::board::tetris::Tile;
use crate::frame::Frame;
use crate::geometry::GridGeometry;

/// For so long a cell must keep its look: ghosts pulse, pieces fall and rows fade faster.
const STEADY: Duration = Duration::from_millis(150);
/// In so many frames something else must have moved meanwhile: a game may stand still.
const MOVED: u32 = 4;

/// The cells that look as they did at first.
#[derive(Debug)]
pub(super) struct Steady {
    first: Background,
    since: Duration,
    same: Grid<bool>,
    moved: u32,
}

impl Steady {
    /// All cells as `frame` shows them.
    pub fn since(frame: &Frame, geometry: &GridGeometry) -> Self {
        let all = Grid::from_fn(geometry.cols(), geometry.rows(), |_| Some(Tile::Empty));
        let first = Background::learn(frame, geometry, &all);
        Self { first, since: frame.at, same: all.map(|_| true), moved: 0 }
    }

    /// Looks at a later frame; once the time is up, tells which cells were steady.
    pub fn see(&mut self, frame: &Frame) -> Option<Grid<bool>> {
        let covers = self.first.covers(frame);
        self.moved += u32::from(covers.values().iter().any(|cover| cover.share > 0.0));
        self.same = Grid::from_fn(covers.cols(), covers.rows(), |cell| {
            self.same[cell] && covers[cell].share == 0.0
        });
        let done = frame.at.saturating_sub(self.since) >= STEADY && self.moved >= MOVED;
        done.then(|| self.same.clone())
    }
}
