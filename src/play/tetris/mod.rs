//! Plays Tetris: a state machine over frames.

mod game;
mod keys;
mod over;
mod piece;
mod planner;
#[cfg(test)]
mod script_tests;
mod search;
mod setup;
mod sight;
mod steer;

use std::rc::Rc;
use std::time::Duration;

use log::debug;
pub use setup::Setup;

use self::game::GameInHand;
use self::planner::Planner;
use self::sight::{Fall, Life, Pulse, Sight};
use super::{Aim, GameReport, Outcome, Planned, Player, Step, View};
use crate::board::tetris::{Falling, Piece, Press, Rules, Tile, Well, format_tiles};
use crate::clock::Clock;
use crate::frame::Frame;
use crate::geometry::{GridGeometry, PixelRect};
use crate::input::{Action, Key};
use crate::solver::tetris::Placement;
use crate::target::Target;
use crate::vision::tetris::{Reading, Rest, WellReader};

/// How long a well is looked for before the profile's start steps are tried, or the run gives up.
const FIND: Duration = Duration::from_secs(4);
/// How often a new game is asked for before the run gives up.
const NEW_GAME_TRIES: u32 = 3;
/// The pause between two looks.
const LOOK: Duration = Duration::from_millis(1);
/// How long a stack that is not what was planned must stand before it is believed: longer than
/// rows take to fall where a game shows that.
const SURPRISE: Duration = Duration::from_millis(400);
/// The same for one that rows from below explain.
const PUSHED: Duration = Duration::from_millis(120);
/// How many pieces are placed with care, each step seen before the next, after the first trouble
/// with lost keys; twice as many after each further one.
const CAREFUL_PIECES: u32 = 20;
/// A game that has not shown the effect of keys, nor anything else new, for so many times the time
/// it may take has stopped moving: then they were lost.
const STILL: u32 = 6;
/// How many pieces of a new game are placed with care.
const FIRST_PIECES: u32 = 3;

/// Plays Tetris on any target.
pub struct TetrisPlayer {
    setup: Setup,
    rules: Rules,
    reader: Box<dyn WellReader>,
    planner: Planner,
    real_time: Rc<dyn Clock>,
    state: State,
    reading: Option<Reading>,
    /// Width and height of the whole target in pixels.
    size: (u32, u32),
    /// Whether the well was found in the same place before and after something moved in it: a
    /// message may lie over it at first and make something else look like one.
    proven: bool,
    game: Option<GameInHand>,
    games: u32,
    /// Pieces still to be placed with care.
    careful: u32,
    /// How often keys were lost or a piece was dropped elsewhere.
    troubles: u32,
    /// The key that is held for a soft drop in a game without a hard drop.
    held: Option<Key>,
    /// The piece that was announced to come next.
    awaited: Option<Piece>,
    /// The piece that was dropped last when the well had to be found anew.
    interrupted: Option<Dropped>,
    /// When the frame in hand was asked for, on the real clock.
    asked: Duration,
    fall: Fall,
    /// The locked blocks as last seen.
    stack: Option<Well>,
    /// The stack with which the game before ended.
    last_stack: Option<Well>,
    last_plan: Option<Placement>,
    /// When the last piece was planned, on the target's clock.
    planned_at: Option<Duration>,
}

#[expect(clippy::large_enum_variant, reason = "there is one state at a time")]
enum State {
    /// A well is looked for.
    Searching(Search),
    /// Waiting for a piece that can be placed.
    Await(Waiting),
    /// A piece is on its way over its place.
    Steering(Steering),
    /// The game in hand is over.
    Over,
    /// A new game must be asked for, for the n-th time.
    Restart(u32),
}

/// The search for a well.
#[derive(Default)]
struct Search {
    /// Since when, on the target's clock.
    since: Option<Duration>,
    /// How often start steps were tried.
    tries: u32,
    /// What was seen to move in the well found before, which must be found once more.
    moved: Option<Life>,
    /// How often it was found elsewhere then.
    elsewhere: u32,
}

