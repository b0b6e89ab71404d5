//! The picture of a scene in a skin.

use std::collections::HashMap;
use std::sync::LazyLock;

use image::{Rgb, RgbImage};

use super::layout::{Layout, area};
use super::scene::{Notice, Place, Scene};
use super::skins::{self, ClearStyle, Skin};
use super::{blocks, panel};
use crate::board::Grid;
use crate::board::tetris::{Piece, Rules, Tile};
use crate::geometry::GridGeometry;
use crate::target::simulated::look::{self, LookError};
use crate::target::simulated::paint::{Area, Font, Weight, blend, blit, fill, hex, mix};

pub(super) static FONT: LazyLock<Font> = LazyLock::new(Font::mono);

/// A skin at a size.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    skin: &'static Skin,
    scale: f64,
}

impl Look {
    /// The skin called `skin` at `scale` times its normal size.
    ///
    /// # Errors
    /// If there is no such skin or the scale is out of bounds.
    pub fn new(skin: &str, scale: f64) -> Result<Self, LookError> {
        let scale = look::scale(scale)?;
        Ok(Self { skin: skins::find(skin)?, scale })
    }

    /// The skin.
    pub fn skin(&self) -> &'static Skin {
        self.skin
    }

    /// How much larger than normal.
    pub fn scale(&self) -> f64 {
        self.scale
    }
}

/// The picture of one window.
pub struct Picture {
    skin: &'static Skin,
    layout: Layout,
    /// All that never changes.
    backdrop: RgbImage,
    image: RgbImage,
    scene: Option<Scene>,
    /// Single blocks by colour and size, on a ground that shows through as `None`.
    sprites: HashMap<([u8; 3], i32, i32), Sprite>,
}

/// A block and which of its pixels it covers: round corners and gaps show the ground.
struct Sprite {
    image: RgbImage,
    opacity: Vec<f32>,
}

impl Picture {
    /// An empty picture for a well of `cols` x `rows` cells with `next` boxes for next pieces,
    /// and one for the piece put away if `hold`.
    pub fn new(look: Look, (cols, rows): (usize, usize), next: usize, hold: bool) -> Self {
        let layout = Layout::new(look.skin, look.scale, (cols, rows), next, hold);
        let mut backdrop = RgbImage::new(layout.width, layout.height);
        fill(
            &mut backdrop,
            Area::new(0, 0, layout.width as i32, layout.height as i32),
            look.skin.page,
        );
        let edge = (layout.pitch * 0.08).round().max(1.0) as i32;
        fill(&mut backdrop, area(layout.grid.bounds()).inset(-edge), look.skin.border);
        blocks::ground(&mut backdrop, look.skin.well, &layout.grid);
        panel::labels(&mut backdrop, look.skin, &layout);
        Self {
            skin: look.skin,
            layout,
            image: backdrop.clone(),
            backdrop,
            scene: None,
            sprites: HashMap::new(),
        }
    }

    /// Draws `scene`, whose well must have the picture's size, unless it is drawn already.
    pub fn update(&mut self, scene: Scene) {
        if self.scene.as_ref() == Some(&scene) {
            return;
        }
        self.image.copy_from_slice(&self.backdrop);
        if scene.notice != Some(Notice::Paused) {
            self.well(&scene);
        }
        self.beside(&scene);
        if let Some(notice) = scene.notice {
            self.notice(notice);
        }
        self.scene = Some(scene);
    }

    /// The picture.
    pub fn image(&self) -> &RgbImage {
        &self.image
    }

    /// What is drawn now.
    pub fn scene(&self) -> Option<&Scene> {
        self.scene.as_ref()
    }

    /// Where the cells are.
    pub fn grid(&self) -> &GridGeometry {
        &self.layout.grid
    }

