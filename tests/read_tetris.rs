//! Reading Tetris wells from pictures: captures of real games and drawn ones.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use image::{Rgb, RgbImage};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use sweepfall::board::Grid;
use sweepfall::board::tetris::game::Options;
use sweepfall::board::tetris::{Piece, Rules, Tile, parse_tiles};
use sweepfall::frame::Frame;
use sweepfall::geometry::CellPos;
use sweepfall::target::Target;
use sweepfall::target::simulated::tetris::{Effects, Frames, Keys, Look, Setup, SimulatedTetris};
use sweepfall::vision::tetris::{LearntWell, TetrisReader, WellReader};

/// Cells of `got` that are known and differ from `truth`.
fn wrong(got: &Grid<Option<Tile>>, truth: &Grid<Option<Tile>>) -> Vec<CellPos> {
    truth
        .iter()
        .filter(|(at, want)| got.get(*at).is_none_or(|g| g.is_some() && g != *want))
        .map(|(at, _)| at)
        .collect()
}

#[test]
fn captures_of_real_games_are_read_without_a_wrong_cell_at_first_sight_and_again() {
    let folder = Path::new("fixtures/frames/tetris");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let png = entry.unwrap().path();
        if png.extension().is_none_or(|e| e != "png") {
            continue;
        }
        seen += 1;
        let text = std::fs::read_to_string(png.with_extension("txt")).unwrap();
        let truth = parse_tiles(&text).unwrap();
        let frame = Frame::from_image(image::open(&png).unwrap().to_rgb8());
        let mut watch = LearntWell::default();
        let reading = watch.find(&frame).unwrap_or_else(|e| panic!("{}: {e}", png.display()));
        let size = (reading.geometry.cols(), reading.geometry.rows());
        assert_eq!(size, (truth.cols(), truth.rows()), "{}", png.display());
        assert_eq!(wrong(&reading.kinds(), &truth), vec![], "{}", png.display());
        assert!(reading.unknown() <= 4, "{}: {} unknown", png.display(), reading.unknown());
        let again = watch.read(&frame).unwrap();
        assert_eq!(again.kinds(), reading.kinds(), "{}", png.display());
    }
    assert!(seen >= 6, "only {seen} captures");
}

/// A drawn game: a stack, a falling piece, perhaps a ghost, in a random look.
fn draw(rng: &mut Pcg64) -> (RgbImage, Grid<Option<Tile>>) {
    const SHAPES: [(Piece, [(usize, usize); 4]); 4] = [
        (Piece::I, [(0, 0), (1, 0), (2, 0), (3, 0)]),
        (Piece::O, [(0, 0), (1, 0), (0, 1), (1, 1)]),
        (Piece::T, [(1, 0), (0, 1), (1, 1), (2, 1)]),
        (Piece::S, [(1, 0), (2, 0), (0, 1), (1, 1)]),
    ];
    let (cols, rows) = (10, 20);
    let mut truth = Grid::from_fn(cols, rows, |_| Some(Tile::Empty));
    let height = rng.random_range(3..9);
    for row in rows - height..rows {
        let holes: Vec<usize> =
            (0..rng.random_range(1..4)).map(|_| rng.random_range(0..cols)).collect();
        for col in (0..cols).filter(|c| !holes.contains(c)) {
            truth[CellPos::new(col, row)] = Some(Tile::Locked);
        }
    }
    let (piece, cells) = *SHAPES.choose(rng).unwrap();
    let (left, top) = (rng.random_range(0..6), rng.random_range(0..5));
    for (col, row) in cells {
        truth[CellPos::new(left + col, top + row)] = Some(Tile::Falling(piece));
    }
    let pitch: f64 = rng.random_range(12.0..40.0);
    let (x0, y0) = (rng.random_range(20.0..120.0), rng.random_range(10.0..60.0));
    let (w, h) = ((x0 + pitch * 10.0 + 90.0) as u32, (y0 + pitch * 20.0 + 30.0) as u32);
    let dark = rng.random_bool(0.7);
    let ground: [u8; 3] = std::array::from_fn(|_| match dark {
        true => rng.random_range(0..40),
        false => rng.random_range(215..=255),
    });
    let panel: [u8; 3] = std::array::from_fn(|_| rng.random_range(70..150));
    let palette: Vec<[u8; 3]> = (0..7)
        .map(|_| {
            loop {
                let colour: [u8; 3] = std::array::from_fn(|_| rng.random());
                let far =
                    colour.iter().zip(&ground).map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>();
                if far > 180 {
                    break colour;
                }
            }
        })
        .collect();
    let bevel = rng.random_range(0..3);
    let colours = Grid::from_fn(cols, rows, |_| *palette.choose(rng).unwrap());
    let own = *palette.choose(rng).unwrap();
    let border = (0.08 * pitch).max(1.0);
    let image = RgbImage::from_fn(w, h, |x, y| {
        let (fx, fy) = ((f64::from(x) + 0.5 - x0) / pitch, (f64::from(y) + 0.5 - y0) / pitch);
        let inside = (0.0..10.0).contains(&fx) && (0.0..20.0).contains(&fy);
        if !inside {
            let near = border / pitch;
            let frame = (-near..10.0 + near).contains(&fx) && (-near..20.0 + near).contains(&fy);
            return Rgb(if frame { [200, 200, 210] } else { panel });
        }
        let at = CellPos::new(fx as usize, fy as usize);
        let (ix, iy) = (fx.fract(), fy.fract());
        let colour = match truth[at] {
            Some(Tile::Empty) | None => return Rgb(ground),
            Some(Tile::Falling(_)) => own,
            _ => colours[at],
        };
        let rim = ix.min(iy).min(1.0 - ix).min(1.0 - iy);
        let lit = match bevel {
            1 if rim < 0.12 => 0.7,
            2 if rim < 0.05 => return Rgb(ground),
            _ => 1.0,
        };
        Rgb(colour.map(|v| (f64::from(v) * lit) as u8))
    });
    (image, truth)
}

