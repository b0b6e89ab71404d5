//! `read`: the boards in saved screenshots.

mod found;
mod recognise;

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde_json::json;

pub use self::found::Told;
use self::found::{Found, Seen, rounded};
use self::recognise::others;
pub use self::recognise::{Recognised, WhichGame, recognise};
use super::progress::Progress;
use super::{Exit, Fault, term};
use crate::board::minesweeper::format_cells;
use crate::board::tetris::{Piece, format_tiles};
use crate::calibration::{self, Game, Profile};
use crate::frame::Frame;
use crate::vision::minesweeper::Reading;
use crate::vision::overlay;
use crate::vision::picture;
use crate::vision::tetris;

/// Read the boards in saved screenshots
#[derive(Debug, Args)]
pub struct Read {
    /// Screenshots: PNG, JPEG or BMP
    #[arg(required = true, value_name = "IMAGE")]
    images: Vec<PathBuf>,
    /// Which game to look for
    #[arg(long, value_enum, default_value_t = WhichGame::Auto)]
    game: WhichGame,
    /// The profile to read with: a name, a folder, or auto
    #[arg(long, default_value = "auto")]
    profile: String,
    /// Draw the grid and what was recognised into this PNG (one image only)
    #[arg(long, value_name = "OUT.png")]
    overlay: Option<PathBuf>,
    /// Also give every cell's best and second-best kind with their scores
    #[arg(long)]
    cells: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// Do not tell how far it is with many images
    #[arg(long, short)]
    quiet: bool,
}

/// From this many images on it is told how far the reading is.
const MANY: usize = 10;

/// Reads every image. [`Exit::NothingFound`] when one of them holds no readable game.
///
/// # Errors
/// When the profile is not right or the overlay cannot be written.
pub fn run(args: Read) -> anyhow::Result<Exit> {
    if args.overlay.is_some() && args.images.len() > 1 {
        eprintln!("error: --overlay OUT.png draws one image; give one, not {}", args.images.len());
        return Ok(Exit::Usage);
    }
    let profile = named_profile(&args.profile)?;
    let mut exit = Exit::Done;
    let quiet = args.quiet || args.images.len() < MANY;
    let progress = Progress::new(args.images.len() as u64, "images", quiet);
    for path in &args.images {
        match read_one(&args, profile.as_ref(), path)? {
            Ok(lines) => say!("{lines}"),
            Err(error) => {
                exit = Exit::NothingFound;
                let name = path.display().to_string();
                if args.json {
                    say!("{}", json!({"image": name, "game": null, "error": error}));
                }
                term::aside(|| eprintln!("error: {error}"));
            }
        }
        progress.one_more();
    }
    Ok(exit)
}

/// The profile of that name or in that folder; `auto` is none.
///
/// # Errors
/// When it is not right.
pub fn named_profile(name: &str) -> anyhow::Result<Option<Profile>> {
    match name {
        "auto" => Ok(None),
        name => Ok(Some(calibration::load(name).map_err(Fault::usage)?)),
    }
}

fn read_one(
    args: &Read,
    profile: Option<&Profile>,
    path: &Path,
) -> anyhow::Result<Result<String, String>> {
    let image = match picture::load(path) {
        Ok(image) => image,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let frame = Frame::from_image(image);
    let (recognised, ms) = match recognise(&frame, profile, args.game) {
        Ok(recognised) => recognised,
        Err(reasons) => return Ok(Err(format!("{}: {reasons}", path.display()))),
    };
    let others = others(&frame, &recognised, args.game);
    let mut found = match &recognised {
        Recognised::Minesweeper(reading) => minesweeper(reading, &others, args.cells),
        Recognised::Tetris(reading) => tetris(reading, &others, args.cells),
    };
    if let Some(out) = &args.overlay {
        let cols = found.geometry.cols();
        let marks = &found.marks;
        let image =
            overlay::draw(&frame.image, &found.geometry, |col, row| marks[row * cols + col]);
        image.save(out).with_context(|| format!("cannot write the overlay {}", out.display()))?;
    }
    if args.json {
        found.json["image"] = json!(path.display().to_string());
        found.json["ms"] = json!((ms * 1000.0).round() / 1000.0);
        return Ok(Ok(found.json.to_string()));
    }
    Ok(Ok(format!("{}: {}", path.display(), found.text)))
}

fn minesweeper(reading: &Reading, others: &[Recognised], cells: bool) -> Found {
    let counters = &reading.counters;
    let seen = Seen {
        game: Game::Minesweeper,
        geometry: &reading.geometry,
        others,
        rows: format_cells(&reading.kinds()),
        told: reading.cells.map(|cell| Told::from(*cell)),
        sure: reading.sure_margin(),
        also: counters.mines_left.map_or(String::new(), |left| format!(", {left} mines left"))
            + &counters.seconds.map_or(String::new(), |seconds| format!(", {seconds} seconds")),
    };
    let more = json!({
        "mines_left": counters.mines_left,
        "time": counters.seconds,
        "face": counters.face,
        "profile": reading.profile,
        "playable": reading.playable(),
    });
    seen.found(cells, more)
}

fn tetris(reading: &tetris::Reading, others: &[Recognised], cells: bool) -> Found {
    let letter = |piece: Option<Piece>| piece.map(|p| p.to_string());
    let seen = Seen {
        game: Game::Tetris,
        geometry: &reading.geometry,
        others,
        rows: format_tiles(&reading.kinds()),
        told: reading.cells.map(|cell| Told::from(*cell)),
        sure: tetris::CellReading::SURE_MARGIN,
        also: String::new(),
    };
    let more = json!({
        "next": reading.next.iter().map(|p| letter(*p)).collect::<Vec<_>>(),
        "hold": letter(reading.hold),
        "profile": reading.profile,
        "playable": reading.playable(),
        "confidence": rounded(reading.confidence),
        "other_wells": reading.others.len(),
    });
    seen.found(cells, more)
}
