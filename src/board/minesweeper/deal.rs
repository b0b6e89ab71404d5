//! Laying mines: the part of the rules that differs most between real games.

use rand::RngExt;
use rand_pcg::Pcg64;

use super::{Level, StartRule};
use crate::board::Grid;
use crate::geometry::CellPos;

/// Lays `level.mines` mines uniformly at random over the whole board.
pub(super) fn uniform(level: Level, rng: &mut Pcg64) -> Grid<bool> {
    without(level, &[], rng)
}

/// Lays the mines of a game whose first click is `first`, uniformly over the cells that `rule`
/// leaves: all but `first` for [`StartRule::Safe`], all but `first` and its neighbours for
/// [`StartRule::Open`] and [`StartRule::Opened`]. Where the rest is too small for all mines, the
/// remainder goes to random neighbours, never to `first`.
pub(super) fn around_first(
    level: Level,
    rule: StartRule,
    first: CellPos,
    rng: &mut Pcg64,
) -> Grid<bool> {
    let mut kept_free = vec![first];
    if matches!(rule, StartRule::Open | StartRule::Opened) {
        let shape = Grid::from_fn(level.cols, level.rows, |_| ());
        let mut neighbours: Vec<CellPos> = shape.neighbours(first).collect();
        let room = level.cells() - level.mines - 1;
        while neighbours.len() > room {
            neighbours.swap_remove(rng.random_range(0..neighbours.len()));
        }
        kept_free.append(&mut neighbours);
    }
    without(level, &kept_free, rng)
}

/// Moves the mine under the first click to the first free cell counted from the top left along
/// the row, as Windows 2000 and XP do. The clicked cell itself does not count as free.
pub(super) fn move_first_mine(mines: &mut Grid<bool>, first: CellPos) {
    if !mines[first] {
        return;
    }
    let free = mines.positions().find(|pos| !mines[*pos]);
    if let Some(free) = free {
        mines[first] = false;
        mines[free] = true;
    }
}

/// Uniform mines outside `kept_free`, by the first steps of a Fisher-Yates shuffle.
fn without(level: Level, kept_free: &[CellPos], rng: &mut Pcg64) -> Grid<bool> {
    let mut mines = Grid::from_fn(level.cols, level.rows, |_| false);
    let mut places: Vec<CellPos> =
        mines.positions().filter(|pos| !kept_free.contains(pos)).collect();
    for i in 0..level.mines {
        let chosen = rng.random_range(i..places.len());
        places.swap(i, chosen);
        mines[places[i]] = true;
    }
    mines
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn count(mines: &Grid<bool>) -> usize {
        mines.values().iter().filter(|mine| **mine).count()
    }

    #[test]
    fn every_rule_lays_all_mines_even_where_they_hardly_fit() {
        let mut rng = Pcg64::seed_from_u64(7);
        for (cols, rows, mines) in [(9, 9, 10), (3, 3, 8), (4, 4, 10), (2, 1, 1), (30, 16, 99)] {
            let level = Level { cols, rows, mines };
            for rule in [StartRule::Safe, StartRule::Open, StartRule::Opened] {
                for col in 0..cols {
                    let first = CellPos::new(col, rows - 1);
                    let laid = around_first(level, rule, first, &mut rng);
                    assert_eq!(count(&laid), mines);
                    assert!(!laid[first]);
                }
            }
            assert_eq!(count(&uniform(level, &mut rng)), mines);
        }
    }

    #[test]
    fn an_open_start_keeps_the_neighbours_free() {
        let mut rng = Pcg64::seed_from_u64(1);
        for _ in 0..200 {
            let first = CellPos::new(4, 4);
            let laid = around_first(Level::EXPERT, StartRule::Open, first, &mut rng);
            assert!(laid.neighbours(first).all(|pos| !laid[pos]));
        }
    }

    #[test]
    fn mines_are_laid_uniformly() {
        let mut rng = Pcg64::seed_from_u64(3);
        let level = Level { cols: 4, rows: 3, mines: 3 };
        let deals = 12_000;
        let mut hits = [0_u32; 12];
        for _ in 0..deals {
            let laid = around_first(level, StartRule::Safe, CellPos::new(0, 0), &mut rng);
            for (hit, mine) in hits.iter_mut().zip(laid.values()) {
                *hit += u32::from(*mine);
            }
        }
        assert_eq!(hits[0], 0);
        // 3/11 of the deals each: 3273 with a standard deviation of 49; five of them are allowed.
        assert!(hits[1..].iter().all(|hit| hit.abs_diff(deals * 3 / 11) < 250), "{hits:?}");
    }
}
