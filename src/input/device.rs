//! Sending input through enigo: the only file that names it.
//!
//! enigo waits 12 ms around each event on X11 by default; here that is 0, and whoever sends
//! keeps the pace.

use anyhow::Context;
#[cfg(not(windows))]
use enigo::Coordinate;
use enigo::{Direction, Enigo, Keyboard, Mouse, Settings};

use super::{Button, Key};
use crate::geometry::ScreenPoint;
#[cfg(windows)]
use crate::target::live::platform;

/// Press or let go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    /// Down.
    Press,
    /// Up.
    Release,
}

/// What moves the pointer and presses buttons and keys; tests put a list in its place.
pub trait InputDevice {
    /// Moves the pointer.
    ///
    /// # Errors
    /// When the system refuses.
    fn move_to(&mut self, point: ScreenPoint) -> anyhow::Result<()>;

    /// Presses or releases a mouse button.
    ///
    /// # Errors
    /// When the system refuses.
    fn button(&mut self, button: Button, stroke: Stroke) -> anyhow::Result<()>;

    /// Presses or releases a key.
    ///
    /// # Errors
    /// When the system refuses, or has no such key.
    fn key(&mut self, key: Key, stroke: Stroke) -> anyhow::Result<()>;
}

impl<D: InputDevice + ?Sized> InputDevice for Box<D> {
    fn move_to(&mut self, point: ScreenPoint) -> anyhow::Result<()> {
        (**self).move_to(point)
    }

    fn button(&mut self, button: Button, stroke: Stroke) -> anyhow::Result<()> {
        (**self).button(button, stroke)
    }

    fn key(&mut self, key: Key, stroke: Stroke) -> anyhow::Result<()> {
        (**self).key(key, stroke)
    }
}

/// The desktop's own pointer and keyboard.
pub struct SystemDevice {
    enigo: Enigo,
    /// Where the pointer was put last.
    #[cfg(windows)]
    at: Option<ScreenPoint>,
}

impl SystemDevice {
    /// Connects to the desktop.
    ///
    /// # Errors
    /// When there is no display, or input is not allowed; the message says what to do.
    pub fn new() -> anyhow::Result<Self> {
        let settings = Settings {
            linux_delay: 0,
            // `Held` releases what is held, buttons as well as keys.
            release_keys_when_dropped: false,
            ..Settings::default()
        };
        let enigo = Enigo::new(&settings)
            .context("cannot send mouse and keyboard input; `sweepfall doctor` says why")?;
        Ok(Self {
            enigo,
            #[cfg(windows)]
            at: None,
        })
    }
}

impl InputDevice for SystemDevice {
    #[cfg(not(windows))]
    fn move_to(&mut self, point: ScreenPoint) -> anyhow::Result<()> {
        self.enigo
            .move_mouse(point.x, point.y, Coordinate::Abs)
            .with_context(|| format!("cannot move the pointer to {point}"))
    }

    /// enigo's absolute moves reach only the primary monitor on Windows.
    #[cfg(windows)]
    fn move_to(&mut self, point: ScreenPoint) -> anyhow::Result<()> {
        self.at = Some(point);
        platform::move_pointer(point)
    }

    fn button(&mut self, button: Button, stroke: Stroke) -> anyhow::Result<()> {
        #[cfg(windows)]
        if let Some(at) = self.at {
            return platform::send_button(at, button, stroke);
        }
        let name = match button {
            Button::Left => enigo::Button::Left,
            Button::Middle => enigo::Button::Middle,
            Button::Right => enigo::Button::Right,
        };
        self.enigo
            .button(name, stroke.into())
            .with_context(|| format!("cannot send the {button:?} mouse button"))
    }

    fn key(&mut self, key: Key, stroke: Stroke) -> anyhow::Result<()> {
        // enigo sends virtual keys there, which games that read scan codes do not see.
        #[cfg(windows)]
        if let Some(scan) = super::scan_code(key) {
            return platform::send_scan_code(key, scan, stroke)
                .with_context(|| format!("cannot send key {key}"));
        }
        self.enigo.key(key.into(), stroke.into()).with_context(|| format!("cannot send key {key}"))
    }
}

impl From<Stroke> for Direction {
    fn from(stroke: Stroke) -> Self {
        match stroke {
            Stroke::Press => Direction::Press,
            Stroke::Release => Direction::Release,
        }
    }
}

impl From<Key> for enigo::Key {
    fn from(key: Key) -> Self {
        use enigo::Key as E;
        match key {
            Key::Char(c) => E::Unicode(c),
            Key::Left => E::LeftArrow,
            Key::Right => E::RightArrow,
            Key::Up => E::UpArrow,
            Key::Down => E::DownArrow,
            Key::Space => E::Space,
            Key::Return => E::Return,
            Key::KeypadEnter => E::Other(codes::KEYPAD_ENTER),
            Key::Escape => E::Escape,
            Key::Tab => E::Tab,
            Key::PageUp => E::PageUp,
            Key::PageDown => E::PageDown,
            Key::Home => E::Home,
            Key::End => E::End,
            Key::Pause => E::Other(codes::PAUSE),
            Key::Shift => E::Shift,
            Key::Control => E::Control,
            Key::Alt => E::Alt,
            Key::F(n) => function_key(n),
        }
    }
}

fn function_key(n: u8) -> enigo::Key {
    use enigo::Key as E;
    let keys =
        [E::F1, E::F2, E::F3, E::F4, E::F5, E::F6, E::F7, E::F8, E::F9, E::F10, E::F11, E::F12];
    keys[usize::from(n.clamp(1, 12)) - 1]
}

/// Keys that enigo names on some systems only: X11 keysyms.
#[cfg(all(unix, not(target_os = "macos")))]
mod codes {
    pub const KEYPAD_ENTER: u32 = 0xff8d;
    pub const PAUSE: u32 = 0xff13;
}

/// Keys that enigo names on some systems only: Windows virtual keys. Windows has no virtual key
/// of its own for the number pad's Enter.
#[cfg(windows)]
mod codes {
    pub const KEYPAD_ENTER: u32 = 0x0d;
    pub const PAUSE: u32 = 0x13;
}

/// Keys that enigo names on some systems only: macOS key codes. Pause is F15 there.
#[cfg(target_os = "macos")]
mod codes {
    pub const KEYPAD_ENTER: u32 = 0x4c;
    pub const PAUSE: u32 = 0x71;
}
