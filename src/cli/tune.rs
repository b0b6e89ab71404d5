//! `tune tetris`: optimises the weights of a linear evaluator.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use plotters::prelude::*;
use serde::{Deserialize, Serialize};

use super::Exit;
use super::progress::Progress;
use crate::board::tetris::{Rules, Well};
use crate::solver::tetris::evaluator::Linear;
use crate::solver::tetris::features::Feature;
use crate::solver::tetris::games::{GameOptions, play_games};
use crate::solver::tetris::splitting::estimate;
use crate::solver::tetris::tune::{TuneOptions, Tuner};
use crate::solver::tetris::weights::Weights;
use crate::solver::tetris::{Search, Strategy, strategy};

/// Optimise an evaluator's weights
#[derive(Debug, Args)]
pub struct Tune {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Tetris(TuneTetris),
}

/// CMA-ES on the lines of whole games, or on estimates of them; writes weights that `--strategy FILE` plays
#[derive(Debug, Args)]
struct TuneTetris {
    /// Where to write the weights (TOML); FILE.log beside it records every score
    #[arg(long, default_value = "tuned.toml")]
    out: PathBuf,
    /// Evaluator to begin with: a linear strategy or a weights file
    #[arg(long, default_value = "dt10")]
    start: String,
    /// Features whose weights may change, separated by commas (all those of the start if not given)
    #[arg(long, value_delimiter = ',')]
    features: Vec<String>,
    /// Columns of the well
    #[arg(long, default_value_t = 10)]
    cols: usize,
    /// Rows of the well
    #[arg(long, default_value_t = 10)]
    rows: usize,
    /// Games a candidate; all candidates of a generation play the same ones
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Estimate each candidate's lines by multilevel splitting with so many climbs a level instead
    /// of playing games out: for wells in which games take too long
    #[arg(long, conflicts_with = "games")]
    splitting: Option<usize>,
    /// Generations in all, those of an earlier run included
    #[arg(long, default_value_t = 50)]
    generations: usize,
    /// Candidates a generation
    #[arg(long, default_value_t = 16)]
    population: usize,
    /// First spread of the candidates, relative to each weight
    #[arg(long, default_value_t = 0.2)]
    step: f64,
    /// Seed of the search and of its games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play; the results do not depend on it
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Begin no further generation after so many seconds
    #[arg(long)]
    max_seconds: Option<f64>,
    /// Go on where FILE.log ends (otherwise an existing one is refused)
    #[arg(long)]
    resume: bool,
    /// Draw the scores over the generations as SVG
    #[arg(long)]
    plot: Option<PathBuf>,
    /// One JSON object a generation on stdout
    #[arg(long)]
    json: bool,
    /// Do not tell how far it is
    #[arg(long, short)]
    quiet: bool,
}

/// One line of the record.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Generation {
    generation: usize,
    /// Lines a game of each candidate.
    scores: Vec<f64>,
}

impl Generation {
    fn mean(&self) -> f64 {
        self.scores.iter().sum::<f64>() / self.scores.len().max(1) as f64
    }

    fn best(&self) -> f64 {
        self.scores.iter().copied().fold(0.0, f64::max)
    }
}

/// Tunes what is asked for.
///
/// # Errors
/// When a name or a file is wrong.
pub fn run(args: Tune) -> anyhow::Result<Exit> {
    match args.what {
        What::Tetris(args) => tune_tetris(&args),
    }
}

fn tune_tetris(args: &TuneTetris) -> anyhow::Result<Exit> {
    let options = options(args)?;
    let rules = Rules::load("classic")?;
    let games = GameOptions {
        well: Well::new(args.cols, args.rows)?,
        randomiser: rules.randomiser(),
        rules,
        next: 0,
        max_pieces: None,
        seed: args.seed,
    };
    let mut log = args.out.clone().into_os_string();
    log.push(".log");
    let log = PathBuf::from(log);
    let mut tuner = Tuner::new(options);
    let mut past = read_log(&log, args)?;
    past.iter().for_each(|generation| tuner.tell(generation.scores.clone()));
    let limit = args.max_seconds.map(Duration::from_secs_f64);
    let start = Instant::now();
    let progress = Progress::new(args.generations as u64, "generations", args.quiet);
    progress.begin_at(past.len() as u64);
    while tuner.generation() < args.generations && limit.is_none_or(|t| start.elapsed() < t) {
        let number = tuner.generation();
        let mut scores = Vec::new();
        for candidate in tuner.ask() {
            let which = (number * args.population + scores.len()) as u64;
            scores.push(match args.splitting {
                None => score(args, candidate, &games, number),
                Some(climbs) => {
                    estimate(&candidate, &games.well, climbs, args.seed, which)
                        .context("splitting needs a well of fifteen columns or fewer")?
                        .lines
                }
            });
            progress.say(format!("generation {number}: {} played", scores.len()));
        }
        let generation = Generation { generation: number, scores: scores.clone() };
        append(&log, &generation)?;
        tuner.tell(scores);
        let weights = tuner.mean().named(&name_of(&args.out));
        std::fs::write(&args.out, weights.to_toml())
            .with_context(|| format!("cannot write {}", args.out.display()))?;
        let (mean, best) = (generation.mean(), generation.best());
        progress
            .leave(&format!("generation {number}: mean {mean:.1}, best {best:.1} lines a game"));
        if args.json {
            say!("{}", serde_json::to_string(&generation)?);
        }
        past.push(generation);
        if let Some(path) = &args.plot
            && let Err(error) = plot(path, &past)
        {
            bail!("cannot draw the plot {}: {error}", path.display());
        }
        progress.one_more();
    }
    drop(progress);
    eprintln!("{} generations; weights in {}", tuner.generation(), args.out.display());
    Ok(Exit::Done)
}

