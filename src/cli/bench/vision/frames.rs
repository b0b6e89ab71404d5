//! The frames that vision is measured on.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use image::RgbImage;

use crate::board::Grid;
use crate::board::minesweeper::{Cell, Game, Level, Rules, format_cells, parse_cells};
use crate::geometry::{CellPos, GridGeometry};
use crate::target::simulated::minesweeper::{Look, made_up, render, skins};
use crate::vision::minesweeper::Reading;
use crate::vision::overlay::{self, Mark};
use crate::vision::picture;

/// A frame with the truth about it.
pub struct Labelled {
    /// What it is called in reports.
    pub name: String,
    /// The group it is counted in.
    pub skin: String,
    /// How many times larger than the skin's own size.
    pub scale: f64,
    pub image: RgbImage,
    /// Where the cells are.
    pub geometry: GridGeometry,
    /// What they show; `None` where the label does not know.
    pub cells: Grid<Option<Cell>>,
    /// The share of each cell that something hides.
    pub hidden: Grid<f32>,
    /// What the counter shows, where there is one and it is known.
    pub mines_left: Option<i32>,
}

impl Labelled {
    /// Writes the frame and what was read of it into `folder`.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn keep(&self, folder: &Path, reading: Option<&Reading>) -> Result<()> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let write = |image: &RgbImage, end: &str| {
            let file = folder.join(format!("{}{end}.png", self.name));
            image.save(&file).with_context(|| format!("cannot write {}", file.display()))
        };
        write(&self.image, "")?;
        let (bounds, (w, h)) = (self.geometry.bounds(), self.geometry.pitch());
        let head = format!("# cell: {} {} {w} {h}\n", bounds.x, bounds.y);
        let label = folder.join(format!("{}.txt", self.name));
        std::fs::write(&label, head + &format_cells(&self.cells).join("\n"))
            .with_context(|| format!("cannot write {}", label.display()))?;
        let Some(reading) = reading else { return Ok(()) };
        let mark = |col: usize, row: usize| {
            let cell = &reading.cells[CellPos::new(col, row)];
            cell.kind.map_or(Mark::Unknown(cell.best.to_char()), |k| Mark::Sure(k.to_char()))
        };
        write(&overlay::draw(&self.image, &reading.geometry, mark), "_read")
    }
}

/// The saved frames of a folder; none if it is not there.
///
/// # Errors
/// When the folder is there but cannot be read; each frame when it or its label cannot be.
pub fn saved(folder: &Path) -> Result<impl ExactSizeIterator<Item = Result<Labelled>>> {
    let mut files: Vec<PathBuf> = Vec::new();
    if folder.exists() {
        let told = || format!("cannot read the folder {}", folder.display());
        for entry in std::fs::read_dir(folder).with_context(told)? {
            let path = entry.with_context(told)?.path();
            if path.extension().is_some_and(|e| e == "png") && path.with_extension("txt").exists() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files.into_iter().map(|file| one_saved(&file)))
}

fn one_saved(file: &Path) -> Result<Labelled> {
    let label = file.with_extension("txt");
    let text = std::fs::read_to_string(&label)
        .with_context(|| format!("cannot read {}", label.display()))?;
    let cells = parse_cells(&text).with_context(|| format!("cannot read {}", label.display()))?;
    let head = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
    let numbers: Vec<f64> =
        head("# cell:").unwrap_or("").split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [x, y, w, h, ..] = numbers[..] else {
        anyhow::bail!("{} has no line '# cell: X0 Y0 W H'", label.display());
    };
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Labelled {
        skin: format!("saved {}", name.split('_').next().unwrap_or_default()),
        name,
        scale: 1.0,
        image: picture::load(file)?,
        geometry: GridGeometry::uniform(x, y, w, h, cells.cols(), cells.rows()),
        hidden: cells.map(|_| 0.0),
        mines_left: head("# mines_left:").and_then(|n| n.trim().parse().ok()),
        cells,
    })
}

/// The scales that each built-in skin is read at.
const SCALES: [f64; 6] = [0.75, 1.0, 1.25, 1.5, 2.0, 3.0];
/// The levels that are played in each skin at each scale.
const LEVELS: [Level; 3] = [Level::BEGINNER, Level::INTERMEDIATE, Level::EXPERT];

/// How many frames [`simulated`] gives.
pub fn simulated_count() -> usize {
    skins::names().len() * SCALES.len() * LEVELS.len()
}

/// The built-in skins at several scales, some games in each.
pub fn simulated(seed: u64) -> impl Iterator<Item = Labelled> {
    let looks = skins::names().into_iter().flat_map(|skin| SCALES.map(|scale| (skin, scale)));
    looks.flat_map(move |(skin, scale)| {
        LEVELS.into_iter().zip(0..).map(move |(level, i)| {
            let look = Look::new(skin, scale).expect("the skins have their own names");
            let (cells, left) = half_played(level, seed + i);
            let (image, geometry) = render(look, &cells, left);
            Labelled {
                name: format!("{skin}_{scale}_{}", level.name()),
                skin: format!("built-in {skin}"),
                scale,
                image,
                geometry,
                hidden: cells.map(|_| 0.0),
                cells: cells.map(|cell| Some(*cell)),
                mines_left: Some(left),
            }
        })
    })
}

/// A game in which a good part of the safe cells is open and some mines are flagged.
pub fn half_played(level: Level, seed: u64) -> (Grid<Cell>, i32) {
    let mut game = Game::new(level, Rules::default(), seed);
    game.open(CellPos::new(level.cols / 2, level.rows / 2));
    if let Some(mines) = game.mines().cloned() {
        for (i, pos) in mines.positions().enumerate() {
            match (mines[pos], (i as u64 * 7919 + seed) % 10) {
                (false, 0..=2) => game.open(pos),
                (true, 0..=4) => game.mark(pos),
                _ => continue,
            };
        }
    }
    (game.cells().clone(), game.mines_left())
}

/// Frames of skins that nobody has designed.
pub fn made_up(seed: u64, count: u64, fonts: &[PathBuf]) -> impl Iterator<Item = Labelled> {
    let fonts = made_up::Fonts::with_files(fonts);
    (0..count).map(move |i| {
        let seed = seed.wrapping_mul(1 << 20).wrapping_add(i);
        let made = made_up::make(seed, &fonts);
        Labelled {
            name: format!("made_up_{seed}"),
            skin: format!("made-up {}", made.skin),
            scale: made.scale,
            image: made.image,
            geometry: made.geometry,
            cells: made.cells.map(|cell| Some(*cell)),
            hidden: made.hidden,
            mines_left: made.mines_left,
        }
    })
}
