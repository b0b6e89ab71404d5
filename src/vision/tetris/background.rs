//! Tells how unlike the empty well each cell looks, without knowing what "empty" looks like.

use super::patch::Patch;

/// Looks of all cells of a well, row by row; `None` where a cell is not in the picture.
pub(super) struct Looks {
    pub cols: usize,
    pub rows: usize,
    pub patches: Vec<Option<Patch>>,
}

/// What was found out about the empty cells.
#[derive(Debug, Clone)]
pub(super) struct Background {
    /// Whether a cell belongs to the empty ones beyond doubt.
    pub empty: Vec<bool>,
    /// Distance of each cell's look to the nearest-by empty cells (0 to 382).
    pub distance: Vec<f32>,
    /// The empty cell that this distance is to.
    pub like: Vec<usize>,
    /// What that distance is among empty cells themselves (its 90th percentile).
    pub noise: f32,
}

impl Looks {
    fn distance(&self, a: usize, b: usize) -> Option<f32> {
        Some(self.patches[a].as_ref()?.distance(self.patches[b].as_ref()?))
    }

    /// The empty cells: the largest group of like-looking cells that hangs from the top, stripes
    /// beside it, and whatever looks like its nearest members. `None` when no such group is there.
    pub fn background(&self) -> Option<Background> {
        let n = self.cols * self.rows;
        let at = |col: usize, row: usize| row * self.cols + col;
        // Cells two apart count as well: stripes and chequers are one background.
        let mut links = Vec::with_capacity(6 * n);
        for row in 0..self.rows {
            for col in 0..self.cols {
                for (dc, dr) in [(1i32, 0), (0, 1), (2, 0), (0, 2), (1, 1), (-1, 1)] {
                    let (c, r) = (col as i32 + dc, row + dr as usize);
                    if c < 0 || c as usize >= self.cols || r >= self.rows {
                        continue;
                    }
                    let (a, b) = (at(col, row), at(c as usize, r));
                    if let Some(d) = self.distance(a, b) {
                        links.push((d, a, b));
                    }
                }
            }
        }
        if links.len() < n {
            return None;
        }
        let mut sorted: Vec<f32> = links.iter().map(|l| l.0).collect();
        sorted.sort_by(f32::total_cmp);
        let quarter = sorted[sorted.len() / 4];
        // From the strictest likeness on: until one group holds a good part of the upper well.
        let weight = |i: usize| 1.0 / (1.0 + 0.3 * (i / self.cols) as f32);
        let whole: f32 = (0..n).filter(|i| self.patches[*i].is_some()).map(weight).sum();
        let reach = (2.0 * quarter + 4.0).clamp(5.0, 30.0);
        let mut empty = Vec::new();
        for reach in [reach, reach * 1.5, reach * 2.2, reach * 3.3] {
            let (group, share) =
                main_group(&groups(n, &links, reach.min(40.0)), self.cols, &weight);
            empty = group;
            if share > 0.35 * whole {
                break;
            }
        }
        for (i, e) in empty.iter_mut().enumerate() {
            *e &= self.patches[i].is_some();
        }
        if empty.iter().filter(|e| **e).count() < 8 {
            return None;
        }
        let mut distance: Vec<f32> = Vec::new();
        let mut like: Vec<usize> = Vec::new();
        let mut noise = 0.0;
        for _ in 0..4 {
            (distance, like) = (0..n).map(|i| self.to_nearest(i, &empty)).unzip();
            let mut own: Vec<f32> = (0..n).filter(|i| empty[*i]).map(|i| distance[i]).collect();
            own.sort_by(f32::total_cmp);
            noise = own[own.len() * 9 / 10];
            let limit = (1.5 * noise).max(4.0);
            let mut grown = false;
            for i in 0..n {
                if !empty[i] && distance[i] <= limit {
                    empty[i] = true;
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
        Some(Background { empty, distance, like, noise })
    }

    /// Distance of cell `i` to the most alike of the nearest empty cells other than itself.
    fn to_nearest(&self, i: usize, empty: &[bool]) -> (f32, usize) {
        const NEAREST: usize = 10;
        let (col, row) = ((i % self.cols) as i32, (i / self.cols) as i32);
        let mut best = (999.0f32, i);
        let mut seen = 0;
        for radius in 1..(self.rows.max(self.cols)) as i32 {
            for dr in -radius..=radius {
                let r = row + dr;
                if r < 0 || r >= self.rows as i32 {
                    continue;
                }
                let step = if dr.abs() == radius { 1 } else { 2 * radius };
                let mut dc = -radius;
                while dc <= radius {
                    let c = col + dc;
                    if (0..self.cols as i32).contains(&c) {
                        let k = r as usize * self.cols + c as usize;
                        if let (true, Some(d)) = (empty[k], self.distance(i, k)) {
                            if d < best.0 {
                                best = (d, k);
                            }
                            seen += 1;
                        }
                    }
                    dc += step;
                }
            }
            if seen >= NEAREST {
                break;
            }
        }
        best
    }
}

/// The group of each cell, of those that links no longer than `reach` hold together: the index
/// of its first cell.
fn groups(n: usize, links: &[(f32, usize, usize)], reach: f32) -> Vec<usize> {
    fn root(group: &mut [usize], mut i: usize) -> usize {
        while group[i] != i {
            group[i] = group[group[i]];
            i = group[i];
        }
        i
    }
    let mut group: Vec<usize> = (0..n).collect();
    for (d, a, b) in links {
        if *d <= reach {
            let (a, b) = (root(&mut group, *a), root(&mut group, *b));
            group[a.max(b)] = a.min(b);
        }
    }
    (0..n).map(|i| root(&mut group, i)).collect()
}

/// The members of the heaviest group and of those that are stripes of the same well, with the
/// weight of all.
fn main_group(group: &[usize], cols: usize, weight: &dyn Fn(usize) -> f32) -> (Vec<bool>, f32) {
    let n = group.len();
    let mut sums = vec![0.0f32; n];
    for (i, root) in group.iter().enumerate() {
        sums[*root] += weight(i);
    }
    let main = (0..n).max_by(|a, b| sums[*a].total_cmp(&sums[*b])).unwrap_or(0);
    // Blocks of one look do not fill several columns from the top down.
    let long = |root: usize, col: usize| {
        let hangs = (0..n / cols).take_while(|row| group[row * cols + col] == root).count();
        hangs * 5 >= n / cols * 3
    };
    let striped = |root: usize| {
        root < cols && (0..cols).filter(|col| group[*col] == root && long(root, *col)).count() >= 3
    };
    let kept: Vec<bool> = (0..n).map(|root| root == main || striped(root)).collect();
    let share = (0..n).filter(|root| kept[*root]).map(|root| sums[root]).sum();
    (group.iter().map(|root| kept[*root]).collect(), share)
}
