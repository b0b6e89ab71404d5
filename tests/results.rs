//! Results of games, by the front door: what `play` stored is what `scores` shows, whatever
//! happens in between.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

fn sweepfall() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sweepfall"))
}

/// Begins to play `games` beginner games on the built-in game.
fn play(db: &Path, games: u32, seed: u64) -> Child {
    sweepfall()
        .args(["play", "minesweeper", "--target", "sim", "--level", "beginner", "--json"])
        .args(["--games", &games.to_string(), "--seed", &seed.to_string()])
        .args(["--strategy", "probability", "--player", &format!("seed {seed}"), "--db"])
        .arg(db)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

fn scores(db: &Path, arguments: &[&str]) -> Output {
    sweepfall().args(["scores", "--db"]).arg(db).args(arguments).output().expect("run")
}

/// The lines of one kind that `scores --json` gives.
fn lines(db: &Path, kind: &str) -> Vec<Value> {
    let output = scores(db, &["--json", "--limit", "1000000"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let values = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    values.filter(|value: &Value| value["kind"] == kind).collect()
}

#[test]
fn scores_show_what_was_played() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let db = folder.path().join("new folder/results.db");
    let output = play(&db, 6, 4).wait_with_output().expect("ended");
    assert!(output.status.success());
    let told: Vec<Value> = String::from_utf8(output.stdout)
        .expect("text")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(told.len(), 6);
    let mut stored = lines(&db, "game");
    stored.reverse();
    for (told, stored) in told.iter().zip(&stored) {
        for field in ["game", "result", "clicks", "guesses", "seconds", "misreads"] {
            assert_eq!(told[field], stored[field], "{field}");
        }
        assert_eq!(stored["place"], "classic");
        assert_eq!((&stored["level"], &stored["seed"]), (&"beginner".into(), &4.into()));
    }
    let best = lines(&db, "best");
    let wins = told.iter().filter(|game| game["result"] == "won").count();
    assert_eq!((&best[0]["games"], &best[0]["wins"]), (&6.into(), &wins.into()));
    let table = String::from_utf8(scores(&db, &[]).stdout).expect("text");
    assert!(
        ["Best at minesweeper", "Latest games", "Day by day", "seed 4"]
            .iter()
            .all(|w| table.contains(w)),
        "{table}"
    );
    let csv = String::from_utf8(scores(&db, &["--csv"]).stdout).expect("text");
    assert_eq!(csv.lines().count(), 7);
    assert!(csv.starts_with("ended_ms,player,game,target"), "{csv}");
    let none = scores(&db, &["--csv", "--player", "nobody"]).stdout;
    assert_eq!(String::from_utf8(none).expect("text").lines().next(), csv.lines().next());
}

#[test]
fn nothing_that_was_told_is_lost_when_the_process_is_killed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let db = folder.path().join("results.db");
    let mut child = play(&db, 1_000_000, 1);
    let mut output = BufReader::new(child.stdout.take().expect("piped")).lines();
    let told: Vec<String> =
        output.by_ref().take(12).collect::<Result<_, _>>().expect("lines of games");
    // On Unix this is SIGKILL: nothing in the process can tidy up.
    child.kill().expect("killed");
    child.wait().expect("ended");
    let stored = lines(&db, "game");
    assert!(stored.len() >= told.len(), "{} of {}", stored.len(), told.len());
    let more = play(&db, 3, 2).wait_with_output().expect("ended");
    assert!(more.status.success());
    assert_eq!(lines(&db, "game").len(), stored.len() + 3);
}

#[test]
fn processes_that_write_at_once_lose_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let db = folder.path().join("results.db");
    let children: Vec<Child> = (0..3).map(|seed| play(&db, 15, seed)).collect();
    for child in children {
        assert!(child.wait_with_output().expect("ended").status.success());
    }
    assert_eq!(lines(&db, "game").len(), 45);
    assert_eq!(lines(&db, "best").len(), 3);
}

#[test]
fn a_results_file_that_cannot_be_used_never_stops_the_play_and_is_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let db = folder.path().join("results.db");
    let text = "no database\n".repeat(1000);
    std::fs::write(&db, &text).expect("written");
    let output = sweepfall()
        .args(["play", "minesweeper", "--target", "sim", "--games", "2", "--json", "--db"])
        .arg(&db)
        .output()
        .expect("run");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stdout).expect("text").lines().count(), 2);
    let told = String::from_utf8(output.stderr).expect("text");
    assert_eq!(told.matches("damaged").count(), 1, "{told}");
    assert!(told.contains("--db") && told.contains("2 games could not be stored"), "{told}");
    assert_eq!(std::fs::read_to_string(&db).expect("there"), text);
    assert_eq!(scores(&db, &[]).status.code(), Some(1));
}

/// A disk that is full: no file may grow beyond some blocks.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_earlier_game_and_stops_no_play() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let db = folder.path().join("results.db");
    assert!(play(&db, 2, 1).wait_with_output().expect("ended").status.success());
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec '{}' play minesweeper --target sim --games 2 --json --db '{}'",
        env!("CARGO_BIN_EXE_sweepfall"),
        db.display()
    );
    let output = Command::new("bash").args(["-c", &script]).output().expect("run");
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains("2 games could not be stored"), "{told}");
    assert_eq!(lines(&db, "game").len(), 2);
}

#[test]
fn without_db_nothing_is_stored() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = sweepfall()
        .args(["play", "minesweeper", "--target", "sim", "--no-db", "--quiet"])
        .env("XDG_DATA_HOME", folder.path())
        .env("HOME", folder.path())
        .output()
        .expect("run");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let run = |arguments: &[&str]| {
        let output = sweepfall().args(arguments).output().expect("run");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let commands = ["play", "replay", "scores", "completions", "bench"];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    let page = run(&["man"]);
    assert!(page.contains("SWEEPFALL PLAY MINESWEEPER") && page.contains("no\\-db"), "{page}");
}
