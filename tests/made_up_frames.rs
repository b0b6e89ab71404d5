//! Frames of skins that nobody has prepared: whatever the frame, a cell is right or unknown.

use std::path::{Path, PathBuf};

use sweepfall::board::minesweeper::Cell;
use sweepfall::frame::Frame;
use sweepfall::geometry::{CellPos, GridGeometry};
use sweepfall::target::simulated::minesweeper::made_up::{self, Fonts, MadeUp};
use sweepfall::vision::minesweeper::{BoardReader, Hints, ProfiledReader, Reader, Reading};

/// A cell that something else hides by more than this must be unknown.
const MOSTLY: f32 = 0.7;

fn read(made: &MadeUp) -> Option<Reading> {
    let frame = Frame::from_image(made.image.clone());
    ProfiledReader::new(None, Reader::new(Hints::default())).find(&frame).ok()
}

/// The cell of the frame that a cell of the reading lies on, if it lies well on one.
fn same_place(made: &MadeUp, found: &GridGeometry, pos: CellPos) -> Option<CellPos> {
    let there = made.geometry.cell_at(found.cell(pos).centre())?;
    let (a, b) = (made.geometry.cell(there), found.cell(pos));
    let off = (a.x - b.x).abs().max((a.y - b.y).abs());
    (off < 0.3 * a.w && (a.w / b.w - 1.0).abs() < 0.03).then_some(there)
}

/// Frames, boards found, cells named right, and what was wrong.
fn check(seeds: std::ops::Range<u64>, fonts: &Fonts) -> (usize, usize, Vec<String>) {
    let (mut found, mut right, mut wrong) = (0, 0, Vec::new());
    for seed in seeds {
        let made = made_up::make(seed, fonts);
        let Some(reading) = read(&made) else { continue };
        let (want, got) = (&made.geometry, &reading.geometry);
        if (want.cols(), want.rows()) != (got.cols(), got.rows()) {
            continue;
        }
        found += 1;
        for (pos, cell) in reading.cells.iter() {
            let (Some(kind), Some(there)) = (cell.kind, same_place(&made, got, pos)) else {
                continue;
            };
            let truth: Option<Cell> = (made.hidden[there] <= MOSTLY).then_some(made.cells[there]);
            if Some(kind) == truth {
                right += 1;
            } else {
                wrong.push(format!("seed {seed} {pos}: {kind:?}, but it is {truth:?}"));
            }
        }
    }
    (found, right, wrong)
}

#[test]
fn whatever_the_frame_a_cell_is_right_or_unknown() {
    let (found, right, wrong) = check(1_048_576..1_048_636, &Fonts::own());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found >= 45 && right >= 8000, "only {found} boards and {right} cells were read");
}

#[test]
fn the_fonts_of_this_computer_make_no_wrong_cells_either() {
    let folder = Path::new("/usr/share/fonts/truetype/dejavu");
    let files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    let (_, _, wrong) = check(1..25, &Fonts::with_files(&files));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_same_seed_gives_the_same_frame_and_another_seed_another() {
    let fonts = Fonts::own();
    let image = |seed| made_up::make(seed, &fonts).image;
    assert_eq!(image(5).as_raw(), image(5).as_raw());
    assert_ne!(image(5).as_raw(), image(6).as_raw());
}
