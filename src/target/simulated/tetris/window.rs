//! The game as a person has it in a window: keys in, picture out.

use std::collections::BTreeMap;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::picture::{Look, Picture};
use super::scene::{Effects, Notice, Scene};
use crate::board::Outcome;
use crate::board::tetris::game::{Game, Options};
use crate::board::tetris::{Press, WellSizeError};
use crate::input::{Key, KeyStroke};
use crate::target::simulated::ended::{EndedGame, Ledger, TetrisCounts};

/// Which game is played, how it looks and which keys it has.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The rules; its seed decides every game of the window.
    pub options: Options,
    /// Skin and size.
    pub look: Look,
    /// What is shown besides the bare game.
    pub effects: Effects,
    /// The keys.
    pub keys: Keys,
    /// When the picture changes and keys are heard.
    pub frames: Frames,
}

/// The keys of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    /// What moves the piece.
    pub moves: Vec<(Key, Press)>,
    /// Stops and continues the game.
    pub pause: Key,
    /// Any of these starts a new game.
    pub restart: Vec<Key>,
}

impl Default for Keys {
    fn default() -> Self {
        let moves = vec![
            (Key::Left, Press::Left),
            (Key::Right, Press::Right),
            (Key::Up, Press::Cw),
            (Key::Char('x'), Press::Cw),
            (Key::Char('z'), Press::Ccw),
            (Key::Char('a'), Press::Half),
            (Key::Down, Press::Down),
            (Key::Space, Press::Drop),
            (Key::Char('c'), Press::Hold),
        ];
        Self { moves, pause: Key::Char('p'), restart: vec![Key::F(2), Key::Char('r')] }
    }
}

impl Keys {
    /// The key of each press; where two keys do the same, the one listed first.
    pub fn by_press(&self) -> BTreeMap<Press, KeyStroke> {
        self.moves.iter().rev().map(|(key, press)| (*press, KeyStroke::from(*key))).collect()
    }
}

/// When the picture changes and keys are heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frames {
    /// The picture always shows the present moment.
    None,
    /// The picture changes so often; keys act at the moment they come.
    Every(Duration),
    /// The picture changes so often, and only then it is looked which keys are down: a shorter
    /// press may be lost.
    Polled(Duration),
}

impl Frames {
    /// Sixty pictures a second.
    pub const SIXTY: Frames = Frames::Every(Duration::from_nanos(16_666_667));

    fn period(self) -> Option<Duration> {
        match self {
            Frames::None => None,
            Frames::Every(period) | Frames::Polled(period) => (!period.is_zero()).then_some(period),
        }
    }
}

/// The content of a window with a running game.
pub struct TetrisWindow {
    setup: Setup,
    seeds: Pcg64,
    game: Game,
    picture: Picture,
    now: Duration,
    /// The moment that is the game's zero, later by all the time the game was stopped.
    begin: Duration,
    paused_at: Option<Duration>,
    /// It was stopped because it could not be seen.
    covered: bool,
    /// The moment that the picture shows.
    shown_at: Duration,
    down: Vec<Press>,
    /// Of those, the ones that the game knows of.
    heard: Vec<Press>,
    games: u64,
    stray: u64,
    ledger: Ledger,
}

impl TetrisWindow {
    /// A window with a running game.
    ///
    /// # Errors
    /// When there is no well of that size.
    pub fn new(setup: Setup) -> Result<Self, WellSizeError> {
        let mut seeds = Pcg64::seed_from_u64(setup.options.seed);
        let game = Game::new(Options { seed: seeds.random(), ..setup.options.clone() })?;
        let picture = empty_picture(setup.look, &game);
        let mut window = Self {
            setup,
            seeds,
            game,
            picture,
            now: Duration::ZERO,
            begin: Duration::ZERO,
            paused_at: None,
            covered: false,
            shown_at: Duration::ZERO,
            down: Vec::new(),
            heard: Vec::new(),
            games: 1,
            stray: 0,
            ledger: Ledger::default(),
        };
        window.draw();
        Ok(window)
    }

    /// The picture as it is now.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// The running game, for tests and reports.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Games begun so far, this one included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Keys and clicks that could do nothing: unknown keys, clicks, moves while no game runs.
    pub fn stray(&self) -> u64 {
        self.stray
    }

    /// Whether the game is stopped.
    pub fn is_paused(&self) -> bool {
        self.paused_at.is_some()
    }

    /// Keys that the game in hand obeyed.
    pub fn inputs(&self) -> u64 {
        self.ledger.inputs()
    }

    /// A game that ended and was not given yet.
    pub fn ended(&mut self) -> Option<EndedGame> {
        let Self { ledger, game, setup, .. } = self;
        ledger.take(|inputs| game.is_over().then(|| told(game, setup, inputs, None)))
    }

    /// The game in hand is played no further.
    pub fn leave(&mut self, reason: &'static str) {
        let Self { ledger, game, setup, .. } = self;
        ledger.leave(|inputs| told(game, setup, inputs, Some(reason)));
    }

    /// Skin and size.
    pub fn look(&self) -> Look {
        self.setup.look
    }

    /// Draws the same game in another skin or size.
    pub fn set_look(&mut self, look: Look) {
        self.setup.look = look;
        self.picture = empty_picture(look, &self.game);
        self.draw();
    }

