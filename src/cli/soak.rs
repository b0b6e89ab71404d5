//! `sweepfall soak`: plays the built-in games while things go wrong.

mod game;
mod row;

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
    /// Games of each kind under each fault
    #[arg(long, default_value_t = 5)]
    games: u32,
    /// Only this fault (default: all and mixtures of the harmless ones)
    #[arg(long)]
    fault: Option<Fault>,
    /// Begin no further game after this time
    #[arg(long)]
    max_seconds: Option<f64>,
    /// Decides games and faults
    #[arg(long, default_value_t = 1)]
    seed: u64,
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

/// What is mixed: faults that can all happen together without an end of the window.
const MIXTURE: [Fault; 6] = [
    Fault::LateInput,
    Fault::DoubledInput,
    Fault::LostFrame,
    Fault::LateFrame,
    Fault::Tooltip,
    Fault::Cursor,
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
    let mut clean = true;
    if !args.json {
        println!("{}", row::HEADER);
    }
    for kind in kinds {
        let mut campaigns: Vec<(&str, Vec<Fault>)> = match args.fault {
            Some(fault) => vec![(fault.name(), vec![fault])],
            None => Fault::ALL.iter().map(|(fault, name, _)| (*name, vec![*fault])).collect(),
        };
        if args.fault.is_none() {
            campaigns.push(("mixture", MIXTURE.to_vec()));
        }
        for (name, faults) in campaigns {
            let mut row = Row::new(kind, name);
            for index in 0..u64::from(args.games) {
                if enough() {
                    break;
                }
                row.add(game::play(kind, &faults, args.seed.wrapping_add(index))?);
            }
            if args.json {
                println!("{}", serde_json::to_string(&row)?);
            } else {
                println!("{row}");
            }
            clean &= row.is_clean();
        }
    }
    Ok(if clean { Exit::Done } else { Exit::Failed })
}
