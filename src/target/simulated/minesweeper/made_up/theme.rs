//! The look of a made-up skin.

use image::Rgb;
use rand::RngExt;
use rand_pcg::Pcg64;

/// How a covered cell is set off from its neighbours.
#[derive(Debug, Clone, Copy)]
pub enum CoveredEdge {
    /// Light on two sides, dark on the others.
    Bevel { share: f32, light: Rgb<u8>, dark: Rgb<u8> },
    /// A tile with a gap around it, perhaps with round corners.
    Tile { gap: f32, radius: f32 },
    /// A line on two sides.
    Line(Rgb<u8>),
    /// Two shades like a chessboard.
    Checker(f32),
}

impl CoveredEdge {
    /// The skin's kind, for reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Bevel { .. } => "bevelled",
            Self::Tile { .. } => "tiled",
            Self::Line(_) => "lined",
            Self::Checker(_) => "chequered",
        }
    }
}

/// How an open cell is set off.
#[derive(Debug, Clone, Copy)]
pub enum OpenEdge {
    /// Like a covered one.
    Same,
    /// A line on two sides.
    Line(Rgb<u8>),
    /// Not at all.
    None,
}

/// What digits are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Digits {
    /// The pixels of the 16 pixel games.
    Pixels,
    /// Seven segments.
    Segments,
    /// A font.
    Font,
}

/// All choices of a skin.
#[derive(Debug)]
pub struct Theme {
    pub covered: Rgb<u8>,
    pub open: Rgb<u8>,
    /// Behind tiles and between the things of the page.
    pub back: Rgb<u8>,
    pub covered_edge: CoveredEdge,
    pub open_edge: OpenEdge,
    pub digits: Digits,
    pub font: usize,
    pub bold: bool,
    /// Height of a digit as a share of the cell.
    pub height: f32,
    pub inks: [Rgb<u8>; 8],
    pub cloth: Rgb<u8>,
    pub pole: Rgb<u8>,
    pub mine: Rgb<u8>,
    pub glint: Rgb<u8>,
    pub exploded: Rgb<u8>,
    /// Whether a wrong flag is a crossed flag (else a crossed mine).
    pub crossed_flag: bool,
    /// Whether marks are the pixel art of the 16 pixel games.
    pub pixel_marks: bool,
}

/// The colours of the numbers in most games.
const USUAL: [Rgb<u8>; 8] = [
    Rgb([0, 0, 255]),
    Rgb([0, 128, 0]),
    Rgb([255, 0, 0]),
    Rgb([0, 0, 128]),
    Rgb([128, 0, 0]),
    Rgb([0, 128, 128]),
    Rgb([0, 0, 0]),
    Rgb([128, 128, 128]),
];

impl Theme {
    /// Any look in which a person could tell all cells apart.
    pub fn random(rng: &mut Pcg64, fonts: usize) -> Self {
        let open = colour(rng);
        let covered_edge = match rng.random_range(0..10) {
            0..=3 => CoveredEdge::Bevel {
                share: rng.random_range(0.05..0.16),
                light: Rgb([255; 3]),
                dark: Rgb([0; 3]),
            },
            4..=6 => CoveredEdge::Tile {
                gap: rng.random_range(0.03..0.14),
                radius: if rng.random_bool(0.5) { 0.0 } else { rng.random_range(0.05..0.25) },
            },
            7 | 8 => CoveredEdge::Line(Rgb([0; 3])),
            _ => CoveredEdge::Checker(rng.random_range(5.0..16.0)),
        };
        // Where the edge alone tells, both may have one colour, as in the oldest games.
        let alike = matches!(covered_edge, CoveredEdge::Bevel { .. }) && rng.random_bool(0.4);
        let covered = if alike { open } else { unlike(rng, open, 28) };
        let covered_edge = match covered_edge {
            CoveredEdge::Bevel { share, .. } => CoveredEdge::Bevel {
                share,
                light: shifted(covered, rng.random_range(35..90)),
                dark: shifted(covered, -rng.random_range(35..110)),
            },
            CoveredEdge::Line(_) => CoveredEdge::Line(unlike(rng, covered, 30)),
            other => other,
        };
        let open_edge = match (covered_edge, rng.random_range(0..4)) {
            (CoveredEdge::Bevel { .. }, 0) | (CoveredEdge::Line(_), 0..=1) => OpenEdge::None,
            (CoveredEdge::Bevel { .. } | CoveredEdge::Line(_), _) => {
                let sign = if rng.random_bool(0.5) { 1 } else { -1 };
                OpenEdge::Line(shifted(open, sign * rng.random_range(14..80)))
            }
            (CoveredEdge::Tile { .. }, 0) => OpenEdge::None,
            _ => OpenEdge::Same,
        };
        let digits = match rng.random_range(0..10) {
            0 | 1 => Digits::Pixels,
            2 => Digits::Segments,
            _ => Digits::Font,
        };
        let one = unlike(rng, open, 70);
        let single = rng.random_bool(0.15);
        let inks = std::array::from_fn(|i| {
            if single {
                one
            } else if apart(USUAL[i], open) >= 70 && rng.random_bool(0.85) {
                USUAL[i]
            } else {
                unlike(rng, open, 70)
            }
        });
        let red =
            Rgb([rng.random_range(190..=255), rng.random_range(0..60), rng.random_range(0..60)]);
        let cloth = if apart(red, covered) >= 70 { red } else { unlike(rng, covered, 80) };
        let dark = Rgb([rng.random_range(0..50); 3]);
        let mine = if apart(dark, open) >= 70 { dark } else { unlike(rng, open, 80) };
        Self {
            covered,
            open,
            back: if rng.random_bool(0.5) { unlike(rng, covered, 20) } else { shifted(open, -24) },
            covered_edge,
            open_edge,
            digits,
            font: rng.random_range(0..fonts),
            bold: rng.random_bool(0.5),
            height: rng.random_range(0.42..0.68),
            inks,
            cloth,
            pole: unlike(rng, covered, 80),
            mine,
            glint: unlike(rng, mine, 90),
            exploded: if apart(red, open) >= 60 { red } else { unlike(rng, open, 60) },
            crossed_flag: rng.random_bool(0.4),
            pixel_marks: rng.random_bool(0.3),
        }
    }
}

/// The largest difference in one channel.
pub fn apart(a: Rgb<u8>, b: Rgb<u8>) -> u8 {
    a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// Any colour; every third one grey.
pub fn colour(rng: &mut Pcg64) -> Rgb<u8> {
    if rng.random_range(0..3) == 0 { Rgb([rng.random(); 3]) } else { Rgb(rng.random()) }
}

/// A colour that differs from `from` by at least `least` in brightness or by twice that in some
/// channel, so that people can tell them apart.
pub fn unlike(rng: &mut Pcg64, from: Rgb<u8>, least: u8) -> Rgb<u8> {
    let light =
        |c: Rgb<u8>| c.0.iter().zip([2, 5, 1]).map(|(v, w)| u32::from(*v) * w / 8).sum::<u32>();
    loop {
        let c = colour(rng);
        let seen = light(c).abs_diff(light(from)) >= u32::from(least)
            || u32::from(apart(c, from)) >= 2 * u32::from(least);
        if seen {
            return c;
        }
    }
}

/// The colour made lighter or darker by `by`.
pub fn shifted(colour: Rgb<u8>, by: i32) -> Rgb<u8> {
    Rgb(colour.0.map(|v| (i32::from(v) + by).clamp(0, 255) as u8))
}
