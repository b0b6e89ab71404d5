//! Profiles are made, extended and checked by the command, and while playing.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use sweepfall::board::tetris::{Falling, Orientation, Piece, Press, Rules, Turn, Well};
use sweepfall::calibration::{self, Profile};

fn sweepfall(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sweepfall"));
    command.args(args).stdin(Stdio::null()).output().expect("the program starts")
}

fn fixture(name: &str) -> PathBuf {
    let frames = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/frames");
    frames.join("minesweeper").join(name)
}

/// The text of a path for the command line.
fn text(path: &Path) -> &str {
    path.to_str().expect("these paths are text")
}

/// Makes or extends the profile in `folder`; what was told.
fn learn(folder: &Path, pictures: &[&Path]) -> String {
    let mut args = vec!["calibrate", "--out", text(folder)];
    args.extend(pictures.iter().map(|picture| text(picture)));
    let out = sweepfall(&args);
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(0), "{told}");
    told
}

fn load(folder: &Path) -> Profile {
    calibration::load(text(folder)).expect("a right profile")
}

/// What `calibrate --check` says of one picture, and its exit code.
fn check(profile: &Path, picture: &Path) -> (Option<i32>, Value) {
    let out = sweepfall(&["calibrate", "--check", text(profile), "--json", text(picture)]);
    let told = String::from_utf8_lossy(&out.stderr);
    (out.status.code(), serde_json::from_slice(&out.stdout).expect(&told))
}

#[test]
fn a_profile_made_from_labelled_screenshots_reads_others_of_the_skin_without_doubt() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = folder.path().join("mine");
    let pictures = [fixture("xdemineur_exp_711_n120.png"), fixture("xdemineur_exp_825_lost.png")];
    let told = learn(&made, &[&pictures[0], &pictures[1]]);
    assert!(told.contains("knows # . 1 2 3") && told.contains("not seen yet:"), "{told}");
    assert_eq!(load(&made).name, "mine");
    let (code, line) = check(&made, &fixture("xdemineur_exp_711_n250.png"));
    assert_eq!((line["cols"].as_u64(), line["rows"].as_u64()), (Some(30), Some(16)), "{line}");
    assert_eq!(line["wrong"], Value::Array(Vec::new()), "{line}");
    assert_eq!(line["doubtful"], Value::Array(Vec::new()), "{line}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_profile_that_knows_a_fresh_board_only_or_does_not_fit_spoils_no_later_reading() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = folder.path().join("mine");
    learn(&made, &[&fixture("winemine_exp_fresh.png")]);
    let picture = fixture("winemine_exp_lost_wrongflags.png");
    let read = |profile: &str| {
        let out = sweepfall(&["read", "--json", "--profile", profile, text(&picture)]);
        let told = String::from_utf8_lossy(&out.stderr);
        let line: Value = serde_json::from_slice(&out.stdout).expect(&told);
        line["board"].clone()
    };
    let whole = read("winemine");
    assert_eq!(read(text(&made)), whole);
    let of_another_game = read("gnome-mines");
    let rows = |board: &Value| board.as_array().expect("rows").len();
    assert_eq!(rows(&of_another_game), rows(&whole));
    for (row, truth) in
        of_another_game.as_array().into_iter().flatten().zip(whole.as_array().into_iter().flatten())
    {
        let (row, truth) = (row.as_str().expect("text"), truth.as_str().expect("text"));
        assert!(row.chars().zip(truth.chars()).all(|(a, b)| a == b || a == '~'), "{row} {truth}");
    }
}

#[test]
fn cells_that_a_profile_does_not_know_are_listed_and_the_exit_code_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = folder.path().join("mine");
    learn(&made, &[&fixture("xdemineur_exp_711_n120.png")]);
    // Flags and question marks were never shown to it.
    let (code, line) = check(&made, &fixture("xdemineur_exp_flags_qmarks.png"));
    let doubtful = line["doubtful"].as_array().expect("a list");
    assert_eq!(code, Some(1), "{line}");
    assert!(!doubtful.is_empty());
    for cell in doubtful {
        assert!(cell["col"].is_u64() && cell["row"].is_u64(), "{cell}");
        assert!(cell["best"].is_string() && cell["second"].is_string(), "{cell}");
        let margin = cell["score"].as_f64().zip(cell["second_score"].as_f64()).map(|(a, b)| a - b);
        let told = cell["margin"].as_f64().expect("a number");
        assert!((margin.expect("two numbers") - told).abs() < 0.002, "{cell}");
    }
    let nothing = folder.path().join("black.png");
    image::RgbImage::new(300, 200).save(&nothing).expect("a picture");
    assert_eq!(check(&made, &nothing).0, Some(3));
}

