//! `sweepfall soak`: plays the built-in games while things go wrong.

mod game;
mod judge;
mod row;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::ValueEnum;

use self::row::Row;
use super::Exit;
use crate::calibration::Game;
use crate::target::faulty::Fault;

/// Play the built-in games under injected faults and count what must not happen
#[derive(Debug, clap::Args)]
pub struct Soak {
    /// Which games
    #[arg(long, value_enum, default_value = "both")]
    game: Which,
    /// Runs of each kind under each fault: two games of Minesweeper, a few seconds of Tetris
    #[arg(long, visible_alias = "max-games", default_value_t = 5)]
    games: u32,
    /// Only this fault, or several joined by + (default: each one and some mixtures)
    #[arg(long, value_name = "FAULT+FAULT..")]
    fault: Option<Mixture>,
    /// Begin no further run after this time
    #[arg(long, value_name = "S")]
    max_seconds: Option<f64>,
    /// Decides games and faults
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the evidence of stopped runs is kept (default: nowhere)
    #[arg(long, value_name = "DIR")]
    evidence: Option<PathBuf>,
    /// One object a line instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    Minesweeper,
    Tetris,
    Both,
}

/// Faults that happen together.
#[derive(Debug, Clone)]
pub struct Mixture(pub Vec<Fault>);

impl FromStr for Mixture {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split('+').map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl Mixture {
    fn name(&self) -> String {
        self.0.iter().map(|fault| fault.name()).collect::<Vec<_>>().join(" + ")
    }

    /// Each fault alone, then the mixtures.
    fn all() -> Vec<Self> {
        let alone = Fault::ALL.iter().map(|row| Self(vec![row.fault]));
        alone.chain(MIXTURES.iter().map(|faults| Self(faults.to_vec()))).collect()
    }
}

/// Faults that are tried together.
const MIXTURES: [&[Fault]; 5] = [
    &[Fault::LostInput, Fault::LateInput, Fault::DoubledInput, Fault::ReorderedInput],
    &[Fault::LostFrame, Fault::LateFrame, Fault::RepeatedFrame, Fault::TornFrame],
    &[Fault::Noise, Fault::Tooltip, Fault::Cursor, Fault::ColourShift],
    &[Fault::LateInput, Fault::DoubledInput, Fault::LateFrame, Fault::Tooltip, Fault::Moved],
    &[Fault::LostInput, Fault::Animation, Fault::Popup, Fault::Rescaled, Fault::Unfocused],
];

/// Runs `soak`.
pub fn run(args: &Soak) -> Result<Exit> {
    let begun = Instant::now();
    let enough =
        || args.max_seconds.is_some_and(|max| begun.elapsed() >= Duration::from_secs_f64(max));
    let kinds = match args.game {
        Which::Minesweeper => vec![Game::Minesweeper],
        Which::Tetris => vec![Game::Tetris],
        Which::Both => vec![Game::Minesweeper, Game::Tetris],
    };
    let passing = std::env::temp_dir().join(format!("sweepfall-soak-{}", std::process::id()));
    let evidence = args.evidence.as_deref().unwrap_or(&passing);
    let mut clean = true;
    if !args.json {
        say!("{}", row::HEADER);
    }
    for kind in kinds {
        let mixtures = args.fault.clone().map_or_else(Mixture::all, |only| vec![only]);
        for mixture in mixtures {
            if kind == Game::Tetris && mixture.0 == [Fault::BoardSize] {
                // The built-in well keeps its size.
                continue;
            }
            let mut row = Row::new(kind, &mixture.name());
            for index in 0..u64::from(args.games) {
                if enough() {
                    break;
                }
                let seed = args.seed.wrapping_add(index);
                row.add(game::play(kind, &mixture.0, seed, evidence)?);
            }
            if args.json {
                say!("{}", serde_json::to_string(&row)?);
            } else {
                say!("{row}");
            }
            clean &= row.is_clean();
        }
    }
    if passing.exists() {
        std::fs::remove_dir_all(&passing)?;
    }
    Ok(if clean { Exit::Done } else { Exit::Failed })
}
