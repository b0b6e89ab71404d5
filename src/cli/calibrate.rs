//! `sweepfall calibrate`: makes a profile from pictures.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use image::RgbImage;

use super::Exit;
use crate::board::Grid;
use crate::board::minesweeper::{Cell, parse_cells};
use crate::calibration::{self, Game, Profile, sheet};
use crate::frame::Frame;
use crate::geometry::GridGeometry;
use crate::vision::minesweeper::{BoardReader, Hints, Reader, Templates};

/// Make a profile of a Minesweeper skin from screenshots
#[derive(Debug, clap::Args)]
pub struct Calibrate {
    /// Screenshots; a label beside one (shot.txt for shot.png) is believed, else it is read
    #[arg(required = true)]
    images: Vec<PathBuf>,
    /// The folder of the profile; one that is there gets new pictures of cells added
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs `sweepfall calibrate`.
pub fn run(args: &Calibrate) -> Result<Exit> {
    let file = args.out.join("profile.toml");
    let mut profile = if file.exists() {
        calibration::load(&args.out.to_string_lossy())?
    } else {
        fresh(&args.out)?
    };
    let mut templates = Templates::from_profile(&profile);
    for image in &args.images {
        let new = learn(image, &mut templates)?;
        eprintln!("{}: {new} new pictures of cells", image.display());
    }
    save(&args.out, &mut profile, &templates)?;
    eprintln!("{}: cells {}", file.display(), profile.cells);
    Ok(Exit::Done)
}

fn fresh(folder: &Path) -> Result<Profile> {
    let name = folder.file_name().context("--out needs a folder's name")?.to_string_lossy();
    Ok(toml::from_str(&format!("name = \"{name}\"\ngame = \"{}\"\n", Game::Minesweeper))?)
}

/// Learns the cells of one picture; how many of them were new.
fn learn(path: &Path, templates: &mut Templates) -> Result<usize> {
    let told = || format!("cannot read {}", path.display());
    let image = image::open(path).with_context(told)?.to_rgb8();
    let (geometry, kinds) = named(path, &image)?;
    let learnt = kinds.iter().filter(|(pos, kind)| {
        kind.is_some_and(|kind| templates.learn(kind, &image, geometry.cell(*pos)))
    });
    Ok(learnt.count())
}

/// Where a picture's cells are and what they show: from the label beside it, or read.
fn named(path: &Path, image: &RgbImage) -> Result<(GridGeometry, Grid<Option<Cell>>)> {
    let label = path.with_extension("txt");
    if !label.exists() {
        let reading = Reader::new(Hints::default()).find(&Frame::from_image(image.clone()))?;
        return Ok((reading.geometry.clone(), reading.kinds()));
    }
    let told = || format!("cannot read {}", label.display());
    let text = std::fs::read_to_string(&label).with_context(told)?;
    let kinds = parse_cells(&text).with_context(told)?;
    let Some(cell) = text.lines().find_map(|line| line.strip_prefix("# cell:")) else {
        bail!("{} has no line '# cell: X0 Y0 W H'", label.display());
    };
    let numbers: Vec<f64> = cell.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [x, y, w, h] = numbers[..] else {
        bail!("{}: '# cell:{cell}' is not X0 Y0 W H", label.display());
    };
    Ok((GridGeometry::uniform(x, y, w, h, kinds.cols(), kinds.rows()), kinds))
}

/// Writes the pictures and names them in the profile, whose other lines stay as they are.
fn save(folder: &Path, profile: &mut Profile, templates: &Templates) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut pictures: Vec<sheet::Picture> =
        templates.iter().map(|(kind, patch)| (kind.to_char(), patch.to_image())).collect();
    pictures.sort_by_key(|(name, _)| Cell::ALL.iter().position(|kind| kind.to_char() == *name));
    profile.cells = sheet::write(folder, &pictures)?;
    let file = folder.join("profile.toml");
    let line = format!("cells = \"{}\"", profile.cells);
    let text = if file.exists() {
        let old = std::fs::read_to_string(&file)?;
        let kept: Vec<&str> = old.lines().filter(|line| !line.starts_with("cells = ")).collect();
        // Top-level values stand before the first table.
        let at = kept.iter().position(|line| line.starts_with('[')).unwrap_or(kept.len());
        let (top, rest) = kept.split_at(at);
        let top = top.join("\n");
        format!("{}\n{line}\n\n{}\n", top.trim_end(), rest.join("\n"))
    } else {
        let head = format!("name = \"{}\"\ngame = \"{}\"\n", profile.name, profile.game);
        format!("{head}{line}\n")
    };
    std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
}
