//! From presses to inputs.

use super::Setup;
use crate::board::tetris::{Falling, Press, Rules, Well};
use crate::input::Action;
use crate::play::{Aim, Planned};
use crate::solver::tetris::Gravity;

/// The inputs for `presses`; presses without a key in this game are left out, for the planner
/// only makes those that the rules have.
pub fn inputs(setup: &Setup, presses: &[Press]) -> Vec<Planned> {
    let tap = |press: &Press| {
        let stroke = *setup.game.keys.get(press)?;
        let action = Action::Key { stroke, hold: setup.pace.hold() };
        Some(Planned { action, aim: Aim::Window })
    };
    presses.iter().filter_map(tap).collect()
}

/// Where the piece is after `presses`, while slow gravity does nothing to it and instant gravity
/// all it can; presses that do nothing are passed over.
pub fn after(
    rules: &Rules,
    gravity: Gravity,
    well: &Well,
    from: Falling,
    presses: &[Press],
) -> Falling {
    let fallen = |at: Falling| match gravity {
        Gravity::Slow => at,
        Gravity::Instant => rules.press(well, &at, Press::Drop).unwrap_or(at),
    };
    presses.iter().fold(from, |at, press| fallen(rules.press(well, &at, *press).unwrap_or(at)))
}

/// Whether both lie over the same place: the same cells but for the row.
pub fn aligned(rules: &Rules, well: &Well, a: &Falling, b: &Falling) -> bool {
    let (shape, col, _) = rules.place(well, a);
    let (other, other_col, _) = rules.place(well, b);
    (a.piece, shape, col) == (b.piece, other, other_col)
}

/// The turns and shifts that bring a piece from where it is over the place of `to`, the turns
/// first; `None` when no such way exists.
pub fn correction(
    rules: &Rules,
    gravity: Gravity,
    well: &Well,
    has: impl Fn(Press) -> bool,
    from: Falling,
    to: Falling,
) -> Option<Vec<Press>> {
    let once = [vec![], vec![Press::Cw], vec![Press::Ccw], vec![Press::Half]];
    let more = [vec![Press::Cw; 2], vec![Press::Ccw; 2], vec![Press::Cw; 3], vec![Press::Ccw; 3]];
    let (shape, goal, _) = rules.place(well, &to);
    let turns = once.into_iter().chain(more).filter(|turns| turns.iter().all(|turn| has(*turn)));
    let mut ways = turns.filter_map(|mut presses| {
        let turned = after(rules, gravity, well, from, &presses);
        let (now, col, _) = rules.place(well, &turned);
        if now != shape {
            return None;
        }
        let side = if goal < col { Press::Left } else { Press::Right };
        presses.extend(std::iter::repeat_n(side, goal.abs_diff(col) as usize));
        let end = after(rules, gravity, well, from, &presses);
        aligned(rules, well, &end, &to).then_some(presses)
    });
    ways.next()
}
