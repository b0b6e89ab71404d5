//! A dark web page: soft round blocks on slate, striped columns.

use super::{BlockStyle, ClearStyle, GhostStyle, Ground, Skin};
use crate::target::simulated::paint::hex;

/// The skin.
pub static SKIN: Skin = Skin {
    name: "dark",
    pitch: 30.0,
    page: hex(0x15181D),
    text: hex(0xC8D0DA),
    border: hex(0x343B46),
    well: Ground::Stripes(hex(0x1C2027), hex(0x21262E)),
    block: BlockStyle::Rounded,
    colours: [
        hex(0x5EC8D8),
        hex(0xE5C35C),
        hex(0xB07FE0),
        hex(0x7CC36A),
        hex(0xE0686E),
        hex(0x6C8FE8),
        hex(0xE89A5C),
    ],
    garbage: hex(0x5B6470),
    ghost: GhostStyle::Faded(0.22),
    clear: ClearStyle::Fade,
};
