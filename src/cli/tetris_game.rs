//! The built-in Tetris on the command line: which game, and how it looks.

use std::str::FromStr;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::Fault;
use crate::board::tetris::game::{Garbage, Options, Speed};
use crate::board::tetris::{Randomiser, Rules, Scoring};
use crate::target::simulated::tetris::{Effects, Frames, Keys, Look, Setup, skins};

/// Which built-in Tetris, and how it looks.
#[derive(Debug, Args)]
#[command(next_help_heading = "The built-in game")]
pub struct TetrisGame {
    /// How it looks.
    #[arg(long, default_value = "outlined", value_parser = clap::builder::PossibleValuesParser::new(skins::names()))]
    skin: String,
    /// How much larger than normal, 0.5 to 4.
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// Pieces, rotation and keys: the name of shipped rules or a TOML file.
    #[arg(long, default_value = "srs")]
    rules: String,
    /// Columns, 4 to 32.
    #[arg(long, default_value_t = 10)]
    cols: usize,
    /// Rows, 4 to 40.
    #[arg(long, default_value_t = 20)]
    rows: usize,
    /// The first level; it rises every ten lines.
    #[arg(long, default_value_t = 1)]
    level: u32,
    /// gnome, guideline, nes, or milliseconds a row (0: pieces land at once).
    #[arg(long, default_value = "gnome")]
    speed: SpeedArg,
    /// Next pieces shown, 1 to 6.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=6))]
    next: u8,
    /// How pieces are dealt, if not as the rules say.
    #[arg(long, value_enum)]
    randomiser: Option<RandomiserArg>,
    /// What lines are paid.
    #[arg(long, value_enum, default_value_t = ScoringArg::Classic)]
    scoring: ScoringArg,
    /// A garbage row after every so many pieces.
    #[arg(long)]
    garbage: Option<u32>,
    /// Does not show where the piece would land.
    #[arg(long)]
    no_ghost: bool,
    /// Pieces slide pixel by pixel.
    #[arg(long)]
    smooth: bool,
}

#[derive(Debug, Clone, Copy)]
struct SpeedArg(Speed);

impl FromStr for SpeedArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self(match text {
            "gnome" => Speed::Gnome,
            "guideline" => Speed::Guideline,
            "nes" => Speed::Nes,
            number => match number.parse() {
                Ok(ms) => Speed::Fixed(Duration::from_millis(ms)),
                Err(_) => {
                    return Err("use gnome, guideline, nes or whole milliseconds a row".into());
                }
            },
        }))
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum RandomiserArg {
    /// Each piece with the same chance.
    Uniform,
    /// All seven in random order, then all seven again.
    Bag,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ScoringArg {
    /// 10, 30, 60, 100.
    Classic,
    /// 100, 300, 500, 800 times the level.
    Guideline,
    /// As the rules say.
    Rules,
}

impl TetrisGame {
    /// The game with its window; `seed` decides all its games.
    ///
    /// # Errors
    /// When there is no such skin, scale or rules.
    pub fn setup(&self, seed: u64, frames: Frames) -> Result<Setup> {
        let look = Look::new(&self.skin, self.scale).map_err(Fault::usage)?;
        let rules = Rules::load(&self.rules).map_err(Fault::usage)?;
        let options = Options {
            cols: self.cols,
            rows: self.rows,
            level: self.level,
            speed: self.speed.0,
            next: usize::from(self.next),
            randomiser: self.randomiser.map(|name| match name {
                RandomiserArg::Uniform => Randomiser::Uniform,
                RandomiserArg::Bag => Randomiser::Bag,
            }),
            scoring: match self.scoring {
                ScoringArg::Classic => Some(Scoring::Classic),
                ScoringArg::Guideline => Some(Scoring::Guideline),
                ScoringArg::Rules => None,
            },
            garbage: self
                .garbage
                .map_or(Garbage::None, |pieces| Garbage::Every { pieces, rows: 1 }),
            clear: Duration::from_millis(250),
            ..Options::new(rules, seed)
        };
        let flash = Duration::from_millis(80);
        let effects = Effects { ghost: !self.no_ghost, smooth: self.smooth, flash };
        Ok(Setup { options, look, effects, keys: Keys::default(), frames })
    }

    /// The skin's name.
    pub fn skin(&self) -> &str {
        &self.skin
    }

    /// The rules' name or file.
    pub fn rules(&self) -> &str {
        &self.rules
    }
}
