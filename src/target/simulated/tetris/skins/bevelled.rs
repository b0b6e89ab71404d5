//! Blocks with bevelled edges in a grey dialog window.

use super::{BlockStyle, ClearStyle, GhostStyle, Ground, Skin};
use crate::target::simulated::paint::hex;

/// The skin.
pub static SKIN: Skin = Skin {
    name: "bevelled",
    pitch: 22.0,
    page: hex(0xC0C0C0),
    text: hex(0x202020),
    border: hex(0x808080),
    well: Ground::Even(hex(0x161A2E)),
    block: BlockStyle::Bevel { edge: 0.14 },
    colours: [
        hex(0x00B8C4),
        hex(0xD8B800),
        hex(0x9A2CC0),
        hex(0x2CA82C),
        hex(0xD02828),
        hex(0x2848D8),
        hex(0xE07818),
    ],
    garbage: hex(0x8C8C8C),
    ghost: GhostStyle::Grey(0.35),
    clear: ClearStyle::Flash,
};
