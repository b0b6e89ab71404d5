//! The benchmark of vision, by the front door.

use std::process::{Command, Output};

use serde_json::Value;

fn bench_vision(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sweepfall"));
    command.args(["bench", "vision", "--seed", "4", "--frames", "2", "--fixtures"]);
    let folder = tempfile::tempdir().expect("a folder");
    let frame = "fixtures/frames/minesweeper/winemine_exp_236_n120";
    for end in ["png", "txt"] {
        let from = std::path::Path::new(frame).with_extension(end);
        std::fs::copy(&from, folder.path().join(format!("winemine_one.{end}"))).expect("copied");
    }
    command.arg(folder.path()).args(arguments).output().expect("run")
}

#[test]
fn frames_of_all_kinds_are_read_and_the_boards_on_desktops_are_found_where_they_are() {
    let output = bench_vision(&["--repeat", "1", "--json"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    let line: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let (total, speed) = (&line["total"], &line["speed"]);
    assert_eq!(total["wrong"], 0, "{told}");
    let frames = |kind: &str| -> u64 {
        let groups = line["groups"].as_array().expect("groups");
        let of_kind = groups
            .iter()
            .filter(|group| group["skin"].as_str().is_some_and(|s| s.starts_with(kind)));
        of_kind.map(|group| group["frames"].as_u64().expect("a number")).sum()
    };
    let skins = frames("built-in");
    assert_eq!((frames("saved"), frames("made-up"), skins > 0), (1, 2, true), "{line}");
    assert_eq!(total["frames"], frames("saved") + frames("made-up") + skins);
    let cells = total["right"].as_u64().zip(total["unknown"].as_u64()).expect("numbers");
    assert!(cells.0 > 20 * cells.1, "{total}");
    for part in ["find_grid_ms", "find_and_read_ms", "read_again_ms"] {
        assert!(speed[part]["p50"].as_f64() > Some(0.0) && speed[part]["n"].as_u64() > Some(0));
    }
}

#[test]
fn without_timings_there_is_a_table_and_a_total() {
    let output = bench_vision(&["--repeat", "0"]);
    let table = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{table}");
    assert!(table.lines().any(|line| line.starts_with("saved winemine")), "{table}");
    assert!(table.lines().any(|line| line.starts_with("all ")), "{table}");
    assert!(!table.contains("ms median"), "{table}");
}
