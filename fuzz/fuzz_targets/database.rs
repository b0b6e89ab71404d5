//! A results file: opened, asked for everything, and added to.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepfall::store::{Filter, Store};

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("results.db");
    std::fs::write(&path, bytes).expect("it can be written");
    let Ok(store) = Store::open_existing(&path) else { return };
    let filter = Filter::default();
    if let Ok(games) = store.games(&filter, Some(100))
        && let Some(game) = games.first()
    {
        let _ = store.add(game);
    }
    let _ = store.leaderboard(&filter, Some(100));
    let _ = store.days(&filter, Some(100), |ms| (ms / 86_400_000).to_string());
});