fn options(args: &TuneTetris) -> anyhow::Result<TuneOptions> {
    let start = strategy(&args.start)?;
    let Some(weights) = start.evaluator.weights() else {
        bail!("{} has no weights to tune; use a linear strategy", args.start);
    };
    let find = |name: &String| {
        let all = || Feature::ALL.map(Feature::name).join(", ");
        let found = Feature::ALL.into_iter().find(|feature| feature.name() == name);
        found.with_context(|| format!("'{name}' is no feature; there are {}", all()))
    };
    let features = match args.features.is_empty() {
        true => Feature::ALL.into_iter().filter(|feature| weights.uses(*feature)).collect(),
        false => args.features.iter().map(find).collect::<anyhow::Result<Vec<_>>>()?,
    };
    let none = args.games == 0 || args.splitting.is_some_and(|climbs| climbs < 2);
    if args.population < 4 || args.step <= 0.0 || none {
        bail!("a search needs a population of 4, a step above 0, and a game or two climbs");
    }
    let start = *weights.plain();
    let (step, population, seed) = (args.step, args.population, args.seed);
    Ok(TuneOptions { start, features, step, population, seed })
}

/// Lines a game of one candidate in the games of a generation.
fn score(args: &TuneTetris, weights: Weights, games: &GameOptions, generation: usize) -> f64 {
    let player = Strategy {
        name: "candidate".to_owned(),
        evaluator: std::sync::Arc::new(Linear::new(weights)),
        search: Search::default(),
    };
    let first = generation as u64 * args.games;
    let mut lines = 0;
    play_games(
        &player,
        games,
        first..first + args.games,
        args.threads,
        |_| true,
        |_, game| {
            lines += game.lines;
        },
    );
    lines as f64 / args.games as f64
}

fn name_of(path: &Path) -> String {
    path.file_stem().map_or("tuned".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn read_log(log: &Path, args: &TuneTetris) -> anyhow::Result<Vec<Generation>> {
    let text = match std::fs::read_to_string(log) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", log.display())),
    };
    if !args.resume {
        bail!("{} exists; go on with --resume, or choose another --out", log.display());
    }
    let parse = |line: &str| serde_json::from_str(line);
    let past: Vec<Generation> = text
        .lines()
        .map(parse)
        .collect::<Result<_, _>>()
        .with_context(|| format!("{} is no record of a search", log.display()))?;
    if past.iter().any(|generation| generation.scores.len() != args.population) {
        bail!("{} was made with another --population", log.display());
    }
    Ok(past)
}

fn append(log: &Path, generation: &Generation) -> anyhow::Result<()> {
    let write = || -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(log)?;
        writeln!(file, "{}", serde_json::to_string(generation)?)
    };
    write().with_context(|| format!("cannot write {}", log.display()))
}

/// Mean and best score by generation.
fn plot<'a>(path: &'a Path, past: &[Generation]) -> Result<(), Box<dyn std::error::Error + 'a>> {
    let top = past.iter().map(Generation::best).fold(1.0, f64::max);
    let area = SVGBackend::new(path, (800, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("lines a game", ("sans-serif", 20))
        .margin(10)
        .x_label_area_size(30)
        .y_label_area_size(70)
        .build_cartesian_2d(0..past.len().max(1), 0.0..top * 1.05)?;
    chart.configure_mesh().x_desc("generation").draw()?;
    let series = |value: fn(&Generation) -> f64| {
        past.iter().enumerate().map(move |(i, generation)| (i, value(generation)))
    };
    chart
        .draw_series(LineSeries::new(series(Generation::mean), &BLUE))?
        .label("mean")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], BLUE));
    chart
        .draw_series(LineSeries::new(series(Generation::best), &RED))?
        .label("best")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], RED));
    chart.configure_series_labels().border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
