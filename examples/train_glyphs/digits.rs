//! Digits in all the ways that games draw them.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

use crate::draw::{Canvas, Fonts, Style, unlike};

/// Red, green and blue, 0 to 255.
pub type Colour = [f32; 3];

/// Digits as the 16-pixel games draw them.
const BITMAPS: [[&str; 10]; 8] = [
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
        "...###..", "...###..", "..####..", "..####..", ".##.##..", ".##.##..", "########",
        "########", "....##..", "....##..",
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

/// Other common forms of some digits.
const VARIANTS: [(u8, [&str; 10]); 5] = [
    (
        4,
        [
            ".##..##.", ".##..##.", ".##..##.", "##...##.", "##...##.", "########", "########",
            ".....##.", ".....##.", ".....##.",
        ],
    ),
    (
        4,
        [
            "..###.##", "..##..##", ".###..##", ".##...##", "###...##", "########", "########",
            "......##", "......##", "......##",
        ],
    ),
    (
        4,
        [
            ".....##.", "....###.", "...####.", "..##.##.", ".##..##.", "##...##.", "########",
            "########", ".....##.", ".....##.",
        ],
    ),
    (
        1,
        [
            "....##..", "...###..", "..####..", ".##.##..", "....##..", "....##..", "....##..",
            "....##..", "....##..", "....##..",
        ],
    ),
    (
        7,
        [
            "########", "########", "##....##", "......##", ".....##.", ".....##.", "....##..",
            "....##..", "...##...", "...##...",
        ],
    ),
];

/// The lit segments of each digit: top, upper left, upper right, middle, lower left, lower right,
/// bottom.
const SEGMENTS: [[u8; 7]; 10] = [
    [1, 1, 1, 0, 1, 1, 1],
    [0, 0, 1, 0, 0, 1, 0],
    [1, 0, 1, 1, 1, 0, 1],
    [1, 0, 1, 1, 0, 1, 1],
    [0, 1, 1, 1, 0, 1, 0],
    [1, 1, 0, 1, 0, 1, 1],
    [1, 1, 0, 1, 1, 1, 1],
    [1, 0, 1, 0, 0, 1, 0],
    [1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1],
];

/// How a text is drawn, by chance.
pub fn style(rng: &mut Pcg64) -> Style {
    Style {
        hard: rng.random_bool(0.3),
        bold: rng.random_bool(0.25),
        stretch: rng.random_range(0.8..1.25),
    }
}

/// Somewhere near the middle of a cell, in shares of its side.
pub fn middle(rng: &mut Pcg64) -> (f32, f32) {
    (0.5 + rng.random_range(-0.06..0.06), 0.5 + rng.random_range(-0.06..0.06))
}

/// Draws the digit `n`; whether anything was drawn.
pub fn digit(canvas: &mut Canvas, fonts: &Fonts, n: u8, ink: Colour, rng: &mut Pcg64) -> bool {
    let (cx, cy) = middle(rng);
    match rng.random_range(0..20) {
        0..=3 => {
            let others = VARIANTS.iter().filter(|(digit, _)| *digit == n).map(|(_, rows)| rows);
            let forms: Vec<&[&str; 10]> = others.chain([&BITMAPS[usize::from(n) - 1]]).collect();
            let rows = *forms.choose(rng).unwrap_or(&&BITMAPS[usize::from(n) - 1]);
            let (w, h) = (rng.random_range(0.45..0.68), rng.random_range(0.5..0.72));
            canvas.fill(ink, rng.random_bool(0.5), |x, y| {
                let (bx, by) = ((x - cx) / w * 8.0 + 4.0, (y - cy) / h * 10.0 + 5.0);
                bx >= 0.0
                    && by >= 0.0
                    && rows.get(by as usize).and_then(|r| r.as_bytes().get(bx as usize))
                        == Some(&b'#')
            });
            true
        }
        4 | 5 => segments(canvas, usize::from(n), (cx, cy), ink, rng),
        6 if n == 1 => {
            let (w, h) = (rng.random_range(0.06..0.16), rng.random_range(0.2..0.36));
            canvas.fill(ink, false, |x, y| (x - cx).abs() < w / 1.2 && (y - cy).abs() < h);
            true
        }
        _ => {
            let size = rng.random_range(0.38..0.8);
            let style = style(rng);
            // An outline or a shadow, as web skins like them.
            if rng.random_bool(0.12) {
                let shade = unlike(rng, ink, 60.0);
                let d = 1.2 / canvas.side as f32;
                canvas.text(
                    fonts.any(&mut rng.clone()),
                    &n.to_string(),
                    (cx + d, cy + d),
                    size,
                    shade,
                    style,
                );
            }
            canvas.text(fonts.any(rng), &n.to_string(), (cx, cy), size, ink, style)
        }
    }
}

/// Draws the digit `n` in seven segments.
fn segments(
    canvas: &mut Canvas,
    n: usize,
    (cx, cy): (f32, f32),
    ink: Colour,
    rng: &mut Pcg64,
) -> bool {
    let (w, h) = (rng.random_range(0.16..0.27), rng.random_range(0.27..0.38));
    let t = rng.random_range(0.035..0.075_f32);
    let gap = rng.random_range(0.0..0.02);
    let lit = SEGMENTS[n];
    let hard = rng.random_bool(0.5);
    let bars = [
        (0.0, -h, true),
        (-w, -h / 2.0, false),
        (w, -h / 2.0, false),
        (0.0, 0.0, true),
        (-w, h / 2.0, false),
        (w, h / 2.0, false),
        (0.0, h, true),
    ];
    for (on, (bx, by, flat)) in lit.iter().zip(bars) {
        if *on == 0 {
            continue;
        }
        let (hw, hh) = if flat { (w - gap, t) } else { (t, h / 2.0 - gap) };
        canvas.fill(ink, hard, |x, y| {
            (x - cx - bx).abs() < hw.max(t) && (y - cy - by).abs() < hh.max(t)
        });
    }
    true
}
