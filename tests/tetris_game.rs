//! The rules of Tetris in time, seen from outside.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use sweepfall::board::tetris::game::{
    Block, Game, Garbage, Handling, LockDelay, Options, Phase, Speed,
};
use sweepfall::board::tetris::{Piece, Press, Randomiser, Rules};
use sweepfall::geometry::CellPos;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn options(rules: &str) -> Options {
    Options {
        speed: Speed::Fixed(ms(100)),
        lock: LockDelay::NextStep,
        ..Options::new(Rules::load(rules).unwrap(), 3)
    }
}

fn game(options: Options) -> Game {
    Game::new(options).unwrap()
}

fn row(game: &Game) -> i32 {
    game.rules().cells(game.falling().unwrap()).iter().map(|cell| cell.1).max().unwrap()
}

fn left(game: &Game) -> i32 {
    game.rules().cells(game.falling().unwrap()).iter().map(|cell| cell.0).min().unwrap()
}

#[test]
fn what_happens_does_not_depend_on_how_often_time_is_told() {
    for rules in Rules::names() {
        for lock in [LockDelay::NextStep, LockDelay::After { delay: ms(170), resets: 3 }] {
            let options = Options {
                lock,
                clear: ms(90),
                entry: ms(40),
                garbage: Garbage::Every { pieces: 9, rows: 1 },
                ..options(rules)
            };
            let (mut coarse, mut fine) = (game(options.clone()), game(options));
            let mut rng = Pcg64::seed_from_u64(6);
            let mut now = 0;
            for _ in 0..400 {
                let later = now + rng.random_range(0..150);
                (now..=later).for_each(|t| fine.advance(ms(t)));
                coarse.advance(ms(later));
                now = later;
                let press = Press::ALL[rng.random_range(0..8)];
                if rng.random_bool(0.5) {
                    coarse.press(press);
                    fine.press(press);
                } else {
                    coarse.release(press);
                    fine.release(press);
                }
                assert_eq!(coarse.well(), fine.well(), "{rules}");
                assert_eq!((coarse.falling(), coarse.phase()), (fine.falling(), fine.phase()));
            }
            assert!(coarse.pieces() > 5, "{rules}");
        }
    }
}

#[test]
fn a_piece_falls_a_row_a_period_and_locks_at_the_step_it_cannot_take() {
    let mut game = game(options("srs"));
    let spawned = row(&game);
    game.advance(ms(99));
    assert_eq!(row(&game), spawned);
    game.advance(ms(100));
    assert_eq!(row(&game), spawned + 1);
    let steps = 19 - spawned as u64;
    game.advance(ms(steps * 100 + 99));
    assert_eq!((row(&game), game.pieces()), (19, 0));
    game.advance(ms(steps * 100 + 100));
    assert_eq!(game.pieces(), 1);
    assert_eq!(game.last_lock().unwrap().at, ms(steps * 100 + 100));
}

#[test]
fn a_lock_delay_starts_anew_only_as_often_as_it_may() {
    let lock = LockDelay::After { delay: ms(500), resets: 2 };
    let mut game = game(Options { lock, speed: Speed::Fixed(Duration::ZERO), ..options("srs") });
    assert_eq!(row(&game), 19, "instant gravity lands the piece at once");
    for (at, press) in [(400, Press::Left), (800, Press::Right), (1200, Press::Left)] {
        game.advance(ms(at));
        game.press(press);
        game.release(press);
    }
    game.advance(ms(1299));
    assert_eq!(game.pieces(), 0);
    game.advance(ms(1300));
    assert_eq!((game.pieces(), game.last_lock().unwrap().at), (1, ms(1300)));
}

#[test]
fn a_held_key_moves_once_then_repeats_after_its_delay() {
    let handling = Handling { das: ms(150), arr: ms(30), soft: ms(20) };
    let mut game = game(Options { handling, speed: Speed::Fixed(ms(60_000)), ..options("srs") });
    let start = left(&game);
    game.press(Press::Left);
    let columns = |game: &mut Game, at| {
        game.advance(ms(at));
        start - left(game)
    };
    assert_eq!([0, 149, 150, 179, 180].map(|at| columns(&mut game, at)), [1, 1, 2, 2, 3]);
    game.release(Press::Left);
    assert_eq!(columns(&mut game, 1000), 3);
    game.press(Press::Down);
    let top = row(&game);
    game.advance(ms(1060));
    assert_eq!(row(&game) - top, 3);
}

