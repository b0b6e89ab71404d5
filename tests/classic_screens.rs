//! Screenshots of classic games that people play on Windows and in browsers, read by the command.
//! The pictures belong to others and lie beside the repository where somebody has them; without
//! them there is nothing to test.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The Minesweepers: XP's look, Minesweeper X, Arbiter, Metasweeper, minesweeper.online and
/// Windows 7, by the beginnings of their file names.
const MINESWEEPERS: [&str; 8] = ["001", "005", "028", "030", "035", "036", "050", "057"];

/// The Tetris games: Game Boy, Jstris, TETR.IO and NES.
const TETRISES: [&str; 15] = [
    "001", "002", "004", "009", "010", "011", "012", "013", "019", "020", "042", "043", "044",
    "045", "048",
];

/// At most so many of a hundred cells of a game's pictures may be unknown: some are blurred,
/// dithered to few colours, or caught while a number fades in.
const MAX_UNKNOWN_PERCENT: usize = 8;

fn pictures(game: &str, wanted: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/screens").join(game);
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.ends_with(".png") && wanted.iter().any(|number| name.starts_with(number))
    };
    entries.map(|entry| entry.unwrap().path()).filter(named).collect()
}

/// The label beside a picture: the first cell's corner and size, and the rows.
fn label(picture: &Path) -> ([f64; 4], Vec<Vec<char>>) {
    let text = std::fs::read_to_string(picture.with_extension("txt")).unwrap();
    let cell = text.lines().find_map(|line| line.strip_prefix("# cell:")).unwrap();
    let numbers: Vec<f64> = cell.split_whitespace().map(|word| word.parse().unwrap()).collect();
    // A row may begin with a covered cell or a block, but only a header has a space after it.
    let rows = text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty());
    (numbers[..4].try_into().unwrap(), rows.map(|line| line.chars().collect()).collect())
}

/// Reads every picture and compares it with its label, cell by cell.
fn compare(game: &str, wanted: &[&str]) {
    let pictures = pictures(game, wanted);
    let (mut cells, mut unknown) = (0, 0);
    for picture in &pictures {
        let name = picture.display();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sweepfall"));
        let output = command.args(["read", "--json"]).arg(picture).output().unwrap();
        let got: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(got["game"], game, "{name}: {got}");
        let ([x, y, w, h], rows) = label(picture);
        let at = |key: &str| got["cell"][key].as_f64().unwrap();
        assert!((at("w") / w - 1.0).abs() < 0.03, "{name}: {got}");
        // A reader may find more rows and columns than the label has, where a border cuts some.
        let (right, down) = (((x - at("x")) / w).round(), ((y - at("y")) / h).round());
        let board: Vec<Vec<char>> = got["board"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row.as_str().unwrap().chars().collect())
            .collect();
        for (row, line) in rows.iter().enumerate() {
            for (col, &truth) in line.iter().enumerate().filter(|(_, c)| **c != ' ') {
                let place = (row as f64 + down, col as f64 + right);
                assert!(place.0 >= 0.0 && place.1 >= 0.0, "{name}: {got}");
                let read = board[place.0 as usize][place.1 as usize];
                cells += 1;
                unknown += usize::from(read == '~');
                assert!(read == truth || read == '~', "{name}: ({col}, {row}) {truth} as {read}");
            }
        }
    }
    assert!(unknown * 100 <= cells * MAX_UNKNOWN_PERCENT, "{unknown} of {cells} are unknown");
}

#[test]
fn classic_minesweepers_are_found_and_no_cell_is_misread() {
    compare("minesweeper", &MINESWEEPERS);
}

#[test]
fn classic_tetrises_are_found_and_no_cell_is_misread() {
    compare("tetris", &TETRISES);
}
