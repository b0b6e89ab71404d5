//! `bench minesweeper`: how many games a strategy wins, and how long they take.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use rand::Rng;
use rand_pcg::Pcg64;
use serde::Serialize;

use crate::board::Grid;
use crate::board::minesweeper::{Game, Level, Rules, StartRule};
use crate::cli::Exit;
use crate::cli::progress::Progress;
use crate::geometry::CellPos;
use crate::solver::minesweeper::{
    DEFAULT_STRATEGY, FlagStyle, Limits, Trial, first_cell, play_out, strategy,
};

const DEFAULT_GAMES: usize = 1_000;

/// Play whole Minesweeper games without a screen: win rate, time a game, checksum of all moves
#[derive(Debug, Args)]
pub struct BenchMinesweeper {
    /// Who plays: two-rule, probability, pseq or full
    #[arg(long, default_value = DEFAULT_STRATEGY)]
    strategy: String,
    /// beginner, intermediate, expert or COLSxROWS/MINES
    #[arg(long, default_value = "expert")]
    level: Level,
    /// What the game promises about the first click
    #[arg(long, value_enum, default_value_t = Start::Safe)]
    start: Start,
    /// Games to play (1000 if not given, or all boards of a file)
    #[arg(long)]
    games: Option<usize>,
    /// Which games are dealt
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin at this game, to go on after an earlier run
    #[arg(long, default_value_t = 0)]
    from: usize,
    /// Threads that play; the results do not depend on it
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Begin no further game after so many seconds
    #[arg(long)]
    max_seconds: Option<f64>,
    /// Longest time for one decision in milliseconds; 0 is the quickest way to play
    #[arg(long, default_value_t = 1_000)]
    think_ms: u64,
    /// Flags and chords: none, all, or efficient (fewest clicks)
    #[arg(long, value_enum, default_value_t = Flags::None)]
    flags: Flags,
    /// Play the boards of this file: `W H M safe|open X Y`, then a board of 0 and 1 a line
    #[arg(long, conflicts_with_all = ["level", "start", "seed"])]
    boards: Option<PathBuf>,
    /// Write `INDEX WIN MILLISECONDS` a line to this file
    #[arg(long)]
    results: Option<PathBuf>,
    /// One JSON object on stdout
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Start {
    Safe,
    Open,
    Classic,
    None,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Flags {
    None,
    All,
    Efficient,
}

/// The games to play and how the first click was protected.
struct Source {
    level: Level,
    start: StartRule,
    seed: u64,
    first: CellPos,
    boards: Option<Vec<Grid<bool>>>,
}

/// One finished game.
struct Finished {
    index: usize,
    trial: Trial,
    wall: Duration,
    cpu: Option<Duration>,
}

#[derive(Debug, Serialize)]
struct Report {
    level: String,
    start: &'static str,
    strategy: String,
    games: usize,
    wins: usize,
    win_rate: f64,
    stderr: f64,
    ms_per_game: Spread,
    /// Processor time, which other programs on the machine do not lengthen.
    cpu_ms_per_game: Option<f64>,
    clicks_per_win: f64,
    guesses_per_game: f64,
    checksum: String,
}

#[derive(Debug, Serialize)]
struct Spread {
    mean: f64,
    p50: f64,
    p99: f64,
    max: f64,
}

/// Plays and reports.
///
/// # Errors
/// When a name or file is wrong, or when a strategy contradicts a real game.
pub fn run(args: BenchMinesweeper, quiet: bool) -> anyhow::Result<Exit> {
    strategy(&args.strategy)?;
    let source = Source::new(&args)?;
    let games = match &source.boards {
        Some(boards) => args.games.unwrap_or(usize::MAX).min(boards.len()),
        None => args.games.unwrap_or(DEFAULT_GAMES),
    };
    let finished = play_all(&args, &source, args.from..games, quiet)?;
    if let Some(path) = &args.results {
        write_results(path, &finished)?;
    }
    let report = Report::new(&args, &source, &finished);
    if args.json {
        say!("{}", serde_json::to_string(&report)?);
    }
    let text = report.text();
    if args.json {
        eprintln!("{text}")
    } else {
        say!("{text}")
    }
    Ok(Exit::Done)
}

impl Source {
    fn new(args: &BenchMinesweeper) -> anyhow::Result<Self> {
        let start = match args.start {
            Start::Safe => StartRule::Safe,
            Start::Open => StartRule::Open,
            Start::Classic => StartRule::Classic,
            Start::None => StartRule::None,
        };
        match &args.boards {
            None => {
                let first = first_cell(args.level.cols, args.level.rows, start);
                Ok(Self { level: args.level, start, seed: args.seed, first, boards: None })
            }
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("reading the boards in {}", path.display()))?;
                parse_boards(&text).with_context(|| format!("in {}", path.display()))
            }
        }
    }

