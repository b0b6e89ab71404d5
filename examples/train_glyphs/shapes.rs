//! What is drawn in the cells: question marks, flags, mines, crosses, and other things.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;
use sweepfall::vision::minesweeper::net::Shape;

use crate::digits::{Colour, digit, middle, style};
use crate::draw::{Canvas, Fonts, unlike};

/// Draws `shape`; whether anything was drawn.
pub fn draw(
    canvas: &mut Canvas,
    fonts: &Fonts,
    shape: Shape,
    ground: Colour,
    rng: &mut Pcg64,
) -> bool {
    let ink = unlike(rng, ground, 48.0);
    match shape {
        Shape::Digit(n) => digit(canvas, fonts, n, ink, rng),
        Shape::Question => question(canvas, fonts, ground, ink, rng),
        Shape::Flag => flag(canvas, fonts, ground, rng),
        Shape::Mine => mine(canvas, fonts, ground, rng),
        Shape::Crossed => {
            let drawn = match rng.random_range(0..5) {
                0 | 1 => flag(canvas, fonts, ground, rng),
                2 | 3 => mine(canvas, fonts, ground, rng),
                _ => true,
            };
            cross(canvas, ground, rng);
            drawn
        }
        Shape::Other => other(canvas, fonts, ground, ink, rng),
    }
}

fn question(
    canvas: &mut Canvas,
    fonts: &Fonts,
    ground: Colour,
    ink: Colour,
    rng: &mut Pcg64,
) -> bool {
    let (cx, cy) = middle(rng);
    match rng.random_range(0..10) {
        0 => canvas.text(
            fonts.any(rng),
            "??",
            (cx, cy),
            rng.random_range(0.45..0.75),
            ink,
            style(rng),
        ),
        1 => {
            // A flag that shares its cell with a small question mark.
            pennant(canvas, (cx - 0.08, cy), rng.random_range(0.4..0.55), ground, rng);
            canvas.text(
                fonts.any(rng),
                "?",
                (cx + 0.2, cy + 0.14),
                rng.random_range(0.22..0.36),
                ink,
                style(rng),
            )
        }
        _ => {
            canvas.text(fonts.any(rng), "?", (cx, cy), rng.random_range(0.4..0.8), ink, style(rng))
        }
    }
}

fn flag(canvas: &mut Canvas, fonts: &Fonts, ground: Colour, rng: &mut Pcg64) -> bool {
    let centre = middle(rng);
    if rng.random_bool(0.1) {
        let c =
            *["\u{2691}", "\u{1F6A9}", "\u{2690}", "\u{1F3F4}"].choose(rng).unwrap_or(&"\u{2691}");
        let ink = unlike(rng, ground, 60.0);
        for _ in 0..30 {
            if canvas.text(fonts.any(rng), c, centre, rng.random_range(0.4..0.8), ink, style(rng)) {
                return true;
            }
        }
    }
    pennant(canvas, centre, rng.random_range(0.4..0.76), ground, rng);
    true
}

fn red(rng: &mut Pcg64, ground: Colour) -> Colour {
    if rng.random_bool(0.7) {
        let c = [
            rng.random_range(170.0..255.0),
            rng.random_range(0.0..70.0),
            rng.random_range(0.0..70.0),
        ];
        if sweepfall::vision::minesweeper::glyph::apart(&c, &ground) > 60.0 {
            return c;
        }
    }
    unlike(rng, ground, 60.0)
}

fn pennant(canvas: &mut Canvas, (cx, cy): (f32, f32), size: f32, ground: Colour, rng: &mut Pcg64) {
    let cloth = red(rng, ground);
    let pole = if rng.random_bool(0.3) { cloth } else { unlike(rng, ground, 60.0) };
    let left = rng.random_bool(0.5);
    let hard = rng.random_bool(0.4);
    let mirror = |x: f32| if left { 2.0 * cx - x } else { x };
    let top = cy - size / 2.0;
    let pole_x = cx - size * rng.random_range(0.0..0.34);
    let pole_w = rng.random_range(0.02..0.06_f32).max(0.6 / canvas.side as f32);
    let cloth_h = size * rng.random_range(0.38..0.66);
    let cloth_w = size * rng.random_range(0.4..0.8);
    let form = rng.random_range(0..5);
    let base = rng.random_range(0..4);
    let base_w = size * rng.random_range(0.2..0.48);
    if rng.random_bool(0.93) {
        canvas.fill(pole, hard, |x, y| {
            (mirror(x) - pole_x).abs() < pole_w && y > top && y < top + size
        });
        canvas.fill(pole, hard, |x, y| {
            let (dx, up) = ((mirror(x) - pole_x).abs(), top + size - y);
            match base {
                0 => dx < base_w && up > 0.0 && up < size * 0.12,
                1 => up > 0.0 && up < size * 0.24 && dx < base_w * (1.0 - up / size * 2.5),
                2 => {
                    (dx < base_w && up > 0.0 && up < size * 0.12)
                        || (dx < base_w * 0.6 && up > 0.0 && up < size * 0.22)
                }
                _ => false,
            }
        });
    }
    canvas.fill(cloth, hard, |x, y| {
        let (u, v) = ((mirror(x) - pole_x) / cloth_w, (y - top) / cloth_h);
        if !(0.0..1.0).contains(&u) || !(0.0..1.0).contains(&v) {
            return false;
        }
        match form {
            0 | 1 => (v - 0.5).abs() < 0.5 * (1.0 - u),
            2 => true,
            3 => v < 1.0 - u,
            _ => (v - 0.5).abs() > (u - 0.65) * 1.4,
        }
    });
}

