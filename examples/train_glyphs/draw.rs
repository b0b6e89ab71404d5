//! Cells of made-up skins.

use std::path::Path;

use ab_glyph::{Font, FontVec, PxScale, point};
use image::{Rgb, RgbImage, imageops};
use rand::RngExt;
use rand_pcg::Pcg64;
use sweepfall::geometry::FrameRect;
use sweepfall::vision::minesweeper::glyph;
use sweepfall::vision::minesweeper::net::{Input, Shape};

use crate::shapes;

/// Fonts that have all digits.
pub struct Fonts(Vec<FontVec>);

impl Fonts {
    /// All fonts under `folder`: most to train with, one in twelve to test with.
    pub fn load(folder: &Path) -> anyhow::Result<(Fonts, Fonts)> {
        let mut files = Vec::new();
        walk(folder, &mut files)?;
        files.sort();
        let (mut train, mut test) = (Vec::new(), Vec::new());
        for file in files {
            let Ok(font) = FontVec::try_from_vec(std::fs::read(&file)?) else { continue };
            let whole = "12345678?".chars().all(|c| {
                font.outline_glyph(font.glyph_id(c).with_scale(40.0)).is_some_and(|g| {
                    let b = g.px_bounds();
                    b.height() > 8.0 && b.width() > 2.0
                })
            });
            let name = file.to_string_lossy().to_lowercase();
            let odd = [
                "symbol",
                "dingbat",
                "emoji",
                "blankenburg",
                "d050",
                "math",
                "webdings",
                "wingdings",
            ];
            if !whole || odd.iter().any(|o| name.contains(o)) {
                continue;
            }
            let bucket =
                name.bytes().fold(7_u32, |h, b| h.wrapping_mul(31).wrapping_add(b.into())) % 12;
            if bucket == 0 { test.push(font) } else { train.push(font) }
        }
        anyhow::ensure!(!train.is_empty() && !test.is_empty(), "no fonts in {}", folder.display());
        Ok((Fonts(train), Fonts(test)))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn any(&self, rng: &mut Pcg64) -> &FontVec {
        &self.0[rng.random_range(0..self.0.len())]
    }
}

fn walk(folder: &Path, files: &mut Vec<std::path::PathBuf>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.to_string_lossy().to_lowercase();
        if path.is_dir() {
            walk(&path, files)?;
        } else if name.ends_with(".ttf") || name.ends_with(".otf") {
            files.push(path);
        }
    }
    Ok(())
}

/// A picture of floats to draw on.
pub struct Canvas {
    pub side: usize,
    pub data: Vec<[f32; 3]>,
}

impl Canvas {
    pub fn blend(&mut self, x: i32, y: i32, colour: [f32; 3], cover: f32) {
        let side = self.side as i32;
        if x < 0 || y < 0 || x >= side || y >= side {
            return;
        }
        let p = &mut self.data[(y * side + x) as usize];
        p.iter_mut().zip(colour).for_each(|(p, c)| *p += (c - *p) * cover.clamp(0.0, 1.0));
    }

    /// Fills what `inside` says, given places as shares of the whole, with 2x2 samples a pixel.
    pub fn fill(&mut self, colour: [f32; 3], hard: bool, inside: impl Fn(f32, f32) -> bool) {
        let n = self.side as f32;
        for y in 0..self.side {
            for x in 0..self.side {
                let mut hits = 0;
                for i in 0..4 {
                    let sx = (x as f32 + (i % 2) as f32 / 2.0 + 0.25) / n;
                    let sy = (y as f32 + (i / 2) as f32 / 2.0 + 0.25) / n;
                    hits += usize::from(inside(sx, sy));
                }
                let cover = hits as f32 / 4.0;
                let cover = if hard { f32::from(u8::from(cover >= 0.5)) } else { cover };
                if cover > 0.0 {
                    self.blend(x as i32, y as i32, colour, cover);
                }
            }
        }
    }

    /// Draws `text` centred at (`cx`, `cy`) with a height of `size`, all as shares of the whole.
    pub fn text(
        &mut self,
        font: &FontVec,
        text: &str,
        (cx, cy): (f32, f32),
        size: f32,
        colour: [f32; 3],
        style: Style,
    ) -> bool {
        let n = self.side as f32;
        let px = PxScale::from(100.0);
        let mut pen = 0.0;
        let mut boxes: Vec<(char, f32, ab_glyph::Rect)> = Vec::new();
        for c in text.chars() {
            let id = font.glyph_id(c);
            if id.0 == 0 {
                return false;
            }
            if let Some(outline) = font.outline_glyph(id.with_scale(px)) {
                boxes.push((c, pen, outline.px_bounds()));
            }
            let unscaled = font.h_advance_unscaled(id) / font.height_unscaled() * 100.0;
            pen += unscaled;
        }
        let Some(top) = boxes.iter().map(|b| b.2.min.y).reduce(f32::min) else { return false };
        let bottom = boxes.iter().map(|b| b.2.max.y).fold(f32::MIN, f32::max);
        let left = boxes.iter().map(|b| b.1 + b.2.min.x).fold(f32::MAX, f32::min);
        let right = boxes.iter().map(|b| b.1 + b.2.max.x).fold(f32::MIN, f32::max);
        let mut zoom = size * n / (bottom - top).max(1.0);
        // Never wider than the cell.
        zoom = zoom.min(0.9 * n / ((right - left) * style.stretch).max(1.0));
        for (c, pen, _) in &boxes {
            let scale = PxScale { x: 100.0 * zoom * style.stretch, y: 100.0 * zoom };
            let x = cx * n + (pen - (left + right) / 2.0) * zoom * style.stretch;
            let y = cy * n - (top + bottom) / 2.0 * zoom;
            let glyph = font.glyph_id(*c).with_scale_and_position(scale, point(x, y));
            let Some(outline) = font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            let mut covers = Vec::new();
            outline.draw(|gx, gy, cover| {
                covers.push((
                    bounds.min.x as i32 + gx as i32,
                    bounds.min.y as i32 + gy as i32,
                    cover,
                ));
            });
            for (x, y, cover) in covers {
                let cover = if style.hard { f32::from(u8::from(cover > 0.45)) } else { cover };
                if cover > 0.0 {
                    self.blend(x, y, colour, cover);
                    if style.bold {
                        self.blend(x + 1, y, colour, cover);
                    }
                }
            }
        }
        true
    }
}

