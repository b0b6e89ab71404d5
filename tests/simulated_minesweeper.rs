//! The built-in Minesweeper through its pixels, clicks and keys.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::time::{Duration, Instant};

use image::{GenericImageView, RgbImage};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use sweepfall::board::Grid;
use sweepfall::board::minesweeper::{Cell, Level, Phase, Rules, parse_cells};
use sweepfall::geometry::{CellPos, FramePoint, GridGeometry, PixelRect};
use sweepfall::input::{Action, Button, Key};
use sweepfall::target::simulated::minesweeper::{
    GameWindow, Look, Setup, SimulatedMinesweeper, render, skins,
};
use sweepfall::target::simulated::paint::Smoothing;
use sweepfall::target::{Target, TargetError};

const SCALES: [f64; 8] = [0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0];

fn setup(level: Level, look: Look) -> Setup {
    Setup { level, rules: Rules::default(), chords: vec![Button::Middle], look, seed: 5 }
}

fn looks() -> impl Iterator<Item = Look> {
    skins::names().into_iter().flat_map(|skin| {
        SCALES.into_iter().flat_map(move |scale| {
            let look = Look::new(skin, scale).unwrap();
            let sharp = (skin == "classic").then(|| look.with_smoothing(Smoothing::Nearest));
            [Some(look), sharp].into_iter().flatten()
        })
    })
}

fn click(at: FramePoint, button: Button) -> Action {
    Action::Click { at, button, hold: Duration::from_millis(5) }
}

fn centre(window: &GameWindow, col: usize, row: usize) -> FramePoint {
    window.picture().grid().cell(CellPos::new(col, row)).centre()
}

fn tile(image: &RgbImage, grid: &GridGeometry, pos: CellPos) -> Vec<u8> {
    let rect = grid.cell(pos);
    let (x, y) = (rect.x.ceil() as u32, rect.y.ceil() as u32);
    let (w, h) = ((rect.x + rect.w).floor() as u32 - x, (rect.y + rect.h).floor() as u32 - y);
    image.view(x, y, w, h).to_image().into_raw()
}

#[test]
fn every_kind_of_cell_looks_different_in_every_skin_at_every_scale() {
    // Every kind in two columns, of which one is looked at: all on the same checkerboard shade.
    let cells = Grid::from_fn(30, 5, |pos| Cell::ALL[pos.col / 2]);
    for look in looks() {
        let (image, grid) = render(look, &cells, 10);
        let tiles: Vec<Vec<u8>> =
            (0..30).step_by(2).map(|col| tile(&image, &grid, CellPos::new(col, 2))).collect();
        for (i, a) in tiles.iter().enumerate() {
            for b in &tiles[i + 1..] {
                let differing =
                    a.iter().zip(b).filter(|(a, b)| a.abs_diff(**b) > 24).count() as f64;
                assert!(differing / a.len() as f64 > 0.02, "{look:?}: two kinds look alike");
            }
        }
    }
}

#[test]
fn the_picture_redrawn_bit_by_bit_is_the_picture_drawn_at_once() {
    let level = Level { cols: 13, rows: 9, mines: 15 };
    for look in looks() {
        let mut sim = SimulatedMinesweeper::new(setup(level, look));
        let mut rng = Pcg64::seed_from_u64(2);
        for step in 0..60 {
            let at = centre(sim.window(), rng.random_range(0..13), rng.random_range(0..9));
            let button = [Button::Left, Button::Right, Button::Middle][rng.random_range(0..3)];
            sim.perform(&click(at, button)).unwrap();
            if step % 6 != 0 {
                continue;
            }
            let drawn = sim.capture(None).unwrap().image;
            let cells = sim.minesweeper_truth().unwrap();
            assert_eq!(&cells, sim.window().game().cells());
            let (whole, grid) = render(look, &cells, 0);
            assert_eq!(whole.dimensions(), drawn.dimensions());
            for pos in cells.positions() {
                assert_eq!(tile(&drawn, &grid, pos), tile(&whole, &grid, pos), "{look:?} {pos}");
            }
            if sim.window().game().is_over() && step % 12 == 0 {
                sim.perform(&Action::Key { stroke: Key::F(2).into(), hold: Duration::ZERO })
                    .unwrap();
            }
        }
    }
}

