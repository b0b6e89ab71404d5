//! Long straight edges: candidates for the sides of a well.

use super::edges::Edges;

/// An edge counts for a wall from this strength on.
const CLEAR: u8 = 9;
/// A border whose mean strength is this is as good as any stronger one.
pub(super) const PLAIN: f32 = 24.0;

/// A long upright edge, or several side by side (the two sides of a line, a bevel).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wall {
    /// Pixel boundary of its leftmost edge.
    pub left: usize,
    /// Pixel boundary of its rightmost edge.
    pub right: usize,
    /// First row.
    pub from: usize,
    /// One past the last row.
    pub to: usize,
}

impl Wall {
    fn len(&self) -> usize {
        self.to - self.from
    }
}

/// The long upright edges, the picture's own sides included, from left to right.
pub(super) fn walls(edges: &Edges, shortest: usize, most: usize) -> Vec<Wall> {
    let mut found = segments(edges, shortest);
    found.sort_by_key(|w| (w.left, w.from));
    let mut grouped: Vec<Wall> = Vec::new();
    for wall in found {
        let near = grouped.iter_mut().rev().take(6).find(|g| {
            wall.left <= g.right + 2 && wall.left <= g.left + 10 && {
                let both = g.to.min(wall.to).saturating_sub(g.from.max(wall.from));
                both * 10 >= g.len().max(wall.len()) * 8
            }
        });
        match near {
            Some(group) => {
                group.right = group.right.max(wall.right);
                group.from = group.from.min(wall.from);
                group.to = group.to.max(wall.to);
            }
            None => grouped.push(wall),
        }
    }
    if grouped.len() > most {
        grouped.sort_by_key(|w| std::cmp::Reverse(w.len()));
        grouped.truncate(most);
    }
    let side = |x| Wall { left: x, right: x, from: 0, to: edges.height };
    grouped.push(side(0));
    grouped.push(side(edges.width));
    grouped.sort_by_key(|w| (w.left, w.from));
    grouped
}

/// For every column the runs of rows in which most pixels are an edge (Kadane's maximal sums,
/// +1 an edge, -1 none), at least `shortest` long.
fn segments(edges: &Edges, shortest: usize) -> Vec<Wall> {
    #[derive(Clone, Copy, Default)]
    struct Run {
        sum: i32,
        from: i32,
        best: i32,
        best_to: i32,
    }
    let mut runs = vec![Run::default(); edges.width];
    let mut found = Vec::new();
    let close = |x: usize, run: &mut Run, found: &mut Vec<Wall>| {
        if run.best_to - run.from >= shortest as i32 {
            let (from, to) = (run.from as usize, run.best_to as usize);
            found.push(Wall { left: x, right: x, from, to });
        }
        *run = Run::default();
    };
    let mut sums = vec![0u32; edges.width + 1];
    for y in 0..edges.height {
        let row = edges.upright_row(y);
        let mut total = 0;
        for (sum, strength) in sums[1..].iter_mut().zip(row) {
            total += u32::from(*strength);
            *sum = total;
        }
        for (x, (run, strength)) in runs.iter_mut().zip(row).enumerate() {
            if *strength >= CLEAR && stands_out(*strength, &sums, x) {
                if run.sum == 0 {
                    run.from = y as i32;
                }
                run.sum += 1;
                if run.sum > run.best {
                    run.best = run.sum;
                    run.best_to = y as i32 + 1;
                }
            } else if run.sum > 0 {
                run.sum -= 1;
                // A long gap ends a run even where much of it was good.
                if run.sum == 0 || run.best - run.sum > 40 {
                    close(x, run, &mut found);
                }
            }
        }
    }
    for (x, run) in runs.iter_mut().enumerate() {
        close(x, run, &mut found);
    }
    found
}

/// Whether an edge is clearly stronger than the texture to its left and right.
fn stands_out(strength: u8, sums: &[u32], x: usize) -> bool {
    const ASIDE: usize = 20;
    let (from, to) = (x.saturating_sub(ASIDE), (x + ASIDE + 1).min(sums.len() - 1));
    let around = sums[to] - sums[from];
    let strength = u32::from(strength);
    strength >= 48 || strength * (to - from) as u32 >= 2 * around
}

/// Rows where a level edge spans most of the columns `from..to`, within `top..bottom`, each with
/// the share of it that is edge (0 to 1), from top to bottom; neighbouring rows are one line.
pub(super) fn floors(
    edges: &Edges,
    from: usize,
    to: usize,
    top: usize,
    bottom: usize,
    least: f32,
) -> Vec<(usize, f32)> {
    let full = (to - from) as f32 * PLAIN;
    let mut lines: Vec<(usize, f32)> = Vec::new();
    for y in top..bottom.min(edges.height) {
        let share = edges.level_sum(y, from, to) as f32 / full;
        let share = share.min(1.0);
        if share < least {
            continue;
        }
        lines.push((y, share));
    }
    lines
}