/// How text is drawn.
#[derive(Clone, Copy)]
pub struct Style {
    pub hard: bool,
    pub bold: bool,
    pub stretch: f32,
}

pub fn colour(rng: &mut Pcg64) -> [f32; 3] {
    let grey = rng.random_bool(0.4);
    let v: f32 = rng.random_range(0.0..255.0);
    std::array::from_fn(|_| if grey { v } else { rng.random_range(0.0..255.0) })
}

/// A colour that differs from `from` by at least `least` in some channel.
pub fn unlike(rng: &mut Pcg64, from: [f32; 3], least: f32) -> [f32; 3] {
    loop {
        let c = colour(rng);
        if glyph::apart(&c, &from) >= least {
            return c;
        }
    }
}

/// One drawn and read cell of `shape`; `None` where nothing could be read.
pub fn example(fonts: &Fonts, shape: Shape, rng: &mut Pcg64) -> Option<Input> {
    let pitch: f32 = (rng.random_range(9.5_f32.ln()..44.0_f32.ln())).exp();
    let side = match rng.random_range(0..4) {
        0 => rng.random_range(14..26),
        1 => (pitch * 1.5) as usize,
        _ => pitch.round() as usize,
    };
    let ground = colour(rng);
    let mut canvas = Canvas { side, data: vec![ground; side * side] };
    let closed =
        matches!(shape, Shape::Flag | Shape::Question | Shape::Other) && rng.random_bool(0.8);
    frame(&mut canvas, closed, rng);
    if !shapes::draw(&mut canvas, fonts, shape, ground, rng) {
        return None;
    }
    let image = finish(&canvas, pitch, rng);
    let jitter = |rng: &mut Pcg64| f64::from(rng.random_range(-0.045..0.045) * pitch);
    let p = f64::from(pitch);
    let at = p * margin(side) as f64 / side as f64;
    let rect = FrameRect { x: at + jitter(rng), y: at + jitter(rng), w: p, h: p };
    glyph::inspect(&image, rect).glyph.map(|g| g.input)
}

/// A border, bevel or gap, and sometimes a gradient.
fn frame(canvas: &mut Canvas, closed: bool, rng: &mut Pcg64) {
    let side = canvas.side;
    if rng.random_bool(0.2) {
        let (sx, sy) = (rng.random_range(-18.0..18.0), rng.random_range(-18.0..18.0));
        for (i, p) in canvas.data.iter_mut().enumerate() {
            let (x, y) =
                ((i % side) as f32 / side as f32 - 0.5, (i / side) as f32 / side as f32 - 0.5);
            p.iter_mut().for_each(|v| *v += sx * x + sy * y);
        }
    }
    let widest = if closed { 0.17 } else { 0.1 };
    let width = ((side as f32 * rng.random_range(0.03..widest)).round() as usize).max(1);
    let (a, b) = (colour(rng), colour(rng));
    let bevel = closed && rng.random_bool(0.7);
    let lines = rng.random_bool(0.7);
    for i in 0..side * side {
        let (x, y) = (i % side, i / side);
        let (near, far) = (x.min(y), (side - 1 - x).min(side - 1 - y));
        if bevel && (near < width || far < width) {
            canvas.data[i] = if near < far { a } else { b };
        } else if lines && !bevel && near < width.min(2) {
            canvas.data[i] = a;
        }
    }
}

/// How many of its own rows and columns the cell is repeated with on each side.
fn margin(side: usize) -> usize {
    (side / 4).max(3)
}

/// Repeats a part of the cell around it, scales it to `pitch` and spoils it a little.
fn finish(canvas: &Canvas, pitch: f32, rng: &mut Pcg64) -> RgbImage {
    let side = canvas.side as u32;
    let rim = margin(canvas.side) as u32;
    let whole = side + 2 * rim;
    let tiles = RgbImage::from_fn(whole, whole, |x, y| {
        let wrap = |v: u32| (v + side - rim) % side;
        let p = canvas.data[(wrap(y) * side + wrap(x)) as usize];
        Rgb(p.map(|v| v.clamp(0.0, 255.0) as u8))
    });
    let size = (pitch * whole as f32 / side as f32).round() as u32;
    let mut image = if size == whole {
        tiles
    } else {
        let filter = match rng.random_range(0..4) {
            0 if size > whole => imageops::FilterType::Nearest,
            1 => imageops::FilterType::CatmullRom,
            _ => imageops::FilterType::Triangle,
        };
        imageops::resize(&tiles, size, size, filter)
    };
    if rng.random_bool(0.25) {
        let amount = rng.random_range(1.0..14.0_f32);
        for v in image.iter_mut() {
            *v = (f32::from(*v) + rng.random_range(-amount..amount)).clamp(0.0, 255.0) as u8;
        }
    }
    if rng.random_bool(0.12) {
        let mut bytes = Vec::new();
        let quality = rng.random_range(40..95);
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality);
        if image.write_with_encoder(encoder).is_ok()
            && let Ok(decoded) = image::load_from_memory(&bytes)
        {
            image = decoded.to_rgb8();
        }
    }
    image
}
