//! What stops the program while it plays a real window, and that it stops at once.
#![cfg(target_os = "linux")]

mod support;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::{Desk, Game, Listener, Running, Server, one_at_a_time, wait_for};

/// From the user's act to the program's end, the report written; a busy machine needs some of it.
const END: Duration = Duration::from_millis(1500);

/// A run against a real window, long enough to be stopped in its middle.
struct Run {
    child: Child,
    game: Running,
    desk: Desk,
}

impl Run {
    fn start() -> Self {
        Self::of(Game::SgtMines, &[])
    }

    fn of(game: Game, more: &[&str]) -> Self {
        let desk = Desk::start();
        let game = game.start(&desk);
        desk.hand(&["mousemove", "700", "500"]);
        let mut command = desk.sweepfall(&["play", "minesweeper", "--games", "1000", "--json"]);
        command.args(["--window", game.id(), "--no-db"]).args(more);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let run = Self { child: child.expect("sweepfall starts"), game, desk };
        // It is at it once the pointer has been in places of the board, not only where the test
        // put it and where it was parked.
        let mut seen = Vec::new();
        wait_for("the first clicks", 30, || {
            let place = run.pointer();
            if !seen.contains(&place) {
                seen.push(place);
            }
            (seen.len() >= 4).then_some(())
        });
        run
    }

    fn pointer(&self) -> (i32, i32) {
        let text = self.desk.hand(&["getmouselocation", "--shell"]);
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|v| v.parse().ok()).expect("xdotool tells both coordinates")
        };
        (value("X="), value("Y="))
    }

    /// Waits for the end after `act`; gives the exit code, what was said, and how long it took.
    fn ended_by(mut self, act: impl FnOnce(&Self)) -> (Option<i32>, String, Duration) {
        assert!(self.child.try_wait().expect("it can be asked").is_none(), "it ended too early");
        let start = Instant::now();
        act(&self);
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                break status;
            }
            if start.elapsed() > Duration::from_secs(20) {
                let _ = self.child.kill();
                panic!("it did not stop");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let after = start.elapsed();
        let output = self.child.wait_with_output().expect("its output can be read");
        let words = [output.stdout, output.stderr].concat();
        drop((self.game, self.desk));
        (status.code(), String::from_utf8_lossy(&words).into_owned(), after)
    }
}

