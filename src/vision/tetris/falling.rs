//! Which marked cells are the falling piece and which are its ghost.

use super::background::Looks;
use super::marks::Marks;
use super::shapes::{piece_of, pieces_from_below};
use crate::board::tetris::Piece;
use crate::geometry::CellPos;

/// A ghost is at most this much as unlike the empty well as what it is the ghost of.
const FAINT: f32 = 0.8;

/// What moves in a well.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Moving {
    /// Cells of the falling piece that are inside the well.
    pub falling: Vec<usize>,
    /// Which piece it is, where that is certain.
    pub piece: Option<Piece>,
    /// Cells of the ghost that the falling piece does not cover.
    pub ghost: Vec<usize>,
    /// Cells that may be locked or still falling, ghost or block.
    pub unsure: Vec<usize>,
}

/// Finds the falling piece and the ghost among the marked cells.
pub(super) fn moving(looks: &Looks, marks: &Marks) -> Moving {
    let scene = Scene { looks, marks };
    let faint = scene.lone_ghost();
    let solid = |i: usize| marks.solid(i) && !faint.contains(&i);
    let mut moving = match scene.whole_piece(&solid) {
        Some(cells) => {
            let piece = piece_of(&scene.places(&cells));
            let (ghost, unsure) = scene.projection(&cells);
            Moving { falling: cells, piece, ghost, unsure }
        }
        None => scene.piece_at_the_top(&faint),
    };
    if moving.falling.is_empty() && moving.ghost.is_empty() {
        moving.unsure.extend(scene.resting_piece());
    }
    moving
}

struct Scene<'a> {
    looks: &'a Looks,
    marks: &'a Marks,
}

