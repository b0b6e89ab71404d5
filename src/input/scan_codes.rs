//! What a PC keyboard sends for the keys whose place does not depend on the layout.

use super::Key;

/// A scan code of set 1, as Windows takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScanCode {
    /// The code without its prefix.
    pub code: u16,
    /// Whether the keyboard sends the prefix E0 first.
    pub extended: Extended,
}

/// Whether a key has the prefix E0. With it, the arrow keys are the arrow keys; without, the same
/// codes are the digits of the number pad when NumLock is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extended {
    /// With the prefix.
    E0,
    /// Without.
    Plain,
}

/// The scan code of `key`, or `None` for characters, whose place depends on the layout, and for
/// Pause, which sends a sequence of its own.
pub fn scan_code(key: Key) -> Option<ScanCode> {
    let (code, extended) = match key {
        Key::Char(_) | Key::Pause => return None,
        Key::Left => (0x4b, Extended::E0),
        Key::Right => (0x4d, Extended::E0),
        Key::Up => (0x48, Extended::E0),
        Key::Down => (0x50, Extended::E0),
        Key::PageUp => (0x49, Extended::E0),
        Key::PageDown => (0x51, Extended::E0),
        Key::Home => (0x47, Extended::E0),
        Key::End => (0x4f, Extended::E0),
        Key::KeypadEnter => (0x1c, Extended::E0),
        Key::Return => (0x1c, Extended::Plain),
        Key::Space => (0x39, Extended::Plain),
        Key::Escape => (0x01, Extended::Plain),
        Key::Tab => (0x0f, Extended::Plain),
        Key::Shift => (0x2a, Extended::Plain),
        Key::Control => (0x1d, Extended::Plain),
        Key::Alt => (0x38, Extended::Plain),
        Key::F(n @ 1..=10) => (0x3a + u16::from(n), Extended::Plain),
        Key::F(11) => (0x57, Extended::Plain),
        Key::F(12) => (0x58, Extended::Plain),
        Key::F(_) => return None,
    };
    Some(ScanCode { code, extended })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_are_not_the_number_pad() {
        for key in [Key::Left, Key::Right, Key::Up, Key::Down, Key::Home, Key::PageDown] {
            assert_eq!(scan_code(key).map(|scan| scan.extended), Some(Extended::E0), "{key}");
        }
    }

    #[test]
    fn both_enters_share_a_code_and_differ_in_the_prefix() {
        let (main, pad) = (scan_code(Key::Return), scan_code(Key::KeypadEnter));
        assert_eq!(main.map(|scan| scan.code), pad.map(|scan| scan.code));
        assert_ne!(main, pad);
    }

    #[test]
    fn function_keys_have_the_codes_of_a_pc_keyboard() {
        let code = |n| scan_code(Key::F(n)).map(|scan| scan.code);
        assert_eq!((code(1), code(10)), (Some(0x3b), Some(0x44)));
        assert_eq!((code(11), code(12), code(13)), (Some(0x57), Some(0x58), None));
    }

    #[test]
    fn characters_are_left_to_the_layout() {
        assert_eq!(scan_code(Key::Char('q')), None);
    }
}
