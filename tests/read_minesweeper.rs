//! Boards in saved pictures of real games are read without a profile: a cell is right or unknown.

use std::path::{Path, PathBuf};

use sweepfall::board::Grid;
use sweepfall::board::minesweeper::{Cell, parse_cells};
use sweepfall::frame::Frame;
use sweepfall::vision::minesweeper::{BoardReader, Hints, Reader, Reading};
use sweepfall::vision::picture;

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/frames/minesweeper");
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the fixtures are there")
        .map(|entry| entry.expect("readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "png"))
        .collect();
    all.sort();
    assert!(all.len() >= 10);
    all
}

fn truth(png: &Path) -> Grid<Option<Cell>> {
    let text = std::fs::read_to_string(png.with_extension("txt")).expect("a label beside each PNG");
    parse_cells(&text).expect("a label in the notation")
}

fn read(png: &Path) -> (Reader, Frame, Reading) {
    let frame = Frame::from_image(picture::load(png).expect("a picture"));
    let mut reader = Reader::new(Hints::default());
    let reading = reader.find(&frame).unwrap_or_else(|e| panic!("{}: {e}", png.display()));
    (reader, frame, reading)
}

#[test]
fn every_cell_of_the_real_games_is_right_or_unknown_and_few_are_unknown() {
    let (mut cells, mut unknown) = (0, 0);
    for png in fixtures() {
        let want = truth(&png);
        let (_, _, reading) = read(&png);
        let got = reading.kinds();
        assert_eq!((got.cols(), got.rows()), (want.cols(), want.rows()), "{}", png.display());
        for (pos, kind) in got.iter() {
            assert!(kind.is_none() || *kind == want[pos], "{} {pos}: {kind:?}", png.display());
        }
        cells += got.len();
        unknown += reading.unknown();
    }
    assert!(unknown * 50 <= cells, "{unknown} of {cells} cells unknown");
}

#[test]
fn reading_again_gives_the_same_board() {
    for png in fixtures() {
        let (mut reader, frame, first) = read(&png);
        let again = reader.read(&frame, &first);
        assert_eq!(again.kinds(), first.kinds(), "{}", png.display());
    }
}

#[test]
fn pictures_without_a_board_say_so() {
    for (w, h) in [(1, 1), (40, 40), (640, 480)] {
        let frame = Frame::from_image(image::RgbImage::from_pixel(w, h, image::Rgb([90, 90, 90])));
        assert!(Reader::new(Hints::default()).find(&frame).is_err(), "{w}x{h}");
    }
}
