//! The Minesweeper player on the built-in game, with eyes that know one skin by heart: what the
//! loop does when the game behaves, and when inputs are lost or frames come late.

mod eyes;

use std::rc::Rc;
use std::time::Duration;

use eyes::{Eyes, LEVEL, look};
use sweepfall::board::Grid;
use sweepfall::board::minesweeper::{Cell, Rules};
use sweepfall::calibration::{Chord, InputPace, MinesweeperRules, NewGame, Step};
use sweepfall::clock::{Clock, SystemClock};
use sweepfall::frame::Frame;
use sweepfall::geometry::{FramePoint, PixelRect};
use sweepfall::input::{Action, Button};
use sweepfall::play::minesweeper::{MinesweeperPlayer, OnGuess, Options};
use sweepfall::play::{
    Ended, Environment, Evidence, GameReport, Limits, MinesweeperReport, Outcome, run,
};
use sweepfall::solver::minesweeper::{FlagStyle, strategy};
use sweepfall::target::simulated::minesweeper::{Setup, SimulatedMinesweeper};
use sweepfall::target::{Target, TargetError};

/// Loses some inputs and shows stale frames for a while after others.
struct Faulty {
    inner: SimulatedMinesweeper,
    /// The n-th click of the run is lost for each n in the list.
    lost: Vec<u64>,
    clicks: u64,
    /// A dialog of the game lies over it when it is over: a click is refused.
    dialog: bool,
    refused: u32,
    /// How long a frame lags behind.
    lag: Duration,
    shown: Option<(Frame, Duration)>,
}

impl Target for Faulty {
    fn describe(&self) -> String {
        self.inner.describe()
    }

    fn clock(&self) -> &dyn Clock {
        self.inner.clock()
    }

    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError> {
        let now = self.inner.clock().now();
        if let Some((frame, since)) = &mut self.shown
            && now < *since + self.lag
            && region.is_none_or(|region| region == frame.region)
        {
            frame.at = now;
            return Ok(frame.clone());
        }
        let frame = self.inner.capture(region)?;
        self.shown = Some((frame.clone(), now));
        Ok(frame)
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        if let Action::Click { at, .. } = action
            && self.hides(*at)
        {
            self.refused += 1;
            let (target, by) = (self.describe(), "a dialog".to_string());
            return Err(TargetError::Covered { target, by });
        }
        if matches!(action, Action::Click { .. }) {
            self.clicks += 1;
            if self.lost.contains(&self.clicks) {
                return Ok(());
            }
        }
        self.inner.perform(action)
    }

    fn minesweeper_truth(&self) -> Option<Grid<Cell>> {
        None
    }
}

impl Faulty {
    fn hides(&self, at: FramePoint) -> bool {
        let window = self.inner.window();
        let over = window.game().is_over();
        self.dialog && over && window.picture().grid().bounds().contains(at)
    }
}

fn target(seed: u64) -> Faulty {
    let chords = vec![Button::Middle];
    let setup = Setup { level: LEVEL, rules: Rules::default(), chords, look: look(), seed };
    let inner = SimulatedMinesweeper::new(setup);
    Faulty {
        inner,
        lost: vec![],
        clicks: 0,
        dialog: false,
        refused: 0,
        lag: Duration::ZERO,
        shown: None,
    }
}

fn options() -> Options {
    let face = vec![Step::Face];
    Options {
        level: None,
        on_guess: OnGuess::Play,
        flags: FlagStyle::None,
        think: Duration::from_secs(1),
        dry_run: false,
        rules: MinesweeperRules { chord: Chord::Middle, ..MinesweeperRules::default() },
        pace: InputPace { hold_ms: 1, gap_ms: 1, ..InputPace::default() },
        new_game: NewGame {
            after_win: face.clone(),
            after_loss: face.clone(),
            ..NewGame::default()
        },
    }
}

fn play(
    mut target: Faulty,
    options: Options,
    strategy_name: &str,
    games: u32,
) -> (Result<(), Ended>, Vec<MinesweeperReport>) {
    play_on(&mut target, options, strategy_name, games)
}