/// What is waited for, and what the last drop should have done.
#[derive(Default)]
struct Waiting {
    /// Since when no piece was in sight.
    blank: Option<Duration>,
    dropped: Option<Dropped>,
    /// The piece that was put away, and when: another one must come in.
    put_away: Option<(Piece, Duration)>,
    /// A stack that nobody planned, and since when it has been seen.
    surprise: Option<(Well, Duration)>,
    /// A new piece that may be none, and how long it must be in sight.
    doubt: Option<(Sight, Duration)>,
    nudged: Option<Duration>,
    life: Life,
    /// How often a new game was asked for.
    tries: u32,
    /// How often the first game was asked for.
    started: u32,
    /// How often the well was found elsewhere once something moved.
    elsewhere: u32,
}

impl Waiting {
    /// For how long at `now` this stack, which nobody planned, has been seen.
    fn surprised_for(&mut self, now: Duration, stack: &Well) -> Duration {
        match &self.surprise {
            Some((well, since)) if well == stack => now - *since,
            _ => {
                self.surprise = Some((stack.clone(), now));
                Duration::ZERO
            }
        }
    }
}

/// A piece that was dropped.
#[derive(Clone)]
struct Dropped {
    at: Duration,
    before: Well,
    expected: Well,
    lines: u32,
    over: Falling,
    /// Where it comes to rest.
    rest: Falling,
    resent: bool,
    pulse: Pulse,
}

/// A piece on its way.
struct Steering {
    well: Well,
    /// Orientation and column where it is to be dropped.
    over: Falling,
    since: Duration,
    /// Since when something else was in sight than this piece on its stack.
    strange: Option<Duration>,
    tries: u32,
    /// Beats since keys were sent last.
    pulse: Pulse,
    stage: Stage,
}

/// What is still to be sent to a piece on its way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The shifts: only once it has turned can be seen about which of its cells it turns.
    Shifts,
    /// Only the drop.
    Drop,
}

impl TetrisPlayer {
    /// A player under `rules` that reads with `reader` and places with `planner`; `real_time` is
    /// for reports.
    pub(super) fn new(
        setup: Setup,
        rules: Rules,
        reader: Box<dyn WellReader>,
        planner: Planner,
        real_time: Rc<dyn Clock>,
    ) -> Self {
        Self {
            setup,
            rules,
            reader,
            planner,
            real_time,
            state: State::Searching(Search::default()),
            reading: None,
            size: (0, 0),
            proven: false,
            game: None,
            games: 0,
            careful: FIRST_PIECES,
            troubles: 0,
            held: None,
            awaited: None,
            interrupted: None,
            asked: Duration::ZERO,
            fall: Fall::default(),
            stack: None,
            last_stack: None,
            last_plan: None,
            planned_at: None,
        }
    }

    /// Reads a frame; `None` when it shows no position with a piece in full sight.
    fn look(&mut self, frame: &Frame) -> Option<Sight> {
        let reading = self.reader.read(frame)?;
        let sight = Sight::of(&reading, &self.rules);
        self.reading = Some(reading);
        sight
    }

    /// A key was lost or doubled: the next pieces are placed with care.
    fn trouble(&mut self) {
        self.careful = CAREFUL_PIECES << self.troubles.min(10);
        self.troubles += 1;
    }

    /// Whether keys sent at `since` of which nothing is seen were lost: not while the game may only
    /// be late, for they would count twice then.
    fn lost(&self, since: Duration, now: Duration, pulse: &Pulse) -> bool {
        let (waited, settle) = (now.saturating_sub(since), self.setup.pace.settle());
        waited >= settle && (pulse.is_sure() || waited >= settle * STILL)
    }

    /// Lets go of a held soft drop.
    fn let_go(&mut self) -> Option<Planned> {
        let key = self.held.take()?;
        Some(Planned { action: Action::Release(key), aim: Aim::Window })
    }

    fn in_hand(&mut self) -> &mut GameInHand {
        let (games, begun) = (&mut self.games, self.real_time.now());
        self.game.get_or_insert_with(|| {
            *games += 1;
            GameInHand { index: *games, begun, ..GameInHand::default() }
        })
    }

    fn has(&self, press: Press) -> bool {
        self.rules.has(press) && self.setup.game.keys.contains_key(&press)
    }
}

impl Player for TetrisPlayer {
    fn region(&self) -> Option<PixelRect> {
        match self.state {
            State::Searching(_) => None,
            _ => self.reader.region(),
        }
    }

    fn grid(&self) -> Option<&GridGeometry> {
        self.reading.as_ref().map(|reading| &reading.geometry)
    }

