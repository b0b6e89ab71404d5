//! Naming the groups: which look means what, so that the board is possible.

mod doubt;
mod drawing;
mod grounds;
mod groups;
mod kin;

use super::cluster::{by_glyph, by_ground};
use super::look::Look;
use super::net::{SHAPES, Shape};
use super::reading::CellReading;
use crate::board::Grid;
use crate::board::minesweeper::Cell;

use doubt::{FEW, SURE_OF_FEW};
use grounds::{Board, KIN};

/// A drawing is named only when its shape is at least this probable.
const SURE: f32 = 0.80;

/// What the cells' looks tell before the rules are asked.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Drawn {
    /// Nothing is drawn.
    Blank,
    /// A shape with its probability.
    Shape(Shape, f32),
}

/// What a group of blank cells may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Covered,
    Open,
    /// No cell at all: another window, a dialog, a tooltip.
    Foreign,
}

/// Names every cell of `looks`; `sides` counts the sides of each cell that show a border, and
/// `known` holds the kinds that are certain already.
pub fn name(looks: &Grid<Look>, sides: &Grid<u8>, known: &Grid<Option<Cell>>) -> Grid<CellReading> {
    let cells = looks.values();
    let glyphs = by_glyph(cells);
    let mut drawn: Vec<Drawn> = vec![Drawn::Blank; cells.len()];
    let mut votes: Vec<[f32; SHAPES]> = vec![[0.0; SHAPES]; cells.len()];
    let strength = doubt::typical_contrast(cells);
    for members in &glyphs.members {
        let mut mean = [0.0; SHAPES];
        for cell in members {
            mean.iter_mut()
                .zip(cells[*cell].shapes)
                .for_each(|(m, p)| *m += p / members.len() as f32);
        }
        let best = (0..SHAPES).max_by(|a, b| mean[*a].total_cmp(&mean[*b])).unwrap_or(0);
        // A texture fills its cell or is faint; what stands in the middle of it is a mark.
        let filling = |i: &usize| {
            cells[*i].glyph().is_some_and(|glyph| {
                let extra = glyph.input.extra;
                extra[0].max(extra[1]) > 0.7 || glyph.contrast < 0.4 * strength
            })
        };
        let ornament = members.len() * 10 > cells.len().max(40)
            && members.iter().filter(|i| filling(i)).count() * 2 > members.len()
            && Shape::ALL[best] == Shape::Other
            && mean[best] > 0.5;
        // Many faint traces of one form among strong drawings: a texture of the skin, or what a
        // lossy picture leaves of bevels. Dark numbers on dark ground are faint too.
        let digit = matches!(Shape::ALL[best], Shape::Digit(_)) && mean[best] > 0.5;
        let faint = members.len() * 25 > cells.len().max(100)
            && !digit
            && members.iter().all(|i| {
                cells[*i].glyph().is_some_and(|g| g.contrast < 45.0_f32.min(0.3 * strength))
            });
        // No number and no mark stands on half of a board: that is how covered cells look.
        let usual = cells.len() >= 40 && members.len() * 2 > cells.len();
        let ornament = ornament || faint || usual;
        for cell in members {
            votes[*cell] = mean;
            drawn[*cell] =
                if ornament { Drawn::Blank } else { Drawn::Shape(Shape::ALL[best], mean[best]) };
        }
    }
    for (i, look) in cells.iter().enumerate() {
        if look.inside.messy && drawn[i] == Drawn::Blank {
            drawn[i] = Drawn::Shape(Shape::Other, 0.0);
        }
    }
    let blank = by_ground(cells, sides.values(), |i| drawn[i] == Drawn::Blank);
    let near = grounds::nearest_grounds(looks, &drawn, &blank);
    let kin = grounds::kinship(&near, &votes, blank.members.len());
    let known = grounds::known_grounds(&blank, known);
    let all = by_ground(cells, sides.values(), |_| true);
    let bare = Board { looks, sides, blank: &blank, kin: &kin, known: &known, all: &all };
    let first = bare.drawn(&drawn).name_grounds();
    // Numbers stand on open ground and marks on covered ground: where a drawing's ground is
    // known, the other readings of it fall away.
    let mut homes = vec![None; cells.len()];
    for members in &glyphs.members {
        let home = grounds::home_of(members, &near, &first);
        let mut mean = votes[members[0]];
        if let Some(home) = home {
            for (shape, p) in Shape::ALL.iter().zip(&mut mean) {
                let elsewhere = match shape {
                    Shape::Digit(_) => home == Ground::Covered,
                    Shape::Flag | Shape::Question => home == Ground::Open,
                    _ => false,
                };
                if elsewhere {
                    *p = 0.0;
                }
            }
            let sum: f32 = mean.iter().sum();
            mean.iter_mut().for_each(|p| *p /= sum.max(0.2));
        }
        let best = (0..SHAPES).max_by(|a, b| mean[*a].total_cmp(&mean[*b])).unwrap_or(0);
        for cell in members {
            if drawn[*cell] == Drawn::Blank {
                continue;
            }
            votes[*cell] = mean;
            homes[*cell] = home;
            drawn[*cell] = Drawn::Shape(Shape::ALL[best], mean[best]);
        }
    }
    doubt::without_lone_crosses(&mut votes, &mut drawn);
    let mut strange = doubt::strange_marks(cells, &glyphs, &drawn);
    doubt::tell_numbers_apart(cells, &glyphs, &mut drawn, &mut votes, &mut strange);
    let board = bare.drawn(&drawn);
    let grounds = board.name_grounds();
    let doubtful = doubt::doubtful_groups(&near, &drawn, &blank);
    let (on_ground, numbers) = doubt::numbers_by_ground(&drawn, &all);
    // The same drawing several times over is the game's own.
    let frequent = |i: usize| glyphs.of[i].is_some_and(|g| glyphs.members[g].len() >= FEW);
    let set_alike = doubt::set_alike(looks, &drawn);
    let near_nameless = doubt::near_nameless(looks, &near, &drawn);
    let faintly_drawn = doubt::faintly_drawn(looks.values(), &drawn, &blank);
    let settled = |i: usize| {
        set_alike[i]
            || numbers < 3
            || frequent(i)
            || all.of[i].is_some_and(|g| on_ground[g] * 8 >= numbers.min(24))
    };
    let covered_seen =
        grounds.iter().any(|(name, margin)| *name == Ground::Covered && *margin >= 1.0);
    let cells = Grid::from_fn(looks.cols(), looks.rows(), |pos| {
        let i = pos.row * looks.cols() + pos.col;
        match drawn[i] {
            Drawn::Blank => match blank.of[i].map(|g| grounds[g]) {
                Some((ground, margin)) => {
                    let reading = blank_reading(ground, margin);
                    // Numbers on the same ground make even one open cell believable, marks a
                    // covered one.
                    let few = blank.of[i].is_some_and(|g| {
                        let (numbers, marks) = kin[g];
                        let support = if ground == Ground::Open { numbers } else { marks };
                        blank.members[g].len() < FEW && support < 1.6 && known[g].is_none()
                    });
                    let doubt = blank.of[i].is_some_and(|g| doubtful[g]);
                    let doubt =
                        doubt || near_nameless[i] || (faintly_drawn[i] && ground == Ground::Open);
                    let sure = !doubt && (!few || margin >= SURE_OF_FEW);
                    CellReading { kind: reading.kind.filter(|_| sure), ..reading }
                }
                None => unknown(Cell::Covered, 0.0),
            },
            Drawn::Shape(shape, p) => {
                // A mine on a ground of its own among mines at home is the one that exploded.
                let own = near[i].first().map_or(f32::MAX, |(_, d)| *d);
                let own_home = homes[i].filter(|_| match shape {
                    Shape::Mine => own < KIN,
                    Shape::Flag | Shape::Question => own < 2.0 * KIN,
                    _ => true,
                });
                let like = glyphs.of[i].map_or(1, |g| glyphs.members[g].len());
                let drawing = drawing::Drawing { shape, p, votes: &votes[i], like };
                let reading = board.shape_reading(pos, &drawing, &grounds, own_home);
                // A number on a ground of its own is text that lies over the board.
                if matches!(shape, Shape::Digit(_)) && own_home.is_none() && !settled(i) {
                    return CellReading { kind: None, ..reading };
                }
                let mark = matches!(shape, Shape::Flag | Shape::Question);
                let contrast = cells[i].glyph().map_or(0.0, |glyph| glyph.contrast);
                if strange[i] || contrast < 45.0_f32.min(0.35 * strength) {
                    return CellReading { kind: None, ..reading };
                }
                // A mark on another ground than the covered cells' is something else: a wrong
                // flag, a mine that was marked, a hint.
                let elsewhere = covered_seen && own_home != Some(Ground::Covered);
                // One that goes on in the next cell is a pointer or the like.
                let across = like < FEW && cells[i].glyph().is_some_and(|glyph| glyph.at_rim);
                if mark && (elsewhere || across) {
                    CellReading { kind: None, ..reading }
                } else {
                    reading
                }
            }
        }
    });
    doubt::without_contradictions(kin::covered(looks, sides, &drawn, cells))
}

fn unknown(best: Cell, score: f32) -> CellReading {
    CellReading { kind: None, best, score, second: Cell::Covered, second_score: score }
}

/// A blank cell's reading from its group's name and how much worse the next name would be.
fn blank_reading(ground: Ground, margin: f32) -> CellReading {
    let (best, second) = match ground {
        Ground::Covered => (Cell::Covered, Cell::Open(0)),
        Ground::Open => (Cell::Open(0), Cell::Covered),
        Ground::Foreign => return unknown(Cell::Covered, 0.2),
    };
    let score = 1.0 - 0.5 / (1.0 + margin.max(0.0));
    let kind = (margin >= 1.0).then_some(best);
    CellReading { kind, best, score, second, second_score: 1.0 - score }
}
