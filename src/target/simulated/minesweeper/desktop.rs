//! The built-in Minesweeper in a real window.

use std::time::Duration;

use image::RgbImage;

use super::window::GameWindow;
use crate::geometry::FramePoint;
use crate::input::{Button, KeyStroke};
use crate::target::simulated::EndedGame;
use crate::target::simulated::playable::{CLOSED, Playable};

const HELP: [&str; 8] = [
    "Left    open a cell",
    "Right   flag, then ?",
    "Middle  on a number: open",
    "        around it",
    "F2      new game (or face)",
    "B       the bot / you play",
    "F1      this help",
    "Close the window to end",
];

impl Playable for GameWindow {
    fn title(&self) -> String {
        "sweepfall Minesweeper".to_string()
    }

    fn help(&self) -> &[&str] {
        &HELP
    }

    fn period(&self) -> Duration {
        // Only the seconds in the window move by themselves.
        Duration::from_millis(100)
    }

    fn image(&self) -> &RgbImage {
        self.picture().image()
    }

    fn tick(&mut self, now: Duration) {
        GameWindow::tick(self, now);
    }

    fn moved(&mut self, to: FramePoint) {
        GameWindow::moved(self, to);
    }

    fn press(&mut self, button: Button, at: FramePoint) {
        GameWindow::press(self, button, at);
    }

    fn release(&mut self, button: Button, at: FramePoint) {
        GameWindow::release(self, button, at);
    }

    fn key_down(&mut self, stroke: KeyStroke) {
        self.key(stroke);
    }

    fn handed_over(&mut self) {
        self.let_go();
    }

    fn inputs(&self) -> u64 {
        GameWindow::inputs(self)
    }

    fn ended(&mut self) -> Option<EndedGame> {
        GameWindow::ended(self)
    }

    fn close(&mut self) {
        self.leave(CLOSED);
    }
}
