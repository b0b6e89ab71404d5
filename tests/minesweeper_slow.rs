//! Boards that take long to count: with less time the answer gets plainer, but there is one.

use std::time::Duration;

use sweepfall::board::minesweeper::{Board, parse_cells};
use sweepfall::solver::minesweeper::{Decision, Limits, MoveKind, Reason, strategy};

const SLOW: [(&str, &str); 3] = [
    ("dotted-100x100", include_str!("../fixtures/minesweeper/slow/dotted-100x100.txt")),
    ("bands-100x100", include_str!("../fixtures/minesweeper/slow/bands-100x100.txt")),
    ("bands-50x50", include_str!("../fixtures/minesweeper/slow/bands-50x50.txt")),
];

/// Over before it has begun.
const NO_TIME_LEFT: Duration = Duration::from_nanos(1);

fn board(text: &str) -> Board {
    let mines = text.lines().find_map(|line| line.strip_prefix("# mines_left:")).expect("mines");
    let cells = parse_cells(text).expect("the notation");
    Board::check(&cells, mines.trim().parse().expect("a number")).expect("legal")
}

fn decide(name: &str, board: &Board, think: Duration) -> Decision {
    let mut player = strategy(name).expect("listed");
    player.decide(board, &Limits { think, ..Limits::default() }).expect("a real position")
}

#[test]
fn every_player_but_two_rule_opens_a_covered_cell_however_little_time_there_is() {
    for (name, text) in SLOW {
        let board = board(text);
        for player in ["probability", "pseq", "full"] {
            for think in [Duration::ZERO, NO_TIME_LEFT, Limits::default().think] {
                let decision = decide(player, &board, think);
                let first = decision.moves.first().expect("there is always a move");
                assert_eq!(first.kind, MoveKind::Open, "{name}, {player}, {think:?}");
                assert!(board.cells()[first.cell].is_closed() && first.mine_probability < 0.5);
            }
        }
    }
}

#[test]
fn without_time_to_search_the_cell_least_likely_to_be_a_mine_is_opened() {
    for (name, text) in SLOW {
        let board = board(text);
        let decision = decide("full", &board, NO_TIME_LEFT);
        let odds = decision.probabilities.expect("computed");
        let covered = board.cells().iter().filter(|(_, cell)| cell.is_closed());
        let least = covered.map(|(pos, _)| odds[pos]).fold(1.0, f64::min);
        let first = &decision.moves[0];
        assert!(first.mine_probability <= least + 1e-9, "{name}");
        let Reason::Guess(why) = &first.reason else { panic!("{name}: {}", first.reason) };
        assert!(why.starts_with("least likely a mine"), "{name}: {why}");
    }
}

#[test]
fn limits_that_count_work_give_the_same_answer_each_time() {
    for (name, text) in SLOW {
        let board = board(text);
        let first = decide("full", &board, Duration::ZERO);
        assert_eq!(first, decide("full", &board, Duration::ZERO), "{name}");
    }
}
