//! Known positions: probabilities and best play worked out independently of the program.

use sweepfall::board::minesweeper::{Board, Cell, parse_cells};
use sweepfall::solver::minesweeper::{Limits, MoveKind, strategy};

const TABLE: &str = include_str!("../fixtures/minesweeper/probabilities.txt");

struct Known {
    name: String,
    board: Board,
    odds: Vec<f64>,
    win: f64,
}

fn fraction(text: &str) -> f64 {
    let (over, under) = text.split_once('/').expect("a fraction");
    over.parse::<f64>().expect("a number") / under.parse::<f64>().expect("a number")
}

fn table() -> Vec<Known> {
    let entries = TABLE.split("\n\n").filter(|entry| entry.contains("board:"));
    entries
        .map(|entry| {
            let field = |name: &str| {
                let line = entry.lines().find_map(|line| line.strip_prefix(name));
                line.expect("every entry has every field").trim().to_string()
            };
            let (head, odds) = entry.split_once("odds:").expect("odds");
            let (_, board) = head.split_once("board:").expect("board");
            let cells = parse_cells(board).expect("the notation");
            let mines = field("mines:").parse().expect("a number");
            let odds = odds.split_whitespace();
            Known {
                name: field("name:"),
                board: Board::check(&cells, mines).expect("legal"),
                odds: odds.map(|o| if o == "-" { 0.0 } else { fraction(o) }).collect(),
                win: fraction(&field("win:")),
            }
        })
        .collect()
}

#[test]
fn known_positions_get_their_probabilities_and_all_certain_cells() {
    assert!(table().len() >= 10);
    for Known { name, board, odds, .. } in table() {
        if board.is_won() {
            continue;
        }
        let mut player = strategy("probability").expect("listed");
        let decision = player.decide(&board, &Limits::default()).expect("possible");
        let got = decision.probabilities.expect("computed");
        for (got, want) in got.values().iter().zip(&odds) {
            assert!((got - want).abs() < 1e-9, "{name}: {got} not {want}");
        }
        let closed = |i: &usize| board.cells().values()[*i] == Cell::Covered;
        let safe = (0..odds.len()).filter(closed).filter(|i| odds[*i] == 0.0).count();
        let certain = decision.moves.iter().filter(|m| !m.is_guess() && m.kind == MoveKind::Open);
        if !board.is_fresh() {
            assert_eq!(certain.count(), safe, "{name}");
        }
    }
}

#[test]
fn the_full_player_knows_its_chance_where_every_way_can_be_searched() {
    for Known { name, board, odds, win } in table() {
        let mut player = strategy("full").expect("listed");
        let decision = player.decide(&board, &Limits::default()).expect("possible");
        let closed = |i: &usize| board.cells().values()[*i] == Cell::Covered;
        let has_safe = (0..odds.len()).filter(closed).any(|i| odds[i] == 0.0);
        if board.is_won() || board.is_fresh() || has_safe {
            continue;
        }
        let reason = decision.moves[0].reason.to_string();
        let said = format!("endgame searched, {:.1} % to win", win * 100.0);
        assert!(reason.contains(&said), "{name}: {reason}, not {said}");
    }
}

/// Runs the program; gives its exit code and what it printed on stdout.
fn sweepfall(args: &[&str]) -> (Option<i32>, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_sweepfall"))
        .args(args)
        .output()
        .expect("the program starts");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("one JSON object")
}

#[test]
fn advise_tells_moves_probabilities_and_draws_a_heat_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (board, picture) = (path("board.txt"), path("heat.png"));
    std::fs::write(&board, "# mines_left: 2\n###\n121\n").expect("written");
    let (code, text) = sweepfall(&["advise", &board, "--json", "--overlay", &picture]);
    let advice = json(&text);
    assert_eq!(code, Some(0));
    assert_eq!(advice["legal"], true);
    assert_eq!(advice["probabilities"], serde_json::json!([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]));
    let first = &advice["moves"][0];
    assert_eq!((&first["col"], &first["row"]), (&1.into(), &0.into()));
    assert_eq!((&first["action"], &first["mine_probability"]), (&"open".into(), &0.0.into()));
    let picture = image::open(&picture).expect("a picture").to_rgb8();
    assert_eq!(picture.dimensions(), (97, 65));
    let ground = |x| picture.get_pixel(x, 6).0;
    assert!(ground(6)[0] > ground(38)[0], "a mine is redder than a safe cell");
}

