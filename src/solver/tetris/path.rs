//! The shortest presses that bring a falling piece to rest in a given place.

use std::collections::{HashMap, VecDeque};

use super::reach::{Movement, Resting};
use crate::board::tetris::{Falling, Press, Well};

/// The fewest presses that take the falling piece to the cells of `target`, of the keys that the
/// rules have, ending in a hard drop where there is one, and where the piece is at the end.
///
/// Without a hard drop the piece is taken to its place row by row and left to lock. `None` when
/// there is no way. Among shortest ways turns come before shifts.
pub fn shortest_path(
    movement: &Movement,
    well: &Well,
    falling: &Falling,
    target: &Resting,
) -> Option<(Vec<Press>, Falling)> {
    let rules = movement.rules();
    let falling = &movement.landed(well, *falling);
    let order = [Press::Cw, Press::Ccw, Press::Half, Press::Left, Press::Right, Press::Down];
    let keys: Vec<Press> = order.into_iter().filter(|press| rules.has(*press)).collect();
    let drops = rules.has(Press::Drop);
    let goal = (target.shape, target.col as i32, target.up as i32);
    let mut came: HashMap<Falling, Option<(Falling, Press)>> = HashMap::from([(*falling, None)]);
    let mut waiting = VecDeque::from([*falling]);
    if !rules.fits(well, falling) {
        return None;
    }
    while let Some(at) = waiting.pop_front() {
        let end = if drops { rules.press(well, &at, Press::Drop).unwrap_or(at) } else { at };
        if rules.place(well, &end) == goal {
            let mut presses = if drops { vec![Press::Drop] } else { Vec::new() };
            let mut back = at;
            while let Some((from, press)) = came[&back] {
                presses.push(press);
                back = from;
            }
            presses.reverse();
            return Some((presses, end));
        }
        for press in &keys {
            if let Some(to) = movement.press(well, &at, *press)
                && to.row >= falling.row - 8
                && !came.contains_key(&to)
            {
                came.insert(to, Some((at, *press)));
                waiting.push_back(to);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::board::tetris::{Orientation, Piece, Rules};
    use crate::solver::tetris::Gravity;

    #[test]
    fn every_reachable_place_has_a_path_that_leads_there() {
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        for name in Rules::names() {
            let movement = Movement::new(&Rules::load(name).expect(name));
            let rules = movement.rules();
            for _ in 0..6 {
                let mut well = Well::new(10, 20).expect("legal size");
                for up in 0..8 {
                    well.set_row(
                        up,
                        rng.random_range(0..=u32::MAX) | rng.random_range(0..=u32::MAX),
                    );
                }
                let piece = Piece::ALL[rng.random_range(0..7)];
                let falling = rules.spawn(piece, Orientation::First, 10);
                for target in movement.resting(&well, &falling) {
                    let (presses, end) = shortest_path(&movement, &well, &falling, &target)
                        .unwrap_or_else(|| panic!("{name} {piece} {target:?}\n{well}"));
                    let mut at = falling;
                    for press in presses {
                        at = rules.press(&well, &at, press).unwrap_or(at);
                    }
                    assert_eq!(at, end);
                    assert_eq!(
                        rules.place(&well, &at),
                        (target.shape, target.col as i32, target.up as i32)
                    );
                }
            }
        }
    }

    #[test]
    fn a_piece_that_lands_at_once_reaches_only_what_lies_downhill() {
        let rules = Rules::load("srs").expect("shipped");
        let movement = Movement::new(&rules).under(Gravity::Instant);
        let well: Well =
            "........\n........\n........\n........\n...##...\n...##..#\n".parse().expect("legal");
        let falling = rules.spawn(Piece::O, Orientation::First, 8);
        let mut cols: Vec<(usize, usize)> =
            movement.resting(&well, &falling).iter().map(|rest| (rest.col, rest.up)).collect();
        cols.sort_unstable();
        assert_eq!(cols, [(0, 0), (1, 0), (2, 2), (3, 2), (4, 2), (5, 0)]);
        for target in movement.resting(&well, &falling) {
            assert!(shortest_path(&movement, &well, &falling, &target).is_some(), "{target:?}");
        }
    }

    #[test]
    fn a_piece_is_tucked_under_an_overhang_by_soft_drop_and_slide() {
        let rules = Rules::load("srs").expect("shipped");
        let well: Well =
            "......\n......\n......\n......\n......\n..####\n......\n".parse().expect("legal");
        let falling = rules.spawn(Piece::I, Orientation::First, 6);
        let movement = Movement::new(&rules);
        let under = movement.resting(&well, &falling);
        let target =
            under.iter().find(|rest| rest.up == 0 && rest.col == 2 && rest.shape.width() == 4);
        let path = target.and_then(|target| shortest_path(&movement, &well, &falling, target));
        let (presses, _) = path.expect("it can be turned in beside the overhang");
        assert_eq!(presses.last(), Some(&Press::Drop));
        assert!(presses.iter().any(|press| press.turn().is_some()), "{presses:?}");
    }
}