fn mine(canvas: &mut Canvas, fonts: &Fonts, ground: Colour, rng: &mut Pcg64) -> bool {
    let (cx, cy) = middle(rng);
    let dark = [rng.random_range(0.0..60.0); 3];
    let ink = if rng.random_bool(0.7)
        && sweepfall::vision::minesweeper::glyph::apart(&dark, &ground) > 50.0
    {
        dark
    } else {
        unlike(rng, ground, 50.0)
    };
    let hard = rng.random_bool(0.4);
    if rng.random_bool(0.12) {
        let signs = [
            "\u{1F4A3}",
            "\u{2739}",
            "\u{2738}",
            "\u{273A}",
            "*",
            "\u{2731}",
            "\u{263C}",
            "\u{2600}",
            "\u{2736}",
            "\u{274B}",
        ];
        for _ in 0..30 {
            let c = *signs.choose(rng).unwrap_or(&"*");
            if canvas.text(fonts.any(rng), c, (cx, cy), rng.random_range(0.4..0.8), ink, style(rng))
            {
                return true;
            }
        }
    }
    let r = rng.random_range(0.17..0.32_f32);
    match rng.random_range(0..6) {
        0 => {
            // A star or a cog.
            let points = rng.random_range(5..13) as f32;
            let deep = rng.random_range(0.45..0.85);
            let turn: f32 = rng.random_range(0.0..std::f32::consts::TAU);
            canvas.fill(ink, hard, |x, y| {
                let (dx, dy) = (x - cx, y - cy);
                let wave = ((dy.atan2(dx) + turn) * points / std::f32::consts::TAU).rem_euclid(1.0);
                let edge = 1.0 - (1.0 - deep) * (2.0 * wave - 1.0).abs();
                dx.hypot(dy) < (r + 0.08) * edge
            });
        }
        1 => {
            // A ball with a fuse.
            canvas.fill(ink, hard, |x, y| (x - cx).hypot(y - cy - 0.05) < r);
            canvas.fill(ink, hard, |x, y| {
                let t = (x - cx) / (r * 1.3);
                (0.3..1.0).contains(&t) && (y - cy + r * (0.4 + t * 0.8)).abs() < 0.04
            });
            if rng.random_bool(0.6) {
                let spark = unlike(rng, ground, 60.0);
                canvas.fill(spark, hard, |x, y| (x - cx - r * 1.2).hypot(y - cy + r * 1.2) < 0.06);
            }
        }
        _ => {
            canvas.fill(ink, hard, |x, y| (x - cx).hypot(y - cy) < r);
            let spikes = *[4.0, 8.0, 8.0, 8.0, 6.0, 10.0, 12.0].choose(rng).unwrap_or(&8.0_f32);
            let long = r * rng.random_range(1.1..1.65);
            let thick = rng.random_range(0.02..0.05);
            let turn = if rng.random_bool(0.7) { 0.0 } else { rng.random_range(0.0..0.8) };
            canvas.fill(ink, hard, |x, y| {
                let (dx, dy) = (x - cx, y - cy);
                let step = std::f32::consts::TAU / spikes;
                let angle = (dy.atan2(dx) + turn + step / 2.0).rem_euclid(step) - step / 2.0;
                let far = dx.hypot(dy);
                far < long && (far * angle.sin()).abs() < thick
            });
        }
    }
    if rng.random_bool(0.6) {
        let shine = unlike(rng, ink, 90.0);
        let s = r * rng.random_range(0.15..0.4);
        canvas
            .fill(shine, hard, |x, y| (x - cx + r * 0.35).abs().max((y - cy + r * 0.35).abs()) < s);
    }
    true
}

fn cross(canvas: &mut Canvas, ground: Colour, rng: &mut Pcg64) {
    let (cx, cy) = middle(rng);
    let ink = red(rng, ground);
    let (half, thick) = (rng.random_range(0.25..0.4_f32), rng.random_range(0.025..0.09_f32));
    let hard = rng.random_bool(0.4);
    canvas.fill(ink, hard, |x, y| {
        let (dx, dy) = (x - cx, y - cy);
        dx.abs().max(dy.abs()) < half
            && ((dx - dy).abs() < thick * 1.4 || (dx + dy).abs() < thick * 1.4)
    });
}

