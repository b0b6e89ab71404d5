//! Windows: mouse and keyboard input that reaches every monitor and every game.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use windows::Win32::UI::Input::KeyboardAndMouse::{
    INPUT, INPUT_0, INPUT_KEYBOARD, INPUT_MOUSE, KEYBD_EVENT_FLAGS, KEYBDINPUT,
    KEYEVENTF_EXTENDEDKEY, KEYEVENTF_KEYUP, KEYEVENTF_SCANCODE, MOUSE_EVENT_FLAGS,
    MOUSEEVENTF_ABSOLUTE, MOUSEEVENTF_LEFTDOWN, MOUSEEVENTF_LEFTUP, MOUSEEVENTF_MIDDLEDOWN,
    MOUSEEVENTF_MIDDLEUP, MOUSEEVENTF_MOVE, MOUSEEVENTF_RIGHTDOWN, MOUSEEVENTF_RIGHTUP,
    MOUSEEVENTF_VIRTUALDESK, MOUSEINPUT, VIRTUAL_KEY,
};

use super::super::coordinates::{absolute, bounding};
use super::super::desktop::Senses;
use super::windows::WindowsDesktop;
use super::windows_calls as calls;
use crate::geometry::ScreenPoint;
use crate::input::{Button, Extended, Key, ScanCode, Stroke};

/// Moves the pointer, as a mouse would, to a pixel of any monitor.
///
/// # Errors
/// When the point is on no monitor or Windows refuses.
pub fn move_pointer(point: ScreenPoint) -> anyhow::Result<()> {
    let before = WindowsDesktop.pointer()?;
    let (dx, dy) = units(point)?;
    trail().add(before, point);
    send_mouse(dx, dy, ABSOLUTE).with_context(|| format!("cannot move the pointer to {point}"))
}

/// Presses or releases a button at `point`. Place and button are one input, so that nothing can
/// move the pointer in between.
///
/// # Errors
/// When the point is on no monitor or Windows refuses.
pub fn send_button(point: ScreenPoint, button: Button, stroke: Stroke) -> anyhow::Result<()> {
    let flag = match (button, stroke) {
        (Button::Left, Stroke::Press) => MOUSEEVENTF_LEFTDOWN,
        (Button::Left, Stroke::Release) => MOUSEEVENTF_LEFTUP,
        (Button::Middle, Stroke::Press) => MOUSEEVENTF_MIDDLEDOWN,
        (Button::Middle, Stroke::Release) => MOUSEEVENTF_MIDDLEUP,
        (Button::Right, Stroke::Press) => MOUSEEVENTF_RIGHTDOWN,
        (Button::Right, Stroke::Release) => MOUSEEVENTF_RIGHTUP,
    };
    let (dx, dy) = units(point)?;
    send_mouse(dx, dy, ABSOLUTE | flag)
        .with_context(|| format!("cannot send the {button:?} mouse button at {point}"))
}

/// A mouse input with a place that may be on any monitor.
const ABSOLUTE: MOUSE_EVENT_FLAGS =
    MOUSE_EVENT_FLAGS(MOUSEEVENTF_MOVE.0 | MOUSEEVENTF_ABSOLUTE.0 | MOUSEEVENTF_VIRTUALDESK.0);

fn units(point: ScreenPoint) -> anyhow::Result<(i32, i32)> {
    let desktop = bounding(&WindowsDesktop.monitors()?).context("no monitor is there")?;
    absolute(point, &desktop).with_context(|| format!("{point} is beyond all monitors"))
}

/// Where this program put the pointer of late. Wine tells of moves late and out of order: for a
/// moment the pointer seems to be back at an earlier place.
static TRAIL: Mutex<Trail> = Mutex::new(Trail { places: Vec::new(), at: None });

/// The trail, locked.
pub(super) fn trail() -> MutexGuard<'static, Trail> {
    TRAIL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The last places, and when.
pub(super) struct Trail {
    /// The newest last.
    places: Vec<ScreenPoint>,
    /// When the last move went out.
    at: Option<Instant>,
}

impl Trail {
    /// So many places can be told late: more than there are clicks in that time.
    const LEN: usize = 256;
    /// For so long, on a machine with too much to do.
    const ECHO: Duration = Duration::from_secs(3);

