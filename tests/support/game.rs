//! The real games: how each starts: a Minesweeper on a fresh expert board, a Tetris on its first
//! screen.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::desk::isolate;
use super::{Desk, Group, wait_for};

/// A game in a terminal window of its own that has its name.
macro_rules! terminal {
    ($name:literal $(, $argument:literal)*) => {
        [
            "xterm", "-fa", "Monospace", "-fs", "14", "-geometry", "80x25+20+40", "-bg", "black",
            "-fg", "white", "-title", $name, "-e", concat!("/usr/games/", $name) $(, $argument)*
        ]
    };
}

/// A real game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Game {
    SgtMines,
    Xdemineur,
    Winemine,
    Kmines,
    GnomeMines,
    Quadrapassel,
    Kblocks,
    Ltris,
    Vitetris,
    Tint,
}

/// A started game, ended when dropped. Fields are dropped in this order.
pub struct Running {
    wine: Option<WineServer>,
    group: Group,
    home: tempfile::TempDir,
    /// Its main window, as `sweepfall windows` lists it.
    pub window: Value,
}

impl Running {
    /// The id of its main window.
    pub fn id(&self) -> &str {
        self.window["id"].as_str().expect("every window has an id")
    }
}

impl Game {
    /// A part of its window's class.
    pub fn class(self) -> &'static str {
        match self {
            Game::SgtMines => "sgt-mines",
            Game::Xdemineur => "xdemineur",
            Game::Winemine => "winemine",
            Game::Kmines => "kmines",
            Game::GnomeMines => "gnome-mines",
            Game::Quadrapassel => "quadrapassel",
            Game::Kblocks => "kblocks",
            Game::Ltris => "ltris",
            Game::Vitetris | Game::Tint => "xterm",
        }
    }

    /// Starts it and waits for its window.
    pub fn start(self, desk: &Desk) -> Running {
        let home = tempfile::tempdir().expect("a temporary folder");
        self.configure(home.path());
        let display = desk.display();
        let wine = (self == Game::Winemine).then(|| WineServer::new(display, home.path()));
        let [program, arguments @ ..] = self.command_line() else { unreachable!("never empty") };
        let mut command = Command::new(program);
        isolate(&mut command, display, home.path());
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        let group = Group::start(&mut command);
        let window = wait_for("the game's window", 120, || {
            desk.windows(self.class()).into_iter().find(|w| w["kind"] == "main")
        });
        // The window is there before the first picture is.
        std::thread::sleep(Duration::from_millis(1500));
        Running { wine, group, home, window }
    }

    fn command_line(self) -> &'static [&'static str] {
        match self {
            Game::SgtMines => &["/usr/games/sgt-mines", "30x16n99"],
            Game::Xdemineur => &["/usr/games/xdemineur", "-geometry", "30x16", "-m", "99"],
            Game::Winemine => &["wine", "winemine"],
            Game::Kmines => &["dbus-run-session", "--", "/usr/games/kmines"],
            Game::GnomeMines => &["dbus-run-session", "--", "/usr/games/gnome-mines", "--big"],
            Game::Quadrapassel => &["dbus-run-session", "--", "/usr/games/quadrapassel"],
            Game::Kblocks => &["dbus-run-session", "--", "/usr/games/kblocks"],
            Game::Ltris => &["/usr/games/ltris"],
            Game::Vitetris => &terminal!("vitetris", "-nomenu", "-mode", "1", "-level", "0"),
            Game::Tint => &terminal!("tint", "-l", "1", "-n", "-d"),
        }
    }

    fn configure(self, home: &Path) {
        let write = |path: &str, text: &[u8]| {
            let path = home.join(".config").join(path);
            fs::create_dir_all(path.parent().expect("inside a folder")).expect("a new folder");
            fs::write(path, text).expect("a new file");
        };
        match self {
            Game::Kmines => write("kminesrc", b"[KgDifficulty]\nLevel=Hard\n"),
            Game::GnomeMines => write(
                "glib-2.0/settings/keyfile",
                b"[org/gnome/Mines]\nwindow-width=1200\nwindow-height=760\n",
            ),
            Game::Quadrapassel => {
                write("glib-2.0/settings/keyfile", b"[org/gnome/Quadrapassel]\nsound=false\n")
            }
            Game::Kblocks => write("kblocksrc", b"[KgDifficulty]\nLevel=Easy\n"),
            // Its first menu offers a demonstration.
            Game::Ltris => {
                write("../.lgames/ltris.conf", b"@\ngametype\xbb1\nsound\xbb0\nfading\xbb0\n")
            }
            Game::SgtMines | Game::Xdemineur | Game::Winemine => {}
            Game::Vitetris | Game::Tint => {}
        }
    }
}

/// Wine's server for one prefix; it outlives the programs it serves unless told to end.
struct WineServer {
    display: String,
    home: std::path::PathBuf,
}

impl WineServer {
    /// Makes a prefix in `home` with WineMine set to the expert level.
    fn new(display: &str, home: &Path) -> Self {
        let server = Self { display: display.to_string(), home: home.to_path_buf() };
        server.wine("wineboot", &["-i"]);
        let values = [
            ("Difficulty", "2"),
            ("Height", "16"),
            ("Width", "30"),
            ("Mines", "99"),
            ("Mark", "1"),
            ("Xpos", "60"),
            ("Ypos", "60"),
        ];
        let key = r"HKCU\Software\Microsoft\WinMine";
        for (name, value) in values {
            let arguments = ["reg", "add", key, "/v", name, "/t", "REG_DWORD", "/d", value, "/f"];
            server.wine("wine", &arguments);
        }
        server
    }

    fn wine(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(program);
        isolate(&mut command, &self.display, &self.home);
        let status = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
        let status = status.expect("wine is there: ./setup --tests installs it");
        assert!(status.success(), "{program} {arguments:?}: {status}");
    }
}

impl Drop for WineServer {
    fn drop(&mut self) {
        let mut command = Command::new("wineserver");
        isolate(&mut command, &self.display, &self.home);
        let _ = command.arg("-k").status();
    }
}
