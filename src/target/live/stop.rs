//! The stop watcher: a thread that looks at the pointer, the abort key and signals all the time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::desktop::Desktop;
use super::signals;
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::input::Key;
use crate::target::StopReason;

/// How often the watcher looks; a stop must be noticed within 100 ms.
const POLL: Duration = Duration::from_millis(10);
/// How far the pointer may be from where it was put and still count as there: systems round,
/// and a mouse on a desk trembles.
const TREMBLE_PX: i32 = 4;
/// How near to a corner of the desktop counts as pushed into it.
const CORNER_PX: i32 = 2;

/// Where this program put the pointer last, and before that.
#[derive(Debug, Clone, Copy)]
struct Trail {
    now: ScreenPoint,
    before: ScreenPoint,
    /// Counts the moves.
    moves: u64,
}

#[derive(Debug)]
struct Shared {
    trail: Mutex<Trail>,
    reason: Mutex<Option<StopReason>>,
    quit: AtomicBool,
}

impl Shared {
    fn trail(&self) -> MutexGuard<'_, Trail> {
        self.trail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_reason(&self, reason: StopReason) {
        let mut slot = self.reason.lock().unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert(reason);
    }
}

/// Watches for the user's wish to stop until it is dropped.
#[derive(Debug)]
pub struct StopWatcher {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl StopWatcher {
    /// Starts watching. `abort_key` stops the run when it goes down.
    ///
    /// # Errors
    /// When the desktop does not tell where the pointer and the monitors are, or no thread can
    /// be started.
    pub fn start(
        desktop: impl Desktop + Send + 'static,
        abort_key: Option<Key>,
    ) -> anyhow::Result<Self> {
        let pointer = desktop.pointer()?;
        let corners = corners(&desktop.monitors()?);
        let key_down = abort_key.map(|key| desktop.key_down(key)).transpose()?.unwrap_or(false);
        let trail = Trail { now: pointer, before: pointer, moves: 0 };
        let shared = Arc::new(Shared {
            trail: Mutex::new(trail),
            reason: Mutex::new(None),
            quit: AtomicBool::new(false),
        });
        let mut watch = Watch { corners, corner_armed: false, key_armed: !key_down };
        watch.look(pointer, &[pointer], false);
        let theirs = Arc::clone(&shared);
        let run = move || {
            while !theirs.quit.load(Ordering::Relaxed) {
                if let Err(error) = poll(&desktop, abort_key, &mut watch, &theirs) {
                    log::error!("cannot watch for a stop any more: {error:#}");
                    theirs.set_reason(StopReason::Blind);
                    return;
                }
                std::thread::sleep(POLL);
            }
        };
        let thread = std::thread::Builder::new().name("stop-watcher".to_string()).spawn(run)?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// A watcher that looks at nothing: it only passes on what [`StopWatcher::stop`] says.
    pub fn idle() -> Self {
        let nowhere = ScreenPoint { x: 0, y: 0 };
        let trail = Trail { now: nowhere, before: nowhere, moves: 0 };
        let shared = Shared {
            trail: Mutex::new(trail),
            reason: Mutex::new(None),
            quit: AtomicBool::new(false),
        };
        Self { shared: Arc::new(shared), thread: None }
    }

    /// Says that this program is about to put the pointer at `point`.
    pub fn expect_pointer(&self, point: ScreenPoint) {
        let mut trail = self.shared.trail();
        *trail = Trail { now: point, before: trail.now, moves: trail.moves + 1 };
    }

    /// Stops for a reason that somebody else found.
    pub fn stop(&self, reason: StopReason) {
        self.shared.set_reason(reason);
    }

    /// Why to stop, once there is a reason.
    pub fn reason(&self) -> Option<StopReason> {
        if signals::interrupted() {
            return Some(StopReason::Interrupt);
        }
        *self.shared.reason.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StopWatcher {
    fn drop(&mut self) {
        self.shared.quit.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic there was logged by the panic hook.
            let _ = thread.join();
        }
    }
}

fn poll(
    desktop: &impl Desktop,
    abort_key: Option<Key>,
    watch: &mut Watch,
    shared: &Shared,
) -> anyhow::Result<()> {
    let earlier = *shared.trail();
    let pointer = desktop.pointer()?;
    let later = *shared.trail();
    let key_down = abort_key.map(|key| desktop.key_down(key)).transpose()?.unwrap_or(false);
    let mut expected = vec![earlier.now, later.now, later.before];
    if later.moves > earlier.moves + 1 {
        // Too many moves at once to know all places in between; the next look will tell.
        expected.push(pointer);
    }
    if later.moves > 0 {
        expected.push(earlier.before);
    }
    if let Some(reason) = watch.look(pointer, &expected, key_down) {
        log::info!("{reason}: the pointer is at {pointer}, expected at one of {expected:?}");
        shared.set_reason(reason);
    }
    Ok(())
}

/// The rules, without a desktop.
#[derive(Debug)]
struct Watch {
    corners: Vec<ScreenPoint>,
    /// The pointer has been outside the corners: one that rests there at the start is no wish.
    corner_armed: bool,
    /// The abort key has been up.
    key_armed: bool,
}

impl Watch {
    fn look(
        &mut self,
        pointer: ScreenPoint,
        expected: &[ScreenPoint],
        key_down: bool,
    ) -> Option<StopReason> {
        let key = key_down && self.key_armed;
        self.key_armed |= !key_down;
        if key {
            return Some(StopReason::AbortKey);
        }
        if self.corners.iter().any(|corner| near(pointer, *corner, CORNER_PX)) {
            if self.corner_armed {
                return Some(StopReason::Corner);
            }
        } else {
            self.corner_armed = true;
        }
        let moved = !expected.iter().any(|point| near(pointer, *point, TREMBLE_PX));
        moved.then_some(StopReason::UserMoved)
    }
}

/// Whether `a` is within `distance` pixels of `b` in both directions.
pub fn near(a: ScreenPoint, b: ScreenPoint, distance: i32) -> bool {
    let close =
        |a: i32, b: i32| i64::from(a).abs_diff(i64::from(b)) <= distance.unsigned_abs().into();
    close(a.x, b.x) && close(a.y, b.y)
}

/// Whether a pointer put at `point` counts as there.
pub fn is_there(pointer: ScreenPoint, point: ScreenPoint) -> bool {
    near(pointer, point, TREMBLE_PX)
}

/// The corner pixels that a pointer can be pushed into: those with no monitor beyond them on
/// either side.
pub fn corners(monitors: &[ScreenRect]) -> Vec<ScreenPoint> {
    let on_any = |x: i32, y: i32| monitors.iter().any(|m| m.contains(ScreenPoint { x, y }));
    let mut corners = Vec::new();
    for m in monitors {
        let (right, bottom) = (m.x + m.w as i32 - 1, m.y + m.h as i32 - 1);
        for (x, dx) in [(m.x, -1), (right, 1)] {
            for (y, dy) in [(m.y, -1), (bottom, 1)] {
                if !on_any(x + dx, y) && !on_any(x, y + dy) {
                    corners.push(ScreenPoint { x, y });
                }
            }
        }
    }
    corners
}

/// `point` moved away from the corners so that parking the pointer there is no wish to stop.
pub fn off_corners(point: ScreenPoint, monitors: &[ScreenRect]) -> ScreenPoint {
    const MARGIN: i32 = 8 * CORNER_PX;
    let Some(monitor) = monitors.iter().min_by_key(|m| distance(point, m)) else { return point };
    let clamp = |v: i32, from: i32, size: u32| {
        let to = from + size as i32 - 1;
        v.clamp((from + MARGIN).min(to), (to - MARGIN).max(from))
    };
    ScreenPoint { x: clamp(point.x, monitor.x, monitor.w), y: clamp(point.y, monitor.y, monitor.h) }
}

/// How far `point` lies outside `rect`, in pixels along both axes together.
fn distance(point: ScreenPoint, rect: &ScreenRect) -> i64 {
    let outside = |v: i32, from: i32, size: u32| {
        let (v, from) = (i64::from(v), i64::from(from));
        (from - v).max(v - (from + i64::from(size) - 1)).max(0)
    };
    outside(point.x, rect.x, rect.w) + outside(point.y, rect.y, rect.h)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: ScreenRect = ScreenRect { x: 0, y: 0, w: 1920, h: 1080 };

    fn point(x: i32, y: i32) -> ScreenPoint {
        ScreenPoint { x, y }
    }

    fn watch() -> Watch {
        Watch { corners: corners(&[SCREEN]), corner_armed: false, key_armed: true }
    }

    #[test]
    fn a_pointer_that_rests_in_a_corner_stops_only_after_it_left_and_came_back() {
        let mut watch = watch();
        let (corner, middle) = (point(0, 0), point(500, 500));
        assert_eq!(watch.look(corner, &[corner], false), None);
        assert_eq!(watch.look(middle, &[middle], false), None);
        assert_eq!(watch.look(corner, &[corner], false), Some(StopReason::Corner));
    }

    #[test]
    fn every_corner_counts() {
        for (x, y) in [(0, 0), (1919, 0), (0, 1079), (1919, 1079), (1, 1078)] {
            let mut watch = watch();
            watch.look(point(9, 9), &[point(9, 9)], false);
            assert_eq!(watch.look(point(x, y), &[], false), Some(StopReason::Corner), "{x},{y}");
        }
    }

    #[test]
    fn trembling_is_no_wish_but_a_push_is() {
        let mut watch = watch();
        let here = point(500, 500);
        assert_eq!(watch.look(point(503, 498), &[here], false), None);
        assert_eq!(watch.look(point(506, 500), &[here], false), Some(StopReason::UserMoved));
    }

    #[test]
    fn the_abort_key_counts_once_it_has_been_up() {
        let (mut watch, here) = (watch(), point(500, 500));
        watch.key_armed = false;
        assert_eq!(watch.look(here, &[here], true), None);
        assert_eq!(watch.look(here, &[here], false), None);
        assert_eq!(watch.look(here, &[here], true), Some(StopReason::AbortKey));
    }

    #[test]
    fn corners_between_two_monitors_are_no_corners() {
        let right = ScreenRect { x: 1920, y: 0, w: 1280, h: 1024 };
        let found = corners(&[SCREEN, right]);
        assert!(!found.contains(&point(1919, 0)) && !found.contains(&point(1920, 0)));
        assert!(found.contains(&point(0, 0)) && found.contains(&point(3199, 1023)));
        assert!(found.contains(&point(1919, 1079)), "the lower monitor's step is a corner");
    }

    #[test]
    fn parking_keeps_away_from_corners_and_on_a_monitor() {
        for from in [point(-50, -50), point(1919, 1079), point(0, 500)] {
            let parked = off_corners(from, &[SCREEN]);
            assert!(SCREEN.contains(parked));
            assert!(corners(&[SCREEN]).iter().all(|c| !near(parked, *c, 10)), "{parked}");
        }
        assert_eq!(off_corners(point(600, 400), &[SCREEN]), point(600, 400));
    }
}
