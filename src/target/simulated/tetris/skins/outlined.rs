//! Guideline colours on a dark grid, the landing place as an outline.

use super::{BlockStyle, ClearStyle, GhostStyle, Ground, Skin};
use crate::target::simulated::paint::hex;

/// The skin.
pub static SKIN: Skin = Skin {
    name: "outlined",
    pitch: 28.0,
    page: hex(0x0B1020),
    text: hex(0xE8ECF8),
    border: hex(0x5A6A9A),
    well: Ground::Lines { cell: hex(0x10162A), line: hex(0x1F2848) },
    block: BlockStyle::Bevel { edge: 0.1 },
    colours: [
        hex(0x22D3EE),
        hex(0xFACC15),
        hex(0xA855F7),
        hex(0x4ADE50),
        hex(0xF04444),
        hex(0x3B72F6),
        hex(0xFB923C),
    ],
    garbage: hex(0x6B7280),
    ghost: GhostStyle::Outlined,
    clear: ClearStyle::Flash,
};
