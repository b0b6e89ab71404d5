//! What is around a made-up board, and what lies over it.

use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::cells::segments;
use super::theme::{Theme, apart, colour, unlike};
use crate::geometry::{CellPos, GridGeometry};
use crate::target::simulated::minesweeper::skins::{Face, icons};
use crate::target::simulated::paint::{Area, Font, Weight, fill, mix};

/// Where things are, in pixels before any scaling.
#[derive(Debug)]
pub struct Page {
    cols: usize,
    rows: usize,
    /// Width and height of a cell.
    pub pitch: f64,
    /// The board's left and top edge.
    corner: (i32, i32),
    size: (u32, u32),
    /// Whether there is a counter.
    pub counter: bool,
    ground: Ground,
    /// Change of brightness from one corner of the page to the other.
    slope: (f32, f32),
    tooltip: bool,
}

/// What the page is painted with.
#[derive(Debug, Clone, Copy)]
enum Ground {
    Plain,
    Gradient(Rgb<u8>),
    /// Soft blobs as in a photo.
    Photo,
}

impl Page {
    /// A page for a board of this size.
    pub fn random(rng: &mut Pcg64, cols: usize, rows: usize) -> Self {
        let pitch: f64 = rng.random_range(13.0..40.0);
        let pitch = if rng.random_bool(0.75) { pitch.round() } else { pitch };
        let counter = rng.random_bool(0.6);
        let around =
            |rng: &mut Pcg64| if rng.random_bool(0.15) { 0 } else { rng.random_range(4..90) };
        let top = around(rng) + if counter { (pitch * 2.6) as i32 } else { 0 };
        let corner = (around(rng), top);
        let span = |n: usize| (n as f64 * pitch).ceil() as i32;
        let (right, below) = (around(rng), around(rng));
        let size = ((corner.0 + span(cols) + right) as u32, (corner.1 + span(rows) + below) as u32);
        let ground = match rng.random_range(0..4) {
            0 => Ground::Gradient(colour(rng)),
            1 => Ground::Photo,
            _ => Ground::Plain,
        };
        let tilt = if rng.random_bool(0.2) { 30.0 } else { 0.0 };
        let slope = (rng.random_range(-1.0..1.0) * tilt, rng.random_range(-1.0..1.0) * tilt);
        let tooltip = rng.random_bool(0.15);
        Self { cols, rows, pitch, corner, size, counter, ground, slope, tooltip }
    }

    fn edge(&self, from: i32, index: usize) -> i32 {
        from + (self.pitch * index as f64).round() as i32
    }

    /// The pixels of a cell.
    pub fn cell(&self, pos: CellPos) -> Area {
        let (x, y) = (self.edge(self.corner.0, pos.col), self.edge(self.corner.1, pos.row));
        let (right, below) =
            (self.edge(self.corner.0, pos.col + 1), self.edge(self.corner.1, pos.row + 1));
        Area::new(x, y, right - x, below - y)
    }

    /// The grid when the picture is shown `scale` times larger.
    pub fn geometry(&self, scale: f64) -> GridGeometry {
        let edges = |from: i32, n: usize| {
            (0..=n).map(|i| f64::from(self.edge(from, i)) * scale).collect::<Vec<f64>>()
        };
        GridGeometry::from_edges(edges(self.corner.0, self.cols), edges(self.corner.1, self.rows))
            .expect("edges grow by a pitch each")
    }

    /// The page without its board.
    pub fn paint(&self, rng: &mut Pcg64, theme: &Theme, font: &Font, mines_left: i32) -> RgbImage {
        let (w, h) = self.size;
        let mut image = RgbImage::from_pixel(w, h, theme.back);
        match self.ground {
            Ground::Plain => {}
            Ground::Gradient(to) => {
                for (_, y, p) in image.enumerate_pixels_mut() {
                    *p = mix(theme.back, to, y as f32 / h as f32);
                }
            }
            Ground::Photo => {
                let waves: Vec<[f32; 4]> = (0..9).map(|_| rng.random()).collect();
                let (a, b) = (colour(rng), colour(rng));
                for (x, y, p) in image.enumerate_pixels_mut() {
                    let wave = |v: &[f32; 4]| {
                        (x as f32 * (v[0] - 0.5) * 0.3 + y as f32 * (v[1] - 0.5) * 0.3 + v[2] * 6.3)
                            .sin()
                    };
                    let sum: f32 = waves.iter().map(wave).sum();
                    *p = mix(a, b, 0.5 + sum / 9.0);
                }
            }
        }
        if self.counter {
            self.header(&mut image, rng, theme, font, mines_left);
        }
        image
    }

