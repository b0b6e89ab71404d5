//! The shipped rules: where pieces come in, how they turn and are found again.

use super::*;
use crate::geometry::CellPos;

fn rules(name: &str) -> Rules {
    Rules::load(name).expect(name)
}

#[test]
fn shipped_rules_load_and_every_spawn_fits_an_empty_well() {
    for name in Rules::names() {
        let rules = rules(name);
        assert_eq!(rules.name(), name);
        for cols in [4, 9, 10, 14, 32] {
            let well = Well::new(cols, 20).expect("legal size");
            for piece in Piece::ALL {
                for orientation in rules.spawn_orientations(piece) {
                    let falling = rules.spawn(piece, *orientation, cols);
                    assert!(rules.fits(&well, &falling), "{name} {piece} {cols}");
                }
            }
        }
    }
}

#[test]
fn spawns_are_where_the_games_show_them() {
    let at = |name: &str, piece, orientation| {
        let rules = rules(name);
        let mut cells = rules.cells(&rules.spawn(piece, orientation, 10));
        cells.sort_unstable();
        cells
    };
    let first = Orientation::First;
    assert_eq!(at("srs", Piece::I, first), [(3, 0), (4, 0), (5, 0), (6, 0)]);
    assert_eq!(at("srs", Piece::T, first), [(3, 1), (4, 0), (4, 1), (5, 1)]);
    assert_eq!(at("nes", Piece::T, first), [(4, 0), (5, 0), (5, 1), (6, 0)]);
    assert_eq!(at("game-boy", Piece::T, first), [(3, 1), (4, 1), (4, 2), (5, 1)]);
    assert_eq!(at("game-boy", Piece::O, first), [(4, 1), (4, 2), (5, 1), (5, 2)]);
    assert_eq!(at("game-boy", Piece::I, first), [(3, 1), (4, 1), (5, 1), (6, 1)]);
    assert_eq!(at("vitetris", Piece::T, first), [(3, 0), (4, 0), (4, 1), (5, 0)]);
    assert_eq!(at("vitetris", Piece::I, first), [(3, 0), (4, 0), (5, 0), (6, 0)]);
    assert_eq!(at("tint", Piece::O, first), [(3, 0), (3, 1), (4, 0), (4, 1)]);
    assert_eq!(at("ltris", Piece::I, first), [(3, 1), (4, 1), (5, 1), (6, 1)]);
    assert_eq!(at("quadrapassel", Piece::T, Orientation::Right), [(4, 0), (4, 1), (4, 2), (5, 1)]);
    assert_eq!(at("kblocks", Piece::O, first), [(4, -1), (4, 0), (5, -1), (5, 0)]);
}

#[test]
fn a_piece_at_the_wall_is_kicked_off_it_under_srs_and_stays_without_kicks() {
    let well = Well::new(10, 20).expect("legal size");
    let upright = |rules: &Rules| {
        let spawn = rules.spawn(Piece::I, Orientation::First, 10);
        let low = Falling { row: 8, ..spawn };
        let mut at = rules.press(&well, &low, Press::Cw).expect("free turn");
        while let Some(next) = rules.press(&well, &at, Press::Left) {
            at = next;
        }
        at
    };
    let (srs, nes) = (rules("srs"), rules("nes"));
    let kicked = srs.press(&well, &upright(&srs), Press::Cw).expect("a kick fits");
    assert_eq!(srs.cells(&kicked).iter().map(|c| c.0).min(), Some(0));
    assert_eq!(nes.press(&well, &upright(&nes), Press::Cw), None);
}

#[test]
fn a_turn_over_the_top_row_does_nothing_where_the_top_is_closed() {
    let well = Well::new(10, 20).expect("legal size");
    let closed = rules("quadrapassel");
    let flat = closed.spawn(Piece::T, Orientation::Half, 10);
    assert_eq!(closed.press(&well, &flat, Press::Ccw), None);
    let lower = closed.press(&well, &flat, Press::Down).expect("it falls");
    assert!(closed.press(&well, &lower, Press::Ccw).is_some());
}

#[test]
fn a_seen_piece_is_located_even_when_partly_above_the_well() {
    for name in Rules::names() {
        let rules = rules(name);
        for piece in Piece::ALL {
            let spawn = rules.spawn(piece, Orientation::First, 10);
            for row in [-2, -1, 0, 5] {
                let falling = Falling { row, ..spawn };
                let seen: Vec<_> = rules
                    .cells(&falling)
                    .into_iter()
                    .filter(|cell| cell.1 >= 0)
                    .map(|(col, row)| CellPos::new(col as usize, row as usize))
                    .collect();
                let mut whole = rules.cells(&falling);
                whole.sort_unstable();
                let whole = whole.try_into().expect("a piece has four cells");
                assert_eq!(rules.locate_whole(piece, whole, 10), Some(falling), "{name}");
                match rules.locate(piece, &seen, 10) {
                    Some(found) if row >= 0 => assert_eq!(found, falling, "{name}"),
                    Some(_) => {}
                    None => assert!(seen.is_empty(), "{name} {piece} {row}"),
                }
            }
        }
    }
}

#[test]
fn a_dropped_piece_rests_on_the_stack() {
    let srs = rules("srs");
    let well: Well = "......\n......\n......\n..#...\n".parse().expect("legal well");
    let dropped = srs
        .press(&well, &srs.spawn(Piece::O, Orientation::First, 6), Press::Drop)
        .expect("it falls");
    assert_eq!(srs.cells(&dropped).iter().map(|c| c.1).max(), Some(2));
    assert_eq!(srs.press(&well, &dropped, Press::Drop), None);
}
