//! The command line: one file a command.

/// As `println!`, without a panic when whoever reads the output has gone.
macro_rules! say {
    ($($text:tt)*) => { $crate::cli::term::print(format_args!($($text)*)) };
}

mod advise;
mod bench;
mod calibrate;
mod completions;
mod doctor;
mod play;
mod progress;
mod read;
mod replay;
mod results;
mod scores;
mod sim;
mod soak;
mod term;
mod tetris_game;
mod tune;
mod window;
mod windows;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// How a command ended; the numbers are the process's exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Failed.
    Failed = 1,
    /// Wrong usage.
    Usage = 2,
    /// Nothing readable found.
    NothingFound = 3,
    /// Stopped by the user or by a safety rule.
    Stopped = 4,
}

/// An error that has an exit code of its own.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    exit: Exit,
    message: String,
}

impl Fault {
    /// The command line asks for something impossible.
    pub fn usage(error: impl std::fmt::Display) -> Self {
        Self { exit: Exit::Usage, message: error.to_string() }
    }

    /// Nothing readable was found.
    pub fn nothing_found(error: impl std::fmt::Display) -> Self {
        Self { exit: Exit::NothingFound, message: error.to_string() }
    }
}

#[derive(Debug, Parser)]
#[command(name = "sweepfall", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Advise(advise::Advise),
    #[command(subcommand)]
    Play(Box<play::Play>),
    Calibrate(calibrate::Calibrate),
    Bench(bench::Bench),
    Windows(windows::Windows),
    Doctor(doctor::Doctor),
    Sim(sim::Sim),
    Soak(soak::Soak),
    Read(read::Read),
    Tune(tune::Tune),
    Replay(replay::Replay),
    Scores(scores::Scores),
    Completions(completions::Completions),
    Man(completions::Man),
}

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn,enigo=error"))
        .target(env_logger::Target::Pipe(Box::new(term::Log)))
        .init();
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(exit) => ExitCode::from(exit as u8),
        Err(error) => {
            eprintln!("error: {error:#}");
            let exit = error.downcast_ref::<Fault>().map_or(Exit::Failed, |fault| fault.exit);
            ExitCode::from(exit as u8)
        }
    }
}

fn run(command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Advise(args) => advise::run(&args),
        Command::Play(args) => play::run(*args),
        Command::Calibrate(args) => calibrate::run(&args),
        Command::Bench(args) => bench::run(args),
        Command::Windows(args) => windows::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Sim(args) => sim::run(args),
        Command::Soak(args) => soak::run(&args),
        Command::Read(args) => read::run(args),
        Command::Tune(args) => tune::run(args),
        Command::Replay(args) => replay::run(&args),
        Command::Scores(args) => scores::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => completions::man(&args),
    }
}
