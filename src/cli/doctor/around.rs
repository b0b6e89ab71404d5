//! What else on the machine may get in the way: filters, other hands on the mouse.

use std::time::Duration;

use super::Finding;
use crate::geometry::ScreenPoint;
use crate::input::InputDevice;
#[cfg(windows)]
pub(super) use crate::target::live::platform::running;
use crate::target::live::{Senses, Session};

/// Programs that change the colours of the screen.
const FILTERS: [&str; 8] = [
    "redshift",
    "redshift-gtk",
    "gammastep",
    "wlsunset",
    "hyprsunset",
    "xflux",
    "flux.exe",
    "iris",
];
/// Programs that send input of their own.
const HANDS: [&str; 14] = [
    "xdotool",
    "ydotoold",
    "wtype",
    "xmacroplay",
    "xnee",
    "autokey-gtk",
    "autokey-qt",
    "barrierc",
    "synergyc",
    "input-leapc",
    "actiona",
    "autohotkey.exe",
    "autohotkey64.exe",
    "xte",
];
/// What a desktop under Wayland lets programs see the screen with.
const PORTAL: &str = "xdg-desktop-portal";
/// How often and how long apart it is looked whether the pointer moves by itself.
const LOOKS: (u32, Duration) = (10, Duration::from_millis(20));
/// How far the pointer is sent aside, in pixels: no hand on the mouse would notice.
const STEP: i32 = 4;

/// What the names of the running programs tell, and in a Wayland session the variable `DISPLAY`.
pub(super) fn programs(
    running: &[String],
    session: Session,
    display: Option<&str>,
) -> Vec<Finding> {
    let found = |wanted: &[&str]| -> Vec<String> {
        let fits = |name: &&String| wanted.iter().any(|w| name.eq_ignore_ascii_case(w));
        running.iter().filter(fits).cloned().collect()
    };
    let mut findings = Vec::new();
    let filters = found(&FILTERS);
    if !filters.is_empty() {
        findings.push(filter(&format!("{} changes the colours", filters.join(", "))));
    }
    let hands = found(&HANDS);
    if !hands.is_empty() {
        let mend = "end it while sweepfall plays: both would move one mouse";
        let text = format!("{} may send input too", hands.join(", "));
        findings.push(Finding::doubtful("other input", text, mend));
    }
    if session == Session::Wayland {
        if display.is_none_or(str::is_empty) {
            let mend = "install and start XWayland, and start the game in it";
            findings.push(Finding::bad("xwayland", "DISPLAY is not set: it does not run", mend));
        }
        if found(&[PORTAL]).is_empty() {
            let mend = "install xdg-desktop-portal and the backend of your desktop, then log in \
                        again; allow input when it asks";
            findings.push(Finding::doubtful("portal", "no desktop portal runs", mend));
        }
    }
    findings
}

/// The colours may not be what a game draws: `found` says why.
pub(super) fn filter(found: &str) -> Finding {
    let mend = "turn it off if cells are misread; a profile made while it is on fits too";
    Finding::doubtful("colour filter", found, mend)
}

/// Whether the pointer goes where it is sent: a little aside, and back.
pub(super) fn input(
    desktop: &impl Senses,
    device: &mut impl InputDevice,
    session: Session,
) -> Finding {
    const CHECK: &str = "input";
    match obeys(desktop, device) {
        Ok(true) => Finding::good(CHECK, "the pointer goes where it is sent"),
        Err(error) => Finding::bad(CHECK, format!("{error:#}"), super::INPUT_MEND),
        Ok(false) => {
            let mend = match session {
                // Where the pointer is may be told only while it is over one of XWayland's windows.
                Session::Wayland => {
                    "put it over the game's window and ask again; allow input when the desktop asks"
                }
                Session::Shared => super::INPUT_MEND,
            };
            Finding::doubtful(CHECK, "the pointer was sent aside and has not moved", mend)
        }
    }
}