#[test]
fn a_hard_drop_locks_at_once_where_the_landing_was_told() {
    let mut game = game(options("srs"));
    let landing = game.rules().cells(&game.landing().unwrap());
    game.press(Press::Drop);
    assert_eq!(game.last_lock().unwrap().cells, landing);
    assert_eq!(game.pieces(), 1);
}

#[test]
fn full_rows_are_shown_then_vanish_and_are_paid() {
    let well = format!("{}{}", "..........\n".repeat(18), "####..####\n####..####\n");
    let well = well.parse().unwrap();
    let seed = (0..)
        .find(|seed| {
            let options = Options { seed: *seed, ..options("srs") };
            game(options).falling().unwrap().piece == Piece::O
        })
        .unwrap();
    let mut game = Game::in_well(Options { seed, clear: ms(300), ..options("srs") }, well);
    game.press(Press::Drop);
    assert_eq!(*game.phase(), Phase::Clearing { rows: vec![0, 1], since: ms(0) });
    assert_eq!(game.block(CellPos::new(4, 19)), Some(Block::Of(Piece::O)));
    assert_eq!(game.block(CellPos::new(0, 19)), Some(Block::Garbage));
    game.advance(ms(299));
    assert!(game.falling().is_none());
    game.advance(ms(300));
    assert_eq!((game.lines(), game.score(), game.well().filled()), (2, 300, 0));
    assert!(game.falling().is_some());
}

#[test]
fn a_piece_is_put_away_once_and_comes_back_as_it_was_dealt() {
    let mut game = game(options("srs"));
    let (first, second) = (game.falling().unwrap().piece, game.next().next().unwrap().0);
    game.press(Press::Hold);
    assert_eq!((game.hold(), game.falling().unwrap().piece), (Some(first), second));
    game.press(Press::Hold);
    assert_eq!(game.hold(), Some(first));
    game.press(Press::Drop);
    let third = game.falling().unwrap().piece;
    game.press(Press::Hold);
    assert_eq!((game.hold(), game.falling().unwrap().piece), (Some(third), first));
}

#[test]
fn keys_that_the_rules_lack_do_nothing() {
    let mut game = game(options("nes"));
    for press in [Press::Drop, Press::Hold, Press::Half] {
        let before = *game.falling().unwrap();
        game.press(press);
        assert_eq!((*game.falling().unwrap(), game.pieces()), (before, 0));
    }
}

#[test]
fn a_game_of_drops_in_the_middle_ends_when_the_next_piece_does_not_fit() {
    for rules in ["srs", "kblocks", "quadrapassel", "bastet"] {
        let mut game = game(options(rules));
        let mut drops = 0;
        while !game.is_over() {
            game.press(Press::Drop);
            drops += 1;
            assert!(drops < 30, "{rules}");
        }
        assert!(game.falling().is_none());
        game.press(Press::Left);
        game.advance(ms(100_000));
        assert!(game.is_over() && game.pieces() == drops);
    }
}

#[test]
fn garbage_comes_from_below_with_one_hole_a_row() {
    let garbage = Garbage::Every { pieces: 2, rows: 3 };
    let mut game = game(Options { garbage, ..options("srs") });
    game.press(Press::Drop);
    assert_eq!(game.well().filled(), 4);
    game.press(Press::Drop);
    assert_eq!(game.well().filled(), 8 + 27);
    assert!((0..3).all(|up| game.well().row(up).count_ones() == 9));
}

#[test]
fn next_pieces_are_those_that_come_and_the_randomiser_can_be_chosen() {
    let mut game = game(Options { next: 6, ..options("quadrapassel") });
    let shown: Vec<_> = game.next().collect();
    assert_eq!(shown.len(), 6);
    for expected in shown {
        game.press(Press::Drop);
        let falling = game.falling().unwrap();
        assert_eq!((falling.piece, falling.orientation), expected);
    }
    let bag = Options { randomiser: Some(Randomiser::Bag), next: 6, ..options("quadrapassel") };
    let game = self::game(bag);
    let mut first: Vec<Piece> = game.next().map(|(piece, _)| piece).collect();
    first.push(game.falling().unwrap().piece);
    first.sort();
    assert_eq!(first, Piece::ALL);
}

#[test]
fn every_speed_gets_faster_with_the_level_and_never_stops() {
    assert_eq!(Speed::Gnome.period(1), ms(880));
    assert_eq!(Speed::Guideline.period(1), ms(1000));
    assert_eq!(Speed::Nes.period(18).as_millis(), 49);
    for speed in [Speed::Gnome, Speed::Guideline, Speed::Nes] {
        for level in 1..200 {
            assert!(speed.period(level + 1) <= speed.period(level), "{speed:?} {level}");
            assert!(!speed.period(level).is_zero());
        }
    }
}
