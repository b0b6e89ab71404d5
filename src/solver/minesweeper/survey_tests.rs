//! Positions that are too wide to count, large boards, and the classic rule's prior.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::survey::{Exactness, Surveyor};
use super::{Limits, MoveKind, strategy};
use crate::board::Grid;
use crate::board::minesweeper::{Board, Cell, Game, Rules, StartRule};
use crate::geometry::CellPos;

/// A board without any flooded area: numbers opened here and there.
fn scattered(cols: usize, rows: usize, mines: f64, opened: f64, rng: &mut Pcg64) -> Board {
    let grid = Grid::from_fn(cols, rows, |_| rng.random_bool(mines));
    let cells = Grid::from_fn(cols, rows, |pos| {
        let number = grid.neighbours(pos).filter(|other| grid[*other]).count() as u8;
        let is_open = !grid[pos] && number > 0 && rng.random_bool(opened);
        Some(if is_open { Cell::Open(number) } else { Cell::Covered })
    });
    let mines = grid.values().iter().filter(|mine| **mine).count();
    Board::check(&cells, mines).expect("numbers of real mines")
}

#[test]
fn what_is_proved_without_some_numbers_is_proved_with_all() {
    let mut rng = Pcg64::seed_from_u64(3);
    let (mut exact, mut rough) = (Surveyor::default(), Surveyor::default());
    let (mut estimated, mut certain) = (0, 0);
    for _ in 0..300 {
        let board = scattered(12, 10, 0.25, 0.3, &mut rng);
        let field = exact.field(&board).expect("real");
        let truth = exact.survey(field).expect("real");
        let field = rough.field(&board).expect("real");
        rough.plain.max_states = 40;
        let survey = rough.survey(field).expect("real");
        estimated += usize::from(survey.exactness == Exactness::Estimated);
        certain += survey.safe.len();
        for (got, want) in survey.mine.iter().zip(&truth.mine) {
            let is_certain = *got == 0.0 || *got == 1.0;
            assert!((0.0..=1.0).contains(got) && (!is_certain || (got - want).abs() < 1e-9));
        }
        assert!(survey.safe.iter().all(|cell| truth.safe.contains(cell)));
    }
    assert!(estimated > 100 && certain > 300, "{estimated} estimated, {certain} certain cells");
}

#[test]
fn the_largest_boards_without_any_opening_are_decided_within_the_time() {
    let mut rng = Pcg64::seed_from_u64(4);
    for (side, mines, opened) in
        [(50, 0.3, 0.1), (100, 0.3, 0.1), (100, 0.2, 0.35), (200, 0.1, 0.02)]
    {
        let board = scattered(side, side, mines, opened, &mut rng);
        for name in ["probability", "full"] {
            let mut player = strategy(name).expect("listed");
            let limits = Limits { think: Duration::from_secs(5), ..Limits::default() };
            let begun = Instant::now();
            let decision = player.decide(&board, &limits).expect("real");
            assert!(begun.elapsed() < limits.think, "{name} on {side}x{side}");
            assert!(!decision.moves.is_empty());
        }
    }
}

#[test]
fn counts_of_many_cells_agree_with_plain_ones() {
    let mut rng = Pcg64::seed_from_u64(6);
    for _ in 0..50 {
        let board = scattered(16, 16, 0.2, 0.2, &mut rng);
        let mut surveyor = Surveyor::default();
        let field = surveyor.field(&board).expect("real");
        let plain = surveyor.survey(field.clone()).expect("real");
        let wide = super::survey::survey_with(&mut surveyor.wide, field).expect("real");
        for (a, b) in plain.mine.iter().zip(&wide.mine) {
            assert!((a - b).abs() < 1e-9);
        }
    }
}

#[test]
fn the_classic_rule_puts_more_mines_at_the_top_left() {
    // All deals of 3 mines on 3x3 by the classic rule, first click at the bottom right.
    let first = CellPos::new(2, 2);
    let mut odds = [0_u32; 9];
    let mut deals = 0;
    for layout in (0_u32..1 << 9).filter(|l| l.count_ones() == 3) {
        let grid = Grid::from_fn(3, 3, |pos| layout >> (pos.row * 3 + pos.col) & 1 == 1);
        let mut game =
            Game::with_mines(grid, Rules { start: StartRule::Classic, ..Rules::default() });
        game.open(first);
        // Only the games in which the first click shows a 1 are looked at.
        if game.cells()[first] == Cell::Open(1) {
            deals += 1;
            let mines = game.mines().expect("dealt").values();
            odds.iter_mut().zip(mines).for_each(|(sum, mine)| *sum += u32::from(*mine));
        }
    }
    let cells =
        Grid::from_fn(3, 3, |pos| Some(if pos == first { Cell::Open(1) } else { Cell::Covered }));
    let board = Board::check(&cells, 3).expect("legal");
    let limits =
        Limits { start: StartRule::Classic, first_click: Some(first), ..Limits::default() };
    let mut player = strategy("full").expect("listed");
    let decision = player.decide(&board, &limits).expect("possible");
    let got = decision.probabilities.expect("computed");
    for (got, sum) in got.values().iter().zip(odds) {
        let want = f64::from(sum) / f64::from(deals);
        assert!((got - want).abs() < 1e-9, "{got} not {want}");
    }
    assert!(got.values()[0] > got.values()[2] + 0.05);
    assert_eq!(decision.moves[0].kind, MoveKind::Open);
}
