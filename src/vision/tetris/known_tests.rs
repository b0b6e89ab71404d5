//! What is remembered of a well, on painted frames.

use image::{Rgb, RgbImage};

use super::known::Known;
use super::reading::Reading;
use crate::board::Grid;
use crate::board::tetris::{Tile, Well, format_tiles};
use crate::frame::Frame;
use crate::geometry::CellPos;

/// How many pixels a cell is wide and high.
const CELL: usize = 10;

/// A frame of rows of cells, in each of which every letter has its own grey.
fn frame(rows: &[&str], grey: impl Fn(char) -> u8) -> Frame {
    let (w, h) = (rows[0].len() * CELL, rows.len() * CELL);
    let image = RgbImage::from_fn(w as u32, h as u32, |x, y| {
        let row = rows[y as usize / CELL].as_bytes();
        Rgb([grey(row[x as usize / CELL].into()); 3])
    });
    Frame::from_image(image)
}

/// `#` and the letters of pieces are blocks, `g` is a ghost, `G` a deep one, `*` a bright spot of
/// the background.
fn grey(letter: char) -> u8 {
    match letter {
        '.' | '~' => 20,
        'g' | '*' => 70,
        'G' => 170,
        _ => 200,
    }
}

fn known(rows: &[&str]) -> Known {
    Known::of(&frame(rows, grey), &Reading::showing(rows, None))
}

fn stack(rows: &[&str]) -> Grid<bool> {
    Grid::from_fn(rows[0].len(), rows.len(), |cell| rows[cell.row].as_bytes()[cell.col] == b'#')
}

fn well(rows: &[&str]) -> Well {
    (rows.join("\n") + "\n").parse().expect("a well")
}

