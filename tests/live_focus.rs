//! Real Tetris games that lose the keyboard to another program: they are paused, nothing is typed
//! into the other program, and the game goes on when it has the keyboard again.
#![cfg(target_os = "linux")]

mod support;

use std::fs::{self, File};
use std::process::{Child, Command};
use std::time::Duration;

use support::{Desk, Game, Listener, Running, Server, one_at_a_time, wait_for};

/// A game in play. Fields are dropped in this order.
struct Playing {
    child: Child,
    game: Running,
    desk: Desk,
    folder: tempfile::TempDir,
}

impl Playing {
    fn start(game: Game) -> Self {
        let desk = Desk::start();
        let game = game.start(&desk);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let said = File::create(folder.path().join("said")).expect("a new file");
        let mut command =
            desk.sweepfall(&["play", "tetris", "--games", "100", "--json", "--no-db"]);
        command.args(["--window", game.id()]).env("RUST_LOG", "info,enigo=error");
        let child = command.stdout(said.try_clone().expect("one more handle")).stderr(said).spawn();
        let playing = Self { child: child.expect("sweepfall starts"), game, desk, folder };
        playing.placed(3);
        playing
    }

    fn said(&self) -> String {
        fs::read_to_string(self.folder.path().join("said")).expect("it was made")
    }

    /// Waits until so many more pieces have been planned.
    fn placed(&self, more: usize) {
        let count = || self.said().matches(" -> ").count();
        let before = count();
        wait_for("more pieces", 60, || (count() >= before + more).then_some(()));
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes the keyboard from the game, gives it back with a click, and looks what happens.
fn pauses_and_goes_on(game: Game) {
    let _turn = one_at_a_time();
    let mut playing = Playing::start(game);
    let desk = &playing.desk;
    let listener = Listener::open(desk, "40x8+1400+800");
    // The keyboard is asked for once; who takes it again means it.
    wait_for("the pause", 30, || {
        desk.hand(&["windowactivate", &listener.id]);
        std::thread::sleep(Duration::from_millis(700));
        playing.said().contains("paused until the keyboard is back").then_some(())
    });
    let server = Server::of(desk);
    // Some games tell in a passing box that they are paused.
    std::thread::sleep(Duration::from_secs(4));
    let paused = server.picture(&playing.game.window);
    std::thread::sleep(Duration::from_millis(1500));
    assert!(server.picture(&playing.game.window) == paused, "something moves in the paused game");
    assert_eq!(listener.heard(), "", "keys have reached another program");

    let side = |of: &str| playing.game.window["place"][of].as_i64().expect("a place");
    let (x, y) = (side("x") + 4, side("y") + side("h") - 4);
    desk.hand(&["mousemove", &x.to_string(), &y.to_string(), "sleep", "0.1", "click", "1"]);
    playing.placed(4);
    let status = Command::new("kill").args(["-INT", &playing.child.id().to_string()]).status();
    assert!(status.expect("kill is there").success());
    let status = wait_for("the end", 20, || playing.child.try_wait().expect("it can be asked"));
    let said = playing.said();
    assert_eq!(status.code(), Some(4), "{said}");
    assert!(said.contains(r#""stray_inputs":0"#) && said.contains("Ctrl-C"), "{said}");
    assert!(!server.anything_down());
    listener.heard_nothing(&playing.desk);
}

#[test]
fn kblocks_is_paused_without_the_keyboard_and_goes_on_with_it() {
    pauses_and_goes_on(Game::Kblocks);
}

#[test]
fn vitetris_is_paused_without_the_keyboard_and_goes_on_with_it() {
    pauses_and_goes_on(Game::Vitetris);
}
