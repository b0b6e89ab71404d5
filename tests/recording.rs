//! Sessions of the built-in game are recorded and gone through again.

mod eyes;

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use anyhow::Result;
use eyes::{Eyes, LEVEL, look};
use sweepfall::board::Grid;
use sweepfall::board::minesweeper::{Cell, Rules};
use sweepfall::calibration::{Chord, InputPace, MinesweeperRules, NewGame, Step};
use sweepfall::clock::SystemClock;
use sweepfall::frame::Frame;
use sweepfall::input::Button;
use sweepfall::play::minesweeper::{Guessing, Setup};
use sweepfall::play::{Environment, Limits, Player, run};
use sweepfall::recording::{
    FORMAT, Header, Page, PlayerSetup, Recorder, Recording, Replay, Tape, replay,
};
use sweepfall::solver::minesweeper::FlagStyle;
use sweepfall::target::simulated::minesweeper::{Setup as SimSetup, SimulatedMinesweeper};
use sweepfall::vision::minesweeper::{BoardReader, NoBoard, Reading};

fn setup() -> Setup {
    let face = vec![Step::Face];
    Setup {
        level: None,
        strategy: "probability".into(),
        on_guess: Guessing::Ask,
        flags: FlagStyle::None,
        think: Duration::from_secs(1),
        dry_run: false,
        profile: None,
        rules: MinesweeperRules { chord: Chord::Middle, ..MinesweeperRules::default() },
        pace: InputPace { hold_ms: 1, gap_ms: 1, ..InputPace::default() },
        new_game: NewGame { after_win: face.clone(), after_loss: face, ..NewGame::default() },
    }
}

/// Records `games` games in `folder`; every guess but the tenth is allowed.
fn record(folder: &Path, games: u32) {
    let mut target = SimulatedMinesweeper::new(SimSetup {
        level: LEVEL,
        rules: Rules::default(),
        chords: vec![Button::Middle],
        look: look(),
        seed: 11,
    });
    let mut asked = 0;
    let ask = Box::new(move |_: &_| {
        asked += 1;
        asked != 10
    });
    let setup = setup();
    let clock = Rc::new(SystemClock::new());
    let eyes = Box::new(Eyes::new());
    let mut player = setup.player(eyes, ask, clock.clone()).expect("a strategy");
    let header = Header {
        format: FORMAT,
        version: "0.1.0".into(),
        target: "the built-in game <1>".into(),
        began_ms: 0,
        player: PlayerSetup::Minesweeper(Box::new(setup)),
    };
    let mut recorder = Recorder::begin(folder, &header).expect("a new folder");
    let mut environment = Environment {
        clock: &*clock,
        limits: Limits { games, time: None, inputs: None },
        stop: &|| None,
        evidence: None,
        report: &mut |_| {},
        watch: &mut recorder,
    };
    let _ = run(&mut target, &mut player, &mut environment);
}

/// Goes through the recording with `reader`.
fn again(folder: &Path, reader: impl BoardReader + 'static, keep: usize) -> Result<Replay> {
    let build = |header: &Header, tape: Rc<RefCell<Tape>>| -> Result<Box<dyn Player>> {
        let PlayerSetup::Minesweeper(setup) = &header.player else { panic!("not recorded so") };
        let ask = Box::new(move |_: &_| tape.borrow().acted());
        let clock = Rc::new(SystemClock::new());
        Ok(Box::new(setup.player(Box::new(reader), ask, clock)?))
    };
    replay(Recording::open(folder)?, keep, build)
}

/// Takes one cell for a mine from the n-th reading on.
struct Blurred {
    eyes: Eyes,
    from: u32,
    readings: u32,
}

impl BoardReader for Blurred {
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoBoard> {
        self.eyes.find(frame)
    }

    fn read(&mut self, frame: &Frame, previous: &Reading) -> Reading {
        let mut reading = self.eyes.read(frame, previous);
        self.readings += 1;
        if self.readings >= self.from {
            let cells = &reading.cells;
            reading.cells = Grid::from_fn(cells.cols(), cells.rows(), |pos| {
                let mut cell = cells[pos];
                if (pos.col, pos.row) == (5, 6) {
                    cell.kind = Some(Cell::Mine);
                }
                cell
            });
        }
        reading
    }
}

#[test]
fn a_recorded_session_is_read_and_played_the_same_again_with_its_guesses() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("session");
    record(&dir, 8);
    let replay = again(&dir, Eyes::new(), 5).expect("readable");
    assert!(replay.difference.is_none(), "{}", replay.difference.expect("checked"));
    assert!(replay.looks > 100 && replay.inputs > 100 && replay.games > 0, "{replay:?}");
    assert_eq!((replay.decisions.len(), replay.cut_off), (5, false));
    let frames: Vec<_> = fs::read_dir(dir.join("frames")).expect("frames").collect();
    assert!(frames.len() < replay.looks as usize, "only changed pictures are kept");
}

#[test]
fn the_first_difference_is_told_and_shown_with_both_pictures() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("session");
    record(&dir, 1);
    let blurred = Blurred { eyes: Eyes::new(), from: 3, readings: 0 };
    let done = again(&dir, blurred, 3).expect("readable");
    let difference = done.difference.as_ref().expect("one cell is read otherwise");
    let text = difference.to_string();
    assert!(text.contains("cell (5, 6): recorded") && text.contains("now *"), "{text}");
    let cells = difference.cells();
    assert_eq!(cells.len(), 1);
    let (recorded, _) = difference.pictures();
    assert_ne!(recorded, difference.picture, "the cell is marked");
    let header = Recording::open(&dir).expect("readable").header().clone();
    let html = Page { header: &header, replay: &done }.html();
    assert!(html.contains("the built-in game &lt;1&gt;"));
    let pictures = html.matches("data:image/png;base64,").count();
    assert_eq!(pictures, 2 + done.decisions.len());
    assert!(!html.contains("http") && !html.contains("<script"), "it needs no other file");
}

