//! The windowing crate's keys and buttons in the words of this program.

use winit::event::MouseButton;
use winit::keyboard::{Key as Pressed, KeyLocation, NamedKey};

use crate::input::{Button, Key};

/// A mouse button, or `None` for one that the games do not use.
pub(super) fn button(button: MouseButton) -> Option<Button> {
    match button {
        MouseButton::Left => Some(Button::Left),
        MouseButton::Middle => Some(Button::Middle),
        MouseButton::Right => Some(Button::Right),
        _ => None,
    }
}

/// A key, or `None` for one that the games do not use.
pub(super) fn key(key: &Pressed, location: KeyLocation) -> Option<Key> {
    let named = match key {
        Pressed::Character(text) => {
            let mut letters = text.chars().flat_map(char::to_lowercase);
            return letters.next().filter(|_| letters.next().is_none()).map(Key::Char);
        }
        Pressed::Named(named) => named,
        _ => return None,
    };
    Some(match named {
        NamedKey::ArrowLeft => Key::Left,
        NamedKey::ArrowRight => Key::Right,
        NamedKey::ArrowUp => Key::Up,
        NamedKey::ArrowDown => Key::Down,
        NamedKey::Space => Key::Space,
        NamedKey::Enter if location == KeyLocation::Numpad => Key::KeypadEnter,
        NamedKey::Enter => Key::Return,
        NamedKey::Escape => Key::Escape,
        NamedKey::Tab => Key::Tab,
        NamedKey::PageUp => Key::PageUp,
        NamedKey::PageDown => Key::PageDown,
        NamedKey::Home => Key::Home,
        NamedKey::End => Key::End,
        NamedKey::Pause => Key::Pause,
        NamedKey::Shift => Key::Shift,
        NamedKey::Control => Key::Control,
        NamedKey::F1 => Key::F(1),
        NamedKey::F2 => Key::F(2),
        NamedKey::F3 => Key::F(3),
        NamedKey::F4 => Key::F(4),
        NamedKey::F5 => Key::F(5),
        NamedKey::F6 => Key::F(6),
        NamedKey::F7 => Key::F(7),
        NamedKey::F8 => Key::F(8),
        NamedKey::F9 => Key::F(9),
        NamedKey::F10 => Key::F(10),
        NamedKey::F11 => Key::F(11),
        NamedKey::F12 => Key::F(12),
        _ => return None,
    })
}
