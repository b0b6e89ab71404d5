//! Eyes and hands of who learns a running game: pieces as they are seen, keys as they are tapped.

use std::time::Duration;

use anyhow::Result;

use crate::board::tetris::{Piece, Position, Well};
use crate::cli::Fault;
use crate::input::{Action, KeyStroke};
use crate::target::Target;
use crate::vision::tetris::{Hints, LearntWell, WellReader};

/// The pause between two looks.
const LOOK: Duration = Duration::from_millis(16);
/// How long a well with a piece in it is looked for.
const FIND: Duration = Duration::from_secs(10);

/// A piece in full sight over the locked blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// Which piece.
    pub piece: Piece,
    /// Its cells (column, row from the well's top; negative above it), sorted.
    pub cells: [(i32, i32); 4],
    /// The locked blocks.
    pub well: Well,
    /// When, on the target's clock.
    pub at: Duration,
}

impl Seen {
    /// The piece's left-most column and topmost row.
    pub fn corner(&self) -> (i32, i32) {
        let least = |part: fn(&(i32, i32)) -> i32| self.cells.iter().map(part).min();
        (least(|c| c.0).expect("it has four cells"), least(|c| c.1).expect("it has four cells"))
    }

    /// The cells counted from the corner, sorted.
    pub fn shape(&self) -> Shape {
        let (col, row) = self.corner();
        sorted(self.cells.map(|(x, y)| (x - col, y - row)))
    }

    /// Columns that it takes.
    pub fn width(&self) -> i32 {
        self.shape().iter().map(|cell| cell.0).max().expect("it has four cells") + 1
    }

    /// The same piece with its left-most cells in another column.
    pub fn moved_to(&self, col: i32) -> Self {
        let by = col - self.corner().0;
        Self { cells: self.cells.map(|(x, y)| (x + by, y)), ..self.clone() }
    }

    /// Rows that it can fall before it lies on something.
    pub fn room(&self) -> i32 {
        let rows = self.well.rows() as i32;
        let free = |(x, y): (i32, i32)| y < rows && !filled(&self.well, x, y);
        let falls = |rows: &i32| self.cells.iter().all(|(x, y)| free((*x, y + rows)));
        (1..=rows).take_while(falls).count() as i32
    }
}

/// A piece's four cells counted from its corner, sorted.
pub type Shape = [(i32, i32); 4];

/// The shape after a quarter turn to the right.
pub fn turned_right(shape: &Shape) -> Shape {
    let height = shape.iter().map(|cell| cell.1).max().expect("it has four cells");
    sorted(shape.map(|(x, y)| (height - y, x)))
}

fn sorted(mut cells: Shape) -> Shape {
    cells.sort_unstable();
    cells
}

fn filled(well: &Well, col: i32, row: i32) -> bool {
    match (usize::try_from(col), usize::try_from(row)) {
        (Ok(col), Ok(row)) => well.is_filled(crate::geometry::CellPos::new(col, row)),
        _ => false,
    }
}

/// Looks and taps.
pub struct Pupil<'a> {
    target: &'a mut dyn Target,
    reader: LearntWell,
    until: Duration,
    /// How long a key is held and how long none is then, where nothing is known to be faster.
    pub pace: (Duration, Duration),
}

impl<'a> Pupil<'a> {
    /// Finds the well in the target; the whole lesson takes at most `limit`.
    ///
    /// # Errors
    /// When there is no well with a piece in it.
    pub fn new(target: &'a mut dyn Target, limit: Duration) -> Result<Self> {
        let reader = LearntWell::new(Hints::default());
        let pace = (Duration::from_millis(40), Duration::from_millis(40));
        let until = target.clock().now() + limit;
        let mut pupil = Self { target, reader, until, pace };
        let since = pupil.now();
        loop {
            pupil.check()?;
            let frame = pupil.target.capture(None)?;
            let told = match pupil.reader.find(&frame) {
                Ok(reading) if reading.confidence >= 0.5 && reading.falling.is_some() => {
                    return Ok(pupil);
                }
                Ok(_) => "no piece falls in the well".to_string(),
                Err(error) => error.to_string(),
            };
            if frame.at > since + FIND {
                let told = format!("{told}; start a game in the window and run this again");
                return Err(Fault::nothing_found(told).into());
            }
            pupil.target.clock().sleep(Duration::from_millis(50));
        }
    }

    /// The target's time.
    pub fn now(&self) -> Duration {
        self.target.clock().now()
    }

    fn check(&self) -> Result<()> {
        if let Some(reason) = self.target.stop_requested() {
            anyhow::bail!("{reason}");
        }
        anyhow::ensure!(self.now() < self.until, "the time given with --max-seconds is over");
        Ok(())
    }

    /// One look: a piece in full sight, if there is one.
    ///
    /// # Errors
    /// When the target cannot be seen, somebody asks to stop or the time is over.
    pub fn see(&mut self) -> Result<Option<Seen>> {
        self.check()?;
        let frame = self.target.capture(self.reader.region())?;
        let Some(reading) = self.reader.read(&frame).filter(|reading| reading.playable()) else {
            return Ok(None);
        };
        let position = Position::from_tiles(&reading.kinds()).ok();
        let piece = reading.falling.as_ref().and_then(|falling| {
            let cells = sorted(falling.places?);
            Some((falling.piece, cells))
        });
        Ok(position.zip(piece).map(|(position, (piece, cells))| Seen {
            piece,
            cells,
            well: position.well,
            at: frame.at,
        }))
    }

    /// Looks for at most `limit` until a piece is as asked for.
    ///
    /// # Errors
    /// As for [`see`](Self::see).
    pub fn wait(
        &mut self,
        limit: Duration,
        mut good: impl FnMut(&Seen) -> bool,
    ) -> Result<Option<Seen>> {
        let until = self.now() + limit;
        loop {
            if let Some(seen) = self.see()?.filter(|seen| good(seen)) {
                return Ok(Some(seen));
            }
            if self.now() >= until {
                return Ok(None);
            }
            self.target.clock().sleep(LOOK);
        }
    }

    /// Taps a key, at the pace that is known to arrive.
    ///
    /// # Errors
    /// When it could not be sent.
    pub fn tap(&mut self, key: KeyStroke) -> Result<()> {
        self.tap_at(key, self.pace)
    }

    /// Taps a key: held so long, then a pause of so long.
    ///
    /// # Errors
    /// When it could not be sent.
    pub fn tap_at(&mut self, key: KeyStroke, (hold, gap): (Duration, Duration)) -> Result<()> {
        self.check()?;
        self.target.perform(&Action::Key { stroke: key, hold })?;
        if !gap.is_zero() {
            self.target.perform(&Action::Wait(gap))?;
        }
        Ok(())
    }
}