impl Scene<'_> {
    fn places(&self, cells: &[usize]) -> Vec<CellPos> {
        cells.iter().map(|i| CellPos::new(i % self.marks.cols, i / self.marks.cols)).collect()
    }

    fn mean(&self, cells: &[usize]) -> f32 {
        cells.iter().map(|i| self.marks.distance[*i]).sum::<f32>() / cells.len().max(1) as f32
    }

    /// Whether two marked cells look like parts of one piece.
    fn alike(&self, a: usize, b: usize) -> bool {
        let (Some(pa), Some(pb)) = (&self.looks.patches[a], &self.looks.patches[b]) else {
            return false;
        };
        let weaker = self.marks.distance[a].min(self.marks.distance[b]);
        pa.distance(pb) <= (0.22 * weaker).max(1.5 * self.marks.noise).max(5.0)
    }

    /// Groups of joined cells that `take` accepts and `join` joins.
    fn groups(
        &self,
        take: &dyn Fn(usize) -> bool,
        join: &dyn Fn(usize, usize) -> bool,
    ) -> Vec<Vec<usize>> {
        let n = self.marks.cols * self.marks.rows;
        let mut seen = vec![false; n];
        let mut groups = Vec::new();
        for first in 0..n {
            if seen[first] || !take(first) {
                continue;
            }
            seen[first] = true;
            let mut group = vec![first];
            let mut next = 0;
            while next < group.len() {
                let i = group[next];
                next += 1;
                for (k, _) in self.marks.around(i) {
                    if !seen[k] && take(k) && join(i, k) {
                        seen[k] = true;
                        group.push(k);
                    }
                }
            }
            group.sort_unstable();
            groups.push(group);
        }
        groups
    }

    /// Whether some cell of the group stands on the floor or on a cell that `solid` accepts.
    fn supported(&self, cells: &[usize], solid: &dyn Fn(usize) -> bool) -> bool {
        cells.iter().any(|i| {
            let below = i + self.marks.cols;
            below >= self.marks.cols * self.marks.rows || (!cells.contains(&below) && solid(below))
        })
    }

    /// Whether a cell holds a block beyond doubt, not the glow of some writing.
    fn covers(&self, i: usize) -> bool {
        self.marks.solid(i) && self.marks.distance[i] > 0.6 * self.marks.level
    }

    /// Whether no block lies above the group in its columns.
    fn open_above(&self, cells: &[usize]) -> bool {
        cells.iter().all(|i| {
            (0..i / self.marks.cols)
                .map(|r| r * self.marks.cols + i % self.marks.cols)
                .all(|k| !self.covers(k) || cells.contains(&k))
        })
    }

    /// The one whole piece that hangs in the air under an open sky.
    fn whole_piece(&self, solid: &dyn Fn(usize) -> bool) -> Option<Vec<usize>> {
        let separate = self.groups(solid, &|_, _| true);
        let by_look = self.groups(solid, &|a, b| self.alike(a, b));
        let fits = |cells: &Vec<usize>| {
            cells.len() == 4
                && piece_of(&self.places(cells)).is_some()
                && self.open_above(cells)
                && cells.iter().all(|i| self.marks.sharp[*i] > 0.35)
                && (!self.supported(cells, solid) || self.stands_on_its_ghost(cells, solid))
        };
        let topmost = |groups: Vec<Vec<usize>>| groups.into_iter().find(fits);
        topmost(separate).or_else(|| topmost(by_look))
    }

    /// Whether all that carries a piece is fainter than it and is its own ghost.
    fn stands_on_its_ghost(&self, cells: &[usize], solid: &dyn Fn(usize) -> bool) -> bool {
        let (ghost, _) = self.projection(cells);
        !ghost.is_empty()
            && self.mean(&ghost) < FAINT * self.mean(cells)
            && !self.supported(cells, &|i| solid(i) && !ghost.contains(&i))
    }

    /// Whether the ghost has the piece's hue, mixed with what lies behind, or no hue at all.
    fn hue_of(&self, ghost: &[usize], piece: &[usize]) -> bool {
        let colour = |cells: &[usize]| {
            let mut sum = [0.0f32; 3];
            for patch in cells.iter().filter_map(|i| self.looks.patches[*i].as_ref()) {
                for (s, v) in sum.iter_mut().zip(patch.mean()) {
                    *s += v / cells.len() as f32;
                }
            }
            sum
        };
        let behind = self.ground_colour();
        let lift = |c: [f32; 3]| [0, 1, 2].map(|k| c[k] - behind[k]);
        let (g, p) = (lift(colour(ghost)), lift(colour(piece)));
        let size = |v: &[f32; 3]| v.iter().map(|x| x * x).sum::<f32>().sqrt();
        let along = g.iter().zip(&p).map(|(a, b)| a * b).sum::<f32>();
        let most = g.iter().copied().fold(f32::MIN, f32::max);
        let least = g.iter().copied().fold(f32::MAX, f32::min);
        let grey = most - least < 0.3 * most.abs().max(least.abs());
        grey || along > 0.85 * size(&g) * size(&p)
    }

    /// Mean colour of the empty cells.
    fn ground_colour(&self) -> [f32; 3] {
        let mut sum = [0.0f32; 3];
        let mut count = 0.0;
        for (patch, marked) in self.looks.patches.iter().zip(&self.marks.marked) {
            if let (Some(patch), false) = (patch, marked) {
                let mean = patch.mean();
                sum = [0, 1, 2].map(|k| sum[k] + mean[k]);
                count += 1.0;
            }
        }
        sum.map(|s| s / f32::max(count, 1.0))
    }

    /// Where the falling piece would land, if the picture shows that; and cells of which it is
    /// not certain whether they are that.
    fn projection(&self, piece: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let cols = self.marks.cols;
        let n = cols * self.marks.rows;
        let mean = self.mean(piece);
        let mut bare = None;
        for down in 1..self.marks.rows {
            let target: Vec<usize> = piece.iter().map(|i| i + down * cols).collect();
            if target.iter().any(|i| *i >= n) {
                break;
            }
            let own = |i: usize| piece.contains(&i) || target.contains(&i);
            // The way down must be free of anything but the piece and the ghost themselves.
            let blocked = (1..=down).any(|k| {
                piece.iter().any(|i| self.marks.solid(i + k * cols) && !own(i + k * cols))
            });
            let shown: Vec<usize> = target.iter().copied().filter(|i| !piece.contains(i)).collect();
            let drawn = shown.iter().filter(|i| self.marks.marked[**i]).count();
            if blocked {
                continue;
            }
            if drawn == 0 {
                bare = Some(shown.clone());
            }
            let lands = self.supported(&target, &|i| self.marks.solid(i) && !piece.contains(&i));
            if drawn < shown.len() || !lands || !shown.iter().all(|i| self.alike(*i, shown[0])) {
                continue;
            }
            let stack =
                || (0..n).filter(|i| self.marks.marked[*i] && !own(*i) && !piece.contains(i));
            let shared = stack().any(|i| self.alike(i, shown[0]));
            if self.mean(&shown) / mean < FAINT && self.hue_of(&shown, piece) {
                // A part of a ghost must not be a block like others.
                if !shared {
                    return (shown, Vec::new());
                }
                return if shown.len() == 4 { (Vec::new(), shown) } else { Default::default() };
            }
            // As strong as a block: a ghost only if it has a look of its own.
            if self.alike(shown[0], piece[0]) || shown.len() < 4 {
                return (Vec::new(), Vec::new());
            }
            return if shared { (Vec::new(), shown) } else { (shown, Vec::new()) };
        }
        // Nothing is drawn where it would land: look for a faint veil.
        bare.map_or((Vec::new(), Vec::new()), |shown| self.veil(shown))
    }

    /// Tells whether cells that pass for empty are all a little brighter or darker than the
    /// empty cells: a ghost over a picture. Returns them as a ghost, as unsure or not at all.
    fn veil(&self, shown: Vec<usize>) -> (Vec<usize>, Vec<usize>) {
        let grey =
            |i: usize| self.looks.patches[i].as_ref().map(|p| p.mean().iter().sum::<f32>() / 3.0);
        let cols = self.marks.cols;
        let near = |i: &usize| shown.iter().any(|s| (s / cols).abs_diff(i / cols) <= 4);
        let mut empty: Vec<f32> = (0..cols * self.marks.rows)
            .filter(|i| !self.marks.marked[*i] && !shown.contains(i) && near(i))
            .filter_map(grey)
            .collect();
        let own: Vec<f32> = shown.iter().filter_map(|i| grey(*i)).collect();
        if empty.len() < 8 || own.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let middle = |v: &mut Vec<f32>| {
            v.sort_by(f32::total_cmp);
            v[v.len() / 2]
        };
        let centre = middle(&mut empty);
        let mut off: Vec<f32> = empty.iter().map(|v| (v - centre).abs()).collect();
        // The median deviation as an estimate of the standard deviation of a normal spread.
        let spread = 1.48 * middle(&mut off);
        let mean = own.iter().sum::<f32>() / own.len() as f32;
        let lift = (mean - centre) / (spread.max(1.0) / (own.len() as f32).sqrt());
        let one_sided = own.iter().all(|v| (v - centre) * lift > 0.0);
        match lift.abs() {
            l if l > 4.5 && one_sided => (shown, Vec::new()),
            l if l > 3.0 => (Vec::new(), shown),
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// Four faint cells in the shape of a piece, resting on something: a ghost whose piece may be
    /// above the well.
    fn lone_ghost(&self) -> Vec<usize> {
        let marks = self.marks;
        let faint = |i: usize| marks.marked[i] && marks.distance[i] < 0.4 * marks.level;
        let groups: Vec<Vec<usize>> = self
            .groups(&faint, &|_, _| true)
            .into_iter()
            .filter(|cells| {
                cells.len() == 4
                    && piece_of(&self.places(cells)).is_some()
                    && self.supported(cells, &|i| marks.marked[i])
                    && self.open_above(cells)
            })
            .collect();
        match &groups[..] {
            [one] => one.clone(),
            _ => Vec::new(),
        }
    }

    /// A piece of which only the lower cells are in the well.
    fn piece_at_the_top(&self, ghost: &[usize]) -> Moving {
        let marks = self.marks;
        let solid = |i: usize| marks.solid(i) && !ghost.contains(&i);
        let part = self
            .groups(&solid, &|_, _| true)
            .into_iter()
            .find(|g| g[0] < marks.cols && g.len() < 4 && !self.supported(g, &solid));
        let Some(cells) = part else {
            return Moving { ghost: ghost.to_vec(), ..Moving::default() };
        };
        let possible = pieces_from_below(&self.places(&cells));
        let ghost = if ghost.is_empty() { self.ghost_of_part(&cells) } else { ghost.to_vec() };
        let shown = piece_of(&self.places(&ghost)).filter(|p| possible.contains(p));
        let piece = match &possible[..] {
            [one] => Some(*one),
            _ => shown,
        };
        match piece {
            Some(_) => Moving { falling: cells, piece, ghost, unsure: Vec::new() },
            None => Moving { falling: Vec::new(), piece: None, ghost, unsure: cells },
        }
    }

    /// The ghost of a piece of which only `part` is in the well: fainter than it, in the same
    /// columns, resting, and of its shape.
    fn ghost_of_part(&self, part: &[usize]) -> Vec<usize> {
        let (cols, marks) = (self.marks.cols, self.marks);
        let mean = self.mean(part);
        let faint = |i: usize| marks.marked[i] && marks.distance[i] < FAINT * mean;
        let low = part.iter().max().map_or(0, |i| i / cols);
        self.groups(&faint, &|a, b| self.alike(a, b))
            .into_iter()
            .find(|g| {
                let bottom = g.iter().max().map_or(0, |i| i / cols);
                let down = bottom.saturating_sub(low) * cols;
                g.len() == 4
                    && piece_of(&self.places(g)).is_some()
                    && self.supported(g, &|i| marks.marked[i])
                    && part.iter().all(|i| g.contains(&(i + down)))
                    && g.iter().filter(|i| **i >= down).all(|i| part.contains(&(i - down)))
            })
            .unwrap_or_default()
    }

    /// A whole piece that lies on the stack under an open sky: locked, or about to.
    fn resting_piece(&self) -> Vec<usize> {
        let marked = |i: usize| self.marks.marked[i];
        self.groups(&marked, &|a, b| self.alike(a, b))
            .into_iter()
            .find(|cells| {
                cells.len() == 4
                    && piece_of(&self.places(cells)).is_some()
                    && self.open_above(cells)
            })
            .unwrap_or_default()
    }
}
