//! One colour for every piece: an old hand-held LCD screen, dark on light.

use super::{BlockStyle, ClearStyle, GhostStyle, Ground, Skin};
use crate::target::simulated::paint::hex;

/// The skin.
pub static SKIN: Skin = Skin {
    name: "mono",
    pitch: 20.0,
    page: hex(0x8F9B6B),
    text: hex(0x1E2616),
    border: hex(0x1E2616),
    well: Ground::Even(hex(0xB7C492)),
    block: BlockStyle::Framed,
    colours: [hex(0x1E2616); 7],
    garbage: hex(0x1E2616),
    ghost: GhostStyle::Faded(0.25),
    clear: ClearStyle::Wipe,
};
