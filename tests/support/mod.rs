//! A desktop of its own for tests with real windows: an X server on a free display, a window
//! manager, games, and a hand on the mouse. Everything that is started is ended again, and
//! nothing else.

#![allow(dead_code, unused_imports)] // Each test program uses its part.

mod desk;
mod game;
mod listener;
mod play;
mod process;
mod server;
mod sim;

pub use desk::{Desk, isolate, json_lines};
pub use game::{Game, Running};
pub use listener::Listener;
pub use play::{Played, play};
pub use process::Group;
pub use server::Server;
pub use sim::SimWindow;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Real games are slow to start and share two cores: one test at a time plays.
pub fn one_at_a_time() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks `question` until it answers, for at most `seconds`.
pub fn wait_for<T>(what: &str, seconds: u64, mut question: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + Duration::from_secs(seconds);
    loop {
        if let Some(answer) = question() {
            return answer;
        }
        assert!(Instant::now() < until, "{what} did not happen within {seconds} s");
        std::thread::sleep(Duration::from_millis(100));
    }
}
