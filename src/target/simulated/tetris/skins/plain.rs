//! Flat colours on black with narrow gaps, as simple desktop and terminal games have them.

use super::{BlockStyle, ClearStyle, GhostStyle, Ground, Skin};
use crate::target::simulated::paint::hex;

/// The skin.
pub static SKIN: Skin = Skin {
    name: "plain",
    pitch: 24.0,
    page: hex(0x101010),
    text: hex(0xD0D0D0),
    border: hex(0x808080),
    well: Ground::Even(hex(0x000000)),
    block: BlockStyle::Plain { gap: 0.04 },
    colours: [
        hex(0xCD0000),
        hex(0x2C4CEE),
        hex(0xCDCD00),
        hex(0x00CD00),
        hex(0x00CDCD),
        hex(0xE5E5E5),
        hex(0xCD00CD),
    ],
    garbage: hex(0x7F7F7F),
    ghost: GhostStyle::Faded(0.3),
    clear: ClearStyle::Blink,
};
