//! The bounds of a run hold exactly, in both games: on a clock that only the game moves.

mod eyes;

use std::rc::Rc;
use std::time::Duration;

use eyes::{Eyes, LEVEL, look};
use sweepfall::board::minesweeper::Rules;
use sweepfall::board::tetris::Rules as TetrisRules;
use sweepfall::board::tetris::game::Options;
use sweepfall::calibration::{self, InputPace, NewGame, Step as GameStep};
use sweepfall::clock::{Clock as _, SteppedClock};
use sweepfall::input::Key;
use sweepfall::play::minesweeper::{Guessing, Setup as MinesweeperSetup};
use sweepfall::play::tetris::Setup as TetrisSetup;
use sweepfall::play::{
    Ended, Environment, GameReport, Limits, LimitsReached, Planned, Player, Watcher, run,
};
use sweepfall::solver::minesweeper::FlagStyle;
use sweepfall::target::Target;
use sweepfall::target::faulty::FaultyTarget;
use sweepfall::target::simulated::minesweeper::{Setup, SimulatedMinesweeper};
use sweepfall::target::simulated::tetris::{
    Effects, Frames, Keys, Look, Setup as WellSetup, SimulatedTetris,
};

/// How long a capture takes here, and with it the longest that a run may see its end late.
const LOOK: Duration = Duration::from_millis(16);
/// Until some game begins, each game has a few inputs by then.
const PLAYING: Duration = Duration::from_millis(3210);

/// What a run has sent and told.
#[derive(Default)]
struct Seen {
    inputs: u64,
    last: Duration,
    games: Vec<GameReport>,
}

/// Counts what is sent.
#[derive(Default)]
struct Counter(Seen);

impl Watcher for Counter {
    fn sent(&mut self, at: Duration, planned: &Planned) {
        self.0.inputs += u64::from(planned.action.is_input());
        self.0.last = at;
    }
}

/// Runs within `limits`; gives how it ended, what was seen and the time on its clock then.
fn bounded(
    target: &mut dyn Target,
    player: &mut dyn Player,
    clock: &SteppedClock,
    limits: Limits,
) -> (Result<(), Ended>, Seen, Duration) {
    let (mut counter, mut games) = (Counter::default(), Vec::new());
    let mut environment = Environment {
        clock,
        limits,
        stop: &|| None,
        evidence: None,
        report: &mut |report| games.push(report.clone()),
        watch: &mut counter,
    };
    let ended = run(target, player, &mut environment);
    (ended, Seen { games, ..counter.0 }, clock.now())
}

fn minesweeper(limits: Limits) -> (Result<(), Ended>, Seen, Duration) {
    let clock = SteppedClock::default();
    let rules = Rules::default();
    let window = Setup { level: LEVEL, rules, chords: vec![], look: look(), seed: 5 };
    let target = SimulatedMinesweeper::with_clock(window, Box::new(clock.clone()));
    let again = vec![GameStep::Face];
    let setup = MinesweeperSetup {
        level: None,
        strategy: "probability".into(),
        on_guess: Guessing::Play,
        flags: FlagStyle::None,
        think: Duration::from_secs(1),
        dry_run: false,
        profile: None,
        rules: calibration::MinesweeperRules::default(),
        pace: InputPace { hold_ms: 1, gap_ms: 0, ..InputPace::default() },
        new_game: NewGame { after_win: again.clone(), after_loss: again, ..NewGame::default() },
    };
    let eyes = Box::new(Eyes::new());
    let player = setup.player(eyes, Box::new(|_| false), Rc::new(clock.clone()));
    let mut target = FaultyTarget::new(target, vec![], 5);
    bounded(&mut target, &mut player.expect("a strategy"), &clock, limits)
}

fn tetris(limits: Limits) -> (Result<(), Ended>, Seen, Duration) {
    let clock = SteppedClock::default();
    let window = WellSetup {
        options: Options::new(TetrisRules::load("srs").expect("the rules are built in"), 5),
        look: Look::new("plain", 1.0).expect("the skin is built in"),
        effects: Effects::default(),
        keys: Keys::default(),
        frames: Frames::SIXTY,
    };
    let target = SimulatedTetris::with_clock(window, Box::new(clock.clone()));
    let setup = TetrisSetup {
        strategy: "bcts".into(),
        depth: None,
        width: None,
        think: None,
        between: Duration::ZERO,
        dry_run: false,
        game: calibration::TetrisRules {
            keys: Keys::default().by_press(),
            ..calibration::TetrisRules::usual()
        },
        pace: InputPace { hold_ms: 0, gap_ms: 0, settle_ms: 200, ..InputPace::default() },
        new_game: NewGame {
            after_loss: vec![GameStep::Key(Key::F(2).into())],
            ..NewGame::default()
        },
    };
    let mut player = setup.player(Rc::new(clock.clone())).expect("a strategy");
    let mut target = FaultyTarget::new(target.expect("the usual well"), vec![], 5);
    bounded(&mut target, &mut player, &clock, limits)
}

#[test]
fn the_inputs_given_are_sent_to_the_last_and_not_one_more() {
    for inputs in [0, 1, 7, 30] {
        let limits = Limits { inputs: Some(inputs), ..Limits::NONE };
        for (ended, seen, _) in [minesweeper(limits), tetris(limits)] {
            assert!(matches!(ended, Err(Ended::Limit(LimitsReached::Inputs))), "{ended:?}");
            assert_eq!(seen.inputs, inputs);
        }
    }
}

#[test]
fn nothing_is_sent_once_the_time_is_over_and_the_run_ends_then() {
    for time in [Duration::ZERO, Duration::from_millis(1234), PLAYING] {
        let limits = Limits { time: Some(time), ..Limits::NONE };
        for (ended, seen, end) in [minesweeper(limits), tetris(limits)] {
            assert!(matches!(ended, Err(Ended::Limit(LimitsReached::Time))), "{ended:?}");
            assert!(seen.last <= time, "sent at {:?} of {time:?}", seen.last);
            assert!(end >= time && end < time + LOOK * 2, "ended at {end:?} of {time:?}");
            assert!(time < PLAYING || seen.inputs > 5, "{} inputs in {time:?}", seen.inputs);
        }
    }
}

#[test]
fn the_games_given_are_played_to_the_last_and_not_one_more() {
    let limits = Limits { games: 3, ..Limits::NONE };
    let (ended, seen, _) = minesweeper(limits);
    assert!(ended.is_ok(), "{ended:?}");
    assert_eq!(seen.games.len(), 3);
    // The one in hand when time is over is told of too.
    let time = Some(PLAYING);
    let (_, seen, _) = tetris(Limits { time, ..Limits::NONE });
    assert_eq!(seen.games.len(), 1);
}
