//! How far long work has come: a bar in a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::term;

/// The time between two lines where there is no terminal.
const LINE: Duration = Duration::from_secs(10);

/// How far some work has come; nothing is left on the terminal when it is dropped.
pub struct Progress {
    shown: Shown,
    bar: ProgressBar,
    unit: &'static str,
    begun: Instant,
    told: Mutex<Instant>,
}

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Bar,
    Lines,
    Nothing,
}

impl Progress {
    /// Work on `total` things called `unit`, in the plural; shown on the standard error unless
    /// `quiet`.
    pub fn new(total: u64, unit: &'static str, quiet: bool) -> Self {
        let shown = match std::io::stderr().is_terminal() {
            _ if quiet => Shown::Nothing,
            true => Shown::Bar,
            false => Shown::Lines,
        };
        let bar = ProgressBar::hidden();
        bar.set_length(total);
        if shown == Shown::Bar {
            let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left {{wide_msg}}");
            let style = ProgressStyle::with_template(&template);
            bar.set_style(style.expect("the template is well-formed"));
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            term::set(Some(bar.clone()));
        }
        let now = Instant::now();
        Self { shown, bar, unit, begun: now, told: Mutex::new(now) }
    }

    /// Some of it was done before.
    pub fn begin_at(&self, done: u64) {
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    /// One more is done.
    pub fn one_more(&self) {
        self.bar.inc(1);
        self.line();
    }

    /// What else there is to say of it now.
    pub fn say(&self, message: String) {
        self.bar.set_message(message);
        self.line();
    }

    /// A line that stays.
    pub fn leave(&self, line: &str) {
        if self.shown != Shown::Nothing {
            term::aside(|| eprintln!("{line}"));
        }
    }

    /// Tells how far it is, where lines are told and the last one was long ago.
    fn line(&self) {
        if self.shown != Shown::Lines {
            return;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() >= LINE {
            *told = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
            eprintln!(
                "{}",
                line(done, total, self.unit, self.begun.elapsed(), &self.bar.message())
            );
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        if self.shown == Shown::Bar {
            term::set(None);
        }
    }
}

/// How far it is after `elapsed`, and for how long it goes on at this rate.
fn line(done: u64, total: u64, unit: &str, elapsed: Duration, message: &str) -> String {
    let left = match done {
        0 => String::new(),
        _ => {
            let rest = total.saturating_sub(done) as f64 / done as f64;
            let left = Duration::try_from_secs_f64(elapsed.as_secs_f64() * rest);
            left.map_or(String::new(), |left| format!(", {} left", HumanDuration(left)))
        }
    };
    let message = if message.is_empty() { String::new() } else { format!(", {message}") };
    format!("{done} of {total} {unit}{left}{message}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_what_is_done_and_how_long_the_rest_takes_at_this_rate() {
        let minute = Duration::from_secs(60);
        assert_eq!(line(0, 9, "games", minute, ""), "0 of 9 games");
        assert_eq!(line(10, 40, "games", minute, ""), "10 of 40 games, 3 minutes left");
        assert_eq!(line(9, 9, "games", minute, "3 won"), "9 of 9 games, 0 seconds left, 3 won");
    }
}
