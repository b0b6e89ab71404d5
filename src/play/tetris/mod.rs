//! Plays Tetris: a state machine over frames.

mod game;
mod keys;
mod options;
mod over;
mod piece;
mod search;

use std::rc::Rc;
use std::time::Duration;

pub use options::{Moment, Options, Plan, Planner};

use self::game::GameInHand;
use super::{GameReport, Outcome, Planned, Player, Step};
use crate::board::tetris::{Falling, Piece, Position, Press, Well, format_tiles};
use crate::clock::Clock;
use crate::frame::Frame;
use crate::geometry::{GridGeometry, PixelRect};
use crate::input::{Action, Key};
use crate::target::Target;
use crate::vision::tetris::{Reading, WellReader};

/// How long a well is looked for before the profile's start steps are tried, or the run gives up.
const FIND: Duration = Duration::from_secs(4);
/// How often a new game is asked for before the run gives up.
const NEW_GAME_TRIES: u32 = 3;
/// The pause between two looks.
const LOOK: Duration = Duration::from_millis(1);
/// How long a stack that is not what was planned must stand before it is believed.
const SURPRISE: Duration = Duration::from_millis(120);
/// How many pieces are placed with care, each step seen before the next, after a misdrop.
const CAREFUL_PIECES: u32 = 20;

/// Plays Tetris on any target.
pub struct TetrisPlayer {
    options: Options,
    reader: Box<dyn WellReader>,
    planner: Box<dyn Planner>,
    real_time: Rc<dyn Clock>,
    state: State,
    reading: Option<Reading>,
    game: Option<GameInHand>,
    games: u32,
    /// Pieces still to be placed with care.
    careful: u32,
    /// The key that is held for a soft drop in a game without a hard drop.
    held: Option<Key>,
    /// Whether the inputs in hand are the answer to a new piece.
    planned: bool,
    /// When the frame of the piece in hand was asked for, on the real clock.
    asked: Duration,
    last_plan: Option<Plan>,
}

enum State {
    /// Looking for a well since this time of the target's clock; start steps were tried so often.
    Searching { since: Option<Duration>, tries: u32 },
    /// Waiting for a piece that can be placed.
    Await(Waiting),
    /// A piece is on its way over its place.
    Steering(Steering),
    /// A new game must be asked for, for the n-th time.
    Restart(u32),
}

/// What is waited for, and what the last drop should have done.
#[derive(Default)]
struct Waiting {
    /// Since when no piece was in sight.
    blank: Option<Duration>,
    dropped: Option<Dropped>,
    /// A stack that nobody planned, and since when it has been seen.
    surprise: Option<(Well, Duration)>,
    nudged: Option<Duration>,
    /// How often a new game was asked for.
    tries: u32,
}

/// A piece that was dropped.
struct Dropped {
    at: Duration,
    before: Well,
    expected: Well,
    lines: u32,
    over: Falling,
    resent: bool,
}

/// A piece on its way.
struct Steering {
    well: Well,
    /// Orientation and column where it is to be dropped.
    over: Falling,
    since: Duration,
    tries: u32,
}

/// What a playable frame shows.
struct Sight {
    well: Well,
    falling: Falling,
    next: Vec<Piece>,
    hold: Option<Piece>,
}

impl TetrisPlayer {
    /// A player that reads with `reader` and places with `planner`; `real_time` is for reports.
    pub fn new(
        options: Options,
        reader: Box<dyn WellReader>,
        planner: Box<dyn Planner>,
        real_time: Rc<dyn Clock>,
    ) -> Self {
        Self {
            options,
            reader,
            planner,
            real_time,
            state: State::Searching { since: None, tries: 0 },
            reading: None,
            game: None,
            games: 0,
            careful: 3,
            held: None,
            planned: false,
            asked: Duration::ZERO,
            last_plan: None,
        }
    }