    fn add(&mut self, before: ScreenPoint, point: ScreenPoint) {
        if self.places.last() != Some(&before) {
            self.places.push(before);
        }
        self.places.push(point);
        self.places.drain(..self.places.len().saturating_sub(Self::LEN));
        self.at = Some(Instant::now());
    }

    /// Where the pointer is, seen at `seen` at the time `now`.
    pub(super) fn settle(&self, seen: ScreenPoint, now: Instant) -> ScreenPoint {
        let recent = self.at.is_some_and(|at| now.saturating_duration_since(at) < Self::ECHO);
        let newest = self.places.last().filter(|_| recent && self.places.contains(&seen));
        newest.copied().unwrap_or(seen)
    }
}

/// Sends one mouse input.
pub(super) fn send_mouse(dx: i32, dy: i32, flags: MOUSE_EVENT_FLAGS) -> windows::core::Result<()> {
    let mi = MOUSEINPUT { dx, dy, dwFlags: flags, ..Default::default() };
    calls::send(INPUT { r#type: INPUT_MOUSE, Anonymous: INPUT_0 { mi } })
}

/// Presses or releases a key by its place on the keyboard, as a keyboard would: games that read
/// scan codes see it, and arrows are arrows whatever NumLock says. `scan` is `key`'s.
///
/// # Errors
/// When Windows refuses.
pub fn send_scan_code(key: Key, scan: ScanCode, stroke: Stroke) -> anyhow::Result<()> {
    let extended = match scan.extended {
        Extended::E0 => KEYEVENTF_EXTENDEDKEY,
        Extended::Plain => KEYBD_EVENT_FLAGS(0),
    };
    let up = match stroke {
        Stroke::Press => KEYBD_EVENT_FLAGS(0),
        Stroke::Release => KEYEVENTF_KEYUP,
    };
    let flags = KEYEVENTF_SCANCODE | extended | up;
    // Windows finds the virtual key by the scan code; Wine before 9 takes what is given here.
    let virtual_key = VIRTUAL_KEY(virtual_key(key).unwrap_or(0));
    let ki =
        KEYBDINPUT { wVk: virtual_key, wScan: scan.code, dwFlags: flags, ..Default::default() };
    calls::send(INPUT { r#type: INPUT_KEYBOARD, Anonymous: INPUT_0 { ki } })
        .context("Windows refused a key")
}

/// The virtual key of a key, from the list in the Windows documentation; characters as the
/// current layout has them.
pub(super) fn virtual_key(key: Key) -> Option<u16> {
    Some(match key {
        Key::Char(c) => {
            let mut units = [0; 2];
            let &mut [unit] = c.encode_utf16(&mut units) else { return None };
            return calls::virtual_key(unit);
        }
        Key::Tab => 0x09,
        Key::Return | Key::KeypadEnter => 0x0d,
        Key::Shift => 0x10,
        Key::Control => 0x11,
        Key::Alt => 0x12,
        Key::Pause => 0x13,
        Key::Escape => 0x1b,
        Key::Space => 0x20,
        Key::PageUp => 0x21,
        Key::PageDown => 0x22,
        Key::End => 0x23,
        Key::Home => 0x24,
        Key::Left => 0x25,
        Key::Up => 0x26,
        Key::Right => 0x27,
        Key::Down => 0x28,
        Key::F(n) => 0x6f + u16::from(n),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_place_seen_right_after_a_move_is_an_echo_and_any_other_is_a_hand() {
        let point = |x| ScreenPoint { x, y: 5 };
        let mut trail = Trail { places: Vec::new(), at: None };
        let now = Instant::now();
        assert_eq!(trail.settle(point(1), now), point(1));
        trail.add(point(1), point(20));
        trail.add(point(20), point(40));
        assert_eq!(trail.settle(point(20), now), point(40));
        assert_eq!(trail.settle(point(21), now), point(21));
        assert_eq!(trail.settle(point(20), now + 2 * Trail::ECHO), point(20));
    }

    #[test]
    fn keys_have_the_virtual_keys_of_the_documentation() {
        let known = [(Key::F(1), 0x70), (Key::F(12), 0x7b), (Key::Left, 0x25), (Key::Space, 0x20)];
        for (key, code) in known {
            assert_eq!(virtual_key(key), Some(code), "{key}");
        }
    }
}
