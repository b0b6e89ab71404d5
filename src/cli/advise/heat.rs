//! A plain picture of a board with each covered cell's mine probability as a heat map.

use image::{Rgb, RgbImage};

use crate::board::minesweeper::{Board, Cell};
use crate::solver::minesweeper::Decision;
use crate::target::simulated::paint::{Font, Weight};

/// Side of a cell in pixels.
const CELL_PX: u32 = 32;
const GRID: Rgb<u8> = Rgb([90, 90, 90]);
const OPEN: Rgb<u8> = Rgb([235, 235, 235]);
const INK: Rgb<u8> = Rgb([20, 20, 20]);
const CHOSEN: Rgb<u8> = Rgb([0, 70, 255]);
/// Colours of the probabilities 0, one half and 1.
const HEAT: [[f64; 3]; 3] = [[90.0, 200.0, 110.0], [250.0, 220.0, 90.0], [225.0, 70.0, 60.0]];

/// Draws `board`: numbers on grey, probabilities in percent from green over yellow to red, and a
/// blue frame around each cell that `decision` acts on.
pub fn draw(board: &Board, decision: &Decision) -> RgbImage {
    let (cols, rows) = (board.cols() as u32, board.rows() as u32);
    let mut picture = RgbImage::from_pixel(cols * CELL_PX + 1, rows * CELL_PX + 1, GRID);
    let font = Font::mono();
    for (pos, cell) in board.cells().iter() {
        let (x, y) = (pos.col as u32 * CELL_PX, pos.row as u32 * CELL_PX);
        let odds = decision.probabilities.as_ref().and_then(|grid| grid.get(pos)).copied();
        let (ground, text) = match (*cell, odds) {
            (Cell::Open(0), _) => (OPEN, String::new()),
            (Cell::Open(number), _) => (OPEN, number.to_string()),
            (_, Some(p)) => (heat(p), format!("{:.0}", p * 100.0)),
            (other, None) => (OPEN, other.to_char().to_string()),
        };
        let is_chosen = decision.moves.iter().any(|one| one.cell == pos);
        for (dx, dy) in (1..CELL_PX).flat_map(|dx| (1..CELL_PX).map(move |dy| (dx, dy))) {
            let edge = dx.min(dy).min(CELL_PX - dx).min(CELL_PX - dy);
            let colour = if is_chosen && edge <= 3 { CHOSEN } else { ground };
            picture.put_pixel(x + dx, y + dy, colour);
        }
        let centre = ((x + CELL_PX / 2) as f32, (y + CELL_PX / 2) as f32);
        let is_number = matches!(cell, Cell::Open(_));
        let (height, weight) =
            if is_number { (13.0, Weight::Bold) } else { (10.0, Weight::Regular) };
        font.draw_centred(&mut picture, centre, height, &text, weight, INK);
    }
    picture
}

fn heat(p: f64) -> Rgb<u8> {
    let (from, to, share) =
        if p < 0.5 { (HEAT[0], HEAT[1], p * 2.0) } else { (HEAT[1], HEAT[2], p * 2.0 - 1.0) };
    Rgb([0, 1, 2].map(|i| (from[i] + (to[i] - from[i]) * share) as u8))
}
