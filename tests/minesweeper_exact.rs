//! The exact engine against trying every arrangement of mines.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use sweepfall::board::Grid;
use sweepfall::board::minesweeper::{Board, Cell, Game, Rules};
use sweepfall::geometry::CellPos;
use sweepfall::solver::minesweeper::{Decision, Limits, MoveKind, strategy};

/// Each cell's mine probability by trying every arrangement; `None` when none fits.
fn brute_force(board: &Board) -> Option<Vec<f64>> {
    let cells = board.cells();
    let closed: Vec<usize> = (0..cells.len()).filter(|i| cells.values()[*i].is_closed()).collect();
    let place = |pos: CellPos| pos.row * cells.cols() + pos.col;
    let numbers: Vec<(u32, u32)> = cells
        .iter()
        .filter_map(|(at, cell)| {
            let Cell::Open(number) = *cell else { return None };
            let around =
                cells.neighbours(at).filter_map(|pos| closed.iter().position(|c| *c == place(pos)));
            Some((around.fold(0, |mask, bit| mask | 1 << bit), u32::from(number)))
        })
        .collect();
    let (mut total, mut with_mine) = (0_u64, vec![0_u64; closed.len()]);
    for layout in 0_u32..1 << closed.len() {
        let fits = layout.count_ones() as usize == board.mines()
            && numbers.iter().all(|(mask, number)| (layout & mask).count_ones() == *number);
        if fits {
            total += 1;
            (0..closed.len()).for_each(|bit| with_mine[bit] += u64::from(layout >> bit & 1));
        }
    }
    (total > 0).then(|| {
        let mut odds = vec![0.0; cells.len()];
        for (bit, cell) in closed.iter().enumerate() {
            odds[*cell] = with_mine[bit] as f64 / total as f64;
        }
        odds
    })
}

/// A random position of at most 16 closed cells, reached by opening safe cells.
fn random_position(rng: &mut Pcg64) -> Option<Board> {
    let (cols, rows) = (rng.random_range(1..=6), rng.random_range(1..=5));
    let share = rng.random_range(0.1..0.6);
    let mines = Grid::from_fn(cols, rows, |_| rng.random_bool(share));
    let mut game = Game::with_mines(mines.clone(), Rules::default());
    for _ in 0..rng.random_range(0..=cols * rows) {
        let at = CellPos::new(rng.random_range(0..cols), rng.random_range(0..rows));
        if !mines[at] {
            game.open(at);
        }
    }
    let closed = game.cells().values().iter().filter(|cell| cell.is_closed()).count();
    let cells = game.cells().map(|cell| Some(*cell));
    let board = Board::check(&cells, game.level().mines).expect("a game shows legal positions");
    (closed <= 16 && !game.is_over()).then_some(board)
}

fn decide(name: &str, board: &Board) -> Decision {
    let mut player = strategy(name).expect("listed");
    player.decide(board, &Limits::default()).expect("a real position")
}

#[test]
fn probabilities_agree_with_trying_every_arrangement() {
    let mut rng = Pcg64::seed_from_u64(1);
    let mut compared = 0;
    while compared < 4_000 {
        let Some(board) = random_position(&mut rng) else { continue };
        if board.is_won() {
            continue;
        }
        compared += 1;
        let want = brute_force(&board).expect("the real arrangement fits");
        let decision = decide("probability", &board);
        let got = decision.probabilities.expect("computed");
        for (i, want) in want.iter().enumerate() {
            let got = got.values()[i];
            assert!((got - want).abs() < 1e-9, "cell {i}: {got} not {want} in {board:?}");
        }
        let certain = (0..want.len())
            .filter(|i| board.cells().values()[*i].is_closed() && want[*i] == 0.0)
            .count();
        let opens: Vec<_> = decision.moves.iter().filter(|m| m.kind == MoveKind::Open).collect();
        if certain > 0 {
            assert_eq!(opens.len(), certain, "{board:?}");
            assert!(opens.iter().all(|m| !m.is_guess()), "{board:?}");
        } else {
            assert_eq!(opens.len(), 1, "{board:?}");
            assert!(opens[0].is_guess() || board.is_fresh(), "{board:?}");
        }
    }
}

#[test]
fn numbers_that_cannot_hold_together_are_refused() {
    let mut rng = Pcg64::seed_from_u64(2);
    let (mut refused, mut accepted) = (0, 0);
    while refused < 300 || accepted < 300 {
        let Some(board) = random_position(&mut rng) else { continue };
        let wrong = board.cells().map(|cell| match *cell {
            Cell::Open(n) if n > 0 && rng.random_bool(0.3) => {
                Some(Cell::Open(rng.random_range(1..=n + 1)))
            }
            cell => Some(cell),
        });
        let Ok(board) = Board::check(&wrong, board.mines()) else { continue };
        if board.is_won() {
            continue;
        }
        let mut player = strategy("probability").expect("listed");
        let answer = player.decide(&board, &Limits::default());
        assert_eq!(answer.is_err(), brute_force(&board).is_none(), "{board:?}");
        *(if answer.is_err() { &mut refused } else { &mut accepted }) += 1;
    }
}