#[test]
fn a_recording_that_was_cut_off_is_good_up_to_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("session");
    record(&dir, 1);
    let events = dir.join("events.jsonl");
    let text = fs::read(&events).expect("events");
    fs::write(&events, &text[..text.len() * 2 / 3]).expect("cut");
    let replay = again(&dir, Eyes::new(), 0).expect("readable");
    assert!(replay.difference.is_none() && replay.cut_off);
}

#[test]
fn damaged_and_hostile_recordings_give_an_error_that_names_the_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let good = folder.path().join("good");
    record(&good, 1);
    let events = fs::read_to_string(good.join("events.jsonl")).expect("events");
    let lines: Vec<&str> = events.lines().collect();
    let spoil = |name: &str, spoil: &dyn Fn(&Path)| {
        let dir = folder.path().join(name);
        fs::create_dir_all(dir.join("frames")).expect("a folder");
        for file in ["session.json", "events.jsonl"] {
            fs::copy(good.join(file), dir.join(file)).expect("copied");
        }
        for entry in fs::read_dir(good.join("frames")).expect("frames") {
            let entry = entry.expect("an entry");
            fs::copy(entry.path(), dir.join("frames").join(entry.file_name())).expect("copied");
        }
        spoil(&dir);
        again(&dir, Eyes::new(), 0).expect_err(name).to_string()
    };
    let write = |dir: &Path, file: &str, text: &str| fs::write(dir.join(file), text).expect(file);

    let error = spoil("line", &|dir| {
        write(dir, "events.jsonl", &format!("{}\n{{\"look\":1}}\n", lines[0]));
    });
    assert!(error.contains("line 2"), "{error}");
    let error = spoil("huge", &|dir| {
        let line = lines[0].replacen("\"w\":", "\"w\":4000000000,\"was\":", 1);
        write(dir, "events.jsonl", &(line + "\n"));
    });
    assert!(error.contains("larger") || error.contains("damaged"), "{error}");
    let error = spoil("endless", &|dir| {
        write(dir, "events.jsonl", &"x".repeat(5 << 20));
    });
    assert!(error.contains("longer"), "{error}");
    let error = spoil("newer", &|dir| write(dir, "session.json", "{\"format\": 99}"));
    assert!(error.contains("99"), "{error}");
    let error = spoil("picture", &|dir| write(dir, "frames/00000000.png", "no picture"));
    assert!(error.contains("00000000.png"), "{error}");
    let error = spoil("gone", &|dir| {
        fs::remove_file(dir.join("frames/00000000.png")).expect("removed");
    });
    assert!(error.contains("00000000.png"), "{error}");
    let empty = Recording::open(folder.path()).expect_err("no recording").to_string();
    assert!(empty.contains("session.json") && empty.contains("--record"), "{empty}");
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_not_followed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("session");
    record(&dir, 1);
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    for name in ["events.jsonl", "frames/00000000.png", "frames"] {
        let (inside, outside) = (dir.join(name), elsewhere.join(name.replace('/', "_")));
        fs::rename(&inside, &outside).expect("moved");
        std::os::unix::fs::symlink(&outside, &inside).expect("linked");
        let error = again(&dir, Eyes::new(), 0).expect_err(name).to_string();
        assert!(error.contains("links are not followed"), "{name}: {error}");
        fs::remove_file(&inside).expect("unlinked");
        fs::rename(&outside, &inside).expect("moved back");
    }
}

#[test]
fn a_folder_in_use_is_not_recorded_over() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("session");
    record(&dir, 1);
    let header = Recording::open(&dir).expect("readable").header().clone();
    let error = Recorder::begin(&dir, &header).expect_err("in use").to_string();
    assert!(error.contains("not empty") && error.contains("--record"), "{error}");
}

#[test]
fn a_recording_that_names_files_outside_is_gone_through_only_when_it_is_trusted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("session");
    record(&dir, 1);
    let secret = folder.path().join("secret.txt");
    fs::write(&secret, "hush = 1").expect("a file");
    let session = dir.join("session.json");
    let mut header: serde_json::Value =
        serde_json::from_slice(&fs::read(&session).expect("a header")).expect("JSON");
    header["player"]["profile"] = secret.to_string_lossy().into();
    fs::write(&session, header.to_string()).expect("a header");
    let told = |more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sweepfall"));
        let out = command.arg("replay").arg(&dir).args(more).output().expect("sweepfall starts");
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    let (code, refused) = told(&[]);
    assert_eq!(code, Some(2), "{refused}");
    assert!(refused.contains("secret.txt") && !refused.contains("hush"), "{refused}");
    let (_, read) = told(&["--trust"]);
    assert!(read.contains("hush"), "{read}");
}

#[test]
fn a_recorded_game_of_tetris_is_replayed_to_the_same_inputs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let recording = folder.path().join("recording");
    let sweepfall = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sweepfall"));
        command.args(arguments).arg(&recording).output().expect("it starts")
    };
    let play = ["play", "tetris", "--target", "sim", "--max-clicks", "12", "--no-db", "--record"];
    sweepfall(&play);
    let told = sweepfall(&["replay", "--json"]);
    let errors = String::from_utf8_lossy(&told.stderr);
    let line: serde_json::Value = serde_json::from_slice(&told.stdout).expect(&errors);
    assert_eq!((&line["same"], &line["inputs"]), (&true.into(), &12.into()), "{line}");
}
