//! From presses to inputs.

use super::Options;
use crate::board::tetris::{Falling, Press, Rules, Well};
use crate::input::Action;
use crate::play::{Aim, Planned};

/// The inputs for `presses`; presses without a key in this game are left out, for the planner
/// only makes those that the rules have.
pub fn inputs(options: &Options, presses: &[Press]) -> Vec<Planned> {
    let tap = |press: &Press| {
        let stroke = *options.keys.get(press)?;
        let action = Action::Key { stroke, hold: options.pace.hold() };
        Some(Planned { action, aim: Aim::Window })
    };
    presses.iter().filter_map(tap).collect()
}

/// Where the piece is after `presses`, without gravity; presses that do nothing are passed over.
pub fn after(rules: &Rules, well: &Well, from: Falling, presses: &[Press]) -> Falling {
    presses.iter().fold(from, |at, press| rules.press(well, &at, *press).unwrap_or(at))
}

/// The turns and shifts that bring a piece from where it is over `to`'s column in `to`'s
/// orientation, the turns first; `None` when no such way exists.
pub fn correction(rules: &Rules, well: &Well, from: Falling, to: Falling) -> Option<Vec<Press>> {
    let turns = [vec![], vec![Press::Cw], vec![Press::Ccw], vec![Press::Half]];
    let twice = [vec![Press::Cw; 2], vec![Press::Ccw; 2], vec![Press::Cw; 3], vec![Press::Ccw; 3]];
    turns.into_iter().chain(twice).find_map(|mut presses| {
        let can = presses.iter().all(|press| rules.has(*press));
        let turned = after(rules, well, from, &presses);
        if !can || turned.orientation != to.orientation {
            return None;
        }
        let side = if to.col < turned.col { Press::Left } else { Press::Right };
        presses.extend(std::iter::repeat_n(side, turned.col.abs_diff(to.col) as usize));
        (after(rules, well, from, &presses).col == to.col).then_some(presses)
    })
}