#[test]
fn a_cell_that_its_label_says_is_another_is_told_as_wrong() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = folder.path().join("shot.png");
    std::fs::copy(fixture("winemine_exp_236_n120.png"), &picture).expect("a copy");
    let label = std::fs::read_to_string(fixture("winemine_exp_236_n120.txt")).expect("a label");
    let at = label.rfind('3').expect("a 3 somewhere");
    let lie = format!("{}4{}", &label[..at], &label[at + 1..]);
    std::fs::write(picture.with_extension("txt"), lie).expect("a label");
    let (code, line) = check(Path::new("winemine"), &picture);
    assert_eq!(code, Some(1), "{line}");
    let wrong = line["wrong"].as_array().expect("a list");
    assert_eq!(wrong.len(), 1, "{line}");
    assert_eq!((&wrong[0]["kind"], &wrong[0]["label"]), (&"3".into(), &"4".into()));
}

#[test]
fn without_a_terminal_kinds_without_a_name_are_listed_and_the_rest_is_learnt() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (made, picture) = (folder.path().join("mine"), folder.path().join("shot.png"));
    // The cells of this skin are known; one of them shows a thing that no game has.
    let mut image = image::open(fixture("winemine_exp_236_n120.png")).expect("a picture").to_rgb8();
    let label = std::fs::read_to_string(fixture("winemine_exp_236_n120.txt")).expect("a label");
    let cell = label.lines().find_map(|line| line.strip_prefix("# cell:")).expect("its grid");
    let at: Vec<u32> = cell.split_whitespace().map(|n| n.parse().expect("a number")).collect();
    let [x, y, w, h] = at[..] else { panic!("four numbers: {cell}") };
    for (dx, dy) in (2..w - 2).flat_map(|dx| (2..h - 2).map(move |dy| (dx, dy))) {
        let shade = if (dx / 2 + dy / 2) % 2 == 0 { 250 } else { 5 };
        image.put_pixel(x + 3 * w + dx, y + 2 * h + dy, image::Rgb([shade, 90, 200]));
    }
    image.save(&picture).expect("a picture");
    let told = learn(&made, &[&picture]);
    assert!(told.contains("kind 1: 1 cell, the first at column 3, row 2"), "{told}");
    let overlay = image::open(made.join("doubtful-shot.png")).expect("an overlay").to_rgb8();
    assert_eq!(overlay.dimensions(), image.dimensions());
    assert!(load(&made).cells.contains("#") && load(&made).cells.contains("1"));
}

#[test]
fn extending_a_profile_loses_nothing_that_was_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = folder.path().join("mine");
    learn(&made, &[&fixture("winemine_exp_fresh.png")]);
    let file = made.join("profile.toml");
    let mine = std::fs::read_to_string(&file).expect("a file")
        + "\n[input]\nhold_ms = 33 # my mouse is slow\n\n[window]\ntitle = [\"My game\"]\n";
    std::fs::write(&file, mine).expect("a file");
    let before = load(&made);
    let told = learn(&made, &[&fixture("winemine_exp_lost_wrongflags.png")]);
    let after = load(&made);
    assert!(told.contains("new pictures"), "{told}");
    assert!(before.pictures.iter().all(|picture| after.pictures.contains(picture)));
    assert!(after.pictures.len() > before.pictures.len());
    assert_eq!((&after.input, &after.window), (&before.input, &before.window));
    let text = std::fs::read_to_string(&file).expect("a file");
    assert!(text.contains("hold_ms = 33 # my mouse is slow"), "{text}");
}

#[test]
fn what_becomes_certain_while_playing_is_saved_and_reads_the_game_afterwards() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = folder.path().join("mine");
    let play = |seed: &str| {
        let out = sweepfall(&[
            "play",
            "minesweeper",
            "--target",
            "sim",
            "--level",
            "intermediate",
            "--skin",
            "classic",
            "--no-db",
            "--json",
            "--seed",
            seed,
            "--save-profile",
            text(&made),
        ]);
        let told = String::from_utf8_lossy(&out.stderr);
        let line: Value = serde_json::from_slice(&out.stdout).expect(&told);
        assert_eq!(line["misreads"], 0, "{line}");
        load(&made)
    };
    let first = play("3");
    assert!(["#", ".", "1", "2"].iter().all(|kind| first.cells.contains(kind)), "{}", first.cells);
    let second = play("4");
    assert!(first.pictures.iter().all(|picture| second.pictures.contains(picture)));
}

