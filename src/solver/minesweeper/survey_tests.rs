//! Positions that are too wide to count, counts of many cells, and the classic rule's prior.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::survey::{Exactness, Surveyor};
use super::{Limits, strategy};
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

/// Each cell's mine probability under the classic rule by playing the first click of every deal;
/// deals that would not show `shown` are left out.
fn classic_odds(shown: &Grid<Cell>, mines: u32, first: CellPos) -> Vec<f64> {
    let classic = Rules { start: StartRule::Classic, ..Rules::default() };
    let (mut deals, mut odds) = (0.0, vec![0.0; shown.len()]);
    for layout in (0_u32..1 << shown.len()).filter(|l| l.count_ones() == mines) {
        let bit = |pos: CellPos| layout >> (pos.row * shown.cols() + pos.col) & 1 == 1;
        let mut game = Game::with_mines(Grid::from_fn(shown.cols(), shown.rows(), bit), classic);
        game.open(first);
        let mines = game.mines().expect("dealt");
        let fits = shown.iter().all(|(pos, cell)| match *cell {
            Cell::Open(number) => {
                let around = shown.neighbours(pos).filter(|other| mines[*other]).count();
                !mines[pos] && around == usize::from(number)
            }
            _ => true,
        });
        if fits {
            deals += 1.0;
            odds.iter_mut().zip(mines.values()).for_each(|(sum, mine)| *sum += f64::from(*mine));
        }
    }
    odds.iter().map(|sum| sum / deals).collect()
}

#[test]
fn probabilities_under_the_classic_rule_agree_with_playing_every_deal() {
    let mut rng = Pcg64::seed_from_u64(7);
    let (mut compared, mut uneven) = (0, 0);
    while compared < 150 {
        let (cols, rows) = (rng.random_range(2..=4), rng.random_range(2..=3));
        let grid = Grid::from_fn(cols, rows, |_| rng.random_bool(0.35));
        let first = CellPos::new(rng.random_range(0..cols), rng.random_range(0..rows));
        let mut game =
            Game::with_mines(grid, Rules { start: StartRule::Classic, ..Rules::default() });
        game.open(first);
        let mines = game.mines().expect("dealt").clone();
        for _ in 0..rng.random_range(0..5) {
            let at = CellPos::new(rng.random_range(0..cols), rng.random_range(0..rows));
            if !mines[at] {
                game.open(at);
            }
        }
        if game.is_over() || mines[first] {
            continue;
        }
        let shown = game.cells();
        let board = Board::check(&shown.map(|cell| Some(*cell)), game.level().mines);
        let board = board.expect("a game shows legal positions");
        let ask = |start| {
            let limits = Limits { start, first_click: Some(first), ..Limits::default() };
            let decision = strategy("full").expect("listed").decide(&board, &limits);
            decision.expect("a real position")
        };
        let decision = ask(StartRule::Classic);
        if decision.moves.iter().any(|one| !one.is_guess()) {
            continue;
        }
        compared += 1;
        let got = decision.probabilities.expect("a guess comes with them");
        let want = classic_odds(shown, game.level().mines as u32, first);
        for (got, want) in got.values().iter().zip(&want) {
            assert!((got - want).abs() < 1e-9, "{got} not {want} in {board:?}, first {first}");
        }
        uneven += usize::from(ask(StartRule::Safe).probabilities != Some(got));
    }
    assert!(uneven > 30, "{uneven}");
}
