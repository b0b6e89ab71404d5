//! Plays Minesweeper: a state machine over frames.

mod actions;
mod finish;
mod game;
mod memory;
mod options;
mod search;
mod setup;
mod turn;

use std::rc::Rc;
use std::time::Duration;

use image::RgbImage;
use log::debug;

pub use options::{OnGuess, Options};
pub use setup::{Guessing, Setup};

use self::actions::Effect;
use self::game::GameInHand;
use self::memory::Memory;
use super::{Aim, GameReport, Outcome, Planned, Player, Step, View};
use crate::board::Grid;
use crate::board::minesweeper::{Cell, Level, format_cells};
use crate::clock::Clock;
use crate::frame::Frame;
use crate::geometry::{CellPos, FrameRect, GridGeometry, PixelRect};
use crate::input::Action;
use crate::solver::minesweeper::{Decision, Strategy};
use crate::target::Target;
use crate::vision::minesweeper::{BoardReader, Reading};
use crate::vision::noise::same_but_for_noise;

/// How long a board is looked for before the run gives up.
const FIND: Duration = Duration::from_secs(5);
/// How long a board of an unusual size must have been at one place before it is played on.
const UNUSUAL: Duration = Duration::from_millis(500);
/// How long a new game may take to appear.
const FRESH: Duration = Duration::from_secs(3);
/// How often a new game is asked for before the run gives up.
const NEW_GAME_TRIES: u32 = 3;
/// A picture may change for this many settle times before it counts as never at rest.
const RESTLESS: u32 = 10;
/// How long the pointer stays after the last click before it leaves the grid.
const LINGER: Duration = Duration::from_millis(15);
/// The pause between two looks.
const LOOK: Duration = Duration::from_millis(2);

/// Plays Minesweeper on any target.
pub struct MinesweeperPlayer {
    options: Options,
    reader: Box<dyn BoardReader>,
    strategy: Box<dyn Strategy>,
    /// Plays the guess when a strategy that never guesses is stuck and a guess is wanted.
    guesser: Box<dyn Strategy>,
    real_time: Rc<dyn Clock>,
    state: State,
    /// A board of an unusual size that was found, and since when.
    unusual: Option<(FrameRect, Duration)>,
    seen: Option<Seen>,
    game: Option<GameInHand>,
    level: Option<Level>,
    games: u32,
    memory: Memory,
    first_click: Option<CellPos>,
    /// What goes on once the board is found again.
    interrupted: Option<State>,
    /// Whether the last inputs contained a guess.
    guessed: bool,
    last: Option<Decision>,
}

/// The last reading and how long its picture has been the same.
struct Seen {
    reading: Reading,
    image: RgbImage,
    since: Duration,
    /// When the reading last became another one; a blinking cursor changes the picture alone.
    changed: Duration,
    /// When its first frame was asked for, on the real clock.
    asked: Duration,
    /// Size of the whole target in pixels.
    size: (u32, u32),
}

enum State {
    /// Looking for a board since this time of the target's clock.
    Searching(Option<Duration>),
    /// A game runs.
    Playing(Waiting),
    /// A new game must be asked for after this outcome, for the n-th time.
    Restart(Outcome, u32),
    /// A new game was asked for.
    AwaitFresh(Asked),
}

/// How a new game was asked for.
#[derive(Debug, Clone, Copy)]
struct Asked {
    /// How the game before ended.
    outcome: Outcome,
    /// How often it was asked for; 0 for a game that was found.
    tries: u32,
    since: Option<Duration>,
}

/// What the last inputs must have done, and what was already tried to see it.
#[derive(Default)]
struct Waiting {
    effects: Vec<Effect>,
    /// Since when nothing has changed in the picture.
    since: Option<Duration>,
    /// When the inputs were sent.
    begun: Option<Duration>,
    resent: bool,
    dismissed: bool,
}

impl MinesweeperPlayer {
    /// A player that reads with `reader` and decides with `strategy`; `guesser` is asked when a
    /// guess is wanted of a strategy that makes none. `real_time` is for the report.
    pub fn new(
        options: Options,
        reader: Box<dyn BoardReader>,
        strategy: Box<dyn Strategy>,
        guesser: Box<dyn Strategy>,
        real_time: Rc<dyn Clock>,
    ) -> Self {
        Self {
            options,
            reader,
            strategy,
            guesser,
            real_time,
            state: State::Searching(None),
            unusual: None,
            seen: None,
            game: None,
            level: None,
            games: 0,
            memory: Memory::new(1, 1),
            first_click: None,
            interrupted: None,
            guessed: false,
            last: None,
        }
    }