#[test]
fn a_click_anywhere_in_a_cell_opens_that_cell() {
    let level = Level { cols: 9, rows: 9, mines: 10 };
    for look in looks() {
        let mut sim = SimulatedMinesweeper::new(setup(level, look));
        let grid = sim.window().picture().grid();
        let mut rng = Pcg64::seed_from_u64(9);
        for _ in 0..40 {
            let pos = CellPos::new(rng.random_range(0..9), rng.random_range(0..9));
            let rect = grid.cell(pos);
            let at = FramePoint::new(
                rect.x + rect.w * rng.random_range(0.01..0.99),
                rect.y + rect.h * rng.random_range(0.01..0.99),
            );
            sim.window_mut().new_game();
            sim.perform(&click(at, Button::Left)).unwrap();
            assert!(matches!(sim.minesweeper_truth().unwrap()[pos], Cell::Open(_)), "{look:?}");
        }
        assert_eq!(sim.window().stray(), 0);
    }
}

#[test]
fn the_face_deals_a_new_game_and_a_click_on_nothing_is_counted_and_changes_nothing() {
    for skin in skins::names() {
        let look = Look::new(skin, 1.25).unwrap();
        let mut sim = SimulatedMinesweeper::new(setup(Level::BEGINNER, look));
        let at = centre(sim.window(), 4, 4);
        sim.perform(&click(at, Button::Left)).unwrap();
        let before = sim.capture(None).unwrap().image;
        sim.perform(&click(FramePoint::new(1.0, 1.0), Button::Left)).unwrap();
        assert_eq!(sim.window().stray(), 1);
        assert_eq!(sim.capture(None).unwrap().image, before);
        let face = sim.window().picture().face().centre();
        sim.perform(&click(face, Button::Left)).unwrap();
        assert_eq!((sim.window().games(), sim.window().stray()), (2, 1));
        assert_eq!(sim.window().game().phase(), Phase::Fresh);
        assert!(sim.minesweeper_truth().unwrap().values().iter().all(|c| *c == Cell::Covered));
    }
}

#[test]
fn a_click_or_capture_outside_the_window_is_refused() {
    let mut sim =
        SimulatedMinesweeper::new(setup(Level::BEGINNER, Look::new("classic", 1.0).unwrap()));
    let (width, height) = sim.capture(None).unwrap().image.dimensions();
    for (x, y) in [(-1.0, 5.0), (f64::from(width), 5.0), (5.0, f64::from(height) + 9.0)] {
        let result = sim.perform(&click(FramePoint::new(x, y), Button::Left));
        assert!(matches!(result, Err(TargetError::Outside(_))));
    }
    for (x, w) in [(width, 1), (0, width + 1), (3, 0), (u32::MAX, 9)] {
        let result = sim.capture(Some(PixelRect { x, y: 0, w, h: 4 }));
        assert!(matches!(result, Err(TargetError::Outside(_))));
    }
}

#[test]
fn a_captured_region_is_that_part_of_the_whole() {
    let look = Look::new("flat", 1.1).unwrap();
    let mut sim = SimulatedMinesweeper::new(setup(Level::BEGINNER, look));
    let whole = sim.capture(None).unwrap();
    let region = PixelRect { x: 31, y: 70, w: 90, h: 41 };
    let part = sim.capture(Some(region)).unwrap();
    assert_eq!((whole.seq, part.seq, part.region), (0, 1, region));
    assert_eq!(part.image, whole.image.view(31, 70, 90, 41).to_image());
}

#[test]
fn only_the_chosen_buttons_chord_and_both_buttons_together_always_do() {
    let mines = parse_cells("*..\n...\n..#\n").unwrap().map(|c| *c == Some(Cell::Mine));
    for (chords, button, opens) in [
        (vec![Button::Middle], Button::Middle, true),
        (vec![Button::Middle], Button::Left, false),
        (vec![Button::Left], Button::Left, true),
        (vec![], Button::Middle, false),
    ] {
        let look = Look::new("dark", 1.0).unwrap();
        let setup = Setup { chords, ..setup(Level { cols: 3, rows: 3, mines: 1 }, look) };
        let mut window = GameWindow::new(setup);
        window
            .play(sweepfall::board::minesweeper::Game::with_mines(mines.clone(), Rules::default()));
        let (flag, number) = (centre(&window, 0, 0), centre(&window, 1, 1));
        for (button, at) in [(Button::Left, number), (Button::Right, flag), (button, number)] {
            window.press(button, at);
            window.release(button, at);
        }
        assert_eq!(window.game().phase() == Phase::Won, opens, "{button:?}");
        window.press(Button::Left, number);
        window.press(Button::Right, number);
        window.release(Button::Left, number);
        window.release(Button::Right, number);
        assert_eq!(window.game().phase(), Phase::Won);
    }
}

