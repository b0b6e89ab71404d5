//! Making or extending a profile.

use std::io::IsTerminal;
use std::path::Path;

use anyhow::{Context, Result};

use super::doubtful::{self, Nameless};
use super::label::Label;
use super::shots::Shot;
use super::{ask, label};
use crate::board::Grid;
use crate::board::minesweeper::{Board, Cell, Illegal};
use crate::calibration::{self, Game, Profile, TetrisRules};
use crate::cli::read::{Recognised, WhichGame, recognise};
use crate::cli::{Exit, Fault};
use crate::geometry::{CellPos, GridGeometry};
use crate::vision::minesweeper::{Reading, Templates};

/// More kinds without a name than anybody would answer for: something covers the board.
const MOST_ASKED: usize = 24;

/// Learns from every picture and saves the profile in `out` after each.
pub fn run(out: &Path, game: WhichGame, shots: &[Shot]) -> Result<Exit> {
    let there = out.join("profile.toml").exists();
    let old = there.then(|| calibration::load(&out.to_string_lossy())).transpose();
    let mut profile = old.map_err(Fault::usage)?;
    for shot in shots {
        let seen = look(shot, game, profile.as_ref())?;
        let profile = match &mut profile {
            Some(profile) if profile.game == seen.game() => profile,
            Some(profile) => {
                let told = format!(
                    "{} shows a {}, but {} is the profile of a {}; give another --out",
                    shot.name,
                    seen.game(),
                    out.display(),
                    profile.game
                );
                return Err(Fault::usage(told).into());
            }
            none => none.insert(Profile::new(&name(out)?, seen.game())),
        };
        if let Some(window) = &shot.window {
            profile.window.cover(&window.title, &window.class);
        }
        match seen {
            Seen::Minesweeper(board) => board.learn(shot, out, profile)?,
            Seen::Tetris => {
                profile.tetris.get_or_insert_with(TetrisRules::usual);
                eprintln!(
                    "{}: a well is read without pictures; the profile is for the keys",
                    shot.name
                );
            }
        }
        calibration::save(out, profile)?;
    }
    if let Some(profile) = &profile {
        eprintln!("{}", summary(out, profile));
    }
    Ok(Exit::Done)
}

/// The folder's name, which is the profile's.
fn name(out: &Path) -> Result<String> {
    let name = out.file_name().context("--out needs a folder's name")?;
    Ok(name.to_string_lossy().into_owned())
}

/// What a picture shows.
enum Seen {
    Minesweeper(Box<Seeing>),
    Tetris,
}

/// A Minesweeper board in a picture.
struct Seeing {
    grid: GridGeometry,
    /// What is certain of each cell.
    kinds: Grid<Option<Cell>>,
    /// What was read, if it was.
    reading: Option<Reading>,
}

impl Seen {
    fn game(&self) -> Game {
        match self {
            Self::Minesweeper(_) => Game::Minesweeper,
            Self::Tetris => Game::Tetris,
        }
    }
}

/// What a picture shows, by its label or as it is read: with the profile's pictures, or else
/// without.
fn look(shot: &Shot, game: WhichGame, profile: Option<&Profile>) -> Result<Seen> {
    if let Some(label) = &shot.label {
        let Label { game, grid, letters } = label::load(label, game.game())?;
        let kinds = letters.map(|letter| letter.and_then(Cell::from_char));
        return Ok(match game {
            Game::Tetris => Seen::Tetris,
            Game::Minesweeper => Seen::Minesweeper(Box::new(Seeing { grid, kinds, reading: None })),
        });
    }
    let profile = profile.filter(|profile| !profile.pictures.is_empty());
    let recognised = recognise(&shot.frame, profile, game);
    let recognised = recognised.or_else(|_| recognise(&shot.frame, None, game));
    let told = |reasons| Fault::nothing_found(format!("{}: {reasons}", shot.name));
    match recognised.map_err(told)?.0 {
        Recognised::Tetris(_) => Ok(Seen::Tetris),
        Recognised::Minesweeper(reading) => {
            let mut kinds = reading.kinds();
            let odd = contradictions(&kinds);
            if !odd.is_empty() {
                eprintln!("{}: {} cells contradict each other", shot.name, odd.len());
            }
            odd.into_iter().for_each(|pos| kinds[pos] = None);
            let grid = reading.geometry.clone();
            Ok(Seen::Minesweeper(Box::new(Seeing { grid, kinds, reading: Some(reading) })))
        }
    }
}

