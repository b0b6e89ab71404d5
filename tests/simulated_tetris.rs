//! The built-in Tetris through its pixels and keys.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use image::{GenericImageView, RgbImage};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use sweepfall::board::Grid;
use sweepfall::board::tetris::game::{LockDelay, Options, Speed};
use sweepfall::board::tetris::{Piece, Rules, Tile, parse_tiles};
use sweepfall::geometry::{CellPos, FramePoint, GridGeometry};
use sweepfall::input::{Action, Button, Key};
use sweepfall::target::Target;
use sweepfall::target::simulated::tetris::{
    Effects, Frames, Keys, Look, Setup, SimulatedTetris, render, skins,
};

const SCALES: [f64; 6] = [0.75, 1.0, 1.15, 1.5, 2.0, 3.0];

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn setup(skin: &str, scale: f64, rules: &str) -> Setup {
    let options = Options {
        speed: Speed::Fixed(ms(100)),
        lock: LockDelay::NextStep,
        ..Options::new(Rules::load(rules).unwrap(), 8)
    };
    let look = Look::new(skin, scale).unwrap();
    let effects = Effects::default();
    Setup { options, look, effects, keys: Keys::default(), frames: Frames::None }
}

fn sim(setup: Setup) -> SimulatedTetris {
    SimulatedTetris::new(setup).unwrap()
}

fn tap(sim: &mut SimulatedTetris, key: Key) {
    sim.perform(&Action::Key { stroke: key.into(), hold: Duration::ZERO }).unwrap();
}

fn wait(sim: &mut SimulatedTetris, time: Duration) {
    sim.perform(&Action::Wait(time)).unwrap();
}

fn tile(image: &RgbImage, grid: &GridGeometry, pos: CellPos) -> RgbImage {
    let rect = grid.cell(pos);
    image.view(rect.x as u32, rect.y as u32, rect.w as u32, rect.h as u32).to_image()
}

fn difference(a: &RgbImage, b: &RgbImage) -> f64 {
    let sum: u32 = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
    f64::from(sum) / a.as_raw().len() as f64
}

#[test]
fn blocks_ghost_and_ground_look_different_in_every_skin_at_every_scale() {
    let rules = Rules::load("srs").unwrap();
    let text = "..t.\n.ttt\n....\n....\n..g.\n.ggg\n####\n";
    let tiles = parse_tiles(text).unwrap().map(|tile| tile.unwrap());
    let empty = Grid::from_fn(4, 7, |_| Tile::Empty);
    for skin in skins::names() {
        for scale in SCALES {
            let look = Look::new(skin, scale).unwrap();
            let (image, grid) = render(look, &tiles, &rules, &[Piece::I], None);
            let (bare, _) = render(look, &empty, &rules, &[Piece::I], None);
            for pos in tiles.positions() {
                let apart = difference(&tile(&image, &grid, pos), &tile(&bare, &grid, pos));
                match tiles[pos] {
                    Tile::Empty => assert_eq!(apart, 0.0, "{skin} {scale} {pos}"),
                    Tile::Ghost => assert!(apart > 2.0, "{skin} {scale} {pos}: {apart}"),
                    _ => assert!(apart > 25.0, "{skin} {scale} {pos}: {apart}"),
                }
            }
        }
    }
}

