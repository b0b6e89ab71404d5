//! What the files of a recording hold.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::board::tetris::Rules;
use crate::calibration::shipped;
use crate::frame::Frame;
use crate::geometry::{PixelRect, Placement};
use crate::input::Action;
use crate::play::{Outcome, Planned, Step, View, minesweeper, tetris};
use crate::solver::tetris::strategies;

/// The version of the files' form.
pub const FORMAT: u32 = 1;

/// `session.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the files' form.
    pub format: u32,
    /// The version of the program that recorded.
    pub version: String,
    /// What was played on.
    pub target: String,
    /// When it began, in milliseconds since 1970 in UTC.
    pub began_ms: i64,
    /// How the player was set up.
    pub player: PlayerSetup,
}

impl Header {
    /// Files outside the recording that its player would be made from: a profile, rules or
    /// weights that are not shipped.
    pub fn outside(&self) -> Vec<&str> {
        let profile = |name: &&str| !shipped().iter().any(|profile| profile.name == *name);
        let strategy = |name: &&str| !strategies().any(|(shipped, _)| shipped == *name);
        match &self.player {
            PlayerSetup::Minesweeper(setup) => {
                setup.profile.as_deref().filter(profile).into_iter().collect()
            }
            PlayerSetup::Tetris(setup) => {
                let rules = Some(setup.game.rules.as_str());
                let rules = rules.filter(|name| !Rules::names().contains(name));
                rules.into_iter().chain(Some(&*setup.strategy).filter(strategy)).collect()
            }
        }
    }
}

/// How a player was set up: all that its decisions depend on but the frames.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum PlayerSetup {
    /// A player of Minesweeper.
    Minesweeper(Box<minesweeper::Setup>),
    /// A player of Tetris.
    Tetris(Box<tetris::Setup>),
}

/// A line of `events.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The player looked at a frame and decided.
    Look(Box<Look>),
    /// The player looked again: all was as at the look before but these two.
    Again {
        /// When the frame was captured, on the target's clock.
        at: Duration,
        /// The frame's number.
        seq: u64,
    },
    /// An input was sent.
    Sent {
        /// When, on the target's clock.
        at: Duration,
        /// Which.
        action: Action,
    },
}

/// One look at the target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// Counts the looks of a recording from 0.
    pub number: u32,
    /// When the frame was captured, on the target's clock.
    pub at: Duration,
    /// The frame's number.
    pub seq: u64,
    /// The part of the target that was captured.
    pub region: PixelRect,
    /// Where the target lay on the screen.
    pub placement: Placement,
    /// The part of the target whose pixels changed since the last look; its picture is
    /// `frames/NUMBER.png`.
    pub changed: Option<PixelRect>,
    /// What was read; `None`: the same as at the last look.
    pub seen: Option<Seen>,
    /// What was decided last and why; empty unless something was decided now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<String>,
    /// What the player wanted then.
    pub step: StepRecord,
}

/// What was read of a frame.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The board in the game's notation, top row first; empty: none was found yet.
    pub board: Vec<String>,
    /// What else was read.
    pub facts: Vec<String>,
}

/// What a player wanted, see [`Step`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepRecord {
    /// To look again after this time.
    Look(Duration),
    /// To send these inputs.
    Act(Vec<Planned>),
    /// The game had ended.
    Finished(Outcome),
    /// It could not go on, and why.
    GiveUp(String),
}

impl From<&Step> for StepRecord {
    fn from(step: &Step) -> Self {
        match step {
            Step::Look(after) => Self::Look(*after),
            Step::Act(plan) => Self::Act(plan.clone()),
            Step::Finished(report) => Self::Finished(report.result()),
            Step::GiveUp(ended) => Self::GiveUp(ended.to_string()),
        }
    }
}

impl Look {
    /// A look at `frame` after which the player wanted `step`.
    pub(super) fn new(number: u32, frame: &Frame, view: &View, step: &Step) -> Self {
        let step = StepRecord::from(step);
        let decided = !matches!(step, StepRecord::Look(_));
        Self {
            number,
            at: frame.at,
            seq: frame.seq,
            region: frame.region,
            placement: frame.placement,
            changed: None,
            seen: Some(Seen::from(view)),
            thoughts: if decided { view.thoughts.clone() } else { Vec::new() },
            step,
        }
    }
}

impl From<&View> for Seen {
    fn from(view: &View) -> Self {
        Self { board: view.board.clone(), facts: view.facts.clone() }
    }
}

/// Where the header is in the recording `folder`.
pub(super) fn header_file(folder: &Path) -> PathBuf {
    folder.join("session.json")
}

/// Where the events are in the recording `folder`.
pub(super) fn events_file(folder: &Path) -> PathBuf {
    folder.join("events.jsonl")
}

/// Where the pictures are in the recording `folder`.
pub(super) fn frames_folder(folder: &Path) -> PathBuf {
    folder.join("frames")
}

/// Where the picture of a look is in the recording `folder`.
pub(super) fn picture_file(folder: &Path, number: u32) -> PathBuf {
    frames_folder(folder).join(format!("{number:08}.png"))
}
