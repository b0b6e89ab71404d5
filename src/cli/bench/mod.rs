//! `bench`: measures solvers and vision.

mod minesweeper;
mod tetris;
mod vision;

use clap::{Args, Subcommand};

use super::Exit;

/// Measure solvers and vision
#[derive(Debug, Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
    /// Do not tell how far it is
    #[arg(long, short, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum What {
    Minesweeper(minesweeper::BenchMinesweeper),
    Tetris(tetris::BenchTetris),
    Vision(vision::BenchVision),
}

/// Runs the benchmark asked for.
///
/// # Errors
/// What the benchmark says.
pub fn run(args: Bench) -> anyhow::Result<Exit> {
    let quiet = args.quiet;
    match args.what {
        What::Minesweeper(args) => minesweeper::run(args, quiet),
        What::Tetris(args) => tetris::run(&args, quiet),
        What::Vision(args) => vision::run(&args, quiet),
    }
}