/// Cells of which one at least was misread, for the board would be impossible.
fn contradictions(kinds: &Grid<Option<Cell>>) -> Vec<CellPos> {
    let Err(reasons) = Board::check(kinds, 0) else { return Vec::new() };
    let mut cells: Vec<CellPos> = reasons
        .into_iter()
        .flat_map(|reason| match reason {
            Illegal::TooLarge { at, .. } => vec![at],
            Illegal::Unflooded { at, covered } => vec![at, covered],
            Illegal::Unknown(_) | Illegal::TooFewClosed { .. } => Vec::new(),
        })
        .collect();
    cells.sort_unstable_by_key(|pos| (pos.row, pos.col));
    cells.dedup();
    cells
}

impl Seeing {
    /// Learns the cells that are certain, and those that somebody names.
    fn learn(mut self, shot: &Shot, out: &Path, profile: &mut Profile) -> Result<()> {
        let image = &shot.frame.image;
        let mut templates = Templates::from_profile(profile);
        if let Some(reading) = &self.reading {
            let nameless = doubtful::group(image, &self.grid, &reading.cells, &self.kinds);
            self.name(shot, out, &nameless)?;
        }
        let learnt = self.kinds.iter().filter(|(pos, kind)| {
            kind.is_some_and(|kind| templates.learn(kind, image, self.grid.cell(*pos)))
        });
        eprintln!("{}: {} new pictures of cells", shot.name, learnt.count());
        profile.pictures = templates.pictures();
        profile.cells = profile.pictures.iter().map(|(name, _)| name).collect();
        Ok(())
    }

    /// Shows the kinds without a name and asks for them, where somebody is there to ask.
    fn name(&mut self, shot: &Shot, out: &Path, nameless: &[Nameless]) -> Result<()> {
        if nameless.is_empty() {
            return Ok(());
        }
        std::fs::create_dir_all(out)
            .with_context(|| format!("cannot make the folder {}", out.display()))?;
        let file = out.join(format!("doubtful-{}.png", shot.stem()));
        let overlay = doubtful::draw(&shot.frame.image, &self.grid, &self.kinds, nameless);
        overlay.save(&file).with_context(|| format!("cannot write {}", file.display()))?;
        let count = nameless.len();
        eprintln!("{}: {count} kinds of cells have no name, see {}", shot.name, file.display());
        if count > MOST_ASKED {
            eprintln!("that is too many to ask for; does something cover the board?");
            return Ok(());
        }
        if !std::io::stdin().is_terminal() {
            for (index, kind) in nameless.iter().enumerate() {
                eprintln!("{}", ask::describe(index + 1, kind));
            }
            eprintln!("they are left out; run this in a terminal to be asked what they are");
            return Ok(());
        }
        let names = ask::ask(nameless, &mut std::io::stdin().lock(), &mut std::io::stderr())?;
        for (kind, name) in nameless.iter().zip(names) {
            kind.cells.iter().for_each(|pos| self.kinds[*pos] = name);
        }
        Ok(())
    }
}

/// What the profile knows now, for people.
fn summary(out: &Path, profile: &Profile) -> String {
    let file = out.join("profile.toml");
    if profile.game == Game::Tetris {
        return format!("{}: {}", file.display(), profile.name);
    }
    let (seen, missing): (Vec<Cell>, Vec<Cell>) =
        Cell::ALL.into_iter().partition(|kind| profile.cells.contains(kind.to_char()));
    let list = |kinds: &[Cell]| kinds.iter().map(|c| c.to_char().to_string()).collect::<Vec<_>>();
    let known = format!("{}: knows {}", file.display(), list(&seen).join(" "));
    match &missing[..] {
        [] => known,
        missing => format!("{known}; not seen yet: {}", list(missing).join(" ")),
    }
}