    fn header(
        &self,
        image: &mut RgbImage,
        rng: &mut Pcg64,
        theme: &Theme,
        font: &Font,
        mines_left: i32,
    ) {
        let unit = self.pitch as i32;
        let width = (self.cols as f64 * self.pitch) as i32;
        let bar = Area::new(self.corner.0, self.corner.1 - unit * 5 / 2, width, unit * 2);
        fill(image, bar, theme.back);
        let (dark, lit) = if rng.random_bool(0.6) {
            (Rgb([0; 3]), Rgb([255, 0, 0]))
        } else {
            (theme.back, unlike(rng, theme.back, 80))
        };
        let led = dark != theme.back;
        for (left, number) in [(true, mines_left), (false, rng.random_range(0..400))] {
            let text = if led { format!("{number:03}") } else { number.to_string() };
            let digit = (unit as f32 * 0.75).max(8.0) as i32;
            let w = digit * 3;
            let x = if left { bar.x + unit / 3 } else { bar.x + bar.w - w - unit / 3 };
            let area = Area::new(x, bar.y + unit / 4, w, unit * 3 / 2);
            fill(image, area, dark);
            if led {
                for (i, c) in text.chars().take(3).enumerate() {
                    let place = Area::new(area.x + i as i32 * digit, area.y, digit, area.h);
                    if let Some(n) = c.to_digit(10) {
                        segments(image, place, area.h as f32 * 0.8, n as u8, lit);
                    }
                }
            } else {
                let height = area.h as f32 * 0.5;
                font.draw_centred(image, area.centre(), height, &text, Weight::Bold, lit);
            }
        }
        if bar.w > unit * 8 {
            let side = unit * 3 / 2;
            let face = Area::new(bar.x + bar.w / 2 - side / 2, bar.y + unit / 4, side, side);
            fill(image, face, unlike(rng, theme.back, 20));
            icons::face(image, face, Face::Smile);
        }
    }

    /// Lays the page's gradient over everything.
    pub fn shade(&self, image: &mut RgbImage) {
        if self.slope == (0.0, 0.0) {
            return;
        }
        let (w, h) = (image.width() as f32, image.height() as f32);
        for (x, y, p) in image.enumerate_pixels_mut() {
            let by = self.slope.0 * (x as f32 / w - 0.5) + self.slope.1 * (y as f32 / h - 0.5);
            p.0 = p.0.map(|v| (f32::from(v) + by).clamp(0.0, 255.0) as u8);
        }
    }

    /// Lays a tooltip over a part of the board, sometimes; the rectangles that are hidden.
    pub fn cover(&self, image: &mut RgbImage, rng: &mut Pcg64, font: &Font) -> Vec<Area> {
        if !self.tooltip {
            return Vec::new();
        }
        let (w, h) =
            (self.pitch * rng.random_range(2.0..6.0), self.pitch * rng.random_range(0.8..1.9));
        let x = self.corner.0 + (self.cols as f64 * self.pitch * rng.random_range(0.0..0.8)) as i32;
        let y = self.corner.1 + (self.rows as f64 * self.pitch * rng.random_range(0.0..0.9)) as i32;
        let area = Area::new(x, y, w as i32, h as i32);
        let paper = colour(rng);
        let ink = unlike(rng, paper, 90);
        fill(image, area, ink);
        fill(image, area.inset(1), paper);
        let height = area.h as f32 * 0.4;
        font.draw_centred(image, area.centre(), height, "Hint", Weight::Regular, ink);
        debug_assert!(apart(paper, ink) > 0);
        vec![area]
    }
}

/// The share of `cell` that `things` hide.
pub fn hidden(cell: Area, things: &[Area]) -> f32 {
    let over = |thing: &Area| {
        let w = (cell.x + cell.w).min(thing.x + thing.w) - cell.x.max(thing.x);
        let h = (cell.y + cell.h).min(thing.y + thing.h) - cell.y.max(thing.y);
        (w.max(0) * h.max(0)) as f32 / (cell.w * cell.h) as f32
    };
    things.iter().map(over).fold(0.0, f32::max)
}
