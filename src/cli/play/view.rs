//! The live view of a run in a terminal.

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::term;
use crate::frame::Frame;
use crate::play::{Outcome, Planned, Player, Step, View, Watcher};

/// The least time between two drawings.
const REDRAW: Duration = Duration::from_millis(80);
/// The time over which the rate of inputs is taken.
const RATE: Duration = Duration::from_secs(3);
/// How many of the last thoughts are shown.
const THOUGHTS: usize = 4;

/// What has come of a run so far.
#[derive(Debug, Clone, Default, PartialEq)]
struct Tally {
    wanted: u32,
    ended: u32,
    won: u32,
    lost: u32,
    inputs: u64,
    per_second: f64,
}

/// Draws what a run sees and thinks, in place.
pub struct LiveView {
    bar: ProgressBar,
    tally: Tally,
    drawn: Option<Instant>,
    sent: VecDeque<Instant>,
}

impl LiveView {
    /// A view of a run of `wanted` games, where the standard error is a terminal.
    pub fn open(wanted: u32) -> Option<Self> {
        if !std::io::stderr().is_terminal() {
            return None;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(ProgressStyle::with_template("{msg}").expect("a fixed template"));
        term::set(Some(bar.clone()));
        let tally = Tally { wanted, ..Tally::default() };
        Some(Self { bar, tally, drawn: None, sent: VecDeque::new() })
    }
}

impl Watcher for LiveView {
    fn stepped(&mut self, _: &Frame, player: &dyn Player, step: &Step) {
        if let Step::Finished(report) = step {
            self.tally.ended += 1;
            self.tally.won += u32::from(report.result() == Outcome::Won);
            self.tally.lost += u32::from(report.result() == Outcome::Lost);
        }
        let now = Instant::now();
        if self.drawn.is_some_and(|drawn| now - drawn < REDRAW) {
            return;
        }
        self.drawn = Some(now);
        while self.sent.front().is_some_and(|sent| now - *sent > RATE) {
            self.sent.pop_front();
        }
        self.tally.per_second = self.sent.len() as f64 / RATE.as_secs_f64();
        let (rows, cols) = Term::stderr().size();
        self.bar.set_message(compose(&player.view(), &self.tally, rows.into(), cols.into()));
    }

    fn sent(&mut self, _: Duration, planned: &Planned) {
        if planned.action.is_input() {
            self.tally.inputs += 1;
            self.sent.push_back(Instant::now());
        }
    }
}

impl Drop for LiveView {
    fn drop(&mut self) {
        term::set(None);
        self.bar.finish_and_clear();
    }
}

/// The view's text for a terminal of `rows` x `cols` characters: what does not fit is left out.
fn compose(view: &View, tally: &Tally, rows: usize, cols: usize) -> String {
    let number = (tally.ended + 1).min(tally.wanted);
    let mut lines = vec![format!("game {number} of {}{}", tally.wanted, results(tally))];
    lines.push(format!("{} inputs, {:.1} a second", tally.inputs, tally.per_second));
    lines.extend(view.facts.iter().cloned());
    let below = view.thoughts.len().min(THOUGHTS) + 1;
    let room = rows.saturating_sub(lines.len() + below + 2);
    lines.extend(view.board.iter().take(room).cloned());
    if view.board.len() > room {
        lines.push(format!("({} more rows)", view.board.len() - room));
    }
    lines.extend(view.thoughts.iter().take(THOUGHTS).cloned());
    if view.thoughts.len() > THOUGHTS {
        lines.push(format!("and {} more", view.thoughts.len() - THOUGHTS));
    }
    lines.truncate(rows.saturating_sub(1));
    let fits = |line: &String| line.chars().take(cols.saturating_sub(1)).collect::<String>();
    lines.iter().map(fits).collect::<Vec<_>>().join("\n")
}

fn results(tally: &Tally) -> String {
    match (tally.won, tally.lost) {
        (0, 0) => String::new(),
        (won, lost) => format!(", won {won}, lost {lost}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_says_what_is_seen_and_thought_and_fits_the_terminal() {
        let view = View {
            board: vec!["#1.".into(); 30],
            facts: vec!["mines left: 9".into()],
            thoughts: vec!["open (0, 0): certain: one number".into(); 9],
            lines: 0,
        };
        let tally = Tally { wanted: 10, ended: 2, won: 2, inputs: 31, ..Tally::default() };
        let text = compose(&view, &tally, 100, 200);
        let words =
            ["game 3 of 10, won 2, lost 0", "31 inputs", "mines left: 9", "#1.", "and 5 more"];
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
        for (rows, cols) in [(24, 20), (12, 80), (8, 10)] {
            let text = compose(&view, &tally, rows, cols);
            assert!(text.lines().count() <= rows, "{rows} rows:\n{text}");
            assert!(text.lines().all(|line| line.chars().count() < cols), "{cols}:\n{text}");
        }
    }
}
