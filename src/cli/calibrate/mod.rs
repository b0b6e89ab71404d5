//! `sweepfall calibrate`: makes and extends profiles.

mod ask;
mod doubtful;
mod label;
mod make;
mod shots;

use std::path::PathBuf;

use anyhow::Result;

use super::Exit;
use super::read::WhichGame;
use super::window::Place;

/// Make or extend a profile from screenshots or from a window
#[derive(Debug, clap::Args)]
pub struct Calibrate {
    /// Screenshots instead of a window; a label beside one (shot.txt for shot.png) is believed
    #[arg(value_name = "IMAGE", conflicts_with_all = ["window", "region"])]
    images: Vec<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// Which game to look for
    #[arg(long, value_enum, default_value_t = WhichGame::Auto)]
    game: WhichGame,
    /// The folder of the profile; one that is there is extended and loses nothing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs `sweepfall calibrate`.
pub fn run(args: &Calibrate) -> Result<Exit> {
    let shots = if args.images.is_empty() {
        vec![shots::capture(&args.place, args.game)?]
    } else {
        args.images.iter().map(|path| shots::load(path)).collect::<Result<_>>()?
    };
    make::run(&args.out, args.game, &shots)
}
