//! `sweepfall calibrate tetris`: learns a running game by pressing its keys and watching.

mod keys;
mod kicks;
mod pupil;
mod rates;
mod turns;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;

use self::keys::Keys;
use self::pupil::Pupil;
use crate::calibration::{self, Game, InputPace, Profile, TetrisRules};
use crate::cli::tetris_game::TetrisGame;
use crate::cli::window::Place;
use crate::cli::{Exit, Fault};
use crate::clock::SteppedClock;
use crate::target::Target;
use crate::target::live::{LiveOptions, WindowInfo};
use crate::target::simulated::tetris::{Frames, SimulatedTetris};

/// Learn a running Tetris: which key does what, how its pieces turn, how fast keys may come
#[derive(Debug, clap::Args)]
pub struct Lesson {
    #[command(flatten)]
    place: Place,
    /// Learn in the built-in game instead of a window
    #[arg(long, conflicts_with_all = ["window", "region"])]
    sim: bool,
    /// Press keys and watch what each does, and how pieces come in and turn; needs --out
    #[arg(long, requires = "out", required_unless_present = "keys")]
    learn: bool,
    /// Send presses at rising rates and compare them with the columns that a piece moves
    #[arg(long)]
    keys: bool,
    /// The folder of the profile that is written or gets the pace
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The profile with the keys to measure (default: found by itself, or the keys are looked for)
    #[arg(long, value_name = "NAME-OR-PATH")]
    profile: Option<String>,
    /// The longest it may take
    #[arg(long, value_name = "S", default_value_t = 600)]
    max_seconds: u64,
    /// Decides the pieces of the built-in game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object a line on the standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: TetrisGame,
}

/// Runs `sweepfall calibrate tetris`.
pub fn run(args: &Lesson) -> Result<Exit> {
    let (mut target, window) = open(args)?;
    let mut pupil = Pupil::new(&mut *target, Duration::from_secs(args.max_seconds))?;
    let mut profile = known(args, window.as_ref())?;
    let keys = match profile.as_ref().and_then(|profile| profile.tetris.as_ref()) {
        Some(tetris) if !args.learn => {
            Keys { known: tetris.keys.clone(), columns: 1, pause: tetris.pause }
        }
        _ => keys::learn(&mut pupil)?,
    };
    if args.learn {
        let out = args.out.as_deref().expect("it is required");
        let learnt = rules(&mut pupil, &keys, out)?;
        let tetris = TetrisRules {
            rules: learnt,
            keys: keys.known.clone(),
            pause: keys.pause,
            ..TetrisRules::usual()
        };
        let mut fresh = Profile { tetris: Some(tetris), ..Profile::new(&name(out)?, Game::Tetris) };
        if let Some(window) = &window {
            fresh.window.cover(&window.title, &window.class);
        }
        profile = Some(fresh);
    }
    let row_ms = rates::fall(&mut pupil, &keys)?;
    if let Some(row_ms) = row_ms {
        eprintln!("pieces fall by a row in {row_ms} ms");
    }
    let best = rates::measure(&mut pupil, &keys, |rate| {
        eprintln!(
            "held {} ms, then {} ms: {} presses, {} columns",
            rate.hold_ms, rate.gap_ms, rate.sent, rate.moved
        );
        if args.json {
            println!("{}", json!(rate));
        }
    })?;
    let Some(best) = best else {
        anyhow::bail!("presses were lost or doubled at every rate; is the game busy or paused?");
    };
    if let (Some(out), Some(profile)) = (&args.out, &mut profile) {
        profile.input =
            InputPace { hold_ms: best.hold_ms, gap_ms: best.gap_ms, ..profile.input.clone() };
        calibration::save(out, profile)?;
        eprintln!("{} is written", out.join("profile.toml").display());
    }
    if args.json {
        let columns = keys.columns;
        let keys: std::collections::BTreeMap<_, _> =
            keys.known.iter().map(|(press, key)| (press.name(), key.to_string())).collect();
        let rules = profile.and_then(|profile| profile.tetris).map(|tetris| tetris.rules);
        println!(
            "{}",
            json!({
                "keys": keys, "columns": columns, "rules": rules, "row_ms": row_ms,
                "hold_ms": best.hold_ms, "gap_ms": best.gap_ms
            })
        );
    }
    Ok(Exit::Done)
}

/// The target and its window, where it is one.
fn open(args: &Lesson) -> Result<(Box<dyn Target>, Option<WindowInfo>)> {
    if args.sim {
        let setup = args.game.setup(args.seed, Frames::SIXTY)?;
        let clock = Box::new(SteppedClock::default());
        let target = SimulatedTetris::with_clock(setup, clock).map_err(Fault::usage)?;
        return Ok((Box::new(target), None));
    }
    // The pauses are the lesson's own.
    let pace = InputPace { gap_ms: 0, ..InputPace::default() };
    let target = args.place.lock(Some(Game::Tetris), LiveOptions { pace, ..Default::default() })?;
    let window = target.window().clone();
    Ok((Box::new(target), Some(window)))
}

/// What is known of the game already.
fn known(args: &Lesson, window: Option<&WindowInfo>) -> Result<Option<Profile>> {
    if let Some(name) = &args.profile {
        return Ok(Some(calibration::load(name).map_err(Fault::usage)?));
    }
    let found = window.and_then(|window| {
        calibration::for_window(&window.title, &window.class, Some(Game::Tetris))
    });
    Ok(found.cloned())
}

/// The name of the rules that explain how pieces come in and turn, or of the file that says so.
fn rules(pupil: &mut Pupil<'_>, keys: &Keys, out: &Path) -> Result<String> {
    let seen = turns::learn(pupil, keys)?;
    if let Some(shipped) = turns::explained(&seen) {
        eprintln!("pieces come in and turn as in {shipped}");
        return Ok(shipped.to_string());
    }
    let Some(text) = turns::text(&name(out)?, &seen, keys) else {
        anyhow::bail!(
            "only {} of 7 pieces were seen to turn; start a new game and run this again",
            seen.len()
        );
    };
    let text = text + &kicks::text(&kicks::learn(pupil, keys, &seen)?);
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let file = out.join("rules.toml");
    std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file.to_string_lossy().into_owned())
}

/// The folder's name, which is the profile's.
fn name(out: &Path) -> Result<String> {
    let name = out.file_name().context("--out needs a folder's name")?;
    Ok(name.to_string_lossy().into_owned())
}
