//! Groups of cells that look alike.

use super::glyph::Glyph;
use super::look::Look;
use super::net::{SHAPES, SIDE};

/// Which group every cell belongs to; groups are numbered from 0.
#[derive(Debug, Clone, Default)]
pub struct Groups {
    /// The group of each cell (`None`: the cell takes no part).
    pub of: Vec<Option<usize>>,
    /// The cells of each group.
    pub members: Vec<Vec<usize>>,
}

impl Groups {
    fn push(&mut self, cell: usize, group: usize) {
        self.of[cell] = Some(group);
        self.members[group].push(cell);
    }
}

/// Cells further apart than this in their grounds are of different kinds.
const GROUND: f32 = 9.0;

/// Groups cells whose grounds (all but the drawing) look alike. `sides` counts the sides of each
/// cell that show a border: faint bevels are told from none by them. `takes_part` says which
/// cells are grouped.
pub fn by_ground(looks: &[Look], sides: &[u8], takes_part: impl Fn(usize) -> bool) -> Groups {
    let mut groups = Groups { of: vec![None; looks.len()], members: Vec::new() };
    // A first pass with half the tolerance gives small groups ...
    let mut leaders: Vec<usize> = Vec::new();
    for (i, look) in looks.iter().enumerate() {
        if !takes_part(i) {
            continue;
        }
        let nearest = leaders
            .iter()
            .enumerate()
            .map(|(g, leader)| (g, look.ground_distance(&looks[*leader])))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        match nearest {
            Some((g, d)) if d < GROUND / 2.0 => groups.push(i, g),
            _ => {
                leaders.push(i);
                groups.members.push(Vec::new());
                groups.push(i, leaders.len() - 1);
            }
        }
    }
    let mean = |members: &Vec<usize>| {
        members.iter().map(|i| f32::from(sides[*i])).sum::<f32>() / members.len() as f32
    };
    let bordered: Vec<f32> = groups.members.iter().map(mean).collect();
    merge(groups, &|a, b| {
        let near = if (bordered[a] - bordered[b]).abs() > 2.5 { GROUND / 2.0 } else { GROUND };
        looks[leaders[a]].ground_distance(&looks[leaders[b]]) < near
    })
}

/// Groups drawings that look alike in form and colour.
pub fn by_glyph(looks: &[Look]) -> Groups {
    let mut groups = Groups { of: vec![None; looks.len()], members: Vec::new() };
    let mut leaders: Vec<usize> = Vec::new();
    for i in 0..looks.len() {
        if looks[i].glyph().is_none() {
            continue;
        }
        let nearest = leaders
            .iter()
            .enumerate()
            .map(|(g, leader)| (g, glyph_distance(&looks[i], &looks[*leader])))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        match nearest {
            Some((g, d)) if d < 1.0 => groups.push(i, g),
            _ => {
                leaders.push(i);
                groups.members.push(Vec::new());
                groups.push(i, leaders.len() - 1);
            }
        }
    }
    groups
}

/// How different two drawings are; from 1 on they are of different kinds.
fn glyph_distance(a: &Look, b: &Look) -> f32 {
    let (Some(p), Some(q)) = (a.glyph(), b.glyph()) else { return f32::MAX };
    let form = form_distance(p, q);
    let size =
        p.input.extra.iter().zip(&q.input.extra).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    let colour = super::glyph::apart(&p.colour, &q.colour);
    let opinion: f32 = (0..SHAPES).map(|s| (a.shapes[s] - b.shapes[s]).abs()).sum::<f32>() / 2.0;
    form.max(size / 0.16).max(colour / 48.0).max(opinion / 0.8)
}

/// How different two drawings' forms are; from 1 on they are different drawings. A part that only
/// one of them has counts fully however small it is.
pub fn form_distance(a: &Glyph, b: &Glyph) -> f32 {
    const BLOCK: usize = 4;
    let (a, b) = (&a.input.mask, &b.input.mask);
    let d: [f32; SIDE * SIDE] = std::array::from_fn(|i| (a[i] - b[i]).abs());
    let mean = d.iter().sum::<f32>() / (SIDE * SIDE) as f32;
    if !(0.01..=0.14).contains(&mean) {
        return mean / 0.14;
    }
    let mut most = 0.0_f32;
    for y in 0..=SIDE - BLOCK {
        for x in 0..=SIDE - BLOCK {
            let rows = (y..y + BLOCK).map(|y| d[y * SIDE + x..][..BLOCK].iter().sum::<f32>());
            most = most.max(rows.sum());
        }
    }
    (mean / 0.14).max(most / (BLOCK * BLOCK) as f32 / 0.28)
}

/// How far apart the forms of one drawing may be that was drawn twice, each time a part of a pixel
/// off: the pixels of a small one count for more.
pub fn redrawn(a: &Glyph, b: &Glyph) -> f32 {
    const MOST: f32 = 1.8;
    (SIDE as f32 / a.longer.min(b.longer)).clamp(1.0, MOST)
}

/// Merges groups that `near` links, directly or through others.
fn merge(groups: Groups, near: &dyn Fn(usize, usize) -> bool) -> Groups {
    let n = groups.members.len();
    let mut root: Vec<usize> = (0..n).collect();
    for a in 0..n {
        for b in 0..a {
            if root[a] != root[b] && near(a, b) {
                let (from, to) = (root[a], root[b]);
                root.iter_mut().filter(|r| **r == from).for_each(|r| *r = to);
            }
        }
    }
    let mut out = Groups { of: vec![None; groups.of.len()], members: Vec::new() };
    let mut number = vec![None; n];
    for (group, members) in groups.members.iter().enumerate() {
        let g = *number[root[group]].get_or_insert_with(|| {
            out.members.push(Vec::new());
            out.members.len() - 1
        });
        members.iter().for_each(|cell| out.push(*cell, g));
    }
    out
}
