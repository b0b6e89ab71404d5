//! Recorded sessions: what a run saw, thought and sent, so that it can be gone through again.
//!
//! A recording is a folder with
//! - `session.json`: a [`Header`], one JSON object that says how the player was set up;
//! - `events.jsonl`: one [`Event`] a line, in the order in which they happened;
//! - `frames/NNNNNNNN.png`: the pixels that changed with look number NNNNNNNN, if any did.
//!
//! Only the header may name files outside the folder (a profile, rules, weights), and they are
//! read only for who trusts it. A run that was killed leaves
//! a recording that ends early and is good up to there.

mod canvas;
mod difference;
mod format;
mod page;
mod read;
mod replay;
mod tape;

mod write;

pub use difference::{Difference, Moment, describe};
pub use format::{Event, FORMAT, Header, Look, PlayerSetup, Seen, StepRecord};
pub use page::Page;
pub use read::{Recording, RecordingError};
pub use replay::{Decision, Replay, replay};
pub use tape::Tape;
pub use write::Recorder;
