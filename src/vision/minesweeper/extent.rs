//! How far a board reaches on a lattice.

use super::grid::MIN_SIDE;
use super::signs::{Grounds, Sign};
use crate::vision::borders::Borders;

/// Evidence that makes a core beyond doubt, in cells.
const ENOUGH: f32 = 4.0;

/// Columns and rows of a lattice from the left and top, to the right and bottom (excluded).
pub(super) type Rect = (usize, usize, usize, usize);

/// The part of a lattice that is surely a board, and how much speaks for it: where cells have
/// borders, or else where drawings stand on the same even ground.
pub(super) fn core(signs: &[Sign], cols: usize) -> Option<(Rect, f32)> {
    let bordered: Vec<f32> = signs.iter().map(Sign::worth).collect();
    let best = best_rectangle(&bordered, cols);
    if best.is_some_and(|(_, score)| score >= ENOUGH) {
        return best;
    }
    let grounds = Grounds::of(signs.iter());
    let worth: Vec<f32> = signs.iter().map(|sign| sign.worth_on(&grounds)).collect();
    let (rect, score) = best_rectangle(&worth, cols)?;
    let drawn = places(rect, cols).filter(|i| signs[*i].is_evidence()).count();
    // Text and icons stand in rows too: a board has more to show.
    if score >= ENOUGH && drawn * 4 >= places(rect, cols).count() {
        Some((rect, score))
    } else {
        best
    }
}

/// The rectangle of cells with the most evidence, which is `worth` cell by cell.
fn best_rectangle(worth: &[f32], cols: usize) -> Option<(Rect, f32)> {
    let rows = worth.len() / cols;
    let mut best = None;
    let mut most = 0.0;
    for r0 in 0..rows {
        let mut sums = vec![0.0; cols];
        for r1 in r0..rows {
            sums.iter_mut().zip(&worth[r1 * cols..]).for_each(|(sum, worth)| *sum += worth);
            if r1 + 1 - r0 < MIN_SIDE {
                continue;
            }
            let (mut from, mut run) = (0, 0.0);
            for (c, sum) in sums.iter().enumerate() {
                if run <= 0.0 {
                    (from, run) = (c, 0.0);
                }
                run += sum;
                if run > most && c + 1 - from >= MIN_SIDE {
                    most = run;
                    best = Some((from, r0, c + 1, r1 + 1));
                }
            }
        }
    }
    best.map(|rect| (rect, most))
}

/// The larger part of a rectangle that a row or column of something else divides: two things on a
/// screen may have the same pitch.
pub(super) fn unbroken(mut rect: Rect, signs: &[Sign], cols: usize) -> Rect {
    let shown = |rect: Rect| places(rect, cols).filter(|i| signs[*i].sides >= 3).count();
    loop {
        let grounds = Grounds::of(places(rect, cols).map(|i| &signs[i]));
        let strange = |strip: &Rect| {
            let count = places(*strip, cols).filter(|i| !grounds.fit(&signs[*i])).count();
            count * 10 >= places(*strip, cols).count() * 7
        };
        let (c0, r0, c1, r1) = rect;
        let columns = (c0 + 1..c1.max(1) - 1).map(|c| (c, r0, c + 1, r1)).find(strange);
        let rows = (r0 + 1..r1.max(1) - 1).map(|r| (c0, r, c1, r + 1)).find(strange);
        let parts = match (columns, rows) {
            (Some((c, ..)), _) => [(c0, r0, c, r1), (c + 1, r0, c1, r1)],
            (None, Some((_, r, ..))) => [(c0, r0, c1, r), (c0, r + 1, c1, r1)],
            (None, None) => return rect,
        };
        rect = if shown(parts[0]) >= shown(parts[1]) { parts[0] } else { parts[1] };
    }
}

/// The rectangle with the rows and columns beside it that belong to the board too: skins without
/// lines between open cells have little to show for them.
pub(super) fn grown(core: Rect, signs: &[Sign], borders: &Borders) -> Rect {
    let grounds = Grounds::of(places(core, borders.cols()).map(|i| &signs[i]));
    let mut rect = core;
    loop {
        let before = rect;
        for side in Side::ALL {
            // A row of nothing but open cells may lie between two others.
            for steps in 1..=3 {
                let Some(strip) = side.strip(rect, steps, borders) else { break };
                let touching = (steps == 1).then(|| side.rim(rect));
                if !fits(strip, touching, signs, &grounds, borders.cols()) {
                    break;
                }
                let ends_here = side.share_of_borders(side.outer(strip), strip, borders) > 0.8;
                if steps == 1 && is_edge(rect, side, signs, borders) {
                    break;
                }
                if has_evidence(strip, signs, borders.cols()) || (steps == 1 && ends_here) {
                    rect = side.joined(rect, strip);
                    break;
                }
            }
        }
        if rect == before {
            return rect;
        }
    }
}

/// The indices of a rectangle's cells.
fn places((c0, r0, c1, r1): Rect, cols: usize) -> impl Iterator<Item = usize> {
    (r0..r1).flat_map(move |r| (c0..c1).map(move |c| r * cols + c))
}

