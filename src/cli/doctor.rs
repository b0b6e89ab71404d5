//! `sweepfall doctor`: what could stop it here, and the mend.

mod around;
mod games;
mod scaling;

use clap::Args;
use serde::Serialize;

use super::Exit;
use crate::capture;
use crate::geometry::ScreenRect;
use crate::target::live::{Desktop, Senses, Session, SystemDesktop};

/// Says what could stop it here, and how to mend it.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// How a check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Good,
    Doubtful,
    Bad,
}

/// The outcome of one check.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Finding {
    check: &'static str,
    state: State,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<String>,
}

impl Finding {
    fn good(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, state: State::Good, found: found.into(), mend: None }
    }

    fn doubtful(check: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { check, state: State::Doubtful, found: found.into(), mend: Some(mend.into()) }
    }

    fn bad(check: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { check, state: State::Bad, found: found.into(), mend: Some(mend.into()) }
    }
}

/// Runs all checks.
///
/// # Errors
/// When the output cannot be made.
pub fn run(args: &Doctor) -> anyhow::Result<Exit> {
    let findings = examine();
    for finding in &findings {
        if args.json {
            say!("{}", serde_json::to_string(finding)?);
            continue;
        }
        let sign = match finding.state {
            State::Good => "ok  ",
            State::Doubtful => "hmm ",
            State::Bad => "BAD ",
        };
        say!("{sign} {}: {}", finding.check, finding.found);
        if let Some(mend) = &finding.mend {
            say!("     -> {mend}");
        }
    }
    let any = |state| findings.iter().any(|finding| finding.state == state);
    if !args.json {
        say!(
            "{}",
            match (any(State::Bad), any(State::Doubtful)) {
                (true, _) => "it cannot play before what is marked BAD is mended",
                (false, true) => "it can play; what is marked hmm may get in the way",
                (false, false) => "nothing is in the way",
            }
        );
    }
    Ok(if any(State::Bad) { Exit::Failed } else { Exit::Done })
}

fn examine() -> Vec<Finding> {
    let session = Session::current();
    let mut findings: Vec<Finding> = session
        .advice()
        .map(|mend| Finding::doubtful("session", "Wayland", mend))
        .into_iter()
        .collect();
    let display = std::env::var("DISPLAY").ok();
    findings.extend(around::programs(&around::running(), session, display.as_deref()));
    let desktop = match SystemDesktop::new() {
        Ok(desktop) => desktop,
        // What there is to say of it was said above.
        Err(_) if session == Session::Wayland && display.as_deref().is_none_or(str::is_empty) => {
            return findings;
        }
        Err(error) => {
            findings.push(Finding::bad("display", format!("{error:#}"), DISPLAY_MEND));
            return findings;
        }
    };
    findings.extend(manager(&desktop));
    findings.push(monitors(&desktop));
    findings.extend(screens(&desktop, session));
    findings.push(capturing(&desktop, session));
    findings.push(around::pointer(&desktop));
    findings.push(match desktop.device() {
        Ok(mut device) => around::input(&desktop, &mut device, session),
        Err(error) => Finding::bad("input", format!("{error:#}"), INPUT_MEND),
    });
    findings.extend(games::games(&desktop));
    findings
}

/// What lets programs see the desktop at all.
const DISPLAY_MEND: &str = if cfg!(target_os = "macos") {
    "allow this terminal under System Settings > Privacy & Security > Screen & System Audio \
     Recording, quit it and start it again"
} else if cfg!(windows) {
    "start it as the user who is logged in, with the session unlocked"
} else {
    "start it in a desktop session, or set DISPLAY to one (for instance :0)"
};

/// What lets programs send input.
const INPUT_MEND: &str = if cfg!(target_os = "macos") {
    "allow this terminal under System Settings > Privacy & Security > Accessibility"
} else if cfg!(windows) {
    "start it as the same user as the game, and as administrator if the game is"
} else {
    "use an X11 session, or one where the game runs in XWayland; the X server needs XTEST"
};

