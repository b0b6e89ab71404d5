//! Finding and looking at real windows.
#![cfg(target_os = "linux")]

mod support;

use support::{Desk, Game, one_at_a_time};

#[test]
fn open_games_are_listed_with_their_place_and_the_profile_that_fits() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let sgt = Game::SgtMines.start(&desk);
    // Its title is no UTF-8 property.
    let xdemineur = Game::Xdemineur.start(&desk);
    for (running, profile, size) in
        [(&sgt, "sgt-mines", (660, 442)), (&xdemineur, "xdemineur", (661, 432))]
    {
        let window = &running.window;
        assert_eq!(window["game"], "minesweeper");
        assert_eq!(window["profile"], profile);
        assert_eq!(
            (window["place"]["w"].as_u64(), window["place"]["h"].as_u64()),
            (Some(size.0), Some(size.1))
        );
    }
    assert_eq!(xdemineur.window["title"], "xdémineur");
}

#[test]
fn the_doctor_finds_what_is_missing_and_names_the_mend() {
    let _turn = one_at_a_time();
    let desk = Desk::start();
    let findings = desk.json(&["doctor", "--json"]);
    let of = |check: &str| findings.iter().find(|f| f["check"] == check).expect("checked");
    for check in ["display", "window manager", "monitors", "capture", "input"] {
        assert_eq!(of(check)["state"], "good", "{}", of(check));
    }
    assert_eq!(of("game windows")["state"], "doubtful", "no game is open");

    let game = Game::Xdemineur.start(&desk);
    desk.hand(&["windowmove", "--sync", game.id(), "1700", "500"]);
    let findings = desk.json(&["doctor", "--json"]);
    let finding = findings.iter().find(|f| f["check"] == "game windows").expect("checked");
    assert_eq!(finding["state"], "doubtful");
    assert!(finding["mend"].as_str().is_some_and(|m| m.contains("move it")), "{finding}");
}

#[test]
fn without_a_display_every_command_says_so() {
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sweepfall"));
        command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.output().expect("sweepfall starts")
    };
    for arguments in [["windows"], ["doctor"]] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(1));
        let words = [output.stdout, output.stderr].concat();
        let words = String::from_utf8_lossy(&words).into_owned();
        assert!(words.contains("DISPLAY"), "{words}");
    }
}
