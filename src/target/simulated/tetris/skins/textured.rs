//! Shaded blocks over a picture of stone.

use super::{BlockStyle, ClearStyle, GhostStyle, Ground, Skin};
use crate::target::simulated::paint::hex;

/// The skin.
pub static SKIN: Skin = Skin {
    name: "textured",
    pitch: 26.0,
    page: hex(0x3A2C20),
    text: hex(0xF2E2C4),
    border: hex(0xA8803C),
    well: Ground::Stone(hex(0x2C2620), hex(0x5E5040)),
    block: BlockStyle::Shaded,
    colours: [
        hex(0x40C040),
        hex(0xD04848),
        hex(0xD8D8E0),
        hex(0xE0D828),
        hex(0x5060D8),
        hex(0x28D0D8),
        hex(0xE08838),
    ],
    garbage: hex(0x9090A0),
    ghost: GhostStyle::Grey(0.3),
    clear: ClearStyle::Fade,
};