#[cfg(all(unix, not(target_os = "macos")))]
fn manager(desktop: &SystemDesktop) -> Vec<Finding> {
    let display = std::env::var("DISPLAY").unwrap_or_default();
    let mut findings = vec![Finding::good("display", format!("an X server answers at {display}"))];
    findings.push(match desktop.window_manager() {
        Ok(Some(name)) => Finding::good("window manager", name),
        Ok(None) => Finding::doubtful(
            "window manager",
            "none runs, so windows may not get the keyboard",
            "start one, such as openbox",
        ),
        Err(error) => Finding::bad("window manager", format!("{error:#}"), "restart the session"),
    });
    let resources = desktop.resources().unwrap_or_default();
    let dpi = resources.lines().find_map(|line| line.strip_prefix("Xft.dpi:"));
    findings.push(scaling::scaling(dpi, |name| std::env::var(name).ok()));
    findings
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn manager(_desktop: &SystemDesktop) -> Vec<Finding> {
    vec![Finding::good("display", "the desktop answers")]
}

/// What the monitors show otherwise than it is drawn.
#[cfg(not(target_os = "macos"))]
fn screens(desktop: &SystemDesktop, session: Session) -> Vec<Finding> {
    let dense = scaling::densities(&desktop.densities().unwrap_or_default());
    // What XWayland tells of colours is not what the screen does.
    let tinted = session == Session::Shared && desktop.is_tinted().unwrap_or(false);
    let tinted = tinted.then(|| around::filter("the screen's colours are shifted, as at night"));
    dense.into_iter().chain(tinted).collect()
}

#[cfg(target_os = "macos")]
fn screens(_desktop: &SystemDesktop, _session: Session) -> Vec<Finding> {
    Vec::new()
}

fn monitors(desktop: &impl Desktop) -> Finding {
    const CHECK: &str = "monitors";
    let mend = "plug one in, or check the display settings";
    let places = match desktop.monitors() {
        Ok(places) if !places.is_empty() => places,
        Ok(_) => return Finding::bad(CHECK, "there is none", mend),
        Err(error) => return Finding::bad(CHECK, format!("{error:#}"), mend),
    };
    let list: Vec<String> = places.iter().map(ToString::to_string).collect();
    let scales: Vec<f64> = places.iter().map(|place| desktop.scale_at(place.centre())).collect();
    scaling::scales(&scales, &format!("{} ({})", places.len(), list.join("; ")))
}

/// Captures a little, and compares with the capture library's own picture where both exist.
fn capturing(desktop: &SystemDesktop, session: Session) -> Finding {
    const CHECK: &str = "capture";
    let mend = if cfg!(target_os = "macos") {
        "allow this terminal under System Settings > Privacy & Security > Screen Recording"
    } else {
        "check that nothing forbids screenshots, and that the session is unlocked"
    };
    let at = match session {
        Session::Shared => desktop.monitors().ok().and_then(|all| all.first().copied()),
        Session::Wayland => {
            let shown = desktop.windows().unwrap_or_default();
            let Some(place) = shown.into_iter().find_map(|window| window.place) else {
                let mend = "start the game in XWayland and ask again";
                return Finding::doubtful(CHECK, "no window runs in XWayland", mend);
            };
            Some(place)
        }
    };
    let Some(at) = at else { return Finding::bad(CHECK, "there is no monitor to capture", mend) };
    let part = ScreenRect { w: at.w.min(64), h: at.h.min(64), ..at };
    let started = std::time::Instant::now();
    if let Err(error) = desktop.capture(part) {
        return Finding::bad(CHECK, format!("{error:#}"), mend);
    }
    let ms = started.elapsed().as_secs_f64() * 1e3;
    let good = Finding::good(CHECK, format!("works ({ms:.1} ms for {}x{} pixels)", part.w, part.h));
    match session {
        // The library would ask the desktop for all of the screen.
        Session::Wayland => good,
        Session::Shared => match capture::region(part) {
            Ok(_) => good,
            Err(error) => Finding::doubtful(
                CHECK,
                format!("works, but not through the capture library: {error:#}"),
                "nothing needs mending unless the game is not on X11",
            ),
        },
    }
}