    /// Reads a frame; `None` when it shows no position with a piece in full sight.
    fn look(&mut self, frame: &Frame) -> Option<Sight> {
        let before = self.reading.as_ref().expect("a well was found before it is read");
        let reading = self.reader.read(frame, before);
        let sight = self.sight(&reading);
        self.reading = Some(reading);
        sight
    }

    fn sight(&self, reading: &Reading) -> Option<Sight> {
        if !reading.playable() {
            return None;
        }
        let position = Position::from_tiles(&reading.kinds()).ok()?;
        let (piece, cells) = position.falling?;
        let falling = self.options.rules.locate(piece, &cells, position.well.cols())?;
        let next = reading.next.iter().map_while(|piece| *piece).collect();
        Some(Sight { well: position.well, falling, next, hold: reading.hold })
    }

    /// Lets go of a held soft drop.
    fn let_go(&mut self) -> Option<Planned> {
        let key = self.held.take()?;
        Some(Planned { action: Action::Release(key), aim: super::Aim::Window })
    }

    fn in_hand(&mut self) -> &mut GameInHand {
        let (index, begun) = (self.games, self.real_time.now());
        self.game.get_or_insert_with(|| GameInHand { index, begun, ..GameInHand::default() })
    }

    fn has_drop(&self) -> bool {
        self.options.rules.has(Press::Drop) && self.options.keys.contains_key(&Press::Drop)
    }
}

impl Player for TetrisPlayer {
    fn region(&self) -> Option<PixelRect> {
        None
    }

    fn grid(&self) -> Option<&GridGeometry> {
        self.reading.as_ref().map(|reading| &reading.geometry)
    }

    fn step(&mut self, frame: &Frame) -> Step {
        let none = State::Searching { since: None, tries: 0 };
        match std::mem::replace(&mut self.state, none) {
            State::Searching { since, tries } => self.search(frame, since, tries),
            State::Await(waiting) => self.await_piece(frame, waiting),
            State::Steering(steering) => self.steer(frame, steering),
            State::Restart(tries) => self.restart(frame, tries),
        }
    }

    fn notes(&self) -> String {
        let mut notes = String::new();
        if let Some(reading) = &self.reading {
            notes += &format!("well: {:?}, {:?}\n", reading.geometry.bounds(), reading.rest);
            notes += &format_tiles(&reading.kinds()).join("\n");
        }
        notes + &format!("\n\nlast plan: {:?}\n", self.last_plan)
    }

    fn unfinished(&self, reason: &str) -> Option<GameReport> {
        let game = self.game.as_ref()?;
        let report = game.report(Outcome::Stopped, Some(reason), self.real_time.now());
        Some(GameReport::Tetris(report))
    }

    fn sent(&mut self, planned: &Planned) {
        if planned.action.is_input()
            && let Some(game) = &mut self.game
        {
            let took = self.real_time.now().saturating_sub(self.asked);
            if let Some(last) = game.answers.last_mut() {
                *last = took;
            }
        }
    }

    fn answered(&mut self, after: Duration) {
        let planned = std::mem::take(&mut self.planned);
        if let Some(game) = self.game.as_mut().filter(|_| planned) {
            self.asked = self.real_time.now().saturating_sub(after);
            game.answers.push(after);
        }
    }

    fn astray(&mut self) {
        self.in_hand().stray_inputs += 1;
    }

    fn compare(&mut self, target: &dyn Target) {
        let (Some(truth), Some(reading)) = (target.tetris_truth(), &self.reading) else { return };
        let kinds = reading.kinds();
        let differs = |pos, kind: &Option<_>| kind.is_some_and(|k| Some(&k) != truth.get(pos));
        let wrong = kinds.iter().filter(|(pos, kind)| differs(*pos, kind)).count();
        if wrong > 0
            && reading.rest == crate::vision::tetris::Rest::Settled
            && let Some(game) = &mut self.game
        {
            game.misreads += wrong as u32;
        }
    }
}
