//! What a frame means to the player.

use std::time::Duration;

use crate::board::tetris::{Falling, Piece, Press, Rules, Well};
use crate::solver::tetris::Gravity;
use crate::vision::tetris::Reading;

/// What a playable frame shows.
#[derive(Debug, Clone)]
pub struct Sight {
    /// The locked blocks.
    pub well: Well,
    /// The falling piece.
    pub falling: Falling,
    /// The next pieces as far as they were read, the first one first.
    pub next: Vec<Piece>,
    /// The piece put away.
    pub hold: Option<Piece>,
}

impl Sight {
    /// What `reading` means under `rules`; `None` when it is no position with a piece in full
    /// sight.
    pub fn of(reading: &Reading, rules: &Rules) -> Option<Self> {
        if !reading.playable() {
            return None;
        }
        let position = reading.position().ok()?;
        let falling = reading.falling.as_ref()?.locate(rules, position.well.cols())?;
        let next = reading.next.iter().map_while(|piece| *piece).collect();
        Some(Self { well: position.well, falling, next, hold: reading.hold })
    }

    /// Whether the piece lies on the stack or the floor.
    pub fn lies(&self, rules: &Rules) -> bool {
        rules.press(&self.well, &self.falling, Press::Down).is_none()
    }
}

/// What tells a running game from a picture of one.
#[derive(Debug, Clone, Default)]
pub struct Life {
    first: Option<(Well, Falling)>,
    stirred: bool,
}

impl Life {
    /// Whether something has moved since the first look.
    pub fn shown_by(&mut self, sight: &Sight) -> bool {
        let now = (sight.well.clone(), sight.falling);
        self.stirred |= *self.first.get_or_insert_with(|| now.clone()) != now;
        self.stirred
    }
}

/// Whether the picture has kept up since keys were sent: only a piece that falls on shows that the
/// game is not just late with painting what they did.
#[derive(Debug, Clone, Default)]
pub struct Pulse {
    row: Option<i32>,
    beats: u32,
}

impl Pulse {
    /// The rows that a piece must have fallen: the first may have been painted before.
    const SURE: u32 = 2;

    /// The piece is seen.
    pub fn sees(&mut self, falling: &Falling) {
        self.beats += u32::from(self.row.is_some_and(|row| falling.row > row));
        self.row = Some(falling.row);
    }

    /// Whether what is seen is what the game made of all keys sent.
    pub fn is_sure(&self) -> bool {
        self.beats >= Self::SURE
    }
}

/// How fast pieces fall, as seen.
#[derive(Debug, Clone, Default)]
pub struct Fall {
    /// When the piece was first seen, on the target's clock.
    begun: Duration,
    last: Option<(Falling, Duration)>,
    per_row: Option<Duration>,
    /// Pieces in a row that lay on the stack when they were first seen.
    landed: u32,
}

impl Fall {
    /// After this many pieces in a row that lie at first sight, gravity is instant.
    const SURE: u32 = 2;

    /// A new piece was seen.
    pub fn begins(&mut self, sight: &Sight, at: Duration) {
        self.last = Some((sight.falling, at));
        self.begun = at;
    }

    /// A new piece is believed, as it is seen.
    pub fn believes(&mut self, rules: &Rules, sight: &Sight) {
        self.landed = if sight.lies(rules) { self.landed + 1 } else { 0 };
    }

    /// The well was found with this piece in it: it lies only where none was seen in the air.
    pub fn found(&mut self, rules: &Rules, sight: &Sight) {
        self.landed = if sight.lies(rules) { Self::SURE } else { 0 };
    }

    /// When the piece was first seen, on the target's clock.
    pub fn begun(&self) -> Duration {
        self.begun
    }

    /// The same piece was seen, before anything was pressed that moves it down.
    pub fn goes_on(&mut self, falling: Falling, at: Duration) {
        if let Some((from, since)) = self.last
            && let Ok(rows @ 1..) = u32::try_from(falling.row - from.row)
        {
            self.per_row = Some((at - since) / rows);
            self.last = Some((falling, at));
        }
    }

    /// Whether pieces land as soon as they come in.
    pub fn gravity(&self) -> Gravity {
        if self.landed >= Self::SURE { Gravity::Instant } else { Gravity::Slow }
    }

    /// How long a piece with `rows` to fall takes at least, where that is known.
    pub fn time(&self, rows: u32) -> Option<Duration> {
        self.per_row.map(|per_row| per_row * rows)
    }
}

/// How many garbage rows turned `expected` into `seen`, if that is what happened.
pub fn garbage(expected: &Well, seen: &Well) -> Option<usize> {
    let rows = expected.rows();
    (1..=4).find(|pushed| {
        let moved = (0..rows - pushed).all(|up| expected.row(up) == seen.row(up + pushed));
        // Garbage has a hole or two.
        let garbage = |up: usize| seen.row(up).count_ones() as usize + 3 > seen.cols();
        moved && (0..*pushed).all(garbage)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_pushed_in_from_below_are_told_from_a_misplaced_piece() {
        let before: Well = ".....\n.....\n.....\n.....\n##...\n".parse().expect("legal");
        let pushed: Well = ".....\n.....\n.....\n##...\n###.#\n".parse().expect("legal");
        let other: Well = ".....\n.....\n.....\n.##..\n##...\n".parse().expect("legal");
        assert_eq!(garbage(&before, &pushed), Some(1));
        assert_eq!(garbage(&before, &other), None);
        assert_eq!(garbage(&before, &before), None);
    }
}
