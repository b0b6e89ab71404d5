//! The `profile.toml` of a skin.

use std::collections::BTreeMap;
use std::time::Duration;

use image::RgbImage;
use serde::{Deserialize, Serialize};

use crate::board::minesweeper::StartRule;
use crate::board::tetris::Press;
use crate::geometry::GridGeometry;
use crate::input::{Key, KeyStroke};

/// Calibration data of one game skin: `calibration/<game>/<skin>/profile.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The skin's name, also its folder.
    pub name: String,
    /// Which game it is.
    pub game: Game,
    /// Which windows it is for.
    #[serde(default)]
    pub window: WindowMatch,
    /// How fast and where input may go.
    #[serde(default)]
    pub input: InputPace,
    /// How a new game begins.
    #[serde(default)]
    pub new_game: NewGame,
    /// What the pictures in `cells.png` show, one character of the notation each.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cells: String,
    /// How far the shade of a cell may be from that of its picture, 0 to 255: for skins that
    /// show through to a gradient (default: hardly at all).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shade_slack: Option<f32>,
    /// Those pictures, 16x16 pixels each, with their characters.
    #[serde(skip)]
    pub pictures: Vec<(char, RgbImage)>,
    /// Rules of a Minesweeper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minesweeper: Option<MinesweeperRules>,
    /// Rules of a Tetris.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tetris: Option<TetrisRules>,
}

/// Which game a profile or a picture is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Minesweeper.
    Minesweeper,
    /// Tetris.
    Tetris,
}

impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Game::Minesweeper => "minesweeper",
            Game::Tetris => "tetris",
        })
    }
}

/// Which windows a profile is for: those whose class or title contains one of these texts,
/// upper and lower case alike.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WindowMatch {
    /// Parts of the window class (X11 WM_CLASS, Windows class or executable).
    pub class: Vec<String>,
    /// Parts of the title.
    pub title: Vec<String>,
}

impl WindowMatch {
    /// Takes in the window with this title and class, unless it fits already.
    pub fn cover(&mut self, title: &str, class: &str) {
        let fits = |texts: &[String], of: &str| {
            let of = of.to_lowercase();
            texts.iter().any(|text| of.contains(&text.to_lowercase()))
        };
        if fits(&self.class, class) || fits(&self.title, title) {
            return;
        }
        // Of a program's path only its name is the same elsewhere.
        match class.split_whitespace().next().and_then(|class| class.rsplit(['/', '\\']).next()) {
            Some(class) => self.class.push(class.to_string()),
            None if !title.is_empty() => self.title.push(title.to_string()),
            None => {}
        }
    }
}

/// How fast input may come and where the pointer rests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InputPace {
    /// How long a button or key is held, in milliseconds.
    pub hold_ms: u64,
    /// The pause after a release, in milliseconds.
    pub gap_ms: u64,
    /// Whether the pointer must leave the grid before the board is read.
    pub park: bool,
    /// How long after an input the game may take to show its effect, in milliseconds.
    pub settle_ms: u64,
    /// How long the picture must stay the same before it is believed, in milliseconds: longer
    /// than the pauses between the repaints that show one effect.
    pub quiet_ms: u64,
}

impl Default for InputPace {
    fn default() -> Self {
        Self { hold_ms: 5, gap_ms: 5, park: true, settle_ms: 1000, quiet_ms: 0 }
    }
}

impl InputPace {
    /// How long a button or key is held.
    pub fn hold(&self) -> Duration {
        Duration::from_millis(self.hold_ms)
    }

    /// The pause after a release.
    pub fn gap(&self) -> Duration {
        Duration::from_millis(self.gap_ms)
    }

    /// How long after an input the game may take to show its effect.
    pub fn settle(&self) -> Duration {
        Duration::from_millis(self.settle_ms)
    }

    /// How long the picture must stay the same before it is believed.
    pub fn quiet(&self) -> Duration {
        Duration::from_millis(self.quiet_ms)
    }
}

/// How a new game begins: steps tried in order until a fresh board is seen.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// Steps from the game's first screen, where no board shows yet, into a game.
    pub start: Vec<Step>,
    /// Steps after a win (close dialogs, then start).
    pub after_win: Vec<Step>,
    /// Steps after a loss.
    pub after_loss: Vec<Step>,
    /// Steps in the middle of a game.
    pub midway: Vec<Step>,
    /// Steps that close a result dialog which may cover the board when a game ends.
    pub dismiss: Vec<Step>,
}

/// One step of starting a new game: exactly one of its fields is set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Press a key.
    Key(KeyStroke),
    /// Click the face button that vision found.
    Face,
    /// Click a place relative to the grid: (0, 0) is its top-left corner, (1, 1) its
    /// bottom-right one; outside values lie outside the grid.
    Click([f64; 2]),
    /// Click a place this many cell pitches right of and below the grid's top-left corner.
    ClickCells([f64; 2]),
    /// Click a place of the window: (0, 0) is its top-left corner, (1, 1) its bottom-right one.
    ClickWindow([f64; 2]),
    /// Move the pointer to a place of the window without pressing anything.
    Hover([f64; 2]),
    /// Wait for so many milliseconds.
    WaitMs(u64),
}

/// Rules and habits of a Minesweeper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MinesweeperRules {
    /// The promise about the first click.
    pub start: StartRule,
    /// Which click opens the neighbours of a satisfied number.
    pub chord: Chord,
    /// Whether a second right click gives a question mark.
    pub question_marks: bool,
    /// Whether the game is only won when every mine is flagged too.
    pub flags_to_win: bool,
    /// Whether every deal can be solved without a guess.
    pub no_guess: bool,
}