    /// Reads `frame`; `None` while the picture still changes.
    fn look(&mut self, frame: &Frame, asked: Duration) -> Option<Grid<Option<Cell>>> {
        let seen = self.seen.as_mut().expect("a board was found before it is read");
        if same_but_for_noise(&seen.image, &frame.image) {
            if seen.reading.unknown() > 0 && seen.image != frame.image {
                // Where noise hid a cell once, another look may show it.
                let again = self.reader.read(frame, &seen.reading);
                for (pos, cell) in again.cells.iter().filter(|(_, cell)| cell.kind.is_some()) {
                    if seen.reading.cells[pos].kind.is_none() {
                        seen.reading.cells[pos] = *cell;
                        seen.changed = frame.at;
                    }
                }
            }
            return (frame.at - seen.since >= self.options.pace.quiet())
                .then(|| seen.reading.kinds());
        }
        seen.asked = asked;
        seen.image.clone_from(&frame.image);
        seen.since = frame.at;
        let reading = self.reader.read(frame, &seen.reading);
        if reading.kinds() != seen.reading.kinds() {
            debug!("seen now\n{}", format_cells(&reading.kinds()).join("\n"));
            seen.changed = frame.at;
        }
        seen.reading = reading;
        let stable = frame.at - seen.changed > self.options.pace.settle();
        stable.then(|| seen.reading.kinds())
    }

    /// The inputs that take the pointer off the grid. It stays a moment first: a game may look
    /// where the pointer is when it gets round to a click.
    fn park(&self) -> Vec<Planned> {
        let Some(seen) = self.seen.as_ref().filter(|_| self.options.pace.park) else {
            return Vec::new();
        };
        let (width, height) = (f64::from(seen.size.0), f64::from(seen.size.1));
        let to = actions::parking(&seen.reading.geometry, width, height);
        let stay = Action::Wait(self.options.pace.gap().max(LINGER));
        [stay, Action::Move { to }].map(|action| Planned { action, aim: Aim::Window }).into()
    }

    fn in_hand(&mut self) -> &mut GameInHand {
        self.game.as_mut().expect("a game is in hand while it is played")
    }
}

impl Player for MinesweeperPlayer {
    fn region(&self) -> Option<PixelRect> {
        if matches!(self.state, State::Searching(_)) {
            return None;
        }
        let seen = self.seen.as_ref()?;
        Some(seen.reading.geometry.bounds().to_pixels(seen.size.0, seen.size.1))
    }

    fn grid(&self) -> Option<&GridGeometry> {
        self.seen.as_ref().map(|seen| &seen.reading.geometry)
    }

    fn step(&mut self, frame: &Frame, asked: Duration) -> Step {
        match std::mem::replace(&mut self.state, State::Searching(None)) {
            State::Searching(since) => self.search(frame, since),
            State::Playing(waiting) => self.play(frame, asked, waiting),
            State::Restart(outcome, tries) => self.restart(outcome, tries),
            State::AwaitFresh(fresh) => self.await_fresh(frame, asked, fresh),
        }
    }

    fn notes(&self) -> String {
        let mut notes = String::new();
        if let Some(seen) = &self.seen {
            notes += &format!("grid: {:?}\n", seen.reading.geometry.bounds());
            notes += &format_cells(&seen.reading.kinds()).join("\n");
        }
        notes + &format!("\n\nlast decision: {:?}\n", self.last.as_ref().map(|d| &d.moves))
    }

    fn view(&self) -> View {
        let mut view = View::default();
        if let Some(seen) = &self.seen {
            view.board = format_cells(&seen.reading.kinds());
            let left = seen.reading.counters.mines_left;
            view.facts.extend(left.map(|left| format!("mines left: {left}")));
        }
        if let Some(decision) = &self.last {
            view.thoughts = decision.moves.iter().map(ToString::to_string).collect();
        }
        view
    }

    fn unfinished(&self, reason: &str) -> Option<GameReport> {
        let report =
            self.game.as_ref()?.report(Outcome::Stopped, Some(reason), self.real_time.now());
        Some(GameReport::Minesweeper(report))
    }

    fn sent(&mut self, planned: &Planned) {
        let now = self.real_time.now();
        if let (Some(game), Action::Click { .. }, Aim::Cell(_)) =
            (&mut self.game, &planned.action, planned.aim)
        {
            game.first_click.get_or_insert(now);
            game.clicks += 1;
        }
    }

    fn astray(&mut self) {
        if let Some(game) = &mut self.game {
            game.stray_inputs += 1;
        }
    }

    fn displaced(&mut self) {
        let state = std::mem::replace(&mut self.state, State::Searching(None));
        if !matches!(state, State::Searching(_)) {
            self.interrupted = Some(state);
        }
    }

    fn compare(&mut self, target: &dyn Target) {
        if matches!(self.state, State::Searching(_)) {
            return;
        }
        let Some(truth) = target.minesweeper_truth() else { return };
        let (Some(game), Some(seen)) = (&mut self.game, &self.seen) else { return };
        let kinds = seen.reading.kinds();
        if (kinds.cols(), kinds.rows()) != (truth.cols(), truth.rows()) {
            game.misreads += 1;
            return;
        }
        let wrong = kinds.iter().filter(|(pos, kind)| kind.is_some_and(|k| k != truth[*pos]));
        game.misreads += wrong.count() as u32;
    }
}
