//! The built-in games' windows.

use std::process::Stdio;

use super::{Desk, Group, wait_for};

/// An open window of `sweepfall sim`, closed when dropped.
pub struct SimWindow {
    pub process: Group,
    /// Its id, as tools take it.
    pub id: String,
}

impl SimWindow {
    /// Runs `sim` with these arguments, waits for its window and gives it the keyboard.
    pub fn open(desk: &Desk, arguments: &[&str]) -> Self {
        let mut command = desk.sweepfall(&["sim"]);
        command.args(arguments).stdout(Stdio::null());
        let mut process = Group::start(&mut command);
        let window = wait_for("the window", 60, || {
            let ended = process.child.try_wait().expect("it was started");
            assert!(ended.is_none(), "sim {arguments:?} ended: {ended:?}");
            desk.windows("sweepfall").pop()
        });
        let id = window["id"].as_str().expect("every window has an id").to_string();
        desk.hand(&["windowfocus", "--sync", &id]);
        Self { process, id }
    }

    /// Its title now.
    pub fn title(&self, desk: &Desk) -> String {
        desk.hand(&["getwindowname", &self.id])
    }
}
