//! A beam over all known pieces that uses the time it is given.

use std::collections::HashSet;
use std::time::Instant;

use super::search::{Seeker, State, Try};
use crate::abandon;

/// The first and the largest number of states kept after each piece.
const NARROW: usize = 8;
const WIDE: usize = 1 << 14;

/// A state in the beam and the first placement that led to it.
struct Line {
    root: usize,
    gain: f64,
    outlook: f64,
    state: State,
}

/// The best first placement and the value at its end. Beams of 8, 16, 32... states are tried as
/// long as there is time; the result is that of the widest one that was finished.
pub(super) fn search(seeker: &Seeker, root: &State, until: Instant) -> Option<(Try, f64)> {
    let roots = seeker.tries(root, seeker.queue());
    let mut best = roots.first().map(|found| (0, found.value))?;
    let mut width = NARROW;
    while width <= WIDE {
        match one_beam(seeker, &roots, width, until) {
            Some(found) => best = found,
            None => break,
        }
        width *= 2;
    }
    roots.into_iter().nth(best.0).map(|found| (found, best.1))
}

/// One beam, or `None` when the time ran out.
fn one_beam(seeker: &Seeker, roots: &[Try], width: usize, until: Instant) -> Option<(usize, f64)> {
    let mut lines: Vec<Line> = roots
        .iter()
        .enumerate()
        .filter(|(_, found)| found.inside)
        .map(|(root, found)| Line {
            root,
            gain: found.gain,
            outlook: found.value,
            state: found.after.clone(),
        })
        .collect();
    let mut best = roots.first().map(|found| (0, found.value))?;
    for _ in 1..seeker.known() {
        lines.truncate(width);
        let mut longer = Vec::new();
        let mut seen = HashSet::new();
        for line in &lines {
            if abandon::wanted() || Instant::now() >= until {
                return None;
            }
            for found in seeker.tries(&line.state, seeker.queue()).into_iter().filter(|t| t.inside)
            {
                if seen.insert((found.after.well.clone(), found.after.at, found.after.hold)) {
                    longer.push(Line {
                        root: line.root,
                        gain: line.gain + found.gain,
                        outlook: line.gain + found.value,
                        state: found.after,
                    });
                }
            }
        }
        longer.sort_by(|a, b| b.outlook.total_cmp(&a.outlook));
        let Some(first) = longer.first() else { break };
        best = (first.root, first.outlook);
        lines = longer;
    }
    Some(best)
}