/// Whether nearly all of a strip may be cells. An open cell without a number does not lie beside
/// a covered one, so even ground beside the bordered cells of a `rim` is the page around.
fn fits(strip: Rect, rim: Option<Rect>, signs: &[Sign], grounds: &Grounds, cols: usize) -> bool {
    let rim: Vec<usize> = rim.into_iter().flat_map(|rim| places(rim, cols)).collect();
    let strange = places(strip, cols)
        .enumerate()
        .filter(|(k, i)| {
            let sign = &signs[*i];
            let page = !sign.is_evidence()
                && rim.get(*k).is_some_and(|r| signs[*r].sides >= 3 && !signs[*r].like(sign));
            page || !grounds.fit(sign)
        })
        .count();
    strange * 7 <= places(strip, cols).count()
}

/// Whether a part of a strip shows that it belongs to a board.
fn has_evidence(strip: Rect, signs: &[Sign], cols: usize) -> bool {
    let shown = places(strip, cols).filter(|i| signs[*i].is_evidence()).count();
    shown >= 2 && shown * 8 >= places(strip, cols).count()
}

/// Whether the board ends at this side of `rect`: there is a line along cells that have none
/// among themselves.
fn is_edge(rect: Rect, side: Side, signs: &[Sign], borders: &Borders) -> bool {
    let rim = side.rim(rect);
    let line = side.outer(rim);
    let open: Vec<usize> = places(rim, borders.cols()).filter(|i| signs[*i].sides < 3).collect();
    let bordered = open
        .iter()
        .filter(|i| side.has_border(**i % borders.cols(), **i / borders.cols(), line, borders));
    open.len() >= 2 && bordered.count() * 10 >= open.len() * 8
}

/// A side of a rectangle of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

impl Side {
    const ALL: [Side; 4] = [Side::Left, Side::Top, Side::Right, Side::Bottom];

    /// The row or column `steps` beyond `rect`, if the lattice has it.
    fn strip(self, (c0, r0, c1, r1): Rect, steps: usize, borders: &Borders) -> Option<Rect> {
        match self {
            Side::Left => c0.checked_sub(steps).map(|c| (c, r0, c + 1, r1)),
            Side::Top => r0.checked_sub(steps).map(|r| (c0, r, c1, r + 1)),
            Side::Right => {
                Some(c1 + steps).filter(|c| *c <= borders.cols()).map(|c| (c - 1, r0, c, r1))
            }
            Side::Bottom => {
                Some(r1 + steps).filter(|r| *r <= borders.rows()).map(|r| (c0, r - 1, c1, r))
            }
        }
    }

    /// The outermost row or column of `rect` on this side.
    fn rim(self, (c0, r0, c1, r1): Rect) -> Rect {
        match self {
            Side::Left => (c0, r0, c0 + 1, r1),
            Side::Top => (c0, r0, c1, r0 + 1),
            Side::Right => (c1 - 1, r0, c1, r1),
            Side::Bottom => (c0, r1 - 1, c1, r1),
        }
    }

    /// The line on which a strip ends on this side.
    fn outer(self, strip: Rect) -> usize {
        match self {
            Side::Left => strip.0,
            Side::Top => strip.1,
            Side::Right => strip.2,
            Side::Bottom => strip.3,
        }
    }

    fn has_border(self, col: usize, row: usize, line: usize, borders: &Borders) -> bool {
        match self {
            Side::Left | Side::Right => borders.left(line, row),
            Side::Top | Side::Bottom => borders.above(col, line),
        }
    }

    /// How much of `line` along `strip` shows a border.
    fn share_of_borders(self, line: usize, strip: Rect, borders: &Borders) -> f32 {
        let cols = borders.cols();
        let all = places(strip, cols).count();
        let shown = places(strip, cols)
            .filter(|i| self.has_border(i % cols, i / cols, line, borders))
            .count();
        shown as f32 / all.max(1) as f32
    }

    /// The rectangle less its outermost row or column on this side.
    fn without(self, (c0, r0, c1, r1): Rect) -> Rect {
        match self {
            Side::Left => (c0 + 1, r0, c1, r1),
            Side::Top => (c0, r0 + 1, c1, r1),
            Side::Right => (c0, r0, c1 - 1, r1),
            Side::Bottom => (c0, r0, c1, r1 - 1),
        }
    }

    /// Both rectangles and what is between them.
    fn joined(self, a: Rect, b: Rect) -> Rect {
        (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3))
    }
}

/// The rectangle without rows and columns at its rim that are nothing but even ground, unless
/// that ground ends where they end (the page around may have the colour of open cells), and
/// without those that are mostly parts of other things.
pub(super) fn trimmed(mut rect: Rect, signs: &[Sign], borders: &Borders) -> Option<Rect> {
    let cols = borders.cols();
    let grounds = Grounds::of(places(rect, cols).map(|i| &signs[i]));
    loop {
        let before = rect;
        for side in Side::ALL {
            let rim = side.rim(rect);
            let count = |keep: &dyn Fn(&Sign) -> bool| {
                places(rim, cols).filter(|i| keep(&signs[*i])).count()
            };
            let size = places(rim, cols).count();
            let bare = count(&Sign::is_evidence) == 0
                && side.share_of_borders(side.outer(rim), rim, borders) < 0.7;
            let strange = count(&|sign| !grounds.fit(sign)) * 5 > size * 2;
            if bare || strange {
                rect = side.without(rect);
            }
        }
        let (c0, r0, c1, r1) = rect;
        if c1 < c0 + MIN_SIDE || r1 < r0 + MIN_SIDE {
            return None;
        }
        if rect == before {
            return Some(rect);
        }
    }
}