#[test]
fn whatever_the_look_a_drawn_well_is_read_right_or_unknown() {
    let (mut found, mut unknown, mut all) = (0, 0, 0);
    for seed in 0..20 {
        let mut rng = Pcg64::seed_from_u64(seed);
        let (image, truth) = draw(&mut rng);
        let Ok(reading) = TetrisReader::default().find(&Frame::from_image(image)) else { continue };
        if (reading.geometry.cols(), reading.geometry.rows()) != (10, 20) {
            panic!(
                "seed {seed}: a grid of {}x{}",
                reading.geometry.cols(),
                reading.geometry.rows()
            );
        }
        found += 1;
        unknown += reading.unknown();
        all += truth.len();
        assert_eq!(wrong(&reading.kinds(), &truth), vec![], "seed {seed}");
    }
    assert!(found >= 17, "only {found} of 20 wells were found");
    assert!(unknown * 20 <= all, "{unknown} of {all} cells unknown");
}

#[test]
fn pictures_without_a_well_give_an_error() {
    for (w, h) in [(1, 1), (3, 500), (64, 64), (400, 300)] {
        let mut rng = Pcg64::seed_from_u64(u64::from(w));
        let flat = RgbImage::from_pixel(w, h, Rgb([90, 90, 90]));
        let noise = RgbImage::from_fn(w, h, |_, _| Rgb(std::array::from_fn(|_| rng.random())));
        for image in [flat, noise] {
            assert!(TetrisReader::default().find(&Frame::from_image(image)).is_err(), "{w}x{h}");
        }
    }
}

#[test]
fn wells_of_other_widths_are_met_whole_though_lines_between_their_cells_look_like_borders() {
    for cols in [8, 9, 11, 12] {
        let look = Look::new("outlined", 1.0).unwrap();
        let options = Options { cols, ..Options::new(Rules::load("srs").unwrap(), 2) };
        let (effects, keys, frames) = (Effects::default(), Keys::default(), Frames::None);
        let setup = Setup { options, look, effects, keys, frames };
        let frame = SimulatedTetris::new(setup).unwrap().capture(None).unwrap();
        let reading = TetrisReader::default().find(&frame).unwrap();
        assert_eq!((reading.geometry.cols(), reading.geometry.rows()), (cols, 20));
    }
}