    /// The game number `index`: it does not depend on who plays or on the number of threads.
    fn game(&self, index: usize) -> Game {
        let rules = Rules { start: self.start, ..Rules::default() };
        match &self.boards {
            Some(boards) => Game::with_mines(boards[index].clone(), rules),
            None => {
                let numbered = Pcg64::new(u128::from(self.seed), index as u128).next_u64();
                Game::new(self.level, rules, numbered)
            }
        }
    }
}

/// Parses a board file: `W H M safe|open X Y`, then one game a line.
fn parse_boards(text: &str) -> anyhow::Result<Source> {
    let mut lines = text.lines();
    let header =
        lines.next().context("the file is empty; its first line is W H M safe|open X Y")?;
    let words: Vec<&str> = header.split_whitespace().collect();
    let [cols, rows, mines, start, x, y] = words[..] else {
        bail!("the first line is '{header}', not W H M safe|open X Y");
    };
    let level: Level = format!("{cols}x{rows}/{mines}").parse()?;
    let start = match start {
        "safe" => StartRule::Safe,
        "open" => StartRule::Open,
        "classic" => StartRule::Classic,
        "none" => StartRule::None,
        other => bail!("'{other}' is no start rule; use safe, open, classic or none"),
    };
    let first = CellPos::new(x.parse()?, y.parse()?);
    if first.col >= level.cols || first.row >= level.rows {
        bail!("the first click {first} lies outside the board");
    }
    let mut boards = Vec::new();
    for (number, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let cells = line.trim().as_bytes();
        if cells.len() != level.cells() {
            bail!("line {} has {} cells, not {}", number + 2, cells.len(), level.cells());
        }
        let mines =
            Grid::from_fn(level.cols, level.rows, |p| cells[p.row * level.cols + p.col] == b'1');
        let count = mines.values().iter().filter(|mine| **mine).count();
        if count != level.mines {
            bail!("line {} has {count} mines, not {}", number + 2, level.mines);
        }
        boards.push(mines);
    }
    Ok(Source { level, start, seed: 0, first, boards: Some(boards) })
}

