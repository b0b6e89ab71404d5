//! A recording: `session.json`, a zero byte, `events.jsonl`, a zero byte, then the first picture.
#![no_main]

use std::fs;
use std::rc::Rc;

use anyhow::{Result, bail};
use libfuzzer_sys::fuzz_target;
use sweepfall::clock::SystemClock;
use sweepfall::play::Player;
use sweepfall::recording::{Event, Header, PlayerSetup, Recording, replay};
use sweepfall::vision::minesweeper::{Hints, ProfiledReader, Reader};

/// Events that are gone through.
const MOST: usize = 200;

fn player(header: &Header) -> Result<Box<dyn Player>> {
    if !header.outside().is_empty() {
        bail!("it names files outside");
    }
    let clock = Rc::new(SystemClock::new());
    Ok(match &header.player {
        PlayerSetup::Minesweeper(setup) => {
            let reader = ProfiledReader::new(None, Reader::new(Hints::default()));
            Box::new(setup.player(Box::new(reader), Box::new(|_| false), clock)?)
        }
        PlayerSetup::Tetris(setup) => Box::new(setup.player(clock)?),
    })
}

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut parts = bytes.splitn(3, |byte| *byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).expect("it can be written");
    };
    fs::create_dir(folder.path().join("frames")).expect("a folder");
    write("session.json", part());
    write("events.jsonl", part());
    write("frames/00000000.png", part());
    let Ok(mut recording) = Recording::open(folder.path()) else { return };
    for _ in 0..MOST {
        match recording.next_event() {
            Ok(Some(Event::Look(look))) => {
                if let Some(changed) = look.changed {
                    let _ = recording.picture(look.number, changed);
                }
            }
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => break,
        }
    }
    let again = Recording::open(folder.path()).expect("it was opened before");
    let _ = replay(again, 2, |header, _| player(header));
});
