//! Positions as they come up in games.

use rand::RngExt;
use rand_pcg::Pcg64;

use crate::board::Grid;
use crate::board::minesweeper::{Cell, Game, Level, Marks, Rules, StartRule};
use crate::geometry::CellPos;

/// A position of a random game and what its counter shows.
pub fn deal(rng: &mut Pcg64) -> (Grid<Cell>, i32) {
    let level = level(rng);
    let rules = Rules { start: StartRule::Open, marks: Marks::FlagsAndQuestions };
    let mut game = Game::new(level, rules, rng.random());
    if rng.random_bool(0.95) {
        play(&mut game, rng);
    }
    (game.cells().clone(), game.mines_left())
}

fn level(rng: &mut Pcg64) -> Level {
    match rng.random_range(0..8) {
        0 | 1 => Level::BEGINNER,
        2 | 3 => Level::INTERMEDIATE,
        4 => Level::EXPERT,
        _ => {
            let (cols, rows) = (rng.random_range(7..26), rng.random_range(7..20));
            let share = rng.random_range(0.12..0.24);
            Level { cols, rows, mines: ((cols * rows) as f64 * share) as usize }
        }
    }
}

/// Opens a part of the board, marks some mines, and sometimes loses.
fn play(game: &mut Game, rng: &mut Pcg64) {
    let (cols, rows) = (game.cells().cols(), game.cells().rows());
    let any = |rng: &mut Pcg64| CellPos::new(rng.random_range(0..cols), rng.random_range(0..rows));
    game.open(any(rng));
    let Some(mines) = game.mines().cloned() else { return };
    let opened = rng.random_range(0.0..0.9);
    for _ in 0..(opened * (cols * rows) as f64) as usize {
        let pos = any(rng);
        // People open where they know something: beside what is open.
        let beside = game.cells().neighbours(pos).any(|n| matches!(game.cells()[n], Cell::Open(_)));
        if !mines[pos] && beside && !game.is_over() {
            game.open(pos);
        }
    }
    let marked = rng.random_range(0.0..0.8_f64);
    let (wrong, asked) = (rng.random_bool(0.2), rng.random_bool(0.3));
    if rng.random_bool(0.7) {
        for pos in mines.positions() {
            let chance = if mines[pos] {
                marked
            } else if wrong {
                0.03
            } else {
                0.0
            };
            if !game.is_over() && rng.random_bool(chance) {
                game.mark(pos);
                if asked && rng.random_bool(0.15) {
                    game.mark(pos);
                }
            }
        }
    }
    if rng.random_bool(0.25) {
        let mine = mines.positions().find(|p| mines[*p] && game.cells()[*p] == Cell::Covered);
        mine.into_iter().for_each(|pos| {
            game.open(pos);
        });
    }
}
