//! The pixel art of the classic skin.

/// The digits 1 to 8, for a 16 pixel cell at (4, 3).
pub const DIGITS: [[&str; 10]; 8] = [
    [
        "...##...", "..###...", ".####...", "...##...", "...##...", "...##...", "...##...",
        "...##...", ".######.", ".######.",
    ],
    [
        ".######.", "########", "##....##", "......##", "....###.", "..####..", ".###....",
        "##......", "########", "########",
    ],
    [
        "#######.", "########", "......##", "......##", "..#####.", "..#####.", "......##",
        "......##", "########", "#######.",
    ],
    [
        "...####.", "...####.", "..##.##.", "..##.##.", ".##..##.", ".##..##.", "########",
        "########", ".....##.", ".....##.",
    ],
    [
        "########", "########", "##......", "##......", "#######.", "########", "......##",
        "......##", "########", "#######.",
    ],
    [
        ".######.", "#######.", "##......", "##......", "#######.", "########", "##....##",
        "##....##", "########", ".######.",
    ],
    [
        "########", "########", "......##", "......##", ".....##.", ".....##.", "....##..",
        "....##..", "...##...", "...##...",
    ],
    [
        ".######.", "########", "##....##", "##....##", ".######.", ".######.", "##....##",
        "##....##", "########", ".######.",
    ],
];

/// A mine, for a 16 pixel cell at (2, 2): k black, w white.
pub const MINE: [&str; 13] = [
    "......k......",
    "......k......",
    "..k.kkkkk.k..",
    "...kkkkkkk...",
    "..kkwwkkkkk..",
    "..kkwwkkkkk..",
    "kkkkkkkkkkkkk",
    "..kkkkkkkkk..",
    "..kkkkkkkkk..",
    "...kkkkkkk...",
    "..k.kkkkk.k..",
    "......k......",
    "......k......",
];

/// The cross over a wrong flag, at the mine's place: r red.
pub const CROSS: [&str; 13] = [
    "rr.........rr",
    "rrr.......rrr",
    ".rrr.....rrr.",
    "..rrr...rrr..",
    "...rrr.rrr...",
    "....rrrrr....",
    ".....rrr.....",
    "....rrrrr....",
    "...rrr.rrr...",
    "..rrr...rrr..",
    ".rrr.....rrr.",
    "rrr.......rrr",
    "rr.........rr",
];

/// A flag, at (4, 3): r red, k black.
pub const FLAG: [&str; 10] = [
    "...rr...", ".rrrr...", "rrrrr...", ".rrrr...", "...rr...", "....k...", "....k...", "..kkkk..",
    "kkkkkkkk", "kkkkkkkk",
];

/// A question mark, at (5, 3): k black.
pub const QUESTION: [&str; 10] = [
    ".kkkk.", "kk..kk", "kk..kk", "....kk", "...kk.", "..kk..", "..kk..", "......", "..kk..",
    "..kk..",
];

/// The face's head, 17 pixels wide: k black, y yellow.
pub const HEAD: [&str; 17] = [
    ".....kkkkkkk.....",
    "...kkyyyyyyykk...",
    "..kyyyyyyyyyyyk..",
    ".kyyyyyyyyyyyyyk.",
    ".kyyyyyyyyyyyyyk.",
    "kyyyyyyyyyyyyyyyk",
    "kyyyyyyyyyyyyyyyk",
    "kyyyyyyyyyyyyyyyk",
    "kyyyyyyyyyyyyyyyk",
    "kyyyyyyyyyyyyyyyk",
    "kyyyyyyyyyyyyyyyk",
    "kyyyyyyyyyyyyyyyk",
    ".kyyyyyyyyyyyyyk.",
    ".kyyyyyyyyyyyyyk.",
    "..kyyyyyyyyyyyk..",
    "...kkyyyyyyykk...",
    ".....kkkkkkk.....",
];

/// Eyes and mouth of the smiling face, at the head's place.
pub const SMILE: [&str; 13] = [
    "",
    "",
    "",
    "",
    "",
    ".....kk...kk.....",
    ".....kk...kk.....",
    "",
    "",
    "",
    "...k.........k...",
    "....k.......k....",
    ".....kkkkkkk.....",
];

/// Eyes and mouth of the worried face.
pub const WORRIED: [&str; 14] = [
    "",
    "",
    "",
    "",
    ".....k.....k.....",
    "....kkk...kkk....",
    ".....k.....k.....",
    "",
    "",
    "......kkkkk......",
    "......k...k......",
    "......k...k......",
    "......k...k......",
    "......kkkkk......",
];

/// Eyes and mouth of the dead face.
pub const DEAD: [&str; 14] = [
    "",
    "",
    "",
    "",
    "...k.k.....k.k...",
    "....k.......k....",
    "...k.k.....k.k...",
    "",
    "",
    "",
    "",
    ".....kkkkkkk.....",
    "....k.......k....",
    "...k.........k...",
];

/// Sunglasses and mouth of the winner's face.
pub const COOL: [&str; 13] = [
    "",
    "",
    "",
    "",
    "",
    "..kkkkkkkkkkkkk..",
    ".k.kkkkk.kkkkk.k.",
    "k...kkk...kkk...k",
    "",
    "",
    "....k.......k....",
    ".....k.....k.....",
    "......kkkkk......",
];
