//! Strategies by name: one file and one row in [`ROWS`] each.

mod bcts;
mod book;
mod dellacherie;
mod dt10;
mod dt20;
mod eight_feature;
mod el_tetris;
mod forecast;
#[cfg(test)]
mod hand_worked;
mod mfc;
mod sweepfall;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::evaluator::{Evaluator, Linear};
use super::search::Search;
use super::weights::Weights;
use crate::files;

/// An evaluator with the search it is meant for.
#[derive(Clone)]
pub struct Strategy {
    /// The name on the command line.
    pub name: String,
    /// What it thinks of placements.
    pub evaluator: Arc<dyn Evaluator>,
    /// How far it looks, unless told otherwise.
    pub search: Search,
}

/// What there is about a strategy before it is made.
struct Row {
    name: &'static str,
    about: &'static str,
    make: fn() -> Arc<dyn Evaluator>,
    /// Pieces placed in thought.
    depth: usize,
    /// Placements followed at each piece but the last; `None` is all.
    width: Option<usize>,
}

fn linear(weights: Weights) -> Arc<dyn Evaluator> {
    Arc::new(Linear::new(weights))
}

const ONE: (usize, Option<usize>) = (1, None);

const fn row(
    name: &'static str,
    about: &'static str,
    make: fn() -> Arc<dyn Evaluator>,
    (depth, width): (usize, Option<usize>),
) -> Row {
    Row { name, about, make, depth, width }
}

/// Every strategy.
#[rustfmt::skip]
const ROWS: [Row; 10] = [
    row("sweepfall", "tuned here: surface fit, crowding and the features of DT-10", || linear(sweepfall::weights()), ONE),
    row("dt20", "DT-20, learnt on 10x20 (Gabillon, Ghavamzadeh, Scherrer 2013)", || linear(dt20::weights()), ONE),
    row("dt10", "DT-10, learnt on 10x10 (Gabillon, Ghavamzadeh, Scherrer 2013)", || linear(dt10::weights()), ONE),
    row("bcts", "BCTS, cross-entropy (Thiery, Scherrer 2009)", || linear(bcts::weights()), ONE),
    row("el-tetris", "El-Tetris, particle swarm (El-Ashi 2011)", || linear(el_tetris::weights()), ONE),
    row("dellacherie", "Dellacherie's hand-made player (2003)", || linear(dellacherie::weights()), ONE),
    row("eight-feature", "the Java article's eight features, eroded cells done rightly", || linear(eight_feature::weights()), ONE),
    row("mfc", "the dialog game's player: Dellacherie's six on a ring", || Arc::new(mfc::Mfc), ONE),
    row("book", "the interview book's player: two pieces, the best of the first", || Arc::new(book::Book), (2, Some(5))),
    row("forecast", "the PyQt game's player: two pieces in full", || Arc::new(forecast::Forecast), (2, None)),
];

/// Weights are a page of text; a larger file is something else.
const MAX_BYTES: u64 = 256 * 1024;

/// The strategy that plays when none is named.
pub const DEFAULT_STRATEGY: &str = "sweepfall";

/// Names of all strategies with what they are.
pub fn strategies() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.iter().map(|row| (row.name, row.about))
}

/// The strategy of this name, or a linear one from a weights file (TOML) when `name` is a path.
///
/// # Errors
/// When there is neither, or the file is not right.
pub fn strategy(name: &str) -> anyhow::Result<Strategy> {
    if let Some(row) = ROWS.iter().find(|row| row.name == name) {
        let search = Search { depth: row.depth, width: row.width, ..Search::default() };
        return Ok(Strategy { name: name.to_owned(), evaluator: (row.make)(), search });
    }
    if !name.ends_with(".toml") {
        let all: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
        bail!(
            "there is no strategy '{name}'; use one of {}, or a weights file .toml",
            all.join(", ")
        );
    }
    let bytes = files::read(Path::new(name), MAX_BYTES)
        .with_context(|| format!("cannot read the weights file {name}"))?;
    let weights = Weights::from_toml(&String::from_utf8_lossy(&bytes))
        .with_context(|| format!("the weights file {name} is not right"))?;
    Ok(Strategy {
        name: weights.name().to_owned(),
        evaluator: linear(weights),
        search: Search::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_can_be_made_and_an_unknown_one_lists_them() {
        for (name, _) in strategies() {
            assert_eq!(strategy(name).expect(name).name, name);
        }
        let error = strategy("dt30").err().expect("unknown").to_string();
        assert!(error.contains("dt10") && error.contains("forecast"), "{error}");
    }
}
