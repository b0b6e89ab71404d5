//! Frames as covers, explained.

use super::cover::Cover;
use super::explain::Covered;
use crate::board::Grid;
use crate::board::tetris::Piece;
use crate::geometry::CellPos;

/// A frame as rows of cells: `#` a block, `g` a ghost's, `?` one that differs a little from an
/// empty look that was only guessed, `-` one of which a little is covered, `x` a fading block.
fn covered(rows: &[&str]) -> Covered {
    let covers = grid(rows).map(|cell| match cell {
        '#' => Cover { share: 1.0, depth: 120.0, guessed: false },
        'g' => Cover { share: 1.0, depth: 40.0, guessed: false },
        '?' => Cover { share: 0.8, depth: 20.0, guessed: true },
        '-' => Cover { share: 0.15, depth: 20.0, guessed: false },
        'x' => Cover { share: 0.7, depth: 60.0, guessed: false },
        _ => Cover::default(),
    });
    Covered::new(covers, 1.0, Some(0.4))
}

fn grid(rows: &[&str]) -> Grid<char> {
    Grid::from_fn(rows[0].len(), rows.len(), |cell| rows[cell.row].as_bytes()[cell.col].into())
}

fn stack(rows: &[&str]) -> Grid<bool> {
    grid(rows).map(|cell| *cell == '#')
}

fn cells(list: [(usize, usize); 4]) -> Vec<CellPos> {
    list.map(|(col, row)| CellPos::new(col, row)).to_vec()
}

#[test]
fn a_cell_whose_empty_look_was_guessed_wrongly_is_passed_over() {
    let stack = stack(&["......", "......", "......", "......", "#....#"]);
    let frame = covered(&[".##...", "##....", "......", ".??...", "#.??.#"]);
    let found = frame.with_stack(&stack, None).expect("a piece over its stack");
    let falling = found.falling.expect("a piece");
    assert_eq!(falling.piece, Piece::S);
    assert_eq!(falling.cells, cells([(1, 0), (2, 0), (0, 1), (1, 1)]));
    // Nothing is passed over that may be a block.
    let frame = covered(&[".##...", "##....", "......", ".xx...", "#.xx.#"]);
    assert_eq!(frame.with_stack(&stack, None), None);
}

#[test]
fn a_block_may_reach_a_little_over_the_edge_of_its_cell() {
    let stack = stack(&["......", "......", "......", "##....", "#.####"]);
    let frame = covered(&[".##...", "##....", "......", "##-...", "#-####"]);
    let found = frame.with_stack(&stack, None).expect("a piece over its stack");
    assert_eq!(found.falling.expect("a piece").piece, Piece::S);
}

#[test]
fn a_ghost_may_lie_on_cells_whose_empty_look_was_guessed() {
    let stack = stack(&["......", "......", "......", "......", "#....#"]);
    let frame = covered(&["..##..", "..##..", "......", "..g?..", "#.g?.#"]);
    let found = frame.with_stack(&stack, None).expect("a piece over its ghost");
    assert_eq!(found.falling.expect("a piece").piece, Piece::O);
}

#[test]
fn a_piece_is_seen_above_rows_that_vanish_bit_by_bit() {
    let stack = stack(&["......", "......", "......", "......", "......", "##...#"]);
    let frame = covered(&[".###..", "..#...", "......", "......", "x.xx.x", "##x.x#"]);
    assert_eq!(frame.with_stack(&stack, Some(Piece::T)), None);
    let found = frame.with_debris(&stack, Some(Piece::T), 3).expect("a piece above what is left");
    assert_eq!(found.falling.expect("a piece").piece, Piece::T);
    assert_eq!(frame.with_debris(&stack, Some(Piece::L), 3), None, "another one was announced");
    assert!(frame.with_debris(&stack, None, 3).is_some());
    let moved = covered(&[".###..", "..#...", "......", "......", "##xx.#", "xxx.x#"]);
    let gone = covered(&[".###..", "..#...", "......", "......", "##xx.#", "..x.x#"]);
    assert!(moved.with_debris(&stack, Some(Piece::T), 3).is_some());
    assert_eq!(gone.with_debris(&stack, Some(Piece::T), 3), None, "the stack is not as expected");
}

#[test]
fn a_piece_that_comes_in_over_a_whole_ghost_is_the_one_that_the_ghost_shows() {
    let stack = stack(&["......", "......", "......", "......", "#....#"]);
    let frame = covered(&["...#..", "......", "......", ".ggg..", "#..g.#"]);
    let falling = |next| Some(frame.with_stack(&stack, next)?.falling?.piece);
    assert_eq!(falling(None), Some(Piece::J));
    assert_eq!(falling(Some(Piece::J)), Some(Piece::J));
    assert_eq!(falling(Some(Piece::S)), None, "another one was announced: these are its blocks");
    let other = covered(&["..##..", "......", "......", ".ggg..", "#..g.#"]);
    assert_eq!(other.with_stack(&stack, None), None, "a J that lies so has no such foot");
}

#[test]
fn a_piece_that_slides_in_is_not_named_by_a_row_that_only_peeps_in() {
    let stack = stack(&["......", "......", "......", "......", "#....#"]);
    let rests = covered(&["...#..", "......", "......", "......", "#....#"]);
    let slides = covered(&["..-#-.", "......", "......", "......", "#....#"]);
    assert!(rests.with_stack(&stack, Some(Piece::T)).is_some_and(|found| found.falling.is_some()));
    assert_eq!(slides.with_stack(&stack, Some(Piece::T)), None);
}