    /// Where everything is.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    fn well(&mut self, scene: &Scene) {
        let clip = area(self.layout.grid.bounds());
        let skin = self.skin;
        for (pos, block) in scene.blocks.iter() {
            let Some(block) = block else { continue };
            let place = area(self.layout.grid.cell(pos));
            let (opacity, white) = match &scene.clearing {
                Some((rows, part)) if rows.contains(&pos.row) => {
                    vanishing(skin.clear, *part, pos.col, scene.blocks.cols())
                }
                _ => (1.0, 0.0),
            };
            self.stamp(place, mix(skin.colour(*block), hex(0xFFFFFF), white), opacity, clip);
        }
        if let Some((cells, bright)) = &scene.flash {
            for (col, row) in cells {
                let Some(place) = self.layout.cell(*col, *row) else { continue };
                self.stamp(place, hex(0xFFFFFF), f32::from(*bright) / 80.0, clip);
            }
        }
        let Some((piece, cells)) = &scene.falling else { return };
        let colour = skin.piece(*piece);
        for (col, row) in scene.ghost.iter().filter(|cell| !cells.contains(cell) && cell.1 >= 0) {
            if let Some(place) = self.layout.cell(*col, *row) {
                blocks::ghost(&mut self.image, skin, place, colour);
            }
        }
        for (col, row) in cells {
            let Some(mut place) = self.layout.cell(*col, *row) else { continue };
            place.y += (f64::from(scene.slide) / 64.0 * f64::from(place.h)) as i32;
            self.stamp(place, colour, 1.0, clip);
        }
    }

    /// Draws a block at `place`, but only inside `clip`.
    fn stamp(&mut self, place: Area, colour: Rgb<u8>, opacity: f32, clip: Area) {
        if opacity <= 0.0 {
            return;
        }
        let style = self.skin.block;
        let sprite = self
            .sprites
            .entry((colour.0, place.w, place.h))
            .or_insert_with(|| Sprite::new(place.w, place.h, colour, style));
        let whole = place.y >= clip.y && place.y + place.h <= clip.y + clip.h;
        if opacity >= 1.0 && whole && sprite.opacity.iter().all(|covered| *covered >= 1.0) {
            return blit(&mut self.image, &sprite.image, place.x as u32, place.y as u32);
        }
        let rows = (clip.y - place.y).max(0)..(clip.y + clip.h - place.y).min(place.h);
        for dy in rows {
            for dx in 0..place.w {
                let covered = sprite.opacity[(dy * place.w + dx) as usize] * opacity;
                let pixel = *sprite.image.get_pixel(dx as u32, dy as u32);
                let (x, y) = (place.x + dx, place.y + dy);
                if covered >= 1.0 {
                    self.image.put_pixel(x as u32, y as u32, pixel);
                } else {
                    blend(&mut self.image, x, y, pixel, covered);
                }
            }
        }
    }

    fn beside(&mut self, scene: &Scene) {
        let boxes = self.layout.next.clone();
        let shown = scene.next.iter().zip(boxes);
        let held = scene.hold.iter().zip(self.layout.hold);
        let previews: Vec<_> = shown.chain(held).collect();
        for ((piece, cells), place) in previews {
            self.preview(*piece, cells, place);
        }
        panel::numbers(&mut self.image, self.skin, &self.layout, scene.numbers);
    }

    fn preview(&mut self, piece: Piece, cells: &[Place], place: Area) {
        let size = (self.layout.pitch * 0.8).round() as i32;
        let extent = |values: &mut dyn Iterator<Item = i32>| values.max().unwrap_or(0) + 1;
        let width = extent(&mut cells.iter().map(|cell| cell.0)) * size;
        let height = extent(&mut cells.iter().map(|cell| cell.1)) * size;
        let (x, y) = (place.x + (place.w - width) / 2, place.y + (place.h - height) / 2);
        for (col, row) in cells {
            let cell = Area::new(x + col * size, y + row * size, size, size);
            self.stamp(cell, self.skin.piece(piece), 1.0, cell);
        }
    }

    fn notice(&mut self, notice: Notice) {
        let well = area(self.layout.grid.bounds());
        let band = Area::new(well.x, well.y + well.h * 2 / 5, well.w, well.h / 6);
        let text = match notice {
            Notice::Paused => "PAUSED",
            Notice::Over => "GAME OVER",
        };
        fill(&mut self.image, band, hex(0x202020));
        let height = (well.w as f32 / 12.0).min(band.h as f32 / 2.5);
        let colour = hex(0xFFFFFF);
        FONT.draw_centred(&mut self.image, band.centre(), height, text, Weight::Bold, colour);
    }
}

impl Sprite {
    /// Paints the block on black and on white: where both agree it is opaque.
    fn new(width: i32, height: i32, colour: Rgb<u8>, style: skins::BlockStyle) -> Self {
        let paint = |ground: Rgb<u8>| {
            let mut image = RgbImage::from_pixel(width as u32, height as u32, ground);
            blocks::block(&mut image, style, Area::new(0, 0, width, height), colour);
            image
        };
        let (black, white) = (paint(hex(0x000000)), paint(hex(0xFFFFFF)));
        let mut image = black.clone();
        let mut opacity = Vec::with_capacity((width * height) as usize);
        for (pixel, (dark, light)) in image.pixels_mut().zip(black.pixels().zip(white.pixels())) {
            let through = (0..3).map(|i| light.0[i] - dark.0[i]).max().unwrap_or(0);
            let covered = 1.0 - f32::from(through) / 255.0;
            if covered > 0.0 && covered < 1.0 {
                *pixel = Rgb(dark.0.map(|v| (f32::from(v) / covered).round() as u8));
            }
            opacity.push(covered);
        }
        Self { image, opacity }
    }
}

/// Opacity and whiteness of a block in a row that vanishes.
fn vanishing(style: ClearStyle, part: u8, col: usize, cols: usize) -> (f32, f32) {
    let part = f32::from(part) / 64.0;
    match style {
        ClearStyle::Flash => (1.0, 0.3 + 0.7 * part),
        ClearStyle::Fade => (1.0 - part, 0.0),
        ClearStyle::Blink => (if ((part * 6.0) as u32).is_multiple_of(2) { 0.0 } else { 1.0 }, 0.0),
        ClearStyle::Wipe => {
            let from_middle = (col as f32 + 0.5 - cols as f32 / 2.0).abs() * 2.0 / cols as f32;
            (if from_middle < part { 0.0 } else { 1.0 }, 0.0)
        }
    }
}

/// Draws any tiles, legal or not, with next pieces and the piece put away: for fixtures,
/// benchmarks and tests of vision. Pieces beside the well are drawn in their first orientation
/// of `rules`. Gives the picture and where the cells are in it.
pub fn render(
    look: Look,
    tiles: &Grid<Tile>,
    rules: &Rules,
    next: &[Piece],
    hold: Option<Piece>,
) -> (RgbImage, GridGeometry) {
    let size = (tiles.cols(), tiles.rows());
    let mut picture = Picture::new(look, size, next.len(), hold.is_some());
    picture.update(Scene::of_tiles(tiles, rules, next, hold));
    (picture.image, picture.layout.grid)
}