impl Default for MinesweeperRules {
    fn default() -> Self {
        Self {
            start: StartRule::Safe,
            chord: Chord::None,
            question_marks: true,
            flags_to_win: false,
            no_guess: false,
        }
    }
}

/// Which click opens the neighbours of a satisfied number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chord {
    /// No click does.
    #[default]
    None,
    /// A left click on the number.
    Left,
    /// A middle click.
    Middle,
}

/// Rules and habits of a Tetris.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TetrisRules {
    /// The name of the rules of its pieces.
    pub rules: String,
    /// Its keys, by what they do.
    pub keys: BTreeMap<Press, KeyStroke>,
    /// The key that pauses the game and, pressed again, lets it go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause: Option<KeyStroke>,
    /// Whether pieces come in hidden above the well and are worth bringing down by a soft drop.
    #[serde(default)]
    pub nudge: bool,
    /// How long a new piece takes no keys, in milliseconds.
    #[serde(default)]
    pub ready_ms: u64,
    /// The row, from the well's top, that a new piece must have come down to before it takes keys.
    #[serde(default)]
    pub ready_row: i32,
    /// How long no piece may be in sight before the game counts as over, in milliseconds.
    #[serde(default = "over_ms")]
    pub over_ms: u64,
    /// Where the well is, in a window that cannot be resized.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub well: Option<WellPlace>,
}

/// Where a well is in windows of one size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WellPlace {
    /// Width and height of such a window, in pixels.
    pub window: (u32, u32),
    /// The upper left corner of the well, in pixels from that of the window.
    pub corner: (f64, f64),
    /// Width and height of a cell, in pixels.
    pub cell: (f64, f64),
    /// Columns and rows.
    pub size: (usize, usize),
}

impl WellPlace {
    /// The well's cells in a frame of a whole window of this width and height, if it is of the
    /// size meant.
    pub fn within(&self, w: u32, h: u32) -> Option<GridGeometry> {
        let ((x, y), (wide, tall), (cols, rows)) = (self.corner, self.cell, self.size);
        (self.window == (w, h)).then(|| GridGeometry::uniform(x, y, wide, tall, cols, rows))
    }

    /// Whether it lies inside its window and has a size that a well may have.
    pub(super) fn is_sound(&self) -> bool {
        let axis = |from: f64, cell: f64, cells: usize, whole: u32| {
            from >= 0.0
                && cell >= 3.0
                && (4..=64).contains(&cells)
                && from + cell * cells as f64 <= f64::from(whole)
        };
        axis(self.corner.0, self.cell.0, self.size.0, self.window.0)
            && axis(self.corner.1, self.cell.1, self.size.1, self.window.1)
    }
}

fn over_ms() -> u64 {
    TetrisRules::OVER_MS
}

impl TetrisRules {
    /// How long no piece may be in sight before the game counts as over, unless a profile tells.
    pub const OVER_MS: u64 = 3000;

    /// What most games on desktops do: the arrow keys, a turn to the right with the upper one, a
    /// drop with the space bar, no kicks at the walls.
    pub fn usual() -> Self {
        let keys = [
            (Press::Left, Key::Left),
            (Press::Right, Key::Right),
            (Press::Cw, Key::Up),
            (Press::Down, Key::Down),
            (Press::Drop, Key::Space),
        ];
        Self {
            rules: "srs".into(),
            keys: keys.into_iter().map(|(press, key)| (press, key.into())).collect(),
            pause: None,
            nudge: false,
            ready_ms: 0,
            ready_row: 0,
            over_ms: Self::OVER_MS,
            well: None,
        }
    }
}

impl Profile {
    /// A profile that says no more than its name and its game.
    pub fn new(name: &str, game: Game) -> Self {
        Self {
            name: name.into(),
            game,
            window: WindowMatch::default(),
            input: InputPace::default(),
            new_game: NewGame::default(),
            cells: String::new(),
            shade_slack: None,
            pictures: Vec::new(),
            minesweeper: None,
            tetris: None,
        }
    }

    /// A Tetris about which nothing is known. Its keys are down, and up again, for longer than a
    /// game that looks at the keyboard thirty times a second waits between two looks.
    pub fn unknown_tetris() -> Self {
        Self {
            input: InputPace { hold_ms: 34, gap_ms: 34, ..InputPace::default() },
            tetris: Some(TetrisRules::usual()),
            ..Self::new("unknown", Game::Tetris)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_takes_in_a_window_by_its_programs_name_and_only_once() {
        let mut window = WindowMatch::default();
        window.cover("xdémineur", "/usr/games/xdemineur XDémineur");
        window.cover("another title", "XDEMINEUR");
        window.cover("A game without a class", "");
        assert_eq!(window.class, ["xdemineur"]);
        assert_eq!(window.title, ["A game without a class"]);
    }

    #[test]
    fn a_game_that_looks_at_the_keyboard_now_and_then_sees_every_key_of_an_unknown_game() {
        let input = Profile::unknown_tetris().input;
        let (presses, look) = (5, Duration::from_secs(1) / 30);
        let one = input.hold() + input.gap();
        for start in (0..look.as_millis() as u64).map(Duration::from_millis) {
            let looks = (0..).map(|i| start + i * look).take_while(|at| *at < presses * one);
            let down = looks.map(|at| at.as_nanos() % one.as_nanos() < input.hold().as_nanos());
            let mut before = false;
            let seen = down.filter(|down| !std::mem::replace(&mut before, *down) && *down).count();
            assert_eq!(seen as u32, presses, "looks begin {start:?} after the first press");
        }
    }
}