#[test]
fn a_held_button_shows_the_cell_pressed_and_letting_go_elsewhere_opens_elsewhere() {
    let look = Look::new("classic", 1.0).unwrap();
    let mut window = GameWindow::new(setup(Level::BEGINNER, look));
    let (from, to) = (centre(&window, 2, 2), centre(&window, 5, 5));
    window.press(Button::Left, from);
    assert_eq!(window.picture().cells()[CellPos::new(2, 2)], Some(Cell::Open(0)));
    assert_eq!(window.game().phase(), Phase::Fresh);
    window.moved(to);
    assert_eq!(window.picture().cells()[CellPos::new(2, 2)], Some(Cell::Covered));
    window.release(Button::Left, to);
    assert!(matches!(window.game().cells()[CellPos::new(5, 5)], Cell::Open(_)));
    let mut other = GameWindow::new(setup(Level::BEGINNER, look));
    other.press(Button::Left, from);
    other.release(Button::Left, FramePoint::new(-5.0, 3.0));
    assert_eq!(other.game().phase(), Phase::Fresh);
}

#[test]
fn the_clock_in_the_window_runs_from_the_first_click_to_the_end_of_the_game() {
    for skin in skins::names() {
        let look = Look::new(skin, 1.0).unwrap();
        let mut sim = SimulatedMinesweeper::new(setup(Level::BEGINNER, look));
        let fresh = sim.capture(None).unwrap().image;
        sim.perform(&Action::Wait(Duration::from_secs(30))).unwrap();
        assert_eq!(sim.capture(None).unwrap().image, fresh, "no clock before the first click");
        let at = centre(sim.window(), 0, 0);
        sim.perform(&click(at, Button::Left)).unwrap();
        let begun = sim.capture(None).unwrap().image;
        sim.perform(&Action::Wait(Duration::from_secs(7))).unwrap();
        assert_ne!(sim.capture(None).unwrap().image, begun);
        let mine = sim.window().game().mines().unwrap().iter().find(|(_, mine)| **mine).unwrap().0;
        let at = centre(sim.window(), mine.col, mine.row);
        sim.perform(&click(at, Button::Left)).unwrap();
        let lost = sim.capture(None).unwrap().image;
        sim.perform(&Action::Wait(Duration::from_secs(7))).unwrap();
        assert_eq!(sim.capture(None).unwrap().image, lost);
    }
}

#[test]
fn the_same_seed_deals_the_same_games_in_every_skin() {
    let mut deals: HashMap<u64, Vec<Grid<bool>>> = HashMap::new();
    for skin in skins::names() {
        let look = Look::new(skin, 1.0).unwrap();
        let mut window = GameWindow::new(setup(Level::INTERMEDIATE, look));
        for game in 0..3 {
            let at = centre(&window, 3, 3);
            window.press(Button::Left, at);
            window.release(Button::Left, at);
            deals.entry(game).or_default().push(window.game().mines().unwrap().clone());
            window.new_game();
        }
    }
    for same in deals.values() {
        assert!(same.windows(2).all(|pair| pair[0] == pair[1]));
    }
    assert_ne!(deals[&0][0], deals[&1][0]);
}

#[test]
fn capturing_an_expert_board_takes_far_less_than_a_millisecond() {
    let look = Look::new("classic", 1.0).unwrap();
    let mut sim = SimulatedMinesweeper::new(setup(Level::EXPERT, look));
    let at = centre(sim.window(), 3, 3);
    sim.perform(&click(at, Button::Left)).unwrap();
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            let start = Instant::now();
            sim.capture(None).unwrap();
            start.elapsed()
        })
        .collect();
    times.sort();
    assert!(times[100] < Duration::from_millis(1), "{:?}", times[100]);
}

#[test]
fn an_unknown_skin_and_an_impossible_scale_say_what_is_possible() {
    let message = |skin, scale| Look::new(skin, scale).unwrap_err().to_string();
    assert!(message("xp", 1.0).contains("classic, dark, flat"));
    assert!(message("dark", 0.1).contains("0.5 to 4"));
    assert!(message("dark", f64::NAN).contains("scale"));
}
