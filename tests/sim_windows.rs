//! The built-in games as real windows: a person's mouse and keys do what they do in a twin of
//! the game inside the test, pixel by pixel.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use std::time::Duration;

use image::{Rgb, RgbImage};
use support::{Desk, SimWindow, one_at_a_time, wait_for};
use sweepfall::board::minesweeper::{Level, Rules};
use sweepfall::board::tetris::game::{Options, Speed};
use sweepfall::board::tetris::{Rules as TetrisRules, Scoring};
use sweepfall::geometry::{CellPos, FramePoint};
use sweepfall::input::{Button, Key};
use sweepfall::target::simulated::{minesweeper, tetris};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat};

/// The window's pixels.
fn look(desk: &Desk, id: &str) -> RgbImage {
    let (connection, _) = x11rb::connect(Some(desk.display())).unwrap();
    let number = id
        .strip_prefix("0x")
        .map_or_else(|| id.parse().unwrap(), |hex| u32::from_str_radix(hex, 16).unwrap());
    let size = connection.get_geometry(number).unwrap().reply().unwrap();
    let (w, h) = (size.width, size.height);
    let image = connection
        .get_image(ImageFormat::Z_PIXMAP, number, 0, 0, w, h, u32::MAX)
        .unwrap()
        .reply()
        .unwrap();
    assert_eq!(connection.setup().pixmap_formats.iter().filter(|f| f.depth == 24).count(), 1);
    let stride = usize::from(w) * 4;
    RgbImage::from_fn(u32::from(w), u32::from(h), |x, y| {
        let at = y as usize * stride + x as usize * 4;
        Rgb([image.data[at + 2], image.data[at + 1], image.data[at]])
    })
}

/// Waits until the window looks like `twin` from row `top` on.
fn same_picture(desk: &Desk, window: &SimWindow, twin: &RgbImage, top: u32) {
    let below = |image: &RgbImage| image.rows().skip(top as usize).flatten().copied().collect();
    let expected: Vec<Rgb<u8>> = below(twin);
    wait_for("the same picture as the twin's", 5, || {
        let seen = look(desk, &window.id);
        (seen.dimensions() == twin.dimensions() && below(&seen) == expected).then_some(())
    });
}

#[test]
fn mouse_and_keys_play_minesweeper_in_a_window() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    for (skin, scale, text) in [("classic", 1.0, "1"), ("dark", 1.25, "1.25"), ("flat", 1.0, "1")] {
        let window = SimWindow::open(
            &desk,
            &["minesweeper", "--no-db", "--seed", "5", "--skin", skin, "--scale", text],
        );
        let mut twin = minesweeper::GameWindow::new(minesweeper::Setup {
            level: Level::BEGINNER,
            rules: Rules::default(),
            chords: vec![Button::Middle],
            look: minesweeper::Look::new(skin, scale).unwrap(),
            seed: 5,
        });
        let click = |twin: &mut minesweeper::GameWindow, button, at: FramePoint| {
            let number = match button {
                Button::Left => "1",
                Button::Middle => "2",
                Button::Right => "3",
            };
            let (x, y) = (at.x.floor().to_string(), at.y.floor().to_string());
            desk.hand(&["mousemove", "--window", &window.id, &x, &y, "click", number]);
            twin.press(button, at);
            twin.release(button, at);
        };
        let centre = |twin: &minesweeper::GameWindow, col, row| {
            twin.picture().grid().cell(CellPos::new(col, row)).centre()
        };
        let board = twin.picture().grid().bounds().y as u32;
        for (button, col, row) in [
            (Button::Left, 4, 4),
            (Button::Right, 0, 0),
            (Button::Right, 8, 8),
            (Button::Right, 8, 8),
            (Button::Middle, 4, 4),
            (Button::Left, 0, 8),
            (Button::Left, 8, 0),
        ] {
            let at = centre(&twin, col, row);
            click(&mut twin, button, at);
            same_picture(&desk, &window, twin.picture().image(), board);
        }
        let face = twin.picture().face().centre();
        click(&mut twin, Button::Left, face);
        same_picture(&desk, &window, twin.picture().image(), 0);
        desk.hand(&["key", "F2"]);
        twin.new_game();
        let at = centre(&twin, 2, 6);
        click(&mut twin, Button::Left, at);
        same_picture(&desk, &window, twin.picture().image(), board);
    }
}

#[test]
fn keys_play_tetris_in_a_window() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    // A minute a row: nothing falls by itself while the test looks.
    let window = SimWindow::open(
        &desk,
        &[
            "tetris", "--no-db", "--seed", "9", "--skin", "bevelled", "--speed", "60000", "--next",
            "3",
        ],
    );
    let options = Options {
        speed: Speed::Fixed(Duration::from_secs(60)),
        next: 3,
        scoring: Some(Scoring::Classic),
        ..Options::new(TetrisRules::load("srs").unwrap(), 9)
    };
    let mut twin = tetris::TetrisWindow::new(tetris::Setup {
        options,
        look: tetris::Look::new("bevelled", 1.0).unwrap(),
        effects: tetris::Effects::default(),
        keys: tetris::Keys::default(),
        frames: tetris::Frames::None,
    })
    .unwrap();
    for (name, key) in [
        ("Left", Key::Left),
        ("Left", Key::Left),
        ("Up", Key::Up),
        ("space", Key::Space),
        ("Right", Key::Right),
        ("z", Key::Char('z')),
        ("c", Key::Char('c')),
        ("Down", Key::Down),
        ("space", Key::Space),
        ("p", Key::Char('p')),
        ("p", Key::Char('p')),
        ("F2", Key::F(2)),
        ("Right", Key::Right),
    ] {
        desk.hand(&["key", name]);
        twin.key_down(key.into());
        twin.key_up(key);
        same_picture(&desk, &window, twin.picture().image(), 0);
    }
}

#[test]
fn a_board_that_is_larger_than_the_screen_is_refused_with_the_next_step() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let game = ["sim", "minesweeper", "--level", "200x200/4000", "--no-db"];
    let output = desk.sweepfall(&game).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("1920x1080") && told.contains("--scale"), "{told}");
}
