//! The one place of the terminal that is drawn anew in place, and how other output goes by it.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;

/// What is drawn in place now.
static DRAWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Makes `bar` the place that other output goes by; `None` once nothing is drawn any more.
pub fn set(bar: Option<ProgressBar>) {
    *DRAWN.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Takes what is drawn off the terminal while `work` writes or asks there.
pub fn aside<R>(work: impl FnOnce() -> R) -> R {
    let bar = DRAWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar {
        Some(bar) => bar.suspend(work),
        None => work(),
    }
}

/// Prints a line; ends the program when whoever reads it has gone (`sweepfall scores | head`).
pub fn print(line: std::fmt::Arguments<'_>) {
    if aside(|| writeln!(io::stdout(), "{line}")).is_err() {
        std::process::exit(super::Exit::Failed as i32);
    }
}

/// The standard error for log lines, which go by what is drawn.
pub struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        aside(|| io::stderr().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}
