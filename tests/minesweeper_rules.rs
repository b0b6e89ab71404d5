//! The rules of the game, seen from outside.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use sweepfall::board::Grid;
use sweepfall::board::minesweeper::{
    Cell, Game, Level, Marks, Phase, Rules, StartRule, format_cells,
};
use sweepfall::geometry::CellPos;

/// `*` is a mine, anything else is none.
fn mines(rows: &[&str]) -> Grid<bool> {
    Grid::from_rows(rows.iter().map(|row| row.chars().map(|c| c == '*').collect()).collect())
        .unwrap()
}

fn game(rows: &[&str]) -> Game {
    Game::with_mines(mines(rows), Rules::default())
}

fn shown(game: &Game) -> Vec<String> {
    format_cells(&game.cells().map(|cell| Some(*cell)))
}

fn at(col: usize, row: usize) -> CellPos {
    CellPos::new(col, row)
}

/// The flood opening, said as plainly as possible: a cell is open if it was clicked or lies
/// beside an open cell without mines around it; repeat until nothing changes.
fn slow_flood(mines: &Grid<bool>, closed: &Grid<Cell>, first: CellPos) -> Vec<String> {
    let number = |pos| mines.neighbours(pos).filter(|p| mines[*p]).count() as u8;
    let mut open = BTreeSet::from([first]);
    loop {
        let mut grown = open.clone();
        for pos in &open {
            if number(*pos) == 0 {
                grown.extend(mines.neighbours(*pos).filter(|p| closed[*p] != Cell::Flag));
            }
        }
        if grown == open {
            break;
        }
        open = grown;
    }
    let cells = Grid::from_fn(mines.cols(), mines.rows(), |pos| {
        Some(if open.contains(&pos) { Cell::Open(number(pos)) } else { closed[pos] })
    });
    format_cells(&cells)
}

#[test]
fn flood_opening_agrees_with_a_slow_twin_on_random_boards_with_flags_and_question_marks() {
    let mut rng = Pcg64::seed_from_u64(11);
    for _ in 0..500 {
        let (cols, rows) = (rng.random_range(2..12), rng.random_range(2..12));
        let laid = Grid::from_fn(cols, rows, |_| rng.random_bool(0.12));
        let mut game = Game::with_mines(laid.clone(), Rules::default());
        for _ in 0..rng.random_range(0..6) {
            game.mark(at(rng.random_range(0..cols), rng.random_range(0..rows)));
        }
        let first = at(rng.random_range(0..cols), rng.random_range(0..rows));
        if laid[first] || game.cells()[first] == Cell::Flag {
            continue;
        }
        let expected = slow_flood(&laid, game.cells(), first);
        game.open(first);
        if game.phase() == Phase::Running {
            assert_eq!(shown(&game), expected);
        }
    }
}

