//! `sweepfall calibrate`: makes, extends and checks profiles.

mod ask;
mod check;
mod doubtful;
mod label;
mod lesson;
mod make;
mod shots;

use std::path::PathBuf;

use anyhow::Result;

use super::Exit;
use super::read::WhichGame;
use super::window::Place;

/// Make or extend a profile from screenshots or from a window, or check one
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Calibrate {
    #[command(subcommand)]
    lesson: Option<Learn>,
    #[command(flatten)]
    pictures: Pictures,
}

/// Pictures of a game and what becomes of them.
#[derive(Debug, clap::Args)]
struct Pictures {
    /// Screenshots instead of a window; a label beside one (shot.txt for shot.png) is believed
    #[arg(value_name = "IMAGE", conflicts_with_all = ["window", "region"])]
    images: Vec<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// Which game to look for
    #[arg(long, value_enum, default_value_t = WhichGame::Auto)]
    game: WhichGame,
    /// The folder of the profile; one that is there is extended and loses nothing
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Read the screenshots with this profile and list every doubtful cell
    #[arg(long, value_name = "PROFILE", requires = "images", conflicts_with = "out")]
    check: Option<String>,
    /// With --check: one JSON object a screenshot on the standard output
    #[arg(long, requires = "check")]
    json: bool,
}

/// The game, where it is named.
#[derive(Debug, clap::Subcommand)]
enum Learn {
    /// The same as without this word, for Minesweeper only
    Minesweeper(Box<Pictures>),
    Tetris(Box<lesson::Lesson>),
}

/// Runs `sweepfall calibrate`.
pub fn run(args: &Calibrate) -> Result<Exit> {
    match &args.lesson {
        Some(Learn::Tetris(lesson)) => lesson::run(lesson),
        Some(Learn::Minesweeper(pictures)) => pictures.run(WhichGame::Minesweeper),
        None => args.pictures.run(args.pictures.game),
    }
}

impl Pictures {
    fn run(&self, game: WhichGame) -> Result<Exit> {
        if let Some(profile) = &self.check {
            return check::run(profile, &self.images, self.json);
        }
        let out = self.out.as_deref().expect("it is required where nothing is checked");
        let shots = if self.images.is_empty() {
            vec![shots::capture(&self.place, game)?]
        } else {
            self.images.iter().map(|path| shots::load(path)).collect::<Result<_>>()?
        };
        make::run(out, game, &shots)
    }
}