/// Plays until `act`, and demands a clean and quick stop whose message has `reason`.
fn stops(reason: &str, act: impl FnOnce(&Run)) {
    let _turn = one_at_a_time();
    let (code, words, after) = Run::start().ended_by(act);
    assert_eq!(code, Some(4), "{words}");
    assert!(words.contains(reason), "{words}");
    assert!(words.contains(r#""stray_inputs":0"#), "{words}");
    assert!(after < END, "it took {after:?} to stop");
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("kill is there").success());
}

#[test]
fn the_mouse_pushed_into_a_corner_stops_it() {
    stops("corner", |run| {
        // A hand pushes for a while; one jump alone can fall together with a move of the program's.
        run.desk.hand(&["mousemove", "0", "0", "sleep", "0.02"].repeat(10));
    });
}

#[test]
fn the_mouse_moved_by_hand_stops_it() {
    stops("moved by hand", |run| {
        let step = ["mousemove_relative", "--", "-15", "-15", "sleep", "0.02"];
        run.desk.hand(&step.repeat(10));
    });
}

#[test]
fn the_abort_key_stops_it_whatever_window_has_the_keyboard() {
    stops("abort key", |run| {
        run.desk.hand(&["keydown", "F12"]);
        std::thread::sleep(Duration::from_millis(60));
        run.desk.hand(&["keyup", "F12"]);
    });
}

#[test]
fn ctrl_c_and_a_termination_signal_stop_it() {
    for name in ["-INT", "-TERM", "-HUP"] {
        stops("Ctrl-C", |run| signal(&run.child, name));
    }
}

/// Demands that the run goes on after `act`: that the pointer visits new places of the board.
fn goes_on(act: impl FnOnce(&Run)) {
    let _turn = one_at_a_time();
    let run = Run::start();
    act(&run);
    // It looks for the board and waits for the last click's effect first.
    std::thread::sleep(Duration::from_secs(2));
    let mut seen = Vec::new();
    wait_for("clicks after that", 30, || {
        let place = run.pointer();
        if !seen.contains(&place) {
            seen.push(place);
        }
        (seen.len() >= 4).then_some(())
    });
    let (code, words, _) = run.ended_by(|run| signal(&run.child, "-INT"));
    assert_eq!(code, Some(4), "{words}");
    assert!(words.contains("Ctrl-C"), "{words}");
    assert!(words.contains(r#""stray_inputs":0"#), "{words}");
    assert!(!words.contains(r#""misreads":1"#), "{words}");
}

#[test]
fn a_moved_window_is_followed() {
    goes_on(|run| {
        run.desk.hand(&["windowmove", run.game.id(), "100", "100"]);
    });
}

#[test]
fn a_resized_window_is_found_again_or_stops_the_run() {
    let _turn = one_at_a_time();
    let run = Run::start();
    run.desk.hand(&["windowsize", run.game.id(), "900", "700"]);
    std::thread::sleep(Duration::from_secs(2));
    let mut run = run;
    if run.child.try_wait().expect("it can be asked").is_none() {
        signal(&run.child, "-INT");
    }
    let status = run.child.wait().expect("it ends");
    let output = run.child.wait_with_output().expect("its output can be read");
    let words = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(status.code(), Some(4), "{words}");
    assert!(words.contains(r#""stray_inputs":0"#), "{words}");
}

#[test]
fn a_minimised_window_stops_it() {
    stops("minimised", |run| {
        run.desk.hand(&["windowminimize", run.game.id()]);
    });
}

#[test]
fn a_closed_game_stops_it() {
    stops("gone", |run| {
        run.desk.hand(&["windowkill", run.game.id()]);
    });
}

#[test]
fn another_window_over_the_board_stops_it_and_gets_no_click() {
    let _turn = one_at_a_time();
    let mut run = Run::of(Game::Xdemineur, &[]);
    let place = |of: &str| run.game.window["place"][of].to_string();
    let cover = Listener::open(&run.desk, &format!("130x40+{}+{}", place("x"), place("y")));
    // The game is brought to the front once; somebody who covers it again means it.
    let status = wait_for("the stop", 20, || {
        run.desk.hand(&["windowraise", &cover.id]);
        run.child.try_wait().expect("it can be asked")
    });
    let output = run.child.wait_with_output().expect("its output can be read");
    let words = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(status.code(), Some(4), "{words}");
    assert!(words.contains("covered"), "{words}");
    assert!(words.contains(r#""stray_inputs":0"#), "{words}");
    cover.heard_nothing(&run.desk);
}

/// A profile by which every click takes a second.
fn slow_clicks() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "name = \"slow\"\ngame = \"minesweeper\"\n[input]\nhold_ms = 1000\n";
    std::fs::write(folder.path().join("profile.toml"), text).expect("a new file");
    folder
}

#[test]
fn a_button_that_is_down_is_let_go_of_on_every_signal() {
    let _turn = one_at_a_time();
    let profile = slow_clicks();
    let profile = profile.path().to_string_lossy();
    for signals in [&["-INT"][..], &["-TERM"], &["-HUP"], &["-INT", "-INT"]] {
        let mut run = Run::of(Game::SgtMines, &["--profile", &profile]);
        let server = Server::of(&run.desk);
        wait_for("a button that is down", 20, || server.anything_down().then_some(()));
        signals.iter().for_each(|name| signal(&run.child, name));
        let status = wait_for("the end", 20, || run.child.try_wait().expect("it can be asked"));
        assert_eq!(status.code(), Some(4), "{signals:?}");
        assert!(!server.anything_down(), "{signals:?}");
    }
}

#[test]
fn a_second_ctrl_c_aborts_though_the_desktop_answers_no_more() {
    let _turn = one_at_a_time();
    let mut run = Run::start();
    let server = Server::of(&run.desk);
    server.grab();
    // By then it waits for an answer, and a first Ctrl-C has to wait with it.
    std::thread::sleep(END);
    signal(&run.child, "-INT");
    std::thread::sleep(END);
    assert!(run.child.try_wait().expect("it can be asked").is_none(), "it waits for the server");
    signal(&run.child, "-INT");
    let status = wait_for("the abort", 20, || run.child.try_wait().expect("it can be asked"));
    assert_eq!(status.code(), Some(4));
}

#[test]
fn a_mouse_that_rests_in_a_corner_at_the_start_does_not_stop_it() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let game = Game::SgtMines.start(&desk);
    desk.hand(&["mousemove", "0", "0"]);
    let arguments = ["play", "minesweeper", "--games", "1", "--json", "--no-db", "--window"];
    let output = desk.sweepfall(&arguments).arg(game.id()).output().expect("sweepfall starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_dry_run_sends_nothing() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let game = Game::SgtMines.start(&desk);
    desk.hand(&["mousemove", "700", "500"]);
    let arguments = ["play", "minesweeper", "--dry-run", "--no-db", "--window"];
    let output = desk.sweepfall(&arguments).arg(game.id()).output().expect("sweepfall starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let pointer = desk.hand(&["getmouselocation"]);
    assert!(pointer.starts_with("x:700 y:500"), "{pointer}");
}
