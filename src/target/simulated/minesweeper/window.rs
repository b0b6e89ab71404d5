//! The game as a person has it in a window: mouse and keys in, picture out.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::picture::{Look, Picture};
use super::skins::{Face, Header};
use crate::board::minesweeper::{Cell, Game, Level, Phase, Rules};
use crate::board::{Grid, Outcome};
use crate::geometry::{CellPos, FramePoint};
use crate::input::{Button, Key, KeyStroke};
use crate::target::simulated::ended::{EndedGame, Ledger};

/// Which game is played and how it looks.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Size and mines.
    pub level: Level,
    /// The rules.
    pub rules: Rules,
    /// The buttons whose click on a number opens its neighbours.
    pub chords: Vec<Button>,
    /// Skin and size.
    pub look: Look,
    /// Decides every game of the window.
    pub seed: u64,
}

/// What lies under a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Cell(CellPos),
    Face,
    Nothing,
}

/// The content of a window with a running game.
pub struct GameWindow {
    setup: Setup,
    seeds: Pcg64,
    game: Game,
    picture: Picture,
    now: Duration,
    /// When the first cell was opened.
    started: Option<Duration>,
    /// From then to the end of the game, or to now.
    elapsed: Duration,
    held: Vec<Button>,
    pointer: FramePoint,
    /// What the held buttons were pressed on.
    pressed: Part,
    /// Two buttons were down together: the release of the second one does nothing.
    spent: bool,
    games: u64,
    stray: u64,
    ledger: Ledger,
}

impl GameWindow {
    /// A window with a fresh game.
    pub fn new(setup: Setup) -> Self {
        let mut seeds = Pcg64::seed_from_u64(setup.seed);
        let game = Game::new(setup.level, setup.rules, seeds.random());
        let picture = Picture::new(setup.look, setup.level.cols, setup.level.rows);
        let mut window = Self {
            setup,
            seeds,
            game,
            picture,
            now: Duration::ZERO,
            started: None,
            elapsed: Duration::ZERO,
            held: Vec::new(),
            pointer: FramePoint::new(-1.0, -1.0),
            pressed: Part::Nothing,
            spent: false,
            games: 1,
            stray: 0,
            ledger: Ledger::default(),
        };
        window.redraw();
        window
    }

    /// The picture as it is now.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// The running game, for tests and the window's title.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Games begun so far, this one included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Clicks and keys that met nothing: no cell and no control of the window.
    pub fn stray(&self) -> u64 {
        self.stray
    }

    /// Clicks on cells of the game in hand.
    pub fn inputs(&self) -> u64 {
        self.ledger.inputs()
    }

    /// A game that ended and was not given yet.
    pub fn ended(&mut self) -> Option<EndedGame> {
        let Self { ledger, game, setup, elapsed, .. } = self;
        ledger.take(|inputs| game.is_over().then(|| told(game, setup, *elapsed, inputs, None)))
    }

    /// The game in hand is played no further.
    pub fn leave(&mut self, reason: &'static str) {
        let Self { ledger, game, setup, elapsed, .. } = self;
        ledger.leave(|inputs| told(game, setup, *elapsed, inputs, Some(reason)));
    }

    /// Skin and size.
    pub fn look(&self) -> Look {
        self.setup.look
    }

    /// Draws the same game in another skin or size.
    pub fn set_look(&mut self, look: Look) {
        self.setup.look = look;
        let Level { cols, rows, .. } = self.setup.level;
        self.picture = Picture::new(look, cols, rows);
        self.redraw();
    }

    /// Deals the next game, of another level.
    pub fn deal(&mut self, level: Level) {
        let seed = self.seeds.random();
        self.play(Game::new(level, self.setup.rules, seed));
    }

    /// Replaces the running game.
    pub fn play(&mut self, game: Game) {
        self.leave("a new game was begun");
        self.ledger.begin();
        if game.level() != self.setup.level {
            self.setup.level = game.level();
            self.picture = Picture::new(self.setup.look, game.level().cols, game.level().rows);
        }
        self.game = game;
        self.games += 1;
        self.started = None;
        self.elapsed = Duration::ZERO;
        self.redraw();
    }

    /// Deals the next game.
    pub fn new_game(&mut self) {
        self.deal(self.setup.level);
    }

    /// Lets the clock in the window go on to `now`.
    pub fn tick(&mut self, now: Duration) {
        self.now = now;
        if self.game.phase() == Phase::Running && self.started.is_none() {
            self.started = Some(now);
        }
        if let Some(started) = self.started
            && !self.game.is_over()
        {
            self.elapsed = now.saturating_sub(started);
        }
        self.redraw();
    }

    /// The pointer moved.
    pub fn moved(&mut self, to: FramePoint) {
        self.pointer = to;
        if !self.held.is_empty() {
            self.redraw();
        }
    }