#[test]
fn the_truth_is_what_the_game_has_and_the_picture_shows_it() {
    for skin in skins::names() {
        let rules = if skin == "plain" { "kblocks" } else { "srs" };
        let mut sim = sim(setup(skin, 1.15, rules));
        let look = Look::new(skin, 1.15).unwrap();
        let mut rng = Pcg64::seed_from_u64(3);
        let keys = [Key::Left, Key::Right, Key::Up, Key::Char('z'), Key::Down, Key::Space];
        for _ in 0..120 {
            tap(&mut sim, keys[rng.random_range(0..6)]);
            wait(&mut sim, ms(rng.random_range(0..60)));
            let frame = sim.capture(None).unwrap();
            let truth = sim.tetris_truth().unwrap();
            let game = sim.window().game();
            for (pos, tile) in truth.tiles.iter() {
                assert_eq!(*tile == Tile::Locked, game.well().is_filled(pos), "{skin} {pos}");
            }
            if game.is_over() {
                break;
            }
            let falling = game.falling().unwrap();
            let inside = game.rules().cells(falling).iter().filter(|cell| cell.1 >= 0).count();
            let seen = truth.tiles.values().iter();
            assert_eq!(seen.filter(|t| **t == Tile::Falling(falling.piece)).count(), inside);
            // An empty cell looks as in an empty picture, any other one does not.
            let hold = game.rules().has(sweepfall::board::tetris::Press::Hold);
            let bare = Grid::from_fn(10, 20, |_| Tile::Empty);
            let (bare, _) =
                render(look, &bare, game.rules(), &[Piece::I], hold.then_some(Piece::I));
            let grid = sim.window().picture().grid();
            for (pos, shown) in truth.tiles.iter() {
                let same = tile(&frame.image, grid, pos) == tile(&bare, grid, pos);
                assert_eq!(same, *shown == Tile::Empty, "{skin} {pos}");
            }
        }
    }
}

#[test]
fn time_passes_only_while_somebody_waits_or_holds_a_key() {
    let mut sim = sim(setup("plain", 1.0, "srs"));
    let first = sim.capture(None).unwrap().image;
    for _ in 0..50 {
        assert_eq!(sim.capture(None).unwrap().image, first);
    }
    wait(&mut sim, ms(100));
    assert_ne!(sim.capture(None).unwrap().image, first);
    let row = sim.window().game().falling().unwrap().row;
    sim.perform(&Action::Key { stroke: Key::Left.into(), hold: ms(100) }).unwrap();
    assert_eq!(sim.window().game().falling().unwrap().row, row + 1);
}

#[test]
fn a_frame_shows_the_moment_of_the_last_refresh() {
    let frames = Frames::Every(ms(20));
    let mut sim = sim(Setup { frames, ..setup("dark", 1.0, "srs") });
    let first = sim.capture(None).unwrap().image;
    tap(&mut sim, Key::Left);
    wait(&mut sim, ms(19));
    assert_eq!(sim.capture(None).unwrap().image, first, "not refreshed yet");
    wait(&mut sim, ms(1));
    assert_ne!(sim.capture(None).unwrap().image, first);
}

#[test]
fn where_keys_are_polled_a_short_press_is_lost_and_a_longer_one_is_not() {
    let frames = Frames::Polled(ms(20));
    let mut sim = sim(Setup { frames, ..setup("plain", 1.0, "srs") });
    let column = |sim: &SimulatedTetris| sim.window().game().falling().unwrap().col;
    let start = column(&sim);
    wait(&mut sim, ms(3));
    sim.perform(&Action::Key { stroke: Key::Left.into(), hold: ms(5) }).unwrap();
    wait(&mut sim, ms(40));
    assert_eq!(column(&sim), start);
    sim.perform(&Action::Key { stroke: Key::Left.into(), hold: ms(21) }).unwrap();
    wait(&mut sim, ms(40));
    assert_eq!(column(&sim), start - 1);
}

#[test]
fn smooth_fall_flashes_and_vanishing_rows_are_told_as_moving() {
    let effects = Effects { smooth: true, flash: ms(60), ..Effects::default() };
    let mut sim = sim(Setup { effects, ..setup("outlined", 1.0, "srs") });
    assert!(!sim.tetris_truth().unwrap().moving);
    wait(&mut sim, ms(50));
    let between = sim.capture(None).unwrap().image;
    assert!(sim.tetris_truth().unwrap().moving);
    wait(&mut sim, ms(50));
    assert_ne!(sim.capture(None).unwrap().image, between);
    assert!(!sim.tetris_truth().unwrap().moving);
    tap(&mut sim, Key::Space);
    sim.capture(None).unwrap();
    assert!(sim.tetris_truth().unwrap().moving, "the locked piece flashes");
}