fn other(canvas: &mut Canvas, fonts: &Fonts, ground: Colour, ink: Colour, rng: &mut Pcg64) -> bool {
    let (cx, cy) = middle(rng);
    match rng.random_range(0..12) {
        0..=2 => {
            let letters = "ACDEGHJKMNPQRTUVWXYaceghkmnpuvwxy@&%#+=<>{}~$09";
            let letters: Vec<char> = letters.chars().collect();
            let c = *letters.choose(rng).unwrap_or(&'W');
            canvas.text(
                fonts.any(rng),
                &c.to_string(),
                (cx, cy),
                rng.random_range(0.35..0.85),
                ink,
                style(rng),
            )
        }
        3 => {
            let n = rng.random_range(10..99);
            canvas.text(
                fonts.any(rng),
                &n.to_string(),
                (cx, cy),
                rng.random_range(0.35..0.7),
                ink,
                style(rng),
            )
        }
        4 => {
            // A digit too far off to be a cell's own.
            let d = rng.random_range(0.3..0.5) * if rng.random_bool(0.5) { 1.0 } else { -1.0 };
            let at = if rng.random_bool(0.5) { (cx + d, cy) } else { (cx, cy + d) };
            let n = rng.random_range(1..9);
            canvas.text(
                fonts.any(rng),
                &n.to_string(),
                at,
                rng.random_range(0.5..0.8),
                ink,
                style(rng),
            )
        }
        5 | 6 => {
            // A digit or nothing under a pointer.
            if rng.random_bool(0.7) {
                let n = rng.random_range(1..9_u8);
                digit(canvas, fonts, n, ink, rng);
            }
            pointer(canvas, rng);
            true
        }
        7 | 8 => {
            // A digit partly hidden.
            let n = rng.random_range(1..9_u8);
            digit(canvas, fonts, n, ink, rng);
            let cover = unlike(rng, ground, 0.0);
            let edge = rng.random_range(0.36..0.62);
            match rng.random_range(0..4) {
                0 => canvas.fill(cover, true, |x, _| x > edge),
                1 => canvas.fill(cover, true, |x, _| x < edge),
                2 => canvas.fill(cover, true, |_, y| y > edge),
                _ => canvas.fill(cover, true, |_, y| y < edge),
            }
            true
        }
        9 => {
            // Stray lines.
            for _ in 0..rng.random_range(1..4) {
                let (x0, y0) = (rng.random_range(0.0..1.0), rng.random_range(0.0..1.0_f32));
                let angle = rng.random_range(0.0..std::f32::consts::PI);
                let (length, thick) = (rng.random_range(0.15..0.7), rng.random_range(0.02..0.08));
                let flat = rng.random_bool(0.5);
                canvas.fill(ink, false, |x, y| {
                    let (dx, dy) = (x - x0, y - y0);
                    let (u, v) =
                        (dx * angle.cos() + dy * angle.sin(), dy * angle.cos() - dx * angle.sin());
                    // A lone upright bar is how some skins draw a 1.
                    (flat || angle.sin().abs() < 0.9) && u.abs() < length && v.abs() < thick
                });
            }
            true
        }
        10 => {
            let blobs: Vec<(f32, f32, f32)> = (0..rng.random_range(2..7))
                .map(|_| {
                    (
                        rng.random_range(0.15..0.85),
                        rng.random_range(0.15..0.85),
                        rng.random_range(0.03..0.16),
                    )
                })
                .collect();
            canvas.fill(ink, false, |x, y| {
                blobs.iter().any(|(bx, by, r)| (x - bx).hypot(y - by) < *r)
            });
            true
        }
        _ => {
            // A picture: every pixel its own colour.
            let rough = rng.random_range(2..6);
            let seed: Vec<Colour> = (0..rough * rough).map(|_| crate::draw::colour(rng)).collect();
            let side = canvas.side;
            for i in 0..side * side {
                let (x, y) = (i % side * rough / side, i / side * rough / side);
                canvas.data[i] = seed[y * rough + x];
            }
            true
        }
    }
}

fn pointer(canvas: &mut Canvas, rng: &mut Pcg64) {
    let (x0, y0) = (rng.random_range(0.1..0.6), rng.random_range(0.05..0.5_f32));
    let size = rng.random_range(0.5..1.3_f32);
    let inside = |x: f32, y: f32, grow: f32| {
        let (u, v) = ((x - x0) / size, (y - y0) / size);
        let head = u > -grow
            && v > -grow
            && u < v * 0.75 + grow
            && v < 0.75 + grow
            && u + v * 0.4 < 0.72 + grow;
        let tail = (u - 0.3 - (v - 0.7) * 0.4).abs() < 0.09 + grow && v > 0.4 && v < 1.0 + grow;
        head || tail
    };
    let (rim, body) =
        if rng.random_bool(0.7) { ([0.0; 3], [255.0; 3]) } else { ([255.0; 3], [0.0; 3]) };
    canvas.fill(rim, false, |x, y| inside(x, y, 0.05));
    canvas.fill(body, false, |x, y| inside(x, y, 0.0));
}
