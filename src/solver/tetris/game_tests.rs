//! Whole games: the engines agree, and nothing depends on the number of threads.

use std::collections::BTreeMap;
use std::time::Duration;

use super::fast::EndRule;
use super::games::{GameOptions, GameRecord, play_game, play_games};
use super::{Hold, Movement, Search, Situation, Unknown, plan, strategy};
use crate::board::tetris::{Orientation, Piece, Press, Rules, Well, parse_pieces};

fn options(rules: &str, cols: usize, rows: usize) -> GameOptions {
    let rules = Rules::load(rules).expect("shipped");
    GameOptions {
        well: Well::new(cols, rows).expect("legal size"),
        randomiser: rules.randomiser(),
        rules,
        next: 1,
        max_pieces: Some(400),
        seed: 3,
    }
}

/// The classic rules under another name, which the fast engine does not know.
fn slow_classic(options: &GameOptions) -> GameOptions {
    let text = include_str!("../../board/tetris/rules/classic.toml");
    let path = tempfile::NamedTempFile::with_suffix(".toml").expect("a temporary file");
    std::fs::write(&path, text.replace("name = \"classic\"", "name = \"plain\"")).expect("written");
    let rules = Rules::load(&path.path().to_string_lossy()).expect("the same rules");
    GameOptions { rules, ..options.clone() }
}

#[test]
fn the_fast_engine_plays_the_games_of_the_general_search() {
    for end in [EndRule::BeforeClearing, EndRule::AfterClearing] {
        for (name, depth, width) in [("bcts", 1, None), ("dt10", 1, None), ("bcts", 2, Some(5))] {
            let mut player = strategy(name).expect("shipped");
            player.search = Search { depth, width, end, ..Search::default() };
            let fast = options("classic", 8, 9);
            let slow = slow_classic(&fast);
            for game in 0..4 {
                let (a, b) = (
                    play_game(&player, &fast, game, |_| true),
                    play_game(&player, &slow, game, |_| true),
                );
                assert_eq!(
                    (a.pieces, a.lines, a.clears),
                    (b.pieces, b.lines, b.clears),
                    "{name} {end:?}"
                );
                assert_eq!(a.well, b.well);
            }
        }
    }
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let player = strategy("dellacherie").expect("shipped");
    let run = |threads| {
        let mut games: BTreeMap<u64, GameRecord> = BTreeMap::new();
        let options = options("classic", 10, 8);
        play_games(
            &player,
            &options,
            0..6,
            threads,
            |_| true,
            |i, game| {
                games.insert(i, game);
            },
        );
        games
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn every_strategy_clears_lines_on_the_full_board() {
    for (name, _) in super::strategies() {
        let player = strategy(name).expect("shipped");
        let options = GameOptions { max_pieces: Some(100), ..options("classic", 10, 20) };
        let game = play_game(&player, &options, 0, |_| true);
        // The book's player waits for an I beside a high stack, and not always lives to see it.
        assert!(game.pieces > 60 && game.lines >= 10, "{name}: {game:?}");
    }
}

#[test]
fn hold_is_used_when_the_held_piece_is_better_and_only_where_it_is_allowed() {
    let movement = Movement::new(&Rules::load("srs").expect("shipped"));
    let well: Well = format!("{}{}", "..........\n".repeat(16), "#########.\n".repeat(4))
        .parse()
        .expect("legal well");
    let falling = movement.rules().spawn(Piece::O, Orientation::First, 10);
    let hold = Hold { piece: Some(Piece::I), allowed: true };
    let next = parse_pieces("T").expect("pieces");
    let mut situation =
        Situation { well: &well, movement: &movement, falling, next: &next, hold, possible: &[] };
    let player = strategy("bcts").expect("shipped");
    let found = plan(&situation, &player).expect("a placement");
    assert_eq!((found.hold, found.piece, found.lines, found.column), (true, Piece::I, 4, 9));
    assert_eq!(found.keys.first(), Some(&Press::Hold));
    situation.hold.allowed = false;
    assert!(!plan(&situation, &player).expect("a placement").hold);
}

#[test]
fn a_beam_with_time_finds_four_lines_that_need_two_pieces() {
    let movement = Movement::new(&Rules::load("srs").expect("shipped"));
    // The O has to stay off the open column, into which the I goes.
    let well: Well = format!("{}{}", "..........\n".repeat(16), "#########.\n".repeat(4))
        .parse()
        .expect("legal well");
    let falling = movement.rules().spawn(Piece::O, Orientation::First, 10);
    let next = parse_pieces("I").expect("pieces");
    let hold = Hold::default();
    let situation =
        Situation { well: &well, movement: &movement, falling, next: &next, hold, possible: &[] };
    let mut player = strategy("bcts").expect("shipped");
    player.search.think = Some(Duration::from_millis(30));
    let found = plan(&situation, &player).expect("a placement");
    assert!(found.column + 1 < 9, "{found:?}");
}

#[test]
fn averaging_over_what_is_left_of_a_bag_keeps_the_open_column_for_its_piece() {
    let movement = Movement::new(&Rules::load("srs").expect("shipped"));
    let well: Well = format!("{}{}", "..........\n".repeat(16), "#########.\n".repeat(4))
        .parse()
        .expect("legal well");
    let falling = movement.rules().spawn(Piece::O, Orientation::First, 10);
    let situation = Situation {
        well: &well,
        movement: &movement,
        falling,
        next: &[],
        hold: Hold::default(),
        possible: &[Piece::I],
    };
    let mut player = strategy("bcts").expect("shipped");
    player.search = Search { depth: 2, unknown: Unknown::Average, ..Search::default() };
    let found = plan(&situation, &player).expect("a placement");
    assert!(found.column + 1 < 9, "{found:?}");
}