fn play_on(
    target: &mut Faulty,
    options: Options,
    strategy_name: &str,
    games: u32,
) -> (Result<(), Ended>, Vec<MinesweeperReport>) {
    let clock: Rc<dyn Clock> = Rc::new(SystemClock::new());
    let chosen = strategy(strategy_name).expect("a strategy");
    let guesser = strategy("probability").expect("a strategy");
    let eyes = Box::new(Eyes::new());
    let mut player = MinesweeperPlayer::new(options, eyes, chosen, guesser, clock.clone());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let evidence = Evidence::new(folder.path().join("evidence"));
    let mut reports = Vec::new();
    let mut environment = Environment {
        clock: &*clock,
        limits: Limits { games, time: None, inputs: None },
        stop: &|| None,
        evidence: Some(&evidence),
        report: &mut |report| match report {
            GameReport::Minesweeper(report) => reports.push(report.clone()),
            GameReport::Tetris(_) => panic!("a game of Tetris"),
        },
        watch: &mut (),
    };
    let result = run(target, &mut player, &mut environment);
    assert_eq!(target.inner.window().stray(), 0);
    (result, reports)
}

#[test]
fn games_are_played_one_after_the_other_to_a_win_or_a_loss() {
    let (result, reports) = play(target(1), options(), "probability", 12);
    assert!(result.is_ok(), "{result:?}");
    let indices: Vec<u32> = reports.iter().map(|report| report.index).collect();
    assert_eq!(indices, (1..=12).collect::<Vec<u32>>());
    for outcome in [Outcome::Won, Outcome::Lost] {
        assert!(reports.iter().any(|report| report.result == outcome), "{outcome:?}");
    }
    assert!(reports.iter().all(|report| report.misreads == 0 && report.retries == 0));
    assert!(reports.iter().all(|r| r.result == Outcome::Won || r.guesses > 0));
}

#[test]
fn the_two_rule_player_flags_and_chords_its_way_to_a_win() {
    let (result, reports) = play(target(3), options(), "two-rule", 12);
    assert!(result.is_ok(), "{result:?}");
    assert!(reports.iter().any(|report| report.result == Outcome::Won));
}

#[test]
fn a_lost_click_is_sent_once_more() {
    let lossy = Faulty { lost: vec![1], ..target(5) };
    let (result, reports) = play(lossy, options(), "probability", 2);
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(reports.iter().map(|report| report.retries).sum::<u32>(), 1);
}

#[test]
fn a_game_that_ends_before_its_last_clicks_is_told_as_it_ended() {
    let mut dialog = Faulty { dialog: true, ..target(3) };
    let (result, reports) = play_on(&mut dialog, options(), "probability", 30);
    assert!(result.is_ok(), "{result:?}");
    assert!(dialog.refused > 0, "no game ended before its last click");
    assert!(reports.iter().all(|report| report.result != Outcome::Stopped));
    assert_eq!(reports.iter().map(|report| report.retries).sum::<u32>(), 0);
}

#[test]
fn a_click_that_is_lost_twice_stops_the_run_with_what_to_do() {
    let deaf = Faulty { lost: (3..1000).collect(), ..target(5) };
    let (result, reports) = play(deaf, options(), "probability", 1);
    let Err(Ended::Safety(text)) = result else { panic!("{result:?}") };
    assert!(text.contains("no effect") && text.contains("paused"), "{text}");
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].result, Outcome::Stopped);
}

#[test]
fn late_frames_change_nothing() {
    let (_, prompt) = play(target(7), options(), "probability", 4);
    let late = Faulty { lag: Duration::from_millis(150), ..target(7) };
    let (result, reports) = play(late, options(), "probability", 4);
    assert!(result.is_ok(), "{result:?}");
    let told = |r: &MinesweeperReport| (r.result, r.clicks, r.guesses, r.retries);
    let told = |all: &[MinesweeperReport]| all.iter().map(told).collect::<Vec<_>>();
    assert_eq!(told(&reports), told(&prompt));
}

#[test]
fn a_guess_is_refused_when_none_is_wanted() {
    let options = Options { on_guess: OnGuess::Stop, ..options() };
    let (result, reports) = play(target(1), options, "probability", 100);
    assert!(matches!(result, Err(Ended::Guess(_))), "{result:?}");
    assert!(reports.iter().all(|report| report.guesses == 0));
}
