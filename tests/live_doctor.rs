//! What can be in the way on a desktop, staged, and what `sweepfall doctor` says of it.
#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use support::{Desk, Game, Group, json_lines, one_at_a_time, wait_for};

/// The findings of `check`, with the mend of each that is not good.
fn told(findings: &[Value], check: &str) -> Vec<String> {
    let about = findings.iter().filter(|finding| finding["check"] == check);
    about
        .map(|finding| {
            let good = finding["state"] == "good";
            assert_eq!(finding["mend"].is_null(), good, "what is wrong has a mend: {finding}");
            format!("{} {}", finding["state"].as_str().unwrap_or_default(), finding["found"])
        })
        .collect()
}

/// Asks the doctor on `desk`.
fn findings(desk: &Desk) -> Vec<Value> {
    desk.json(&["doctor", "--json"])
}

/// Asks the doctor until he says something of `check` that has all `words`.
fn says(desk: &Desk, check: &str, words: &[&str]) {
    let mut last = Vec::new();
    for _ in 0..40 {
        last = findings(desk);
        let fits = |text: &String| words.iter().all(|word| text.contains(word));
        if told(&last, check).iter().any(fits) {
            return;
        }
        std::thread::sleep(Duration::from_millis(250));
    }
    panic!("nothing about {check} with {words:?}: {last:#?}");
}

/// A program with the name of another one, which does nothing.
fn named(folder: &Path, name: &str) -> Group {
    let program = folder.join(name);
    fs::copy("/bin/sleep", &program).expect("sleep is there");
    Group::start(Command::new(&program).arg("60").stdout(Stdio::null()))
}

#[test]
fn on_a_good_desktop_everything_is_good_and_the_game_can_be_played() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let _game = Game::Xdemineur.start(&desk);
    let all = findings(&desk);
    for check in ["display", "window manager", "scaling", "monitors", "capture", "pointer", "input"]
    {
        let told = told(&all, check);
        assert!(told.len() == 1 && told[0].starts_with("good"), "{check}: {told:?}");
    }
    let games = told(&all, "game windows");
    assert!(games[0].starts_with("good") && games[0].contains("mineur"), "{games:?}");
}

#[test]
fn a_desktop_that_is_not_there_is_told() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sweepfall"));
    command.args(["doctor", "--json"]).env_remove("WAYLAND_DISPLAY").env("XDG_SESSION_TYPE", "x11");
    for (display, word) in [(None, "DISPLAY is not set"), (Some(":4711"), ":4711")] {
        command.env_remove("DISPLAY").envs(display.map(|name| ("DISPLAY", name)));
        let output = command.output().expect("sweepfall starts");
        assert_eq!(output.status.code(), Some(1));
        let told = told(&json_lines(&output), "display");
        assert!(told[0].starts_with("bad") && told[0].contains(word), "{told:?}");
    }
}

#[test]
fn a_wayland_session_without_xwayland_or_a_portal_is_told() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let ask = |display: &str| {
        let mut command = desk.sweepfall(&["doctor", "--json"]);
        command.env("WAYLAND_DISPLAY", "wayland-0").env("DISPLAY", display);
        json_lines(&command.output().expect("sweepfall starts"))
    };
    let none = ask("");
    assert!(told(&none, "xwayland")[0].starts_with("bad"), "{none:?}");
    assert!(told(&none, "session")[0].contains("Wayland"), "{none:?}");
    let without = ask(desk.display());
    assert_eq!(told(&without, "xwayland"), [""; 0]);
    // Somebody who runs the tests in a desktop session has one.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let _portal = named(folder.path(), "xdg-desktop-portal");
    wait_for("the portal to be seen", 10, || {
        told(&ask(desk.display()), "portal").is_empty().then_some(())
    });
}

#[test]
fn a_missing_window_manager_is_told() {
    let _turn = one_at_a_time();
    let mut desk = Desk::start();
    desk.end_window_manager();
    says(&desk, "window manager", &["doubtful", "none runs"]);
}

#[test]
fn scales_that_do_not_match_are_told() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let mut command = desk.sweepfall(&["doctor", "--json"]);
    let output = command.env("GDK_SCALE", "2").output().expect("sweepfall starts");
    let told = told(&json_lines(&output), "scaling");
    assert!(told[0].starts_with("doubtful") && told[0].contains("GDK_SCALE is 2"), "{told:?}");
}

#[test]
fn several_monitors_of_different_densities_are_told() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let monitor = |name: &str, place: &str, output: &str| {
        let status = desk.command("xrandr").args(["--setmonitor", name, place, output]).status();
        assert!(status.expect("./setup --tests installs xrandr").success());
    };
    monitor("left", "960/250x1080/280+0+0", "screen");
    monitor("right", "960/125x1080/140+960+0", "none");
    says(&desk, "monitors", &["doubtful", "98 and 195 dots per inch"]);
}

#[test]
fn a_game_that_is_partly_off_the_screen_or_covered_is_told() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let game = Game::SgtMines.start(&desk);
    desk.hand(&["windowmove", game.id(), "1500", "300"]);
    says(&desk, "game windows", &["doubtful", "not wholly on one monitor"]);
    desk.hand(&["windowmove", game.id(), "100", "100"]);
    says(&desk, "game windows", &["good", "can be played"]);
    let cover = Game::Xdemineur.start(&desk);
    desk.hand(&["windowmove", cover.id(), "200", "200", "windowraise", cover.id()]);
    says(&desk, "game windows", &["doubtful", "is covered", "mineur"]);
}

#[test]
fn a_filter_of_the_screen_s_colours_is_told_by_its_name_and_by_what_the_screen_does() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let filter = named(folder.path(), "redshift");
    says(&desk, "colour filter", &["doubtful", "redshift"]);
    drop(filter);
    let mut night = desk.command("xrandr");
    let status = night.args(["--output", "screen", "--gamma", "1:0.8:0.6"]).status();
    assert!(status.expect("./setup --tests installs xrandr").success());
    says(&desk, "colour filter", &["doubtful", "as at night"]);
}

#[test]
fn another_program_that_sends_input_is_told_by_its_name_and_by_what_the_pointer_does() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let mut command = desk.command("xdotool");
    let step = ["mousemove_relative", "--", "3", "0", "sleep", "0.02"];
    let _hand = Group::start(command.args(step.repeat(400)).stdout(Stdio::null()));
    says(&desk, "other input", &["doubtful", "xdotool"]);
    let all = findings(&desk);
    let pointer = told(&all, "pointer");
    assert!(pointer[0].starts_with("doubtful") && pointer[0].contains("it moves"), "{pointer:?}");
}
