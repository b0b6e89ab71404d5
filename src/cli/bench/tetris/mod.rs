//! `bench tetris`: how many lines a strategy makes, and how fast.

mod report;
mod splitting;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use crate::board::tetris::{Randomiser, Rules, Well};
use crate::cli::Exit;
use crate::cli::progress::Progress;
use crate::solver::tetris::fast::EndRule;
use crate::solver::tetris::games::{GameOptions, GameRecord, play_games};
use crate::solver::tetris::{DEFAULT_STRATEGY, Unknown, strategies, strategy};
use report::{Report, Stopwatch};

/// Play whole Tetris games without a screen: lines a game, pieces a second, checksum of all moves
#[derive(Debug, Args)]
pub struct BenchTetris {
    /// Who plays: a name, several separated by commas, `all`, or a weights file (TOML)
    #[arg(long, default_value = DEFAULT_STRATEGY)]
    strategy: String,
    /// Columns of the well
    #[arg(long, default_value_t = 10)]
    cols: usize,
    /// Rows of the well
    #[arg(long, default_value_t = 20)]
    rows: usize,
    /// Games to play
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Begin at this game, to go on after an earlier run
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Which pieces are dealt
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play; the results do not depend on it
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Cut games short after so many seconds (for each strategy)
    #[arg(long)]
    max_seconds: Option<f64>,
    /// Cut each game short after so many pieces
    #[arg(long)]
    max_pieces: Option<u64>,
    /// Pieces placed in thought (the strategy's own if not given)
    #[arg(long)]
    depth: Option<usize>,
    /// Best placements followed at each piece but the last (the strategy's own if not given)
    #[arg(long)]
    width: Option<usize>,
    /// Search all known pieces with a beam for so many milliseconds a piece
    #[arg(long)]
    think_ms: Option<u64>,
    /// Average over the pieces that may follow the known ones
    #[arg(long)]
    average: bool,
    /// Pieces shown beyond the falling one (as many as the search needs if not given)
    #[arg(long)]
    next: Option<usize>,
    /// Rules of movement: a name or a TOML file; classic is free rotation and straight drop
    #[arg(long, default_value = "classic")]
    rules: String,
    /// How pieces are dealt (as the rules say if not given)
    #[arg(long, value_enum)]
    randomiser: Option<Deal>,
    /// A piece that sticks out may still clear rows; only what then sticks out ends the game
    #[arg(long)]
    clear_first: bool,
    /// Play no game out but estimate by multilevel splitting with so many climbs a level; `--games`
    /// is then the number of estimates. For linear strategies, one piece, classic rules
    #[arg(long, conflicts_with_all = ["depth", "width", "think_ms", "average", "next", "rules",
        "randomiser", "clear_first", "boards", "max_pieces"])]
    splitting: Option<usize>,
    /// Write the final well of each game to this file, in text
    #[arg(long)]
    boards: Option<PathBuf>,
    /// One JSON object a strategy on stdout
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Deal {
    Uniform,
    Bag,
}

/// Plays and reports.
///
/// # Errors
/// When a name, a size or a file is wrong.
pub fn run(args: &BenchTetris, quiet: bool) -> anyhow::Result<Exit> {
    let names: Vec<String> = match args.strategy.as_str() {
        "all" => strategies().map(|(name, _)| name.to_owned()).collect(),
        list => list.split(',').map(|name| name.trim().to_owned()).collect(),
    };
    let rules = Rules::load(&args.rules)?;
    let well = Well::new(args.cols, args.rows)?;
    let mut boards = String::new();
    for name in &names {
        let (report, games) = match args.splitting {
            None => bench_one(args, name, &rules, &well, quiet)?,
            Some(climbs) => (splitting::bench(args, name, &well, climbs, quiet)?, BTreeMap::new()),
        };
        let text = report.text();
        if args.json {
            say!("{}", serde_json::to_string(&report)?);
            eprintln!("{text}");
        } else {
            say!("{text}");
        }
        for (index, game) in games {
            let (lines, pieces) = (game.lines, game.pieces);
            boards +=
                &format!("# {} game {index}: {lines} lines, {pieces} pieces\n", report.strategy);
            boards += &format!("{}\n", game.well);
        }
    }
    if let Some(path) = &args.boards {
        std::fs::write(path, boards).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(Exit::Done)
}

fn bench_one(
    args: &BenchTetris,
    name: &str,
    rules: &Rules,
    well: &Well,
    quiet: bool,
) -> anyhow::Result<(Report, BTreeMap<u64, GameRecord>)> {
    let mut player = strategy(name)?;
    let search = &mut player.search;
    search.depth = args.depth.unwrap_or(search.depth);
    search.width = args.width.or(search.width);
    search.think = args.think_ms.map(Duration::from_millis);
    if args.clear_first {
        search.end = EndRule::AfterClearing;
    }
    if args.average {
        search.unknown = Unknown::Average;
    }
    if search.depth == 0 || search.width == Some(0) {
        bail!("depth and width begin at 1");
    }
    let shown = search.depth - 1;
    let options = GameOptions {
        well: well.clone(),
        rules: rules.clone(),
        randomiser: match args.randomiser {
            None => rules.randomiser(),
            Some(Deal::Uniform) => Randomiser::Uniform,
            Some(Deal::Bag) => Randomiser::Bag,
        },
        next: args.next.unwrap_or(if args.average { 0 } else { shown }),
        max_pieces: args.max_pieces,
        seed: args.seed,
    };
    let watch = Stopwatch::start();
    let pieces = AtomicU64::new(0);
    let progress = Progress::new(args.games, "games", quiet);
    let go_on = |placed: u64| {
        let all = pieces.fetch_add(placed, Ordering::Relaxed) + placed;
        let rate = all as f64 / watch.seconds().max(1e-3);
        progress.say(format!("{name}: {:.2} M pieces, {:.0} a second", all as f64 / 1e6, rate));
        args.max_seconds.is_none_or(|limit| watch.seconds() < limit)
    };
    let mut games = BTreeMap::new();
    play_games(
        &player,
        &options,
        args.from..args.from + args.games,
        args.threads,
        go_on,
        |i, game| {
            games.insert(i, game);
            progress.one_more();
        },
    );
    drop(progress);
    Ok((Report::of_games(player.name, well, &games, &watch), games))
}