    /// Deals the next game.
    pub fn new_game(&mut self) {
        let seed = self.seeds.random();
        let options = Options { seed, ..self.setup.options.clone() };
        let game = Game::new(options).expect("the size was good for the first game");
        self.play(game);
    }

    /// Replaces the running game by one with a well of the same size.
    pub fn play(&mut self, game: Game) {
        self.leave("a new game was begun");
        self.ledger.begin();
        self.game = game;
        self.games += 1;
        self.begin = self.now;
        self.paused_at = None;
        self.heard.clear();
        self.shown_at = self.now;
        self.draw();
    }

    /// Time went on.
    pub fn tick(&mut self, now: Duration) {
        self.now = self.now.max(now);
        let Some(period) = self.setup.frames.period() else {
            self.run_until(self.now);
            self.shown_at = self.now;
            return self.draw();
        };
        let frame = |at: Duration| at.as_nanos() / period.as_nanos();
        let boundary = |n: u128| Duration::from_nanos((n * period.as_nanos()) as u64);
        let (last, present) = (frame(self.shown_at), frame(self.now));
        if present > last {
            if let Frames::Polled(_) = self.setup.frames {
                self.run_until(boundary(last + 1));
                self.hear();
            }
            self.run_until(boundary(present));
            self.shown_at = boundary(present);
            self.draw();
        }
        self.run_until(self.now);
    }

    /// A key went down now.
    pub fn key_down(&mut self, stroke: KeyStroke) {
        self.tick(self.now);
        let plain = stroke == KeyStroke::from(stroke.key);
        if plain && self.setup.keys.restart.contains(&stroke.key) {
            return self.new_game();
        }
        if plain && stroke.key == self.setup.keys.pause && !self.game.is_over() {
            return self.pause();
        }
        let press = self.press_of(stroke.key).filter(|_| plain);
        let Some(press) = press.filter(|_| !self.is_paused() && !self.game.is_over()) else {
            self.stray += 1;
            return;
        };
        self.ledger.input();
        if !self.down.contains(&press) {
            self.down.push(press);
        }
        if !matches!(self.setup.frames, Frames::Polled(_)) {
            self.hear();
        }
        self.redraw_if_unframed();
    }

    /// A key went up now.
    pub fn key_up(&mut self, key: Key) {
        self.tick(self.now);
        if let Some(press) = self.press_of(key) {
            self.down.retain(|held| *held != press);
        }
        if !matches!(self.setup.frames, Frames::Polled(_)) {
            self.hear();
        }
    }

    /// A mouse button was pressed: nothing listens to it.
    pub fn clicked(&mut self) {
        self.stray += 1;
    }

    /// All keys go up.
    pub fn release_all(&mut self) {
        self.down.clear();
        self.hear();
    }

    /// The game cannot be seen now, or can be again: meanwhile it is stopped.
    pub fn covered(&mut self, covered: bool) {
        let stops = covered && !self.is_paused() && !self.game.is_over();
        if stops || (!covered && self.covered && self.is_paused()) {
            self.pause();
        }
        self.covered = stops;
    }

    /// A game that was stopped goes on.
    pub fn resume(&mut self) {
        if self.is_paused() {
            self.pause();
        }
    }

    fn press_of(&self, key: Key) -> Option<Press> {
        let (_, press) = self.setup.keys.moves.iter().find(|(name, _)| *name == key)?;
        self.game.rules().has(*press).then_some(*press)
    }

    fn pause(&mut self) {
        match self.paused_at.take() {
            Some(since) => self.begin += self.now - since,
            None => {
                self.release_all();
                self.paused_at = Some(self.now);
            }
        }
        self.draw();
    }

    fn run_until(&mut self, at: Duration) {
        if self.paused_at.is_none() {
            self.game.advance(at.saturating_sub(self.begin));
        }
    }

    /// Tells the game which keys have gone down and up since it was told last.
    fn hear(&mut self) {
        let gone: Vec<Press> =
            self.heard.iter().copied().filter(|press| !self.down.contains(press)).collect();
        gone.into_iter().for_each(|press| self.game.release(press));
        let new: Vec<Press> =
            self.down.iter().copied().filter(|press| !self.heard.contains(press)).collect();
        new.into_iter().for_each(|press| self.game.press(press));
        self.heard.clone_from(&self.down);
    }

    fn redraw_if_unframed(&mut self) {
        if self.setup.frames == Frames::None {
            self.draw();
        }
    }

    fn draw(&mut self) {
        let mut scene = Scene::of(&self.game, self.setup.effects);
        if self.is_paused() {
            scene.notice = Some(Notice::Paused);
        }
        self.picture.update(scene);
    }
}

/// What is told of a game that is over, or that was left for `reason`.
fn told(game: &Game, setup: &Setup, inputs: u64, reason: Option<&'static str>) -> EndedGame {
    let result = if game.is_over() { Outcome::Over } else { Outcome::Stopped };
    EndedGame {
        result,
        reason: reason.filter(|_| result == Outcome::Stopped),
        level: format!("{} {}", setup.options.speed, setup.options.level),
        seed: setup.options.seed,
        time: game.now(),
        inputs,
        tetris: Some(TetrisCounts {
            pieces: game.pieces(),
            lines: game.lines(),
            score: game.score(),
        }),
    }
}

/// A picture with room for everything that `game` shows.
fn empty_picture(look: Look, game: &Game) -> Picture {
    let size = (game.well().cols(), game.well().rows());
    Picture::new(look, size, game.options().next, game.rules().has(Press::Hold))
}