    /// A mouse button went down.
    pub fn press(&mut self, button: Button, at: FramePoint) {
        self.pointer = at;
        let part = self.part(at);
        match part {
            Part::Nothing => self.stray += 1,
            Part::Cell(_) if !self.game.is_over() => self.ledger.input(),
            Part::Cell(_) | Part::Face => {}
        }
        if !self.held.contains(&button) {
            self.held.push(button);
        }
        self.pressed = part;
        self.spent = false;
        if let (Button::Right, Part::Cell(pos), [_]) = (button, part, &self.held[..]) {
            self.game.mark(pos);
        }
        self.redraw();
    }

    /// A mouse button went up: cells open, numbers chord and the face deals a new game now, as
    /// long as the pointer is still on the board or on the face.
    pub fn release(&mut self, button: Button, at: FramePoint) {
        self.pointer = at;
        let together = self.is_held(Button::Left) && self.is_held(Button::Right);
        self.held.retain(|held| *held != button);
        let part = self.part(at);
        match (self.pressed, part, button) {
            (Part::Face, Part::Face, Button::Left) => self.new_game(),
            (Part::Cell(_), Part::Cell(pos), _) if together => {
                self.game.chord(pos);
                self.spent = true;
            }
            (Part::Cell(_), Part::Cell(pos), _) if !self.spent => self.click(button, pos),
            _ => {}
        }
        self.tick(self.now);
    }

    /// Nobody holds a button any more; what was pressed does nothing.
    pub fn let_go(&mut self) {
        self.held.clear();
        self.pressed = Part::Nothing;
        self.redraw();
    }

    /// A key was pressed: F2 deals a new game.
    pub fn key(&mut self, stroke: KeyStroke) {
        if stroke == KeyStroke::from(Key::F(2)) {
            self.new_game();
        } else {
            self.stray += 1;
        }
    }

    fn click(&mut self, button: Button, pos: CellPos) {
        let number = matches!(self.game.cells()[pos], Cell::Open(_));
        if number && self.setup.chords.contains(&button) {
            self.game.chord(pos);
        } else if button == Button::Left {
            self.game.open(pos);
        }
    }

    fn is_held(&self, button: Button) -> bool {
        self.held.contains(&button)
    }

    fn part(&self, at: FramePoint) -> Part {
        if let Some(pos) = self.picture.grid().cell_at(at) {
            return Part::Cell(pos);
        }
        if self.picture.face().contains(at) { Part::Face } else { Part::Nothing }
    }

    /// The covered cells that look pressed under a held button.
    fn sunk(&self) -> Vec<CellPos> {
        let (Part::Cell(_), Part::Cell(pos)) = (self.pressed, self.part(self.pointer)) else {
            return Vec::new();
        };
        if self.game.is_over() || self.spent {
            return Vec::new();
        }
        let both = self.is_held(Button::Left) && self.is_held(Button::Right);
        let mut sunk = Vec::new();
        if both || self.is_held(Button::Middle) {
            sunk.extend(self.game.cells().neighbours(pos));
            sunk.push(pos);
        } else if self.is_held(Button::Left) {
            sunk.push(pos);
        }
        sunk.retain(|pos| self.game.cells()[*pos] == Cell::Covered);
        sunk
    }

    fn redraw(&mut self) {
        let over_board = matches!(self.pressed, Part::Cell(_));
        let face = match self.game.phase() {
            _ if self.pressed == Part::Face && self.is_held(Button::Left) => Face::Pressed,
            Phase::Won => Face::Cool,
            Phase::Lost => Face::Dead,
            _ if over_board && self.held.iter().any(|b| *b != Button::Right) => Face::Worried,
            _ => Face::Smile,
        };
        let seconds = self.elapsed.as_secs().min(u64::from(u32::MAX)) as u32;
        let header = Header { mines_left: self.game.mines_left(), seconds, face };
        let sunk = if self.held.is_empty() { Vec::new() } else { self.sunk() };
        if sunk.is_empty() {
            self.picture.update(self.game.cells(), header);
        } else {
            let mut cells: Grid<Cell> = self.game.cells().clone();
            sunk.into_iter().for_each(|pos| cells[pos] = Cell::Open(0));
            self.picture.update(&cells, header);
        }
    }
}

/// What is told of a game that ended, or that was left for `reason`.
fn told(
    game: &Game,
    setup: &Setup,
    time: Duration,
    inputs: u64,
    reason: Option<&'static str>,
) -> EndedGame {
    let (result, reason) = match game.phase() {
        Phase::Won => (Outcome::Won, None),
        Phase::Lost => (Outcome::Lost, None),
        Phase::Fresh | Phase::Running => (Outcome::Stopped, reason),
    };
    let level = game.level().name();
    EndedGame { result, reason, level, seed: setup.seed, time, inputs, tetris: None }
}
