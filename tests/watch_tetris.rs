//! A well watched from frame to frame while a game is played in the simulator.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use sweepfall::board::tetris::game::{LockDelay, Options, Speed};
use sweepfall::board::tetris::{Rules, Tile};
use sweepfall::frame::Frame;
use sweepfall::input::{Action, Key};
use sweepfall::target::Target;
use sweepfall::target::simulated::tetris::{
    Effects, Frames, Keys, Look, Setup, SimulatedTetris, skins,
};
use sweepfall::vision::tetris::{LearntWell, Rest, WellReader};

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A game of quick steps in which keys are pressed at random.
fn sim(skin: &str, scale: f64, rules: &str, seed: u64) -> SimulatedTetris {
    let options = Options {
        speed: Speed::Fixed(ms(50)),
        lock: LockDelay::After { delay: ms(200), resets: 3 },
        ..Options::new(Rules::load(rules).unwrap(), seed)
    };
    let look = Look::new(skin, scale).unwrap();
    let effects = Effects::default();
    SimulatedTetris::new(Setup {
        options,
        look,
        effects,
        keys: Keys::default(),
        frames: Frames::None,
    })
    .unwrap()
}

fn press(sim: &mut SimulatedTetris, rng: &mut Pcg64) {
    let keys = [Key::Left, Key::Right, Key::Up, Key::Space, Key::Left, Key::Right];
    let key = *keys.choose(rng).unwrap();
    sim.perform(&Action::Key { stroke: key.into(), hold: Duration::ZERO }).unwrap();
    sim.perform(&Action::Wait(ms(rng.random_range(5..60)))).unwrap();
}

/// What came of watching a game.
#[derive(Debug, Default)]
struct Tally {
    frames: usize,
    wrong: usize,
    unknown: usize,
    playable: usize,
    next: usize,
}

/// Watches so many frames, each of them, with its number, spoilt by `spoil` before.
fn watch(
    sim: &mut SimulatedTetris,
    rng: &mut Pcg64,
    frames: usize,
    spoil: impl Fn(usize, &mut Frame),
) -> Tally {
    let mut tally = Tally::default();
    let mut watch = LearntWell::default();
    let mut found = false;
    for number in 0..frames {
        press(sim, rng);
        let mut frame = sim.capture(watch.region()).unwrap();
        spoil(number, &mut frame);
        let truth = sim.tetris_truth().unwrap();
        if sim.window().game().is_over() {
            sim.window_mut().new_game();
            continue;
        }
        if !found {
            found = watch.find(&frame).is_ok();
            continue;
        }
        let reading = watch.read(&frame).unwrap();
        tally.frames += 1;
        let kinds = reading.kinds();
        let differs =
            |at, kind: &Option<Tile>| kind.is_some_and(|kind| Some(&kind) != truth.tiles.get(at));
        let wrong = kinds.iter().filter(|(at, kind)| differs(*at, kind)).count();
        if !matches!(reading.rest, Rest::Unsettled(_)) {
            tally.wrong += wrong;
        }
        for (seen, shown) in reading.next.iter().zip(&truth.next) {
            assert!(seen.is_none_or(|seen| seen == *shown), "next {:?}", reading.next);
            tally.next += usize::from(seen.is_some());
        }
        assert!(reading.hold.is_none() || reading.hold == truth.hold, "hold {:?}", reading.hold);
        tally.unknown += reading.unknown();
        let falls = truth.tiles.values().iter().any(|tile| matches!(tile, Tile::Falling(_)));
        tally.playable += usize::from(reading.playable() || !falls);
    }
    tally
}

#[test]
fn a_game_is_read_without_a_wrong_cell_in_every_skin() {
    let (mut frames, mut next) = (0, 0);
    for skin in skins::names() {
        for (scale, rules) in [(1.0, "srs"), (1.5, "nes"), (0.75, "quadrapassel")] {
            let mut rng = Pcg64::seed_from_u64(7);
            let mut sim = sim(skin, scale, rules, 3);
            let tally = watch(&mut sim, &mut rng, 300, |_, _| {});
            assert_eq!(tally.wrong, 0, "{skin} {scale} {rules}: {tally:?}");
            let least = tally.frames * 75 / 100;
            assert!(tally.playable >= least, "{skin} {scale} {rules}: {tally:?}");
            frames += tally.frames;
            next += tally.next;
        }
    }
    assert!(next * 4 >= frames * 3, "{next} next pieces named in {frames} frames");
}

#[test]
fn a_well_whose_background_changes_is_learnt_anew() {
    let mut sim = sim("bevelled", 1.0, "srs", 5);
    let mut watch = LearntWell::default();
    watch.find(&sim.capture(None).unwrap()).expect("a well");
    let mut playable = 0;
    for _ in 0..300 {
        sim.perform(&Action::Wait(ms(10))).unwrap();
        let mut frame = sim.capture(watch.region()).unwrap();
        // As if the next level had another picture behind the well.
        frame.image.pixels_mut().for_each(|pixel| pixel.0 = pixel.0.map(|v| v.saturating_add(40)));
        playable += usize::from(watch.read(&frame).unwrap().playable());
    }
    assert!(playable > 50, "{playable} of 300 frames");
}

/// A small yellow box whose corner is there in the target.
fn tooltip(frame: &mut Frame, left: u32, top: u32) {
    for (x, y) in (0..70 * 18).map(|i| (left + i % 70, top + i / 70)) {
        let at = x.checked_sub(frame.region.x).zip(y.checked_sub(frame.region.y));
        if let Some(pixel) = at.and_then(|(x, y)| frame.image.get_pixel_mut_checked(x, y)) {
            pixel.0 = [255, 255, 220];
        }
    }
}

#[test]
fn a_tooltip_over_the_well_for_seconds_makes_no_cell_misread() {
    for skin in ["outlined", "plain", "bevelled"] {
        let mut rng = Pcg64::seed_from_u64(7);
        let mut sim = sim(skin, 1.0, "srs", 3);
        let (width, height) = sim.capture(None).unwrap().image.dimensions();
        let comes_and_goes = |number: usize, frame: &mut Frame| {
            // For 80 frames in 120, each time at another place near the middle.
            let (turn, part) = (number as u32 / 120, number % 120);
            let (left, top) = (width / 3 + turn * 7 % 40, height / 2 + turn * 31 % (height / 2));
            if part >= 40 {
                tooltip(frame, left, top);
            }
        };
        let tally = watch(&mut sim, &mut rng, 480, comes_and_goes);
        assert_eq!(tally.wrong, 0, "{skin}: {tally:?}");
        assert!(tally.playable * 4 > tally.frames, "{skin}: {tally:?}");
    }
}