#[test]
fn the_same_seed_deals_the_same_game_and_another_seed_another() {
    let play = |seed| {
        let mut game = Game::new(Level::EXPERT, Rules::default(), seed);
        game.open(at(15, 8));
        game.mines().unwrap().clone()
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}

#[test]
fn the_first_click_keeps_what_its_rule_promises() {
    for (start, promised) in [(StartRule::Safe, false), (StartRule::Open, true)] {
        let rules = Rules { start, ..Rules::default() };
        let numbers: Vec<Cell> = (0..200)
            .map(|seed| {
                let mut game = Game::new(Level::EXPERT, rules, seed);
                game.open(at(3, 3));
                game.cells()[at(3, 3)]
            })
            .collect();
        assert!(numbers.iter().all(|cell| matches!(cell, Cell::Open(_))));
        assert_eq!(numbers.iter().all(|cell| *cell == Cell::Open(0)), promised, "{start:?}");
    }
}

#[test]
fn without_a_promise_the_first_click_may_lose() {
    let rules = Rules { start: StartRule::None, ..Rules::default() };
    let lost = (0..500)
        .filter(|seed| {
            let mut game = Game::new(Level::EXPERT, rules, *seed);
            game.open(at(0, 0));
            game.phase() == Phase::Lost
        })
        .count();
    // 99 of 480 cells: 103 of 500 with a standard deviation of 9.
    assert!((60..150).contains(&lost), "{lost}");
}

#[test]
fn an_opened_start_shows_an_area_before_the_first_click() {
    let rules = Rules { start: StartRule::Opened, ..Rules::default() };
    for seed in 0..100 {
        let game = Game::new(Level::EXPERT, rules, seed);
        assert_eq!(game.phase(), Phase::Running);
        assert!(game.cells().values().contains(&Cell::Open(0)));
    }
}

#[test]
fn the_classic_rule_moves_a_mine_under_the_first_click_to_the_first_free_cell() {
    let classic = Rules { start: StartRule::Classic, ..Rules::default() };
    let mut game = Game::with_mines(mines(&["**..", "...*", "...."]), classic);
    game.open(at(3, 1));
    assert_eq!(game.mines(), Some(&mines(&["***.", "....", "...."])));
    assert_eq!(shown(&game), ["####", "###1", "####"]);
    let mut corner = Game::with_mines(mines(&["*...", "...."]), classic);
    corner.open(at(0, 0));
    assert_eq!(corner.mines(), Some(&mines(&[".*..", "...."])));
    let mut untouched = Game::with_mines(mines(&["...*"]), classic);
    untouched.open(at(0, 0));
    assert_eq!(untouched.mines(), Some(&mines(&["...*"])));
}

#[test]
fn marks_cycle_with_and_without_question_marks_and_move_the_counter() {
    for (marks, cycle) in [
        (Marks::Flags, &[Cell::Flag, Cell::Covered, Cell::Flag][..]),
        (Marks::FlagsAndQuestions, &[Cell::Flag, Cell::Question, Cell::Covered, Cell::Flag]),
    ] {
        let mut game =
            Game::with_mines(mines(&["*..", "..."]), Rules { marks, ..Rules::default() });
        for expected in cycle {
            assert_eq!(game.mark(at(0, 0)), [at(0, 0)]);
            assert_eq!(game.cells()[at(0, 0)], *expected);
            assert_eq!(game.mines_left(), 1 - i32::from(*expected == Cell::Flag));
        }
        game.mark(at(1, 1));
        assert_eq!(game.mines_left(), -1);
    }
}

#[test]
fn a_flag_cannot_be_opened_but_a_question_mark_can() {
    let mut game = game(&["*..", "...", "..."]);
    game.mark(at(1, 1));
    assert!(game.open(at(1, 1)).is_empty());
    game.mark(at(1, 1));
    assert_eq!(game.open(at(1, 1)), [at(1, 1)]);
    assert_eq!(game.cells()[at(1, 1)], Cell::Open(1));
}

#[test]
fn a_chord_opens_only_when_the_number_of_flags_is_right() {
    let mut game = game(&["*..", "...", "..*"]);
    game.open(at(1, 1));
    assert!(game.chord(at(1, 1)).is_empty());
    game.mark(at(0, 0));
    assert!(game.chord(at(1, 1)).is_empty());
    game.mark(at(2, 2));
    assert_eq!(game.chord(at(1, 1)).len(), 6);
    assert_eq!(game.phase(), Phase::Won);
    assert_eq!(shown(&game), ["F1.", "121", ".1F"]);
}

#[test]
fn a_chord_with_wrong_flags_explodes_every_mine_it_opens() {
    let mut game = game(&["**.", "...", "..*"]);
    game.open(at(1, 1));
    for flag in [at(0, 2), at(1, 2), at(2, 2)] {
        game.mark(flag);
    }
    game.chord(at(1, 1));
    assert_eq!(game.phase(), Phase::Lost);
    assert_eq!(shown(&game), ["!!1", "232", "xxF"]);
}

#[test]
fn a_loss_shows_mines_the_exploded_one_and_wrong_flags_and_keeps_right_flags() {
    let mut game = game(&["*.*.", "....", "*.*."]);
    game.mark(at(0, 0));
    game.mark(at(1, 0));
    game.mark(at(2, 0));
    game.mark(at(2, 0));
    game.open(at(2, 2));
    assert_eq!(shown(&game), ["Fx*#", "####", "*#!#"]);
    assert!(game.open(at(3, 0)).is_empty() && game.mark(at(3, 0)).is_empty());
}

#[test]
fn a_win_flags_every_mine_and_the_counter_shows_none_left() {
    let mut game = game(&["*..", "..."]);
    game.mark(at(0, 0));
    game.mark(at(0, 0));
    game.open(at(2, 0));
    game.open(at(0, 1));
    assert_eq!((game.phase(), game.mines_left()), (Phase::Won, 0));
    assert_eq!(shown(&game), ["F1.", "11."]);
}

#[test]
fn every_changed_cell_is_reported_once_and_nothing_else_changes() {
    let mut rng = Pcg64::seed_from_u64(4);
    for seed in 0..300 {
        let level = Level { cols: 12, rows: 9, mines: 14 };
        let mut game = Game::new(level, Rules::default(), seed);
        while !game.is_over() {
            let before = game.cells().clone();
            let pos = at(rng.random_range(0..12), rng.random_range(0..9));
            let changed = match rng.random_range(0..4) {
                0 => game.mark(pos).to_vec(),
                1 => game.chord(pos).to_vec(),
                _ => game.open(pos).to_vec(),
            };
            let unique: BTreeSet<CellPos> = changed.iter().copied().collect();
            for (pos, old) in before.iter() {
                assert_eq!(*old != game.cells()[pos], unique.contains(&pos), "{pos}");
            }
        }
    }
}