/// Plays the games of `range` on all threads; the answer is in the games' order.
fn play_all(
    args: &BenchMinesweeper,
    source: &Source,
    range: std::ops::Range<usize>,
    quiet: bool,
) -> anyhow::Result<Vec<Finished>> {
    let limits = Limits {
        start: source.start,
        think: Duration::from_millis(args.think_ms),
        flags: match args.flags {
            Flags::None => FlagStyle::None,
            Flags::All => FlagStyle::All,
            Flags::Efficient => FlagStyle::Efficient,
        },
        ..Limits::default()
    };
    let progress = Progress::new(range.len() as u64, "games", quiet);
    let (next, begun) = (AtomicUsize::new(range.start), Instant::now());
    let (sender, receiver) = mpsc::channel();
    let mut finished = Vec::with_capacity(range.len());
    std::thread::scope(|scope| -> anyhow::Result<()> {
        for _ in 0..args.threads.max(1) {
            let (sender, next, range, limits) = (sender.clone(), &next, &range, &limits);
            let mut player = strategy(&args.strategy)?;
            scope.spawn(move || {
                while args.max_seconds.is_none_or(|s| begun.elapsed().as_secs_f64() < s) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if !range.contains(&index) {
                        break;
                    }
                    let mut game = source.game(index);
                    let (start, cpu) = (Instant::now(), thread_cpu_time());
                    let trial = play_out(player.as_mut(), &mut game, source.first, limits);
                    let wall = start.elapsed();
                    let cpu = thread_cpu_time().zip(cpu).map(|(after, before)| after - before);
                    if sender.send((index, trial, wall, cpu)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut wins = 0;
        for (index, trial, wall, cpu) in receiver {
            let trial = trial.with_context(|| format!("game {index} was misjudged"))?;
            wins += usize::from(trial.won);
            finished.push(Finished { index, trial, wall, cpu });
            progress.one_more();
            if finished.len() % 100 == 0 {
                progress.say(format!("{:.2} % won", 100.0 * wins as f64 / finished.len() as f64));
            }
        }
        Ok(())
    })?;
    drop(progress);
    finished.sort_by_key(|game| game.index);
    Ok(finished)
}

/// Processor time of this thread so far, where the system tells it.
fn thread_cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn write_results(path: &Path, finished: &[Finished]) -> anyhow::Result<()> {
    let mut out = Vec::new();
    for game in finished {
        let ms = game.wall.as_secs_f64() * 1e3;
        writeln!(out, "{} {} {ms:.3}", game.index, u8::from(game.trial.won))?;
    }
    std::fs::write(path, out).with_context(|| format!("writing the results to {}", path.display()))
}

impl Report {
    fn new(args: &BenchMinesweeper, source: &Source, finished: &[Finished]) -> Self {
        let games = finished.len();
        let count = games.max(1) as f64;
        let wins = finished.iter().filter(|game| game.trial.won).count();
        let rate = wins as f64 / count;
        let won_clicks: usize =
            finished.iter().filter(|game| game.trial.won).map(|game| game.trial.clicks).sum();
        let mut ms: Vec<f64> = finished.iter().map(|game| game.wall.as_secs_f64() * 1e3).collect();
        ms.sort_by(f64::total_cmp);
        let rank = |share: f64| ms.get((share * (count - 1.0)) as usize).copied().unwrap_or(0.0);
        let cpu: Option<Duration> = finished.iter().map(|game| game.cpu).sum();
        let checksum = finished.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, game| {
            (sum ^ game.trial.checksum).wrapping_mul(0x0100_0000_01b3)
        });
        Self {
            level: source.level.name(),
            start: match source.start {
                StartRule::Safe => "safe",
                StartRule::Open => "open",
                StartRule::Classic => "classic",
                StartRule::Opened | StartRule::None => "none",
            },
            strategy: args.strategy.clone(),
            games,
            wins,
            win_rate: rate,
            stderr: (rate * (1.0 - rate) / count).sqrt(),
            ms_per_game: Spread {
                mean: ms.iter().sum::<f64>() / count,
                p50: rank(0.5),
                p99: rank(0.99),
                max: rank(1.0),
            },
            cpu_ms_per_game: cpu.map(|cpu| cpu.as_secs_f64() * 1e3 / count),
            clicks_per_win: won_clicks as f64 / wins.max(1) as f64,
            guesses_per_game: finished.iter().map(|game| game.trial.guesses as f64).sum::<f64>()
                / count,
            checksum: format!("{checksum:016x}"),
        }
    }

    fn text(&self) -> String {
        let Self { level, start, strategy, games, wins, checksum, .. } = self;
        let ms = &self.ms_per_game;
        format!(
            "{strategy} on {level}, start {start}: {wins} of {games} games won, {:.2} +- {:.2} %\n\
             ms a game: mean {:.2}, median {:.2}, 99th percentile {:.2}, worst {:.1}; processor {:.2}\n\
             clicks a won game {:.1}, guesses a game {:.2}, checksum {checksum}",
            100.0 * self.win_rate,
            100.0 * self.stderr,
            ms.mean,
            ms.p50,
            ms.p99,
            ms.max,
            self.cpu_ms_per_game.unwrap_or(0.0),
            self.clicks_per_win,
            self.guesses_per_game,
        )
    }
}