#[test]
fn a_ghost_where_the_empty_well_was_never_seen_does_not_pass_for_empty() {
    let rows =
        |low: [&'static str; 3]| ["...oo...", "...oo...", "........", low[0], low[1], low[2]];
    let mut known = known(&rows(["~~~~~~~~", "~~~~~~~~", "##~~~~##"]));
    // A bright spot could not be guessed: so much differs that the ghost is not told from it.
    let reading = known.read(&frame(&rows([".******.", "**.gg.**", "##.gg.##"]), grey));
    assert!(reading.playable(), "{reading:?}");
    let seen = rows(["........", "...~~...", "##.~~.##"]);
    assert_eq!(format_tiles(&reading.kinds()), seen);
}

#[test]
fn a_ghost_that_is_deeper_than_the_ones_before_is_no_stack() {
    let rows = |low: [&'static str; 2]| ["..oo....", "..oo....", "........", low[0], low[1]];
    let mut known = known(&rows(["..gg....", "##gg...#"]));
    let reading = known.read(&frame(&rows(["..GG....", "##GG...#"]), grey));
    assert!(reading.playable(), "{reading:?}");
    assert_eq!(format_tiles(&reading.kinds()), rows(["..gg....", "##gg...#"]));
    // Blocks anywhere else are blocks.
    let reading = known.read(&frame(&rows([".GG.....", "###G...#"]), grey));
    assert!(!reading.playable() || reading.cells[CellPos::new(3, 4)].kind == Some(Tile::Locked));
}

#[test]
fn the_stack_is_recalled_on_a_new_background() {
    let rows = |low: [&'static str; 2]| ["..oo....", "..oo....", "........", low[0], low[1]];
    let known = known(&rows(["#.......", "##.....#"]));
    let bright = frame(&rows(["#.......", "##.....#"]), |letter| grey(letter).max(90));
    let recalled = |low| known.recalled(&bright, Reading::showing(&rows(low), None));
    let mut found = recalled(["#...~...", "#~.....#"]).expect("the stack as it was");
    assert_eq!(found.stack, stack(&rows(["#.......", "##.....#"])));
    assert!(found.read(&bright).playable());
    assert!(recalled(["##..~...", "#~.....#"]).is_none(), "another stack");
}

#[test]
fn a_dropped_piece_is_told_from_the_next_one_while_rows_fly_about() {
    let rows = |top: [&'static str; 2], low: [&'static str; 4]| {
        let empty = ["........"; 4];
        [&top[..], &[top[1]; 2], &empty[..], &low[..]].concat()
    };
    let upright = ["...i....", "...i...."];
    let before = ["........", "........", "##......", "###.####"];
    let mut known = known(&rows(upright, before));
    assert!(known.read(&frame(&rows(upright, before), grey)).playable());
    let low = |low| rows(["........"; 2], low);
    let after = ["........", "...#....", "...#....", "##.#...."];
    let landed = ["...#....", "...#....", "##.#....", "########"];
    known.dropped(&well(&low(before)), &well(&low(landed)), &well(&low(after)));
    // Where it would come to rest there is a ghost as deep as blocks: it may not have dropped yet.
    let ghost = ["...G....", "...G....", "##.G....", "###G####"];
    assert!(!known.read(&frame(&rows(upright, ghost), grey)).playable());
    // The same with a piece elsewhere can only be what is left of the row that vanished.
    let flat = ["..iiii..", "........"];
    assert!(known.read(&frame(&rows(flat, ghost), grey)).playable());
    assert_eq!(known.stack, stack(&low(after)));
}

#[test]
fn rows_still_fly_about_when_the_next_piece_is_dropped() {
    let rows = |top: &'static str, low: [&'static str; 3]| {
        [&[top; 2][..], &["........"; 4], &low[..]].concat()
    };
    let low = |low| rows("........", low);
    let before = ["........", "...#....", "###.####"];
    let mut known = known(&rows("oo......", before));
    let landed = ["...#....", "...#....", "########"];
    let after = ["........", "...#....", "...#...."];
    known.dropped(&well(&low(before)), &well(&low(landed)), &well(&low(after)));
    let flying = ["........", "...#....", "#..#.###"];
    assert!(known.read(&frame(&rows("......oo", flying), grey)).playable());
    let then = ["........", "...#..##", "...#..##"];
    known.dropped(&well(&low(after)), &well(&low(then)), &well(&low(then)));
    for last in [["........", "...#..##", "..##..##"], then] {
        let reading = known.read(&frame(&rows("oo......", last), grey));
        assert!(reading.playable(), "{reading:?}");
        assert_eq!(known.stack, stack(&low(then)));
    }
}

#[test]
fn a_piece_locked_elsewhere_than_meant_is_no_debris_of_rows_that_vanished() {
    let rows = |low: [&'static str; 2]| [&["........"; 4][..], &low[..]].concat();
    let mut known = known(&[&["..iiii.."][..], &rows(["........", "####...."])[1..]].concat());
    let (landed, after) = (["........", "########"], ["........", "........"]);
    let before = ["........", "####...."];
    known.dropped(&well(&rows(before)), &well(&rows(landed)), &well(&rows(after)));
    // It came down one column before it was meant to.
    let then = ["...####.", "####...."];
    let mut shown = rows(then);
    (shown[0], shown[1]) = ("oo......", "oo......");
    let reading = known.read(&frame(&shown, grey));
    assert!(reading.playable(), "{reading:?}");
    assert_eq!(known.stack, stack(&rows(then)));
}

#[test]
fn what_half_of_a_frame_shows_of_the_next_piece_s_ghost_is_no_piece_that_was_locked() {
    let rows = |low: [&'static str; 2]| {
        ["zz......", ".zz.....", "........", "........", low[0], low[1]].to_vec()
    };
    let mut known = known(&rows(["gg......", ".gg....."]));
    let torn = frame(&rows(["....##..", "....##.."]), grey);
    assert!(!known.read(&torn).playable());
    assert_eq!(known.stack, stack(&rows(["........"; 2])));
}

#[test]
fn blocks_that_no_longer_look_like_blocks_may_be_gone() {
    let low = |low: [&'static str; 2]| [&["........"; 4][..], &low[..]].concat();
    let mut known = known(&low(["#..#....", "##.##..#"]));
    // A dark message on another background.
    let frame = frame(&low(["..###...", "........"]), |letter| if letter == '#' { 60 } else { 40 });
    let reading = known.read(&frame);
    assert!(reading.cells.iter().all(|(_, cell)| cell.kind != Some(Tile::Locked)), "{reading:?}");
}

#[test]
fn what_a_sliding_piece_covers_in_part_is_not_learnt_as_the_empty_look() {
    let at = |rows: &[&str], down: usize, letters: char| {
        // The piece is drawn `down` pixels below its rows.
        let mut frame = frame(
            &rows
                .iter()
                .map(|row| row.replace(letters, "."))
                .collect::<Vec<_>>()
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>(),
            grey,
        );
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.match_indices(letters) {
                for dy in 0..CELL {
                    for dx in 0..CELL {
                        let (x, y) = ((x * CELL + dx) as u32, (y * CELL + dy + down) as u32);
                        frame.image.put_pixel(x, y, Rgb([200; 3]));
                    }
                }
            }
        }
        frame
    };
    let low = ["........", "........", "##.....#", "##....##"];
    let rows = |top: [&'static str; 4]| [&top[..], &low[..]].concat();
    let up = rows(["...oo...", "...oo...", "........", "........"]);
    // Of the row below the piece nothing is known.
    let found = rows(["...oo...", "...oo...", "~~~~~~~~", "........"]);
    let mut known = Known::of(&at(&up, 0, 'o'), &Reading::showing(&found, None));
    assert!(known.read(&at(&up, 4, 'o')).playable());
    let aside = rows([".oo.....", ".oo.....", "........", "........"]);
    let reading = known.read(&at(&aside, 0, 'o'));
    assert!(reading.playable(), "{reading:?}");
    assert_eq!(format_tiles(&reading.kinds()), aside);
}

#[test]
fn a_new_background_is_learnt_from_cells_that_keep_their_look() {
    let low = ["........", "........", "##....##"];
    let rows = |top: [&'static str; 5]| [&top[..], &low[..]].concat();
    let steps = [
        ["..oo....", "..oo....", "........", "........", "........"],
        ["........", "..oo....", "..oo....", "........", "........"],
        ["........", "........", "..oo....", "..oo....", "........"],
    ];
    let mut known = known(&rows(steps[0]));
    let mut ms = 0;
    // Its ghost pulses.
    let mut look = |known: &mut Known, top: [&'static str; 5]| {
        let mut picture = rows(top);
        picture[6] = "..gg....";
        picture[7] = "##gg..##";
        ms += 20;
        let pulse = if ms / 20 % 4 < 2 { 90 } else { 130 };
        let mut frame = frame(&picture, |letter| match letter {
            'g' => pulse,
            other => grey(other).max(60),
        });
        frame.at = std::time::Duration::from_millis(ms);
        known.read(&frame)
    };
    let seen: Vec<bool> = (0..12).map(|at| look(&mut known, steps[at / 4]).playable()).collect();
    assert!(!seen[0] && seen[11], "{seen:?}");
    assert_eq!(known.stack, stack(&rows(["........"; 5])));
    // Where the ghost was, nothing is taken for something once it has gone.
    let mut picture = rows(["oo......", "oo......", "........", "........", "........"]);
    picture[5] = "gg......";
    picture[4] = "gg......";
    let reading = known.read(&frame(&picture, |letter| grey(letter).max(60)));
    assert!(reading.playable(), "{reading:?}");
}
