//! A window of another program that writes down what reaches it.

use std::process::Stdio;

use super::{Desk, Group, wait_for};

/// A terminal whose program writes down every key and every click it gets.
pub struct Listener {
    _process: Group,
    folder: tempfile::TempDir,
    /// Its window's id, as tools take it.
    pub id: String,
}

/// Says nothing, asks the terminal for clicks too, and keeps what comes.
const LISTEN: &str = r#"stty raw -echo; printf '\033[?1000h'; exec cat > "$0""#;

impl Listener {
    /// Opens it at `geometry`, which counts in characters: `60x20+1300+600`.
    pub fn open(desk: &Desk, geometry: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = desk.command("xterm");
        command.args(["-geometry", geometry, "-title", "listener", "-e", "sh", "-c", LISTEN]);
        command.arg(folder.path().join("heard")).stdout(Stdio::null()).stderr(Stdio::null());
        let process = Group::start(&mut command);
        let window = wait_for("the listener's window", 30, || {
            let mut windows = desk.windows("xterm").into_iter();
            folder.path().join("heard").exists().then_some(())?;
            windows.find(|w| w["title"] == "listener")
        });
        let id = window["id"].as_str().expect("every window has an id").to_string();
        Self { _process: process, folder, id }
    }

    /// The bytes that keys and clicks have written so far.
    pub fn heard(&self) -> String {
        let bytes = std::fs::read(self.folder.path().join("heard")).expect("it was made");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Demands that nothing has reached it, then that it would have been heard.
    pub fn heard_nothing(&self, desk: &Desk) {
        assert_eq!(self.heard(), "", "inputs have reached another program");
        let mouse = ["mousemove", "--window", &self.id, "20", "20", "click", "1"];
        desk.hand(&[&["windowactivate", "--sync", &self.id][..], &mouse, &["key", "x"]].concat());
        wait_for("a key and a click in the listener's notes", 10, || {
            let heard = self.heard();
            (heard.contains('x') && heard.contains("\u{1b}[M")).then_some(())
        });
    }
}
