//! What `bench tetris` tells of a strategy.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::board::tetris::Well;
use crate::solver::tetris::games::{GameRecord, HASH_START, hash};
use crate::solver::tetris::splitting::Estimate;

#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    pub strategy: String,
    cols: usize,
    rows: usize,
    games: usize,
    pieces: u64,
    lines: u64,
    /// Mean over finished games; with unfinished ones, all lines by the number of games lost.
    lines_per_game: f64,
    stderr: f64,
    /// Whether these are no games but estimates by splitting.
    estimated: bool,
    unfinished: usize,
    pieces_per_second: f64,
    /// By processor time, which other programs on the machine do not lengthen.
    pieces_per_cpu_second: Option<f64>,
    /// Share of rows that were removed four at once.
    four_line_share: f64,
    checksum: String,
}

/// Measures a run's time.
pub(super) struct Stopwatch {
    start: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self { start: Instant::now(), cpu: cpu_time() }
    }

    /// Seconds on the clock.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn cpu_seconds(&self) -> Option<f64> {
        cpu_time().zip(self.cpu).map(|(after, before)| (after - before).as_secs_f64())
    }
}

/// The processor time of this process so far, where the system tells.
fn cpu_time() -> Option<Duration> {
    // Threads that have ended count only here, in clock ticks of a hundredth of a second.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

impl Report {
    /// What games played out, or cut short, show.
    pub fn of_games(
        strategy: String,
        well: &Well,
        games: &BTreeMap<u64, GameRecord>,
        watch: &Stopwatch,
    ) -> Self {
        let lines: u64 = games.values().map(|game| game.lines).sum();
        let finished: Vec<f64> =
            games.values().filter(|game| game.finished).map(|game| game.lines as f64).collect();
        let lost = finished.len() as f64;
        let unfinished = games.len() - finished.len();
        // Lines are close to exponentially distributed, for which this is the best estimate.
        let lines_per_game = lines as f64 / lost.max(1.0);
        let stderr = if unfinished > 0 || finished.len() < 2 {
            lines_per_game / lost.max(1.0).sqrt()
        } else {
            standard_error(&finished, lines_per_game)
        };
        let fours: u64 = games.values().map(|game| 4 * game.clears[3]).sum();
        let checksum = games.values().fold(HASH_START, |sum, game| hash(sum, game.checksum));
        let pieces = games.values().map(|game| game.pieces).sum();
        Self {
            games: games.len(),
            lines,
            lines_per_game,
            stderr,
            unfinished,
            four_line_share: fours as f64 / lines.max(1) as f64,
            checksum: format!("{checksum:016x}"),
            ..Self::timed(strategy, well, pieces, watch)
        }
    }

    /// What estimates of the lines a game show.
    pub fn of_estimates(
        strategy: String,
        well: &Well,
        estimates: &[Estimate],
        watch: &Stopwatch,
    ) -> Self {
        // What splitting estimates without bias is how often games are lost.
        let rates: Vec<f64> = estimates.iter().map(|estimate| 1.0 / estimate.lines).collect();
        let rate = rates.iter().sum::<f64>() / rates.len() as f64;
        let checksum = rates.iter().fold(HASH_START, |sum, rate| hash(sum, rate.to_bits()));
        let pieces = estimates.iter().map(|estimate| estimate.played).sum();
        Self {
            games: estimates.len(),
            lines_per_game: 1.0 / rate,
            stderr: standard_error(&rates, rate) / (rate * rate),
            estimated: true,
            checksum: format!("{checksum:016x}"),
            ..Self::timed(strategy, well, pieces, watch)
        }
    }

    fn timed(strategy: String, well: &Well, pieces: u64, watch: &Stopwatch) -> Self {
        let (cols, rows) = (well.cols(), well.rows());
        let pieces_per_second = pieces as f64 / watch.seconds().max(1e-9);
        let pieces_per_cpu_second = watch.cpu_seconds().map(|cpu| pieces as f64 / cpu.max(1e-9));
        let rest = Self::default();
        Self { strategy, cols, rows, pieces, pieces_per_second, pieces_per_cpu_second, ..rest }
    }

    /// One line for people.
    pub fn text(&self) -> String {
        let of = match (self.estimated, self.unfinished) {
            (true, _) => format!("by {} estimates", self.games),
            (false, 0) => format!("in {} games", self.games),
            (false, n) => {
                format!("in {} games ({n} cut short; all lines by games lost)", self.games)
            }
        };
        let cpu = self
            .pieces_per_cpu_second
            .map_or(String::new(), |rate| format!(", {rate:.0} a processor second"));
        let fours = match self.estimated {
            true => String::new(),
            false => format!("; {:.1}% of rows four at once", 100.0 * self.four_line_share),
        };
        format!(
            "{} on {}x{}: {:.1} +- {:.1} lines a game {of}; {} pieces, {:.0} a second{cpu}{fours}; \
             checksum {}",
            self.strategy,
            self.cols,
            self.rows,
            self.lines_per_game,
            self.stderr,
            self.pieces,
            self.pieces_per_second,
            self.checksum
        )
    }
}

/// Of the mean of `values`.
fn standard_error(values: &[f64], mean: f64) -> f64 {
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let count = values.len() as f64;
    (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
}
