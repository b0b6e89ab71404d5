//! The stop watcher: a thread that looks at the pointer, the abort key and signals all the time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::corners::{corners, in_corner, is_there};
use super::desktop::Senses;
use super::signals;
use crate::abandon::Wish;
use crate::geometry::ScreenPoint;
use crate::input::{HeldList, InputDevice, Key};
use crate::target::StopReason;

/// How often the watcher looks; a stop must be noticed within 100 ms.
const POLL: Duration = Duration::from_millis(10);

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
    /// Whether the pointer may be moved by hand for now.
    resting: AtomicBool,
    quit: AtomicBool,
    /// What is let go of on a stop.
    held: Mutex<Option<HeldList>>,
    /// What is being worked out is not wanted after a stop.
    abandon: Wish,
}

impl Shared {
    /// The pointer is at `place`, and nobody wants to stop.
    fn new(place: ScreenPoint) -> Self {
        Self {
            trail: Mutex::new(Trail { now: place, before: place, moves: 0 }),
            reason: Mutex::new(None),
            resting: AtomicBool::new(false),
            quit: AtomicBool::new(false),
            held: Mutex::new(None),
            abandon: Wish::default(),
        }
    }

    fn reason(&self) -> Option<StopReason> {
        if signals::interrupted() {
            return Some(StopReason::Interrupt);
        }
        *self.reason.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the run as far as another thread can: whatever the run is at, what is down is let go
    /// of, nothing is sent any more, and no look or thought is gone on with.
    fn end<D: InputDevice>(&self, connect: &impl Fn() -> anyhow::Result<D>) {
        self.abandon.express();
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(held) = held
            && let Err(error) = held.close(connect)
        {
            log::error!("something may still be down: {error:#}");
        }
    }

    fn trail(&self) -> MutexGuard<'_, Trail> {
        self.trail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_reason(&self, reason: StopReason) {
        let mut slot = self.reason.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_none() {
            log::info!("{reason}");
            *slot = Some(reason);
        }
    }
}

/// Watches for the user's wish to stop until it is dropped.
#[derive(Debug)]
pub struct StopWatcher {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl StopWatcher {
    /// Starts watching. `abort_key` stops the run when it goes down; `connect` makes the device
    /// that lets go of what is down then.
    ///
    /// # Errors
    /// When the desktop does not tell where the pointer and the monitors are, or no thread can
    /// be started.
    pub fn start<D: InputDevice + 'static>(
        desktop: impl Senses + Send + 'static,
        abort_key: Option<Key>,
        connect: impl Fn() -> anyhow::Result<D> + Send + 'static,
    ) -> anyhow::Result<Self> {
        let pointer = desktop.pointer()?;
        let corners = corners(&desktop.monitors()?);
        let key_down = abort_key.map(|key| desktop.key_down(key)).transpose()?.unwrap_or(false);
        let shared = Arc::new(Shared::new(pointer));
        let mut watch = Watch { corners, corner_armed: false, key_armed: !key_down };
        watch.look(pointer, &[pointer], false);
        let theirs = Watching { shared: Arc::clone(&shared), connect };
        let run = move || {
            let theirs = theirs;
            let shared = &*theirs.shared;
            while !shared.quit.load(Ordering::Relaxed) {
                if let Err(error) = poll(&desktop, abort_key, &mut watch, shared) {
                    log::error!("cannot watch for a stop any more: {error:#}");
                    return;
                }
                if shared.reason().is_some() {
                    shared.end(&theirs.connect);
                }
                std::thread::sleep(POLL);
            }
        };
        let thread = std::thread::Builder::new().name("stop-watcher".to_string()).spawn(run)?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// A watcher that looks at nothing: it only passes on what [`StopWatcher::stop`] says.
    pub fn idle() -> Self {
        Self { shared: Arc::new(Shared::new(ScreenPoint { x: 0, y: 0 })), thread: None }
    }

    /// Lets go of what is on `held` when the run is to stop, and closes it.
    pub fn guard(&self, held: HeldList) {
        *self.shared.held.lock().unwrap_or_else(PoisonError::into_inner) = Some(held);
    }

    /// Expressed once the run is to stop.
    pub fn abandon(&self) -> Wish {
        self.shared.abandon.clone()
    }

    /// Says that this program is about to put the pointer at `point`.
    pub fn expect_pointer(&self, point: ScreenPoint) {
        let mut trail = self.shared.trail();
        *trail = Trail { now: point, before: trail.now, moves: trail.moves + 1 };
    }

    /// Where the pointer should be by now, if that is known.
    pub fn expected_pointer(&self) -> Option<ScreenPoint> {
        let trail = self.shared.trail();
        (self.thread.is_some() || trail.moves > 0).then_some(trail.now)
    }

    /// From now on a hand may move the pointer; corners, the abort key and signals stop as ever.
    pub fn begin_rest(&self) {
        self.shared.resting.store(true, Ordering::SeqCst);
    }

    /// From now on the pointer, which is at `place`, is only moved by this program again.
    pub fn end_rest(&self, place: ScreenPoint) {
        let mut trail = self.shared.trail();
        *trail = Trail { now: place, before: place, moves: trail.moves };
        self.shared.resting.store(false, Ordering::SeqCst);
    }

    /// Stops for a reason that somebody else found.
    pub fn stop(&self, reason: StopReason) {
        self.shared.set_reason(reason);
    }

    /// Why to stop, once there is a reason.
    pub fn reason(&self) -> Option<StopReason> {
        self.shared.reason()
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

/// Held by the thread that watches: a run that nobody can stop any more must not go on, however
/// the watching has ended.
struct Watching<D: InputDevice, C: Fn() -> anyhow::Result<D>> {
    shared: Arc<Shared>,
    connect: C,
}

impl<D: InputDevice, C: Fn() -> anyhow::Result<D>> Drop for Watching<D, C> {
    fn drop(&mut self) {
        if !self.shared.quit.load(Ordering::Relaxed) {
            self.shared.set_reason(StopReason::Blind);
            self.shared.end(&self.connect);
        }
    }
}

fn poll(
    desktop: &impl Senses,
    abort_key: Option<Key>,
    watch: &mut Watch,
    shared: &Shared,
) -> anyhow::Result<()> {
    let earlier = *shared.trail();
    let resting = shared.resting.load(Ordering::SeqCst);
    let pointer = desktop.pointer()?;
    let later = *shared.trail();
    let key_down = abort_key.map(|key| desktop.key_down(key)).transpose()?.unwrap_or(false);
    let mut expected = vec![earlier.now, later.now, later.before];
    if resting || later.moves > earlier.moves + 1 {
        // Too many moves at once to know all places in between; the next look will tell.
        expected.push(pointer);
    }
    if later.moves > 0 {
        expected.push(earlier.before);
    }
    if let Some(reason) = watch.look(pointer, &expected, key_down) {
        log::debug!("the pointer is at {pointer}, expected at one of {expected:?}");
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
        if in_corner(pointer, &self.corners) {
            if self.corner_armed {
                return Some(StopReason::Corner);
            }
        } else {
            self.corner_armed = true;
        }
        let moved = !expected.iter().any(|point| is_there(pointer, *point));
        moved.then_some(StopReason::UserMoved)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;
    use std::time::Instant;

    use super::*;
    use crate::abandon;
    use crate::geometry::ScreenRect;
    use crate::input::{Button, Held, Stroke};

    /// A pointer and an abort key that a test moves.
    #[derive(Clone)]
    struct Hands(Arc<Mutex<(ScreenPoint, bool)>>);

    impl Senses for Hands {
        fn pointer(&self) -> anyhow::Result<ScreenPoint> {
            Ok(self.0.lock().expect("no test panicked").0)
        }

        fn key_down(&self, _key: Key) -> anyhow::Result<bool> {
            Ok(self.0.lock().expect("no test panicked").1)
        }

        fn monitors(&self) -> anyhow::Result<Vec<ScreenRect>> {
            Ok(vec![SCREEN])
        }
    }

    /// Starts a watcher, lets `act` move the hands, and gives the reason with the time it took.
    fn watched(act: impl FnOnce(&mut (ScreenPoint, bool))) -> (Option<StopReason>, Duration) {
        let hands = Hands(Arc::new(Mutex::new((point(500, 500), false))));
        let watcher =
            StopWatcher::start(hands.clone(), Some(Key::F(12)), no_device).expect("started");
        std::thread::sleep(2 * POLL);
        assert_eq!(watcher.reason(), None);
        let start = Instant::now();
        act(&mut hands.0.lock().expect("no test panicked"));
        while watcher.reason().is_none() && start.elapsed() < Duration::from_secs(2) {
            std::thread::sleep(Duration::from_millis(1));
        }
        (watcher.reason(), start.elapsed())
    }

    #[test]
    fn a_stop_is_noticed_within_a_tenth_of_a_second() {
        type Act = fn(&mut (ScreenPoint, bool));
        let acts: [(Act, StopReason); 3] = [
            (|hands| hands.0 = point(0, 0), StopReason::Corner),
            (|hands| hands.0 = point(400, 500), StopReason::UserMoved),
            (|hands| hands.1 = true, StopReason::AbortKey),
        ];
        for (act, wanted) in acts {
            // A busy machine may let a thread wait once, but not always.
            let tries: Vec<_> = (0..3).map(|_| watched(act)).collect();
            assert!(tries.iter().all(|(found, _)| *found == Some(wanted)), "{tries:?}");
            let limit = Duration::from_millis(100);
            assert!(tries.iter().any(|(_, after)| *after < limit), "{tries:?}");
        }
    }

    #[test]
    fn a_hand_may_move_the_pointer_in_a_rest_but_not_before_or_after_it() {
        let hands = Hands(Arc::new(Mutex::new((point(500, 500), false))));
        let put = |place| hands.0.lock().expect("no test panicked").0 = place;
        let watcher = StopWatcher::start(hands.clone(), None, no_device).expect("started");
        watcher.begin_rest();
        for x in [300, 700] {
            put(point(x, 300));
            std::thread::sleep(3 * POLL);
        }
        watcher.end_rest(point(700, 300));
        std::thread::sleep(3 * POLL);
        assert_eq!(watcher.reason(), None);
        put(point(400, 300));
        std::thread::sleep(10 * POLL);
        assert_eq!(watcher.reason(), Some(StopReason::UserMoved));
    }

    #[test]
    fn a_watcher_that_fails_stops_the_run() {
        /// Answers until it has been asked a few times.
        struct Failing(AtomicUsize);

        impl Senses for Failing {
            fn pointer(&self) -> anyhow::Result<ScreenPoint> {
                assert!(self.0.fetch_add(1, Ordering::Relaxed) < 3, "the desktop is gone");
                Ok(point(5, 5))
            }

            fn key_down(&self, _key: Key) -> anyhow::Result<bool> {
                Ok(false)
            }

            fn monitors(&self) -> anyhow::Result<Vec<ScreenRect>> {
                Ok(vec![SCREEN])
            }
        }

        let watcher =
            StopWatcher::start(Failing(AtomicUsize::new(0)), None, no_device).expect("started");
        let end = Instant::now() + Duration::from_secs(2);
        while watcher.reason().is_none() && Instant::now() < end {
            std::thread::sleep(POLL);
        }
        assert_eq!(watcher.reason(), Some(StopReason::Blind));
    }

    #[test]
    fn the_program_s_own_moves_are_no_wish_to_stop() {
        let hands = Hands(Arc::new(Mutex::new((point(500, 500), false))));
        let watcher = StopWatcher::start(hands.clone(), None, no_device).expect("started");
        for i in 0..200 {
            watcher.expect_pointer(point(10 * i, 300));
            if i % 3 == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            hands.0.lock().expect("no test panicked").0 = point(10 * i, 300);
            std::thread::sleep(Duration::from_micros(300));
        }
        assert_eq!(watcher.reason(), None);
    }

    #[test]
    fn on_a_stop_the_watcher_lets_go_itself_whatever_the_run_is_at() {
        let hands = Hands(Arc::new(Mutex::new((point(500, 500), false))));
        let (done, told) = mpsc::channel();
        let connect = move || Ok(Told(done.clone()));
        let watcher = StopWatcher::start(hands.clone(), None, connect).expect("started");
        // The run presses a key and then does nothing but think.
        let mut held = Held::new(Told(mpsc::channel().0));
        watcher.guard(held.list());
        held.press_key(Key::Down).expect("pressed");
        let _heeding = watcher.abandon().heed();
        assert!(!abandon::wanted());
        hands.0.lock().expect("no test panicked").0 = point(100, 100);
        let released = told.recv_timeout(Duration::from_secs(20));
        assert_eq!(released, Ok((Key::Down, Stroke::Release)));
        assert!(abandon::wanted());
        assert_eq!(watcher.reason(), Some(StopReason::UserMoved));
        assert!(held.press_key(Key::Left).is_err(), "nothing goes down any more");
    }

    /// Tells a channel of its keys; a channel that nobody listens to is no error.
    struct Told(mpsc::Sender<(Key, Stroke)>);

    impl InputDevice for Told {
        fn move_to(&mut self, _point: ScreenPoint) -> anyhow::Result<()> {
            Ok(())
        }

        fn button(&mut self, _button: Button, _stroke: Stroke) -> anyhow::Result<()> {
            Ok(())
        }

        fn key(&mut self, key: Key, stroke: Stroke) -> anyhow::Result<()> {
            let _ = self.0.send((key, stroke));
            Ok(())
        }
    }

    fn no_device() -> anyhow::Result<Told> {
        anyhow::bail!("nothing is down in this test")
    }

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
}