#[test]
fn pause_hides_the_well_and_stops_the_game_and_a_second_press_goes_on() {
    let mut sim = sim(setup("mono", 1.0, "srs"));
    wait(&mut sim, ms(150));
    tap(&mut sim, Key::Char('p'));
    let row = sim.window().game().falling().unwrap().row;
    wait(&mut sim, ms(60_000));
    sim.capture(None).unwrap();
    assert!(sim.tetris_truth().unwrap().moving && sim.window().is_paused());
    tap(&mut sim, Key::Left);
    assert_eq!(sim.window().stray(), 1, "no key reaches a paused game");
    tap(&mut sim, Key::Char('p'));
    wait(&mut sim, ms(49));
    assert_eq!(sim.window().game().falling().unwrap().row, row);
    wait(&mut sim, ms(1));
    sim.capture(None).unwrap();
    assert_eq!(sim.window().game().falling().unwrap().row, row + 1);
}

#[test]
fn after_the_end_only_the_restart_key_does_anything() {
    let mut sim = sim(setup("textured", 1.0, "srs"));
    while !sim.window().game().is_over() {
        tap(&mut sim, Key::Space);
    }
    let over = sim.capture(None).unwrap().image;
    let (stray, pieces) = (sim.window().stray(), sim.window().game().pieces());
    tap(&mut sim, Key::Space);
    sim.perform(&Action::Click {
        at: FramePoint::new(5.0, 5.0),
        button: Button::Left,
        hold: ms(1),
    })
    .unwrap();
    assert_eq!(sim.capture(None).unwrap().image, over);
    assert_eq!((sim.window().stray(), sim.window().game().pieces()), (stray + 2, pieces));
    tap(&mut sim, Key::F(2));
    assert_eq!((sim.window().games(), sim.window().game().pieces()), (2, 0));
    sim.capture(None).unwrap();
    assert!(!sim.tetris_truth().unwrap().moving);
}

#[test]
fn every_rule_set_plays_at_every_width_with_its_own_keys() {
    for rules in Rules::names() {
        for cols in [6, 10, 12] {
            let mut setup = setup("plain", 0.75, rules);
            setup.options.cols = cols;
            let mut sim = sim(setup);
            for _ in 0..200 {
                for key in [Key::Left, Key::Up, Key::Char('z'), Key::Down, Key::Space] {
                    tap(&mut sim, key);
                }
                wait(&mut sim, ms(100));
            }
            sim.capture(None).unwrap();
            let truth = sim.tetris_truth().unwrap();
            assert_eq!((truth.tiles.cols(), truth.tiles.rows()), (cols, 20));
            assert!(truth.pieces > 3, "{rules} {cols}");
        }
    }
}

#[test]
fn a_changed_picture_is_drawn_and_captured_within_a_few_milliseconds() {
    for skin in skins::names() {
        let mut sim = sim(setup(skin, 1.0, "srs"));
        let mut times: Vec<Duration> = (0..60)
            .map(|_| {
                sim.perform(&Action::Wait(ms(100))).unwrap();
                let start = Instant::now();
                sim.capture(None).unwrap();
                start.elapsed()
            })
            .collect();
        times.sort();
        assert!(times[30] < ms(8), "{skin}: {:?}", times[30]);
    }
}

#[test]
fn an_unknown_skin_and_an_impossible_scale_say_what_is_possible() {
    let message = |skin, scale| Look::new(skin, scale).unwrap_err().to_string();
    assert!(message("xp", 1.0).contains("plain, bevelled, mono"));
    assert!(message("dark", 9.0).contains("0.5 to 4"));
}

#[test]
fn a_game_that_is_covered_waits_and_a_paused_one_stays_paused() {
    let mut sim = sim(setup("plain", 1.0, "srs"));
    let window = sim.window_mut();
    window.tick(ms(150));
    let before = window.game().falling().copied();
    window.covered(true);
    window.tick(ms(5000));
    assert_eq!((window.game().falling().copied(), window.is_paused()), (before, true));
    window.covered(false);
    window.tick(ms(5150));
    assert_ne!(window.game().falling().copied(), before, "it falls again");
    window.key_down(Key::Char('p').into());
    window.covered(true);
    window.covered(false);
    assert!(window.is_paused(), "a person stopped it, a person lets it go on");
}
