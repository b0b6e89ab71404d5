//! X11's names: atoms, text encodings, key symbols.

use crate::input::Key;

x11rb::atom_manager! {
    /// The properties asked for.
    #[allow(missing_docs)]
    pub Atoms: AtomsCookie {
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST,
        _NET_CLIENT_LIST_STACKING,
        _NET_SUPPORTING_WM_CHECK,
        _NET_WM_NAME,
        _NET_WM_PID,
        _NET_WM_WINDOW_TYPE,
        _NET_WM_WINDOW_TYPE_DIALOG,
        _NET_WM_WINDOW_TYPE_NORMAL,
        WM_STATE,
    }
}

/// A title's bytes as text: UTF-8 if they are, else Latin-1, which the old property demands and
/// some programs fill with either. Control characters, which a terminal would obey, become
/// spaces.
pub fn decode_text(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    text.trim_end_matches('\0').replace(char::is_control, " ")
}

/// Both parts of WM_CLASS, with a space between; one of them if they are the same.
pub fn decode_class(bytes: &[u8]) -> String {
    let mut parts: Vec<String> =
        bytes.split(|&b| b == 0).filter(|part| !part.is_empty()).map(decode_text).collect();
    parts.dedup();
    parts.join(" ")
}

/// The X11 key symbol of a key (from the protocol's `keysymdef.h`).
pub fn keysym(key: Key) -> u32 {
    match key {
        // Latin-1 characters are their own symbols; others have this bit set.
        Key::Char(c) if u32::from(c) < 0x100 => u32::from(c),
        Key::Char(c) => 0x0100_0000 | u32::from(c),
        Key::Left => 0xff51,
        Key::Up => 0xff52,
        Key::Right => 0xff53,
        Key::Down => 0xff54,
        Key::Space => 0x20,
        Key::Return => 0xff0d,
        Key::KeypadEnter => 0xff8d,
        Key::Escape => 0xff1b,
        Key::Tab => 0xff09,
        Key::PageUp => 0xff55,
        Key::PageDown => 0xff56,
        Key::Home => 0xff50,
        Key::End => 0xff57,
        Key::Pause => 0xff13,
        Key::Shift => 0xffe1,
        Key::Control => 0xffe3,
        Key::Alt => 0xffe9,
        Key::F(n) => 0xffbd + u32::from(n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_in_utf_8_and_latin_1_read_the_same() {
        assert_eq!(decode_text("xdémineur".as_bytes()), "xdémineur");
        assert_eq!(decode_text(b"xd\xe9mineur"), "xdémineur");
        assert_eq!(decode_text(b"Mines\0"), "Mines");
        assert_eq!(decode_text(b"a\x1b[2Jb"), "a [2Jb");
    }

    #[test]
    fn a_class_is_both_its_parts() {
        assert_eq!(decode_class(b"sgt-mines\0Sgt-mines\0"), "sgt-mines Sgt-mines");
        assert_eq!(decode_class(b"kmines\0kmines\0"), "kmines");
        assert_eq!(decode_class(b"xdemineur\0XD\xe9mineur\0"), "xdemineur XDémineur");
        assert_eq!(decode_class(b""), "");
    }

    #[test]
    fn function_keys_follow_each_other() {
        assert_eq!((keysym(Key::F(1)), keysym(Key::F(12))), (0xffbe, 0xffc9));
    }
}
