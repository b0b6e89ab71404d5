//! Ctrl-C and termination signals: the first asks to stop, the second aborts.

use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError, mpsc};
use std::time::Duration;

use crate::cli::Exit;
use crate::input::{HeldList, SystemDevice};

static INTERRUPTS: AtomicUsize = AtomicUsize::new(0);
static INSTALL: Once = Once::new();
/// What the run in progress holds down, for the abort.
static HELD: Mutex<Option<HeldList>> = Mutex::new(None);
/// How long an abort waits for a desktop that does not answer.
const LET_GO: Duration = Duration::from_millis(500);

/// Counts signals from now on instead of dying of them, and lets go of what is on `held` when
/// the second one aborts the program.
pub fn install(held: HeldList) {
    *HELD.lock().unwrap_or_else(PoisonError::into_inner) = Some(held);
    INSTALL.call_once(|| {
        if let Err(error) = ctrlc::set_handler(on_signal) {
            log::warn!("Ctrl-C will end the program at once: {error}");
        }
    });
}

/// Whether a signal came since the program began.
pub fn interrupted() -> bool {
    INTERRUPTS.load(Ordering::SeqCst) > 0
}

fn on_signal() {
    if INTERRUPTS.fetch_add(1, Ordering::SeqCst) == 0 {
        return;
    }
    let held = HELD.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(held) = held {
        let (done, wait) = mpsc::channel();
        std::thread::spawn(move || {
            // Errors have nowhere to go, the program ends either way.
            let _ = held.close(SystemDevice::new);
            let _ = done.send(());
        });
        let _ = wait.recv_timeout(LET_GO);
    }
    // The terminal may be what has gone away.
    let _ = writeln!(std::io::stderr(), "aborted");
    std::process::exit(Exit::Stopped as i32);
}
