//! Actions: input in screen terms, before any operating system is involved; and the device that
//! sends them.

mod device;
mod held;
mod scan_codes;

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::geometry::FramePoint;

pub use device::{InputDevice, Stroke, SystemDevice};
pub use held::{Held, HeldList};
pub use scan_codes::{Extended, ScanCode, scan_code};

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Button {
    /// The main button.
    Left,
    /// The wheel.
    Middle,
    /// The context button.
    Right,
}

/// A key of the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Key {
    /// The key that types this character (lower case).
    Char(char),
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// Space bar.
    Space,
    /// Main Enter key.
    Return,
    /// Enter of the number pad.
    KeypadEnter,
    /// Escape.
    Escape,
    /// Tabulator.
    Tab,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
    /// Pause.
    Pause,
    /// Left shift, held or pressed alone.
    Shift,
    /// Left control, held or pressed alone.
    Control,
    /// Left alt, held or pressed alone.
    Alt,
    /// A function key, 1 to 12.
    F(u8),
}

/// A key pressed with modifiers, as `ctrl+shift+r`, `F2`, `space` or `kp_enter`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct KeyStroke {
    /// Control held.
    pub ctrl: bool,
    /// Alt held.
    pub alt: bool,
    /// Shift held.
    pub shift: bool,
    /// The key itself.
    pub key: Key,
}

/// One input, in frame pixels of the target; the target maps it to the screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Press and release a mouse button.
    Click {
        /// Where, in frame pixels.
        at: FramePoint,
        /// Which button.
        button: Button,
        /// How long it is held down.
        hold: Duration,
    },
    /// Move the pointer without pressing anything.
    Move {
        /// Where to, in frame pixels; may lie outside the frame.
        to: FramePoint,
    },
    /// Press and release a key with its modifiers.
    Key {
        /// The key.
        stroke: KeyStroke,
        /// How long it is held down.
        hold: Duration,
    },
    /// Press a key and keep it down until [`Action::Release`] or the end of the run.
    Press(Key),
    /// Release a key that is held.
    Release(Key),
    /// Send nothing for a time.
    Wait(Duration),
}

impl Action {
    /// Whether the action gives the game something to react to: a press, not a wait, a release
    /// or a mere movement of the pointer.
    pub fn is_input(&self) -> bool {
        matches!(self, Action::Click { .. } | Action::Key { .. } | Action::Press(_))
    }
}

/// A text that names no key.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("'{0}' is no key; use names such as F2, space, Left, kp_enter, r or ctrl+shift+r")]
pub struct ParseKeyError(String);

/// The names of the keys that type no character.
const NAMES: [(&str, Key); 18] = [
    ("left", Key::Left),
    ("right", Key::Right),
    ("up", Key::Up),
    ("down", Key::Down),
    ("space", Key::Space),
    ("return", Key::Return),
    ("enter", Key::Return),
    ("kp_enter", Key::KeypadEnter),
    ("escape", Key::Escape),
    ("tab", Key::Tab),
    ("pageup", Key::PageUp),
    ("pagedown", Key::PageDown),
    ("home", Key::Home),
    ("end", Key::End),
    ("pause", Key::Pause),
    ("shift", Key::Shift),
    ("control", Key::Control),
    ("alt", Key::Alt),
];

impl FromStr for Key {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_lowercase();
        if let Some((_, key)) = NAMES.iter().find(|(name, _)| *name == lower) {
            return Ok(*key);
        }
        let mut chars = lower.chars();
        match (chars.next(), chars.as_str()) {
            (Some(c), "") => Ok(Key::Char(c)),
            (Some('f'), rest) if rest.parse().is_ok_and(|n: u8| (1..=12).contains(&n)) => {
                Ok(Key::F(rest.parse().expect("checked to be 1 to 12")))
            }
            _ => Err(ParseKeyError(text.to_string())),
        }
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Key::Char(c) => write!(f, "{c}"),
            Key::F(n) => write!(f, "F{n}"),
            key => {
                let (name, _) =
                    NAMES.iter().find(|(_, k)| k == key).expect("every other key has a name");
                f.write_str(name)
            }
        }
    }
}

impl TryFrom<String> for Key {
    type Error = ParseKeyError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        key.to_string()
    }
}

impl From<Key> for KeyStroke {
    fn from(key: Key) -> Self {
        Self { ctrl: false, alt: false, shift: false, key }
    }
}

impl KeyStroke {
    /// The keys in the order they go down: modifiers first.
    pub fn keys(&self) -> Vec<Key> {
        let modifiers = [(self.ctrl, Key::Control), (self.alt, Key::Alt), (self.shift, Key::Shift)];
        let held = modifiers.into_iter().filter(|(down, _)| *down).map(|(_, key)| key);
        held.chain([self.key]).collect()
    }
}

impl FromStr for KeyStroke {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseKeyError(text.to_string());
        // The last character is the key or its end, so a `+` there is the plus key itself.
        let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
        let (modifiers, key) =
            text[..last].rfind('+').map_or(("", text), |at| (&text[..at], &text[at + 1..]));
        let mut stroke = KeyStroke::from(key.parse::<Key>().map_err(|_| error())?);
        for name in modifiers.split('+').filter(|_| !modifiers.is_empty()) {
            match name.to_lowercase().as_str() {
                "ctrl" => stroke.ctrl = true,
                "alt" => stroke.alt = true,
                "shift" => stroke.shift = true,
                _ => return Err(error()),
            }
        }
        Ok(stroke)
    }
}

impl std::fmt::Display for KeyStroke {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let held = [(self.ctrl, "ctrl+"), (self.alt, "alt+"), (self.shift, "shift+")];
        for (_, name) in held.into_iter().filter(|(down, _)| *down) {
            f.write_str(name)?;
        }
        write!(f, "{}", self.key)
    }
}

impl TryFrom<String> for KeyStroke {
    type Error = ParseKeyError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<KeyStroke> for String {
    fn from(stroke: KeyStroke) -> Self {
        stroke.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_names_round_trip() {
        for text in ["F2", "ctrl+r", "ctrl+alt+shift+F12", "space", "kp_enter", "+", "ctrl++"] {
            let stroke: KeyStroke = text.parse().expect(text);
            assert_eq!(stroke.to_string(), text);
        }
    }

    #[test]
    fn a_wrong_key_name_is_refused() {
        for text in ["", "F13", "F0", "hyper+r", "leftish"] {
            assert!(text.parse::<KeyStroke>().is_err(), "{text}");
        }
    }
}
