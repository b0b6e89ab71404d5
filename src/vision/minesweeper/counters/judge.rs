//! Which of the numbers beside a board are its counters, by what the board itself shows.

use super::{Counters, Drawn, Part, Says, Shown};
use crate::board::Grid;
use crate::board::minesweeper::{Cell, Level};
use crate::geometry::GridGeometry;
use crate::vision::minesweeper::reading::CellReading;

/// Mines of a board as percents of its cells, as games usually have them.
const USUAL: std::ops::RangeInclusive<i32> = 8..=35;

/// The counters among the numbers that are `shown` around the board at `here`. Where the numbers
/// contradict each other or the flags, or where one might be anything, there are none.
pub(super) fn believe(
    shown: Vec<Shown>,
    here: &GridGeometry,
    cells: &Grid<CellReading>,
) -> Counters {
    let board = Flags::of(cells);
    let pair = pair(&shown, here);
    let of_all = agreed(shown.iter().filter_map(|shown| board.left_of_all(shown.what)));
    let clock = agreed(shown.iter().filter_map(|shown| match shown.what {
        Says::Clock(seconds) => Some(seconds),
        _ => None,
    }));
    let of_pair = pair.and_then(|pair| board.mines_of(pair));
    let numbers = shown.iter().filter_map(|shown| shown.number());
    // A nought may be anything.
    let exact = |number: &i32| *number != 0 && board.unknown == 0 && board.is_exact(*number);
    let alone = agreed(numbers.filter(exact));
    let mines_left = match (of_all, of_pair.map(|(mines, _)| mines)) {
        // A count of all may belong to another window.
        (Some(a), Some(b)) => Some(b).filter(|_| a == b || board.is_exact(b)),
        (a, b) => a.or(b).or(alone),
    };
    let beside = of_pair.filter(|_| mines_left.is_some()).and_then(|(_, time)| time);
    // A clock may belong to another window; that of a pair does not.
    let seconds = beside.or(clock);
    let used = |shown: &&Shown| match shown.what {
        Says::OfAll(..) => of_all.is_some(),
        Says::Clock(_) => seconds.is_some(),
        Says::Number(number) => {
            let in_pair = pair.is_some_and(|pair| pair.contains(shown));
            (in_pair && of_pair.is_some()) || Some(number) == alone
        }
    };
    let places = shown.iter().filter(used).map(|shown| shown.place.rect()).collect();
    Counters { mines_left, seconds, face: None, places }
}

/// What all say, if any does and none says something else.
fn agreed<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// The two numbers that stand beside each other above or below the board, each on its side, as
/// mines and time do, if there is one such pair.
pub(super) fn pair(shown: &[Shown], here: &GridGeometry) -> Option<[Shown; 2]> {
    let board = here.bounds();
    let outside =
        |part: &Part| f64::from(part.bottom) <= board.y || f64::from(part.top) >= board.y + board.h;
    let numbers = || {
        let all = shown.iter().filter(|shown| shown.number().is_some());
        all.filter(|shown| outside(&shown.place))
    };
    let mut pairs = numbers().filter_map(|left| {
        let beside: Vec<&Shown> = numbers().filter(|other| is_beside(left, other)).collect();
        let [right] = beside[..] else { return None };
        let (from, to) = (f64::from(left.place.middle().0), f64::from(right.place.middle().0));
        (from < to && from < 2.0 * board.centre().x && to > 2.0 * board.centre().x)
            .then_some([*left, *right])
    });
    let first = pairs.next()?;
    pairs.next().is_none().then_some(first)
}

/// Whether two are drawn alike in one line.
fn is_beside(one: &Shown, other: &Shown) -> bool {
    let (a, b) = (one.place, other.place);
    let high = a.h().max(b.h());
    one.drawn == other.drawn
        && a != b
        && a.middle().1.abs_diff(b.middle().1) <= high / 2
        && a.h().abs_diff(b.h()) * 4 <= high
}

impl Shown {
    fn number(&self) -> Option<i32> {
        match self.what {
            Says::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// What a board tells about its mines.
struct Flags {
    set: i32,
    unknown: i32,
    cells: i32,
    /// Mines of the standard level of this size.
    usual: Option<i32>,
}

impl Flags {
    fn of(cells: &Grid<CellReading>) -> Self {
        let count = |keep: &dyn Fn(Option<Cell>) -> bool| {
            cells.values().iter().filter(|cell| keep(cell.kind)).count() as i32
        };
        Self {
            set: count(&|kind| matches!(kind, Some(Cell::Flag | Cell::WrongFlag))),
            unknown: count(&|kind| kind.is_none()),
            cells: cells.len() as i32,
            usual: Level::standard(cells.cols(), cells.rows()).map(|level| level.mines as i32),
        }
    }

    /// Whether so many flags may be on the board.
    fn may_be_set(&self, flags: i32) -> bool {
        (self.set..=self.set + self.unknown).contains(&flags)
    }

    /// Whether so many mines left and the flags make the standard level of this size.
    fn is_exact(&self, left: i32) -> bool {
        self.usual.is_some_and(|mines| self.may_be_set(mines - left))
    }

    /// The mines left of a count of flags of all mines (or of mines left of all).
    fn left_of_all(&self, says: Says) -> Option<i32> {
        let Says::OfAll(count, all) = says else { return None };
        let possible = all > 0 && all < self.cells;
        let left = if self.may_be_set(count) {
            Some(all - count)
        } else {
            Some(count).filter(|left| self.may_be_set(all - left))
        };
        left.filter(|_| possible)
    }

    /// The mines left of a pair, and the seconds if the other one may be them.
    fn mines_of(&self, [left, right]: [Shown; 2]) -> Option<(i32, Option<u32>)> {
        let (a, b) = (left.number()?, right.number()?);
        let time = |number: i32| u32::try_from(number).ok();
        match (self.is_exact(a), self.is_exact(b)) {
            (true, false) => Some((a, time(b))),
            (false, true) => Some((b, time(a))),
            (true, true) => Some((a, time(b))).filter(|_| a == b),
            // Games of odd sizes with displays have the mines at the left.
            (false, false) => {
                let usual = USUAL.contains(&((a + self.set) * 100 / self.cells.max(1)));
                let odd = self.usual.is_none() && left.drawn == Drawn::Segments;
                (usual && odd).then_some((a, time(b)))
            }
        }
    }
}
