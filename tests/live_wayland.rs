//! A game that runs in XWayland, under a Wayland compositor without a screen: its window is seen
//! although the X screen has no picture, and played by the mouse. The compositor has no
//! keyboard, so a game that wants keys is refused at once.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use support::{Group, isolate, json_lines, one_at_a_time, wait_for};

/// Weston without a screen, with XWayland. Fields are dropped in this order.
struct Compositor {
    _process: Group,
    display: String,
    home: tempfile::TempDir,
}

const SOCKET: &str = "sweepfall-test";

impl Compositor {
    fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        let log: PathBuf = home.path().join("weston.log");
        let mut command = Command::new("weston");
        isolate(&mut command, "", home.path());
        fs::set_permissions(home.path().join("run"), fs::Permissions::from_mode(0o700)).unwrap();
        command.env_remove("DISPLAY").arg("--backend=headless-backend.so").args([
            "--width=1400",
            "--height=900",
            "--use-pixman",
            "--xwayland",
            "--no-config",
            &format!("--socket={SOCKET}"),
            &format!("--log={}", log.display()),
        ]);
        let process = Group::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        let display = wait_for("XWayland", 30, || {
            let text = fs::read_to_string(&log).ok()?;
            let line = text.lines().find(|line| line.contains("xserver listening on display"))?;
            line.split_whitespace().last().map(str::to_string)
        });
        Self { _process: process, display, home }
    }

    /// A command in this session.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        isolate(&mut command, &self.display, self.home.path());
        command.env("XDG_SESSION_TYPE", "wayland").stdin(Stdio::null());
        command
    }

    fn sweepfall(&self, arguments: &[&str]) -> Output {
        let mut command = self.command(env!("CARGO_BIN_EXE_sweepfall"));
        command.env("WAYLAND_DISPLAY", SOCKET).args(arguments).output().unwrap()
    }

    /// Starts a program and waits until its window, whose title contains `title`, is listed.
    fn open(&self, command: &mut Command, title: &str) -> Group {
        let process = Group::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        wait_for("the game's window", 30, || {
            let windows = json_lines(&self.sweepfall(&["windows", "--json"]));
            windows.into_iter().find(|w| w["title"].as_str().is_some_and(|t| t.contains(title)))
        });
        process
    }
}

#[test]
fn a_minesweeper_in_xwayland_is_read_and_played_and_a_tetris_without_a_keyboard_refused() {
    let _alone = one_at_a_time();
    let session = Compositor::start();
    let mut mines = session.command("/usr/games/sgt-mines");
    let game = session.open(mines.arg("9x9n10"), "Mines");
    let play = |game, window| {
        let arguments = ["play", game, "--window", window, "--no-db", "--json"];
        session.sweepfall(&arguments)
    };
    // The compositor tells the game's place at the first click only; a run that sees it move
    // stops, as it should.
    let first = play("minesweeper", "Mines");
    let moved = String::from_utf8_lossy(&first.stderr).contains("was moved");
    let output = if moved { play("minesweeper", "Mines") } else { first };
    let line = json_lines(&output).into_iter().next().unwrap_or_default();
    assert_eq!(line["result"], "won", "{output:?}");
    assert_eq!((line["misreads"].as_u64(), line["stray_inputs"].as_u64()), (Some(0), Some(0)));
    drop(game);

    let mut tetris = session.command(env!("CARGO_BIN_EXE_sweepfall"));
    let _game = session.open(tetris.args(["sim", "tetris"]), "sweepfall Tetris");
    let output = play("tetris", "sweepfall Tetris");
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("does not have the keyboard"), "{told}");
}

#[test]
fn a_game_that_xwayland_does_not_run_is_missed_with_advice() {
    let _alone = one_at_a_time();
    let session = Compositor::start();
    let output =
        session.sweepfall(&["play", "minesweeper", "--region", "10,10,300x300", "--no-db"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("XWayland"), "{told}");
    let output = session.sweepfall(&["play", "minesweeper", "--window", "Mines", "--no-db"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("GDK_BACKEND=x11"), "{output:?}");
}

#[test]
fn the_doctor_tells_what_a_wayland_session_lacks_and_no_more() {
    let _alone = one_at_a_time();
    let session = Compositor::start();
    let findings = || {
        let told = json_lines(&session.sweepfall(&["doctor", "--json"]));
        let state = |check: &str| {
            let finding = told.iter().find(|finding| finding["check"] == check)?;
            finding["state"].as_str().map(str::to_string)
        };
        ["session", "capture", "input", "colour filter"].map(state)
    };
    let [doubtful, good] = ["doubtful", "good"].map(|state| Some(state.to_string()));
    assert_eq!(findings(), [doubtful.clone(), doubtful.clone(), good.clone(), None]);
    let mut mines = session.command("/usr/games/sgt-mines");
    let _game = session.open(mines.arg("9x9n10"), "Mines");
    assert_eq!(findings(), [doubtful, good.clone(), good, None]);
}