#[test]
fn a_profile_of_another_game_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("profile.toml");
    let text_before = "name = \"t\"\ngame = \"tetris\"\n";
    std::fs::write(&file, text_before).expect("a file");
    let picture = fixture("winemine_exp_fresh.png");
    let out = sweepfall(&["calibrate", "--out", text(folder.path()), text(&picture)]);
    let told = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{told}");
    assert!(told.contains("profile of a tetris"), "{told}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), text_before);
}

#[test]
fn a_tetris_gets_a_profile_for_its_keys_and_its_pictures_are_checked_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = folder.path().join("mine");
    let frames = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/frames/tetris");
    let picture = frames.join("kblocks_mid_10_J.png");
    learn(&made, &[&picture]);
    let keys = load(&made).tetris.expect("keys").keys;
    assert!(keys.contains_key(&sweepfall::board::tetris::Press::Left));
    let (code, line) = check(&made, &picture);
    assert_eq!((code, &line["game"]), (Some(0), &"tetris".into()), "{line}");
}

#[test]
fn the_keys_and_turns_of_an_unknown_tetris_are_learnt_by_pressing_keys_and_watching() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let odd = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rules/odd.toml");
    let out = folder.path().join("learnt");
    let game = ["--sim", "--rules", text(&odd), "--seed", "3", "--scale", "0.5"];
    let what = ["calibrate", "tetris", "--learn", "--json", "--out", text(&out)];
    let told = sweepfall(&[&what[..], &game[..]].concat());
    let words = String::from_utf8_lossy(&told.stderr).into_owned();
    assert_eq!(told.status.code(), Some(0), "{words}");
    let lines = String::from_utf8_lossy(&told.stdout).into_owned();
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let learnt = lines.last().expect("a summary");
    let keys = serde_json::json!({
        "left": "left", "right": "right", "down": "down", "ccw": "up", "cw": "z"
    });
    assert_eq!(learnt["keys"], keys, "{words}");
    assert_eq!(learnt["columns"], 1, "{words}");
    // Its first level falls by a row in 880 ms.
    let row_ms = learnt["row_ms"].as_u64().expect("a fall");
    assert!((800..=960).contains(&row_ms), "{row_ms} ms a row");
    for rate in &lines[..lines.len() - 1] {
        assert_eq!(rate["sent"], rate["moved"], "this game loses no key: {rate}");
    }
    // A key of the profile turns pieces as the game does, whatever the words for it.
    let profile = load(&out);
    let tetris = profile.tetris.expect("a Tetris");
    let (truth, seen) = (rules(text(&odd)), rules(&tetris.rules));
    let well = Well::new(10, 20).expect("a usual size");
    for piece in Piece::ALL {
        let spawn = |rules: &Rules| rules.spawn(piece, Orientation::ALL[0], 10);
        let (mut game, mut ours) = (spawn(&truth), spawn(&seen));
        // It may have been seen only some rows further down.
        let top = |cells: &[(i32, i32)]| cells.iter().map(|cell| cell.1).min();
        let tops = top(&cells(&truth, &game)).zip(top(&cells(&seen, &ours)));
        ours.row += tops.map_or(0, |(game, ours)| game - ours);
        for turn in 0..4 {
            let (game_cells, our_cells) = (cells(&truth, &game), cells(&seen, &ours));
            assert_eq!(game_cells, our_cells, "{piece} after {turn} turns");
            game = truth.press(&well, &game, Press::Cw).unwrap_or(game);
            ours = seen.press(&well, &ours, Press::Ccw).unwrap_or(ours);
        }
        // At the right wall three of the pieces are moved aside when they turn.
        let kicked = matches!(piece, Piece::T | Piece::J | Piece::L);
        let moved = seen.kicks(piece, Turn::Cw, Orientation::ALL[0]).contains(&(-1, 0));
        assert_eq!(moved, kicked, "{piece}");
    }
}

fn rules(name: &str) -> Rules {
    Rules::load(name).expect("right rules")
}

/// The cells of a piece, sorted.
fn cells(rules: &Rules, falling: &Falling) -> Vec<(i32, i32)> {
    let mut cells = rules.cells(falling);
    cells.sort_unstable();
    cells
}