    fn step(&mut self, frame: &Frame, asked: Duration) -> Step {
        self.asked = asked;
        if let (State::Await(_), Some(game)) = (&self.state, &mut self.game) {
            game.answering = None;
        }
        let none = State::Searching(Search::default());
        match std::mem::replace(&mut self.state, none) {
            State::Searching(search) => self.search(frame, search),
            State::Await(waiting) => self.await_piece(frame, waiting),
            State::Steering(steering) => self.steer(frame, steering),
            State::Over => self.ended(false),
            State::Restart(tries) => self.restart(tries),
        }
    }

    fn notes(&self) -> String {
        let mut notes = String::new();
        if let Some(reading) = &self.reading {
            notes += &format!("well: {:?}, {:?}\n", reading.geometry.bounds(), reading.rest);
            notes += &format_tiles(&reading.kinds()).join("\n");
        }
        if let Some(stack) = &self.stack {
            notes += &format!("\n\nstack as last believed:\n{stack}");
        }
        notes + &format!("\n\nlast plan: {:?}\n", self.last_plan)
    }

    fn view(&self) -> View {
        let mut view = View::default();
        if let Some(reading) = &self.reading {
            view.board = format_tiles(&reading.kinds());
            let letters = |pieces: &[Option<Piece>]| -> String {
                pieces.iter().map(|p| p.map_or('~', |p| p.letter())).collect()
            };
            if !reading.next.is_empty() {
                view.facts.push(format!("next: {}", letters(&reading.next)));
            }
            view.facts.extend(reading.hold.map(|piece| format!("hold: {piece}")));
        }
        if let Some(game) = &self.game {
            view.lines = game.lines;
            let GameInHand { pieces, lines, misdrops, .. } = game;
            view.facts.push(format!("{pieces} pieces, {lines} lines, {misdrops} misdrops"));
        }
        view.thoughts.extend(self.last_plan.as_ref().map(ToString::to_string));
        view
    }

    fn unfinished(&self, reason: &str) -> Option<GameReport> {
        let game = self.game.as_ref()?;
        let report = game.report(Outcome::Stopped, Some(reason), self.real_time.now());
        Some(GameReport::Tetris(report))
    }

    fn sent(&mut self, planned: &Planned) {
        let now = self.real_time.now();
        if let Some(game) = self.game.as_mut().filter(|_| planned.action.is_input()) {
            game.sent_at(now);
        }
    }

    fn astray(&mut self) {
        self.in_hand().stray_inputs += 1;
    }

    fn displaced(&mut self) {
        let searching = State::Searching(Search::default());
        match std::mem::replace(&mut self.state, searching) {
            State::Await(Waiting { dropped, .. }) => self.interrupted = dropped,
            State::Restart(tries) => self.state = State::Restart(tries),
            State::Steering(_) | State::Searching(_) | State::Over => {}
        }
    }

    fn covered(&mut self) {
        if self.game.is_some() && self.stack.as_ref().is_some_and(over::may_be_last) {
            self.state = State::Over;
        }
    }

    fn pause(&self) -> Option<Planned> {
        let stroke = self.setup.game.pause?;
        self.game.as_ref()?;
        let action = Action::Key { stroke, hold: self.setup.pace.hold() };
        Some(Planned { action, aim: Aim::Window })
    }

    fn compare(&mut self, target: &dyn Target) {
        let (Some(truth), Some(reading)) = (target.tetris_truth(), &self.reading) else { return };
        if truth.moving || reading.rest != Rest::Settled {
            return;
        }
        let kinds = reading.kinds();
        // The last piece of a game lies there locked, but looks as if it might still be moved.
        let falls = |tile: &Tile| matches!(tile, Tile::Falling(_));
        let none_falls = !truth.tiles.values().iter().any(falls);
        let same =
            |read: Tile, is: Tile| read == is || (none_falls && falls(&read) && is == Tile::Locked);
        let differs = |pos, kind: &Option<Tile>| {
            kind.is_some_and(|kind| !truth.tiles.get(pos).is_some_and(|is| same(kind, *is)))
        };
        let wrong = kinds.iter().filter(|(pos, kind)| differs(*pos, kind)).count();
        if wrong > 0 {
            let truth = format_tiles(&truth.tiles.map(|tile| Some(*tile))).join("\n");
            debug!("read\n{}\nbut it is\n{truth}", format_tiles(&kinds).join("\n"));
        }
        if let Some(game) = &mut self.game {
            game.misreads += wrong as u32;
        }
    }
}
