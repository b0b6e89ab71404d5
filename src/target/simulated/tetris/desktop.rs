//! The built-in Tetris in a real window.

use std::time::Duration;

use image::RgbImage;

use super::window::TetrisWindow;
use crate::geometry::FramePoint;
use crate::input::{Button, Key, KeyStroke};
use crate::target::simulated::EndedGame;
use crate::target::simulated::playable::{CLOSED, Playable};

const HELP: [&str; 11] = [
    "Left, Right   move",
    "Up, X         turn right",
    "Z             turn left",
    "A             turn round",
    "Down          faster",
    "Space         drop",
    "C             put away",
    "P             pause",
    "F2, R         new game",
    "B             bot / you",
    "F1            this help",
];

impl Playable for TetrisWindow {
    fn title(&self) -> String {
        "sweepfall Tetris".to_string()
    }

    fn help(&self) -> &[&str] {
        &HELP
    }

    fn period(&self) -> Duration {
        Duration::from_micros(16_667)
    }

    fn image(&self) -> &RgbImage {
        self.picture().image()
    }

    fn tick(&mut self, now: Duration) {
        TetrisWindow::tick(self, now);
    }

    fn press(&mut self, _button: Button, _at: FramePoint) {
        self.clicked();
    }

    fn key_down(&mut self, stroke: KeyStroke) {
        TetrisWindow::key_down(self, stroke);
    }

    fn key_up(&mut self, key: Key) {
        TetrisWindow::key_up(self, key);
    }

    fn unfocused(&mut self) {
        self.release_all();
    }

    fn covered(&mut self, covered: bool) {
        TetrisWindow::covered(self, covered);
    }

    fn handed_over(&mut self) {
        self.release_all();
        self.resume();
    }

    fn inputs(&self) -> u64 {
        TetrisWindow::inputs(self)
    }

    fn ended(&mut self) -> Option<EndedGame> {
        TetrisWindow::ended(self)
    }

    fn close(&mut self) {
        self.leave(CLOSED);
    }
}
