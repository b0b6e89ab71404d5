//! Trying a profile on pictures: every cell that it does not name surely, or not as the label
//! says.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Value, json};

use super::{label, shots};
use crate::board::Grid;
use crate::calibration::{self, Game, Profile};
use crate::cli::read::{Recognised, Told, WhichGame, recognise};
use crate::cli::{Exit, Fault};
use crate::frame::Frame;
use crate::geometry::CellPos;
use crate::vision::minesweeper::Templates;
use crate::vision::tetris;

/// What a profile makes of one picture.
struct Checked {
    game: Game,
    cells: Grid<Told>,
    /// Cells with a smaller margin are doubtful.
    sure: f32,
    /// Cells that the label says are something else, with what it says.
    wrong: Vec<(CellPos, char)>,
}

/// Reads every picture with the profile and tells of each doubtful cell. [`Exit::Failed`] when
/// there is one.
pub fn run(profile: &str, images: &[PathBuf], json: bool) -> Result<Exit> {
    let profile = calibration::load(profile).map_err(Fault::usage)?;
    let mut exit = Exit::Done;
    for path in images {
        let name = path.display().to_string();
        match check(&profile, path) {
            Ok(checked) => {
                if !checked.is_clean() && exit == Exit::Done {
                    exit = Exit::Failed;
                }
                say!(
                    "{}",
                    if json { checked.json(&name).to_string() } else { checked.text(&name) }
                );
            }
            Err(error) => {
                exit = Exit::NothingFound;
                if json {
                    say!("{}", json!({"image": name, "game": null, "error": error.to_string()}));
                }
                eprintln!("error: {error:#}");
            }
        }
    }
    Ok(exit)
}

fn check(profile: &Profile, path: &Path) -> Result<Checked> {
    let shot = shots::load(path)?;
    let told = |reasons| Fault::nothing_found(format!("{}: {reasons}", shot.name));
    let which = WhichGame::from(profile.game);
    let (recognised, _) = recognise(&shot.frame, Some(profile), which).map_err(told)?;
    let (game, cells, sure) = believed(profile, &shot.frame, &recognised);
    let mut wrong = Vec::new();
    if let Some(file) = &shot.label {
        let letters = label::load(file, Some(game))?.letters;
        if (letters.cols(), letters.rows()) != (cells.cols(), cells.rows()) {
            let size = |cols, rows| format!("{cols}x{rows}");
            anyhow::bail!(
                "{}: read as {} cells, but {} has {}",
                shot.name,
                size(cells.cols(), cells.rows()),
                file.display(),
                size(letters.cols(), letters.rows())
            );
        }
        wrong = letters
            .iter()
            .filter_map(|(pos, letter)| Some((pos, (*letter)?)))
            .filter(|(pos, letter)| cells[*pos].kind.is_some_and(|read| read != *letter))
            .collect();
    }
    Ok(Checked { game, cells, sure, wrong })
}

/// What the profile's own pictures say of each cell; where it has none, what is read without.
fn believed(profile: &Profile, frame: &Frame, recognised: &Recognised) -> (Game, Grid<Told>, f32) {
    match recognised {
        Recognised::Tetris(reading) => (
            Game::Tetris,
            reading.cells.map(|cell| Told::from(*cell)),
            tetris::CellReading::SURE_MARGIN,
        ),
        Recognised::Minesweeper(reading) if profile.pictures.is_empty() => {
            (Game::Minesweeper, reading.cells.map(|cell| Told::from(*cell)), reading.sure_margin())
        }
        Recognised::Minesweeper(reading) => {
            let (templates, grid) = (Templates::from_profile(profile), &reading.geometry);
            let cells = Grid::from_fn(grid.cols(), grid.rows(), |pos| {
                Told::from(templates.name(&frame.image, grid.cell(pos)))
            });
            (Game::Minesweeper, cells, Templates::SURE_MARGIN)
        }
    }
}

impl Checked {
    fn doubtful(&self) -> impl Iterator<Item = (CellPos, &Told)> {
        self.cells.iter().filter(|(_, cell)| cell.is_doubtful(self.sure))
    }

    fn is_clean(&self) -> bool {
        self.wrong.is_empty() && self.doubtful().next().is_none()
    }

    fn json(&self, name: &str) -> Value {
        let wrong = self.wrong.iter().map(|(pos, label)| {
            let mut cell = self.cells[*pos].json(*pos);
            cell["label"] = json!(label);
            cell
        });
        json!({
            "image": name,
            "game": self.game,
            "cols": self.cells.cols(),
            "rows": self.cells.rows(),
            "doubtful": self.doubtful().map(|(pos, cell)| cell.json(pos)).collect::<Vec<_>>(),
            "wrong": wrong.collect::<Vec<_>>(),
        })
    }

    fn text(&self, name: &str) -> String {
        let (doubtful, wrong) = (self.doubtful().count(), self.wrong.len());
        let cells = self.cells.len();
        let mut lines = vec![format!("{name}: {cells} cells, {doubtful} doubtful, {wrong} wrong")];
        lines.extend(self.doubtful().map(|(pos, cell)| {
            let Told { best, score, second, second_score, .. } = cell;
            format!(
                "  column {}, row {}: {}{best} {score:.2}, then {second} {second_score:.2}, margin {:.2}",
                pos.col,
                pos.row,
                if cell.kind.is_none() { "unknown, best " } else { "" },
                cell.margin()
            )
        }));
        lines.extend(self.wrong.iter().map(|(pos, label)| {
            let read = self.cells[*pos].best;
            format!("  column {}, row {}: read as {read}, but it is {label}", pos.col, pos.row)
        }));
        lines.join("\n")
    }
}