#[test]
fn advise_says_that_an_impossible_board_is_impossible() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = folder.path().join("board.txt").to_string_lossy().into_owned();
    std::fs::write(&board, "# mines_left: 1\n1#2\n").expect("written");
    let (code, text) = sweepfall(&["advise", &board, "--json"]);
    assert_eq!((code, &json(&text)["legal"]), (Some(1), &false.into()));
}

#[test]
fn bench_gives_the_same_games_and_moves_on_any_number_of_threads() {
    let run = |threads: &str, strategy: &str| {
        let game = ["bench", "minesweeper", "--level", "beginner", "--games", "40", "--json"];
        let rest = ["--threads", threads, "--strategy", strategy];
        json(&sweepfall(&[&game[..], &rest[..]].concat()).1)
    };
    for strategy in ["two-rule", "probability", "pseq", "full"] {
        let (one, two) = (run("1", strategy), run("2", strategy));
        assert_eq!(one["checksum"], two["checksum"], "{strategy}");
        assert_eq!((&one["games"], &one["wins"]), (&40.into(), &two["wins"]), "{strategy}");
        let least = if strategy == "two-rule" { 4 } else { 30 };
        assert!(one["wins"].as_u64() >= Some(least), "{strategy}: {one}");
    }
}

#[test]
fn efficient_play_wins_the_same_games_with_fewer_clicks_and_flagging_all_takes_more() {
    let run = |flags: &str| {
        let game = ["bench", "minesweeper", "--level", "intermediate", "--start", "open"];
        let rest = ["--games", "25", "--json", "--think-ms", "0", "--flags", flags];
        let report = json(&sweepfall(&[&game[..], &rest[..]].concat()).1);
        (report["wins"].as_u64(), report["clicks_per_win"].as_f64().expect("a number"))
    };
    let (none, all, efficient) = (run("none"), run("all"), run("efficient"));
    assert_eq!((none.0, none.0), (all.0, efficient.0));
    assert!(efficient.1 < 0.95 * none.1 && none.1 < all.1, "{none:?}, {all:?}, {efficient:?}");
}

#[test]
fn bench_plays_the_boards_of_a_file_and_writes_each_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (boards, results) = (path("boards.txt"), path("results.txt"));
    // Both are won without a guess: by the flood, and by the mines left.
    std::fs::write(&boards, "4 1 1 safe 0 0\n0001\n0100\n").expect("written");
    let args = ["bench", "minesweeper", "--boards", &boards, "--results", &results, "--json"];
    let report = json(&sweepfall(&args).1);
    assert_eq!((&report["games"], &report["start"]), (&2.into(), &"safe".into()));
    let lines = std::fs::read_to_string(&results).expect("results");
    let won: Vec<&str> = lines.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(won, ["1", "1"]);
    std::fs::write(&boards, "4 1 1 safe 0 0\n000\n").expect("written");
    assert_eq!(sweepfall(&args).0, Some(1));
}

#[test]
fn advise_reads_screenshots_of_both_games() {
    let picture = |name: &str| format!("{}/fixtures/frames/{name}.png", env!("CARGO_MANIFEST_DIR"));
    let (code, text) =
        sweepfall(&["advise", &picture("minesweeper/winemine_exp_236_n120"), "--json"]);
    let advice = json(&text);
    assert_eq!((code, &advice["legal"]), (Some(0), &true.into()));
    assert_eq!(advice["probabilities"].as_array().map(Vec::len), Some(16));
    assert_eq!(advice["moves"][0]["mine_probability"], 0.0);
    let (code, text) = sweepfall(&["advise", &picture("tetris/quadrapassel_mid_25_T"), "--json"]);
    assert_eq!((code, &json(&text)["piece"]), (Some(0), &"T".into()));
}
