//! Each window that looks like a game: can it be played where it is?

use super::Finding;
use crate::calibration;
use crate::geometry::ScreenPoint;
use crate::target::live::{Desktop, Front, Probe, WindowInfo, WindowKind};

const CHECK: &str = "game windows";

/// A finding for each window of a known game, or one that there is none.
pub(super) fn games(desktop: &impl Desktop) -> Vec<Finding> {
    let windows = match desktop.windows() {
        Ok(windows) => windows,
        Err(error) => {
            return vec![Finding::bad(CHECK, format!("{error:#}"), "restart the session")];
        }
    };
    let known = |w: &&WindowInfo| {
        w.kind == WindowKind::Main && calibration::for_window(&w.title, &w.class, None).is_some()
    };
    let found: Vec<Finding> = windows.iter().filter(known).map(|w| game(desktop, w)).collect();
    if !found.is_empty() {
        return found;
    }
    let mend = "open the game, or name its window with --window if it is an unknown one";
    vec![Finding::doubtful(CHECK, format!("none of {} is a known game", windows.len()), mend)]
}

fn game(desktop: &impl Desktop, window: &WindowInfo) -> Finding {
    let name = window.describe();
    let Some(place) = window.place else {
        return Finding::doubtful(CHECK, format!("{name} is minimised"), "show it");
    };
    if let Some(barrier) = desktop.input_barrier(window) {
        let mend = "start both as the same user and with the same rights";
        return Finding::bad(CHECK, barrier, mend);
    }
    let monitors = desktop.monitors().unwrap_or_default();
    if !monitors.iter().any(|monitor| place.intersect(monitor) == Some(place)) {
        let found = format!("{name} at {place} is not wholly on one monitor");
        return Finding::doubtful(CHECK, found, "move it so that all of it shows");
    }
    let points = (1..4).flat_map(|i| (1..4).map(move |j| (i, j))).map(|(i, j)| ScreenPoint {
        x: place.x.saturating_add_unsigned(place.w / 4 * i),
        y: place.y.saturating_add_unsigned(place.h / 4 * j),
    });
    for point in points {
        if let Ok(Probe { front: Front::Other(by), .. }) = desktop.probe(window.id, point) {
            let found = format!("{name} is covered at {point} by {by}");
            return Finding::doubtful(CHECK, found, "bring it to the front");
        }
    }
    let stretch = desktop.stretch(window);
    if (stretch - 1.0).abs() > 0.01 {
        let found = format!(
            "{name} knows nothing of the display's scale: its picture is enlarged {stretch:.2} \
             times, and may be blurred"
        );
        let mend = "should cells stay unread, set the monitor's scale to 100 %, or let the program \
                    scale itself (its file's properties > Compatibility > Change high DPI settings)";
        return Finding::doubtful(CHECK, found, mend);
    }
    Finding::good(CHECK, format!("{name} at {place} can be played"))
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;
    use crate::target::live::fake::FakeDesktop;

    /// What is said of a known game on a desktop that `change` made.
    fn told(change: impl FnOnce(&mut crate::target::live::fake::State)) -> (State, String) {
        let desktop = FakeDesktop::new();
        desktop.0.borrow_mut().game.class = "sgt-mines Sgt-mines".into();
        change(&mut desktop.0.borrow_mut());
        let mut findings = games(&desktop);
        let Finding { state, found, mend, .. } = findings.remove(0);
        assert!(findings.is_empty() && mend.is_some() == (state != State::Good));
        (state, found)
    }

    #[test]
    fn a_game_in_full_sight_can_be_played() {
        assert_eq!(told(|_| {}).0, State::Good);
    }

    #[test]
    fn what_is_in_a_game_s_way_is_told() {
        let minimised = told(|desktop| desktop.game.place = None);
        assert!(minimised.1.contains("is minimised"), "{minimised:?}");
        let off = told(|desktop| desktop.game.place.iter_mut().for_each(|place| place.x = 800));
        assert!(off.1.contains("not wholly on one monitor"), "{off:?}");
        let covered = told(|desktop| desktop.cover = Some("a letter".into()));
        assert!(covered.1.contains("by a letter"), "{covered:?}");
        let stretched = told(|desktop| desktop.stretch = 1.5);
        assert!(stretched.1.contains("enlarged 1.50 times"), "{stretched:?}");
        for (state, found) in [minimised, off, covered, stretched] {
            assert_eq!(state, State::Doubtful, "{found}");
        }
    }

    #[test]
    fn a_game_with_higher_rights_cannot_be_played() {
        let barrier = told(|desktop| desktop.barrier = Some("runs as administrator".into()));
        assert_eq!(barrier, (State::Bad, "runs as administrator".into()));
    }
}