fn obeys(desktop: &impl Senses, device: &mut impl InputDevice) -> anyhow::Result<bool> {
    let home = desktop.pointer()?;
    let beside = ScreenPoint { x: home.x + if home.x > STEP { -STEP } else { STEP }, ..home };
    let mut obeyed = true;
    for to in [beside, home] {
        device.move_to(to)?;
        let arrives = (0..LOOKS.0).any(|_| {
            std::thread::sleep(LOOKS.1);
            // Systems round.
            desktop.pointer().is_ok_and(|at| at.x.abs_diff(to.x) <= 1 && at.y.abs_diff(to.y) <= 1)
        });
        obeyed &= arrives;
    }
    Ok(obeyed)
}

/// Whether the pointer moves though nobody here moves it.
pub(super) fn pointer(desktop: &impl Senses) -> Finding {
    const CHECK: &str = "pointer";
    let mend = "take the hand off the mouse and end programs that move it";
    let look = || {
        std::thread::sleep(LOOKS.1);
        desktop.pointer()
    };
    let places: Result<Vec<_>, _> = (0..LOOKS.0).map(|_| look()).collect();
    match places {
        Err(error) => Finding::bad(CHECK, format!("{error:#}"), "restart the session"),
        Ok(places) if places.iter().any(|place| *place != places[0]) => {
            Finding::doubtful(CHECK, "it moves though sweepfall does not move it", mend)
        }
        Ok(_) => Finding::good(CHECK, "it rests"),
    }
}

/// The names of the running programs, where the system lists them as files.
#[cfg(not(windows))]
pub(super) fn running() -> Vec<String> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let read = |path: std::path::PathBuf| std::fs::read(path).ok();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
    let name = |entry: std::fs::DirEntry| {
        let short = text(&read(entry.path().join("comm"))?);
        // The system cuts that name off; a command line has the whole one, unless the program has
        // written something else there.
        let line = read(entry.path().join("cmdline")).unwrap_or_default();
        let first = text(line.split(|byte| *byte == 0).next().unwrap_or_default());
        let whole = first.rsplit('/').next().unwrap_or_default().to_string();
        Some(if whole.starts_with(&short) { whole } else { short })
    };
    entries.filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;

    use crate::target::live::fake::{FakeDesktop, Mouse};

    fn checks(findings: &[Finding]) -> Vec<&str> {
        findings.iter().map(|finding| finding.check).collect()
    }

    #[test]
    fn filters_and_other_hands_are_named() {
        let names = |names: &[&str]| names.iter().map(|n| n.to_string()).collect::<Vec<_>>();
        let quiet = programs(&names(&["bash", "openbox"]), Session::Shared, Some(":0"));
        assert!(quiet.is_empty());
        let loud = programs(&names(&["Redshift", "xdotool"]), Session::Shared, Some(":0"));
        assert_eq!(checks(&loud), ["colour filter", "other input"]);
        assert!(loud[1].found.contains("xdotool"));
    }

    #[test]
    fn wayland_without_xwayland_or_portal_is_told_with_the_mend() {
        let none = programs(&[], Session::Wayland, None);
        assert_eq!(checks(&none), ["xwayland", "portal"]);
        assert_eq!(none[0].state, State::Bad);
        let there = ["xdg-desktop-portal".to_string()];
        assert!(programs(&there, Session::Wayland, Some(":0")).is_empty());
    }

    /// The state and the mend of sending a pointer that does `mouse`.
    fn sent(mouse: Mouse, session: Session) -> (State, String) {
        let mut desktop = FakeDesktop::new();
        desktop.0.borrow_mut().mouse = mouse;
        let found = input(&desktop.clone(), &mut desktop, session);
        (found.state, found.mend.unwrap_or_default())
    }

    #[test]
    fn a_pointer_that_does_not_obey_is_told_with_the_mend_of_the_session() {
        assert_eq!(sent(Mouse::Obeys, Session::Wayland), (State::Good, String::new()));
        let (state, mend) = sent(Mouse::Held, Session::Wayland);
        assert_eq!(state, State::Doubtful);
        assert!(mend.contains("allow input when the desktop asks"), "{mend}");
        let (state, mend) = sent(Mouse::Held, Session::Shared);
        assert_eq!(state, State::Doubtful);
        assert_eq!(mend, super::super::INPUT_MEND);
    }
}
