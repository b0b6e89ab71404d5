//! Boards in saved pictures of real games are read without a profile: a cell is right or unknown.

use std::path::{Path, PathBuf};

use image::{Rgb, RgbImage, imageops};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use sweepfall::board::Grid;
use sweepfall::board::minesweeper::{Cell, Game, Level, Rules, parse_cells};
use sweepfall::frame::Frame;
use sweepfall::geometry::CellPos;
use sweepfall::target::simulated::minesweeper::{Look, render};
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

#[test]
fn a_board_beside_lines_that_repeat_themselves_is_found() {
    let mut game = Game::new(Level::EXPERT, Rules::default(), 5);
    game.open(CellPos::new(0, 0));
    let mines = game.mines().expect("laid by the first click").clone();
    let left = |at: &CellPos| at.col < 18 && !mines[*at];
    let cells = (0..16).flat_map(|row| (0..18).map(move |col| CellPos::new(col, row)));
    cells.filter(left).for_each(|at| {
        game.open(at);
    });
    let look = Look::new("classic", 1.0).expect("a built-in skin");
    let (window, _) = render(look, game.cells(), game.mines_left());
    let mut screen = RgbImage::from_fn(1920, 1080, |x, y| Rgb([(x / 16) as u8, (y / 8) as u8, 90]));
    for (x, y, pixel) in screen.enumerate_pixels_mut() {
        let text = (1100..1800).contains(&x) && (60..1000).contains(&y);
        if text && y % 18 < 9 && (x * 7 + y / 18 * 13) % 11 < 6 {
            *pixel = Rgb([235, 235, 225]);
        }
    }
    imageops::replace(&mut screen, &window, 140, 200);
    let reading = Reader::new(Hints::default()).find(&Frame::from_image(screen)).expect("a board");
    assert_eq!((reading.cells.cols(), reading.cells.rows()), (30, 16));
    assert!(
        reading.kinds().values().iter().zip(game.cells().values()).all(|(r, c)| *r == Some(*c))
    );
}

#[test]
fn noise_of_two_steps_leaves_no_cell_of_any_built_in_skin_unknown() {
    let mut rng = Pcg64::seed_from_u64(3);
    for seed in 0..12 {
        let level = [Level::BEGINNER, Level::INTERMEDIATE, Level::EXPERT][seed % 3];
        let mut game = Game::new(level, Rules::default(), seed as u64);
        game.open(CellPos::new(level.cols / 2, level.rows / 2));
        let mines = game.mines().expect("laid by the first click").clone();
        for pos in mines.positions().filter(|pos| !mines[*pos] && pos.col % 4 < seed / 3) {
            game.open(pos);
        }
        for skin in ["classic", "dark", "flat"] {
            let look = Look::new(skin, 1.0).expect("a built-in skin");
            let (mut image, _) = render(look, game.cells(), game.mines_left());
            for channel in image.iter_mut() {
                *channel = channel.saturating_add(rng.random_range(0..=4)).saturating_sub(2);
            }
            let reading = Reader::new(Hints::default()).find(&Frame::from_image(image));
            let reading = reading.unwrap_or_else(|e| panic!("{skin}, seed {seed}: {e}"));
            for (pos, kind) in reading.kinds().iter() {
                assert_eq!(*kind, Some(game.cells()[pos]), "{skin}, seed {seed}, {pos}");
            }
        }
    }
}

#[test]
fn other_boards_in_a_picture_are_told_of() {
    two_boards_are_told_of("minesweeper", "dark", 1.5);
}

#[test]
fn a_mostly_covered_board_beside_another_board_is_taken_for_no_tetris() {
    for (skin, scale) in [("dark", 1.0), ("dark", 1.5), ("flat", 1.0), ("flat", 1.5)] {
        two_boards_are_told_of("auto", skin, scale);
    }
}

/// Reads a picture of a classic board and one in `skin`, both at `scale`, as `--game game` says.
fn two_boards_are_told_of(game: &str, skin: &str, scale: f64) {
    let board = |skin: &str| {
        let mut game = Game::new(Level::BEGINNER, Rules::default(), 3);
        game.open(CellPos::new(4, 4));
        let look = Look::new(skin, scale).expect("the skin is built in");
        render(look, game.cells(), game.mines_left())
    };
    let mut desk = RgbImage::from_pixel(1100, 700, Rgb([58, 96, 128]));
    let mut corners = Vec::new();
    for (skin, x, y) in [("classic", 40, 60), (skin, 600, 200)] {
        let (image, grid) = board(skin);
        imageops::replace(&mut desk, &image, x, y);
        corners.push((grid.bounds().x + x as f64, grid.bounds().y + y as f64));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let png = folder.path().join("desk.png");
    desk.save(&png).expect("saved");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_sweepfall"))
        .args(["read", "--json", "--game", game])
        .arg(&png)
        .output()
        .expect("it runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    let others = json["others"].as_array().expect("a list");
    assert_eq!(others.len(), 1, "{json}");
    for board in [&json, &others[0]] {
        assert_eq!(board["game"], "minesweeper", "{json}");
    }
    let corner = |json: &serde_json::Value| {
        let at = |name: &str| json["cell"][name].as_f64().expect("a number");
        (at("x"), at("y"))
    };
    for (x, y) in corners {
        let found = [corner(&json), corner(&others[0])];
        let near = |(a, b): &(f64, f64)| (a - x).abs() < 3.0 && (b - y).abs() < 3.0;
        assert!(found.iter().any(near), "{skin}, {scale}: {x},{y} is none of {found:?}");
    }
}
