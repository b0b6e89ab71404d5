//! Who else is at a window of `sim`: the bot, and the results file.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use crate::calibration::{Game, InputPace, NewGame, Step};
use crate::cli::Fault;
use crate::cli::results::KeepResults;
use crate::clock::SystemClock;
use crate::input::{Key, KeyStroke};
use crate::play::{Ended, Environment, Limits, Player, run};
use crate::store::{GameRecord, Played};
use crate::target::StopReason;
use crate::target::simulated::EndedGame;
use crate::target::simulated::desktop::{Bot, Company, Hands, Pauses, Seat};

/// How long the end of a game can be looked at before the bot begins another one.
const SHOWN_MS: u64 = 1500;
/// The longest pause between two keys of one piece.
const KEY: Duration = Duration::from_millis(60);

/// The player's name, the results and the bot.
#[derive(Debug, Args)]
pub(super) struct CompanyArgs {
    /// The name the results of a person's games are stored under; the bot's are under `sweepfall`
    #[arg(long, value_name = "NAME", default_value = "person")]
    player: String,
    #[command(flatten)]
    results: KeepResults,
    /// Lets the bot begin; B hands over to the person and back, with this option or without
    #[arg(long)]
    bot: bool,
    /// The least time between two of the bot's clicks or pieces, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 300, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(..=60_000))]
    bot_delay: u64,
}

/// Makes a player, in the thread it plays in.
pub(super) type MakePlayer = Box<dyn Fn() -> Result<Box<dyn Player>> + Send + Sync>;

impl CompanyArgs {
    /// The least time between two of the bot's moves.
    pub(super) fn delay(&self) -> Duration {
        Duration::from_millis(self.bot_delay)
    }

    /// The company at a window with `game` in `skin`, where the bot decides by `strategy` and
    /// plays as `player`.
    ///
    /// # Errors
    /// When there is no such player.
    pub(super) fn company(
        &self,
        game: Game,
        skin: &str,
        strategy: &str,
        player: MakePlayer,
    ) -> Result<Company> {
        // What is wrong with the strategy shows before the window does.
        drop(player().map_err(Fault::usage)?);
        let mut results = self.results.begin();
        let (person, skin, strategy) =
            (self.player.clone(), skin.to_string(), strategy.to_string());
        let ended = move |ended: EndedGame, hands: Hands| {
            let record = record(game, &ended, hands, &person, &skin, &strategy);
            results.add(record);
        };
        let bot: Bot = Arc::new(move |seat| play(seat, &player));
        let pauses = Pauses { click: self.delay(), key: KEY.min(self.delay() / 8) };
        Ok(Company { ended: Box::new(ended), bot, pauses, bot_begins: self.bot })
    }
}

/// How fast the bot may click and press: its pauses are the window's.
pub(super) fn pace() -> InputPace {
    InputPace { hold_ms: 20, gap_ms: 0, park: false, settle_ms: 1000, quiet_ms: 0 }
}

/// How the bot begins a new game.
pub(super) fn new_game() -> NewGame {
    let again = vec![Step::WaitMs(SHOWN_MS), Step::Key(KeyStroke::from(Key::F(2)))];
    NewGame {
        start: again.clone(),
        after_win: again.clone(),
        after_loss: again.clone(),
        midway: again,
        ..NewGame::default()
    }
}

/// Plays from `seat` until somebody takes over.
fn play(mut seat: Seat, player: &MakePlayer) {
    let mut environment = Environment {
        clock: &SystemClock::new(),
        limits: Limits::NONE,
        stop: &|| None,
        evidence: None,
        // The window tells of its games itself.
        report: &mut |_| {},
        watch: &mut (),
    };
    let told = match player() {
        Ok(mut player) => match run(&mut seat, &mut *player, &mut environment) {
            Ok(()) | Err(Ended::Asked(StopReason::TakenOver)) => return,
            Err(ended) => ended.to_string(),
        },
        Err(error) => format!("{error:#}"),
    };
    log::warn!("the bot plays no further: {told}");
}

/// What is stored of a game that ended.
fn record(
    game: Game,
    ended: &EndedGame,
    hands: Hands,
    person: &str,
    skin: &str,
    strategy: &str,
) -> GameRecord {
    let player = if hands == Hands::Bot { "sweepfall" } else { person };
    GameRecord {
        level: Some(ended.level.clone()),
        // A game that the bot had a hand in is none that was played by hand.
        strategy: (hands != Hands::Person).then(|| strategy.to_string()),
        seed: Some(ended.seed),
        reason: ended.reason.map(str::to_string),
        lines: ended.tetris.map(|counts| counts.lines),
        pieces: ended.tetris.map(|counts| counts.pieces),
        score: ended.tetris.map(|counts| counts.score),
        seconds: ended.time.as_secs_f64(),
        clicks: ended.inputs,
        ..GameRecord::new(player, game, Played::Sim, skin, ended.result)
    }
}
