//! What the player does with readings that a script gives it.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use image::RgbImage;

use super::planner::Planner;
use super::{Setup, TetrisPlayer};
use crate::board::tetris::{Piece, Rules};
use crate::calibration::{self, Profile};
use crate::clock::SteppedClock;
use crate::frame::Frame;
use crate::geometry::PixelRect;
use crate::input::Action;
use crate::play::{Planned, Player, Step};
use crate::solver::tetris::strategy;
use crate::vision::tetris::{NoWell, Reading, WellReader};

/// What is found and what is read then, one after another, the last one for ever.
struct Script {
    finds: VecDeque<Reading>,
    reads: VecDeque<Reading>,
}

fn advance(readings: &mut VecDeque<Reading>) -> Option<Reading> {
    if readings.len() > 1 { readings.pop_front() } else { readings.front().cloned() }
}

impl WellReader for Script {
    fn find(&mut self, _: &Frame) -> Result<Reading, NoWell> {
        advance(&mut self.finds).ok_or(NoWell::NoBorders)
    }

    fn found_again(&self, _: &Frame) -> Option<bool> {
        Some(self.finds.back()?.same_well(self.reads.front()?))
    }

    fn region(&self) -> Option<PixelRect> {
        None
    }

    fn read(&mut self, _: &Frame) -> Option<Reading> {
        advance(&mut self.reads)
    }
}

/// At which looks, 10 ms apart, a player of the shipped `profile` sends keys while it sees
/// `script`, of which it finds the first one.
fn looks_with_keys(profile: &str, script: Vec<Reading>) -> Vec<usize> {
    looks_with_keys_where(profile, vec![script[0].clone()], script)
}

/// The same where `finds` is what is found.
fn looks_with_keys_where(profile: &str, finds: Vec<Reading>, script: Vec<Reading>) -> Vec<usize> {
    let looks = script.len();
    let mut player = player(profile, finds, script);
    (0..=looks).filter(|look| sends_keys(&step(&mut player, *look))).collect()
}

/// A player of the shipped `profile`.
fn player(profile: &str, finds: Vec<Reading>, script: Vec<Reading>) -> TetrisPlayer {
    let Profile { tetris, input, new_game, .. } =
        calibration::load(profile).expect("a shipped profile");
    let game = tetris.expect("a profile of a Tetris");
    let rules = Rules::load(&game.rules).expect("shipped rules");
    let setup = Setup {
        strategy: "sweepfall".into(),
        depth: None,
        width: None,
        think: None,
        between: Duration::ZERO,
        dry_run: false,
        game,
        pace: input,
        new_game,
    };
    let decider = strategy(&setup.strategy).expect("a shipped strategy");
    let planner = Planner::new(&rules, &setup.game.keys, decider, None);
    let reader = Box::new(Script { finds: finds.into(), reads: script.into() });
    TetrisPlayer::new(setup, rules, reader, planner, Rc::new(SteppedClock::default()))
}

fn step(player: &mut TetrisPlayer, look: usize) -> Step {
    let mut frame = Frame::from_image(RgbImage::new(1, 1));
    frame.at = Duration::from_millis(10 * look as u64);
    player.step(&frame, frame.at)
}

fn sends_keys(step: &Step) -> bool {
    let key = |planned: &Planned| matches!(planned.action, Action::Key { .. });
    matches!(step, Step::Act(inputs) if inputs.iter().any(key))
}

/// A small stack with four more rows above, the topmost one first.
fn stack(above: [&str; 4]) -> Vec<&str> {
    let empty = [".........."; 13];
    let low = ["..........", "##......##", "##....####"];
    above.into_iter().chain(empty).chain(low).collect()
}

/// A piece, so many rows down, over the small stack.
fn falling(row: usize) -> Reading {
    let mut above = [".........."; 4];
    above[row] = "....oo....";
    above[row + 1] = "....oo....";
    Reading::showing(&stack(above), Some(Piece::T))
}

#[test]
fn a_well_is_played_on_once_it_is_found_in_the_same_place_again() {
    let script = [vec![falling(1); 2], vec![falling(2); 4]].concat();
    let aside = |by: f64| {
        let geometry = falling(1).geometry.shifted(by, 0.0);
        Reading { geometry, ..falling(1) }
    };
    let same = vec![aside(0.0), aside(2.0)];
    let first = |finds: Vec<Reading>| {
        looks_with_keys_where("kblocks", finds, script.clone()).first().copied()
    };
    // The find, two looks until it moves, the second find.
    assert_eq!(first(same), Some(5));
    assert_eq!(first(vec![aside(0.0), aside(60.0)]), None, "nothing moves in the other one");
}

#[test]
fn a_torn_frame_after_a_piece_was_put_away_is_not_played_on() {
    let empty = "..........";
    let seen = |top: [&'static str; 3], low: &'static str, hold: Piece| {
        let rows = [&top[..], &[empty; 12], &[low], &["#########."; 4]].concat();
        Reading { hold: Some(hold), ..Reading::showing(&rows, Some(Piece::T)) }
    };
    let (square, bar) = ("....oo....", "...iiii...");
    let moves = [[square, square, empty], [empty, square, square]];
    let waits = moves.map(|top| seen(top, empty, Piece::I));
    let torn = seen(["...ss.....", "..ss......", empty], "####......", Piece::O);
    let comes = seen([bar, empty, empty], empty, Piece::O);
    let script = |torn: Vec<Reading>| {
        [waits.to_vec(), vec![waits[1].clone()], torn, vec![comes.clone(); 3]].concat()
    };
    // The bar is held, and only it completes the rows: the square is put away at once.
    assert_eq!(looks_with_keys("jstris", script(vec![]))[..2], [4, 5]);
    assert_eq!(looks_with_keys("jstris", script(vec![torn.clone(); 2]))[..2], [4, 7]);
    // What stands is believed.
    assert_eq!(looks_with_keys("jstris", script(vec![torn; 10]))[..2], [4, 11]);
}

#[test]
fn what_is_left_of_rows_that_vanish_is_not_taken_for_a_piece() {
    let mut remains = stack([".........."; 4]);
    remains[19] = "##iiii####";
    let remains = Reading::showing(&remains, Some(Piece::T));
    // For a fifth of a second, and for good; the well is found again in between.
    let script = [vec![falling(1)], vec![remains.clone(); 20], vec![falling(2); 5]].concat();
    assert_eq!(looks_with_keys("kblocks", script).first(), Some(&23));
    let script = [vec![falling(1)], vec![remains; 80]].concat();
    assert_eq!(looks_with_keys("kblocks", script).first(), Some(&54));
}

#[test]
fn a_dialog_of_its_own_over_a_high_stack_is_the_end_of_a_game() {
    let finished_with = |rows: usize| {
        let (empty, block) =
            (["..........", "..........", "....oo....", "....oo...."], "##......##");
        let seen = |from: usize| {
            let rows = [&empty[from..], &[".........."; 17][rows + 1 - from..], &vec![block; rows]];
            Reading::showing(&rows.concat(), Some(Piece::T))
        };
        let script = [vec![seen(1)], vec![seen(0); 4]].concat();
        let mut player = player("kblocks", vec![seen(1)], script);
        let begun = (0..6).any(|look| sends_keys(&step(&mut player, look)));
        assert!(begun, "no game began");
        player.covered();
        matches!(step(&mut player, 6), Step::Finished(_))
    };
    assert!(finished_with(9));
    assert!(!finished_with(3), "somebody opened it");
}
