//! The faults, one row each.

use std::str::FromStr;

/// What goes wrong between a game and who plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Inputs that never arrive.
    LostInput,
    /// Inputs that arrive later, maybe after the next ones.
    LateInput,
    /// Inputs that arrive twice.
    DoubledInput,
    /// Inputs that arrive after the next one.
    ReorderedInput,
    /// Frames that take long, as where some are dropped.
    LostFrame,
    /// Frames that show the game as it was.
    LateFrame,
    /// The frame before once more.
    RepeatedFrame,
    /// The upper part of one frame and the lower part of the next.
    TornFrame,
    /// A frame half way between two.
    Animation,
    /// Every pixel a little off, differently in each frame.
    Noise,
    /// A box of another program over a part of the picture.
    Popup,
    /// A small yellow box with a line of text.
    Tooltip,
    /// The mouse pointer over a cell.
    Cursor,
    /// Warmer colours from some moment on.
    ColourShift,
    /// Other brightness and contrast from some moment on.
    Contrast,
    /// A game that neither draws nor listens for seconds.
    Freeze,
    /// The window is moved.
    Moved,
    /// The game is drawn at another scale.
    Rescaled,
    /// The game looks different from some moment on.
    Skin,
    /// The game begins anew by itself.
    Restarted,
    /// Another program takes the keyboard for a while.
    Unfocused,
    /// The next game has a board of another size.
    BoardSize,
    /// The window is minimised.
    Minimised,
    /// The window is closed.
    Vanished,
    /// Another window comes in front.
    Covered,
}

/// What a fault does and how a run may end under it.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Which fault.
    pub fault: Fault,
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// What it does, for people.
    pub about: &'static str,
    /// Parts of the reasons for which a run may be stopped under it.
    pub stops: &'static [&'static str],
}

const DEAF: &[&str] = &["had no effect, twice"];
const HIDDEN: &[&str] =
    &["cannot be read", "come to rest", "no longer shows", "is impossible", "no piece can be seen"];

const fn row(
    fault: Fault,
    name: &'static str,
    about: &'static str,
    stops: &'static [&'static str],
) -> About {
    About { fault, name, about, stops }
}

impl Fault {
    /// Every fault.
    #[rustfmt::skip]
    pub const ALL: [About; 25] = [
        row(Self::LostInput, "lost-input", "one input in 20 never arrives", DEAF),
        row(Self::LateInput, "late-input", "one input in 10 arrives 60 ms late", &[]),
        row(Self::DoubledInput, "doubled-input", "one input in 10 arrives twice", &[]),
        row(Self::ReorderedInput, "reordered-input", "one input in 10 arrives after the next", &[]),
        row(Self::LostFrame, "lost-frame", "one frame in 10 comes 100 ms late", &[]),
        row(Self::LateFrame, "late-frame", "one frame in 5 shows the game one frame ago", &[]),
        row(Self::RepeatedFrame, "repeated-frame", "one frame in 3 is the one before once more", &[]),
        row(Self::TornFrame, "torn-frame", "one frame in 5 mixes two moments", &[]),
        row(Self::Animation, "animation", "one frame in 4 is half way between two moments", &[]),
        row(Self::Noise, "noise", "every channel is up to 2 steps off, anew in each frame", &[]),
        row(Self::Popup, "popup", "a grey box over a third of the picture for 400 ms in 700 ms", HIDDEN),
        row(Self::Tooltip, "tooltip", "a small yellow box for 400 ms in 700 ms", HIDDEN),
        row(Self::Cursor, "cursor", "a pointer over a cell for 400 ms in 700 ms", HIDDEN),
        row(Self::ColourShift, "colour-shift", "a tenth less green and a fifth less blue in mid-game", &[]),
        row(Self::Contrast, "contrast", "dark becomes brighter and bright darker in mid-game", &[]),
        row(Self::Freeze, "freeze", "no drawing and no listening for 2 s in 3 s", DEAF),
        row(Self::Moved, "moved", "the window is moved in mid-game", &[]),
        row(Self::Rescaled, "rescaled", "the game is drawn half as large again in mid-game", &[]),
        row(Self::Skin, "skin", "the next game (Tetris: the rest of it) looks different", &[]),
        row(Self::Restarted, "restarted", "the game begins anew by itself", HIDDEN),
        row(Self::Unfocused, "unfocused", "another program has the keyboard for 2 s", &["unfocused"]),
        row(Self::BoardSize, "board-size", "the next board has another size", &["another size"]),
        row(Self::Minimised, "minimised", "the window is minimised in mid-game", &["vanished"]),
        row(Self::Vanished, "vanished", "the window is closed in mid-game", &["vanished"]),
        row(Self::Covered, "covered", "a window comes in front in mid-game", &["covered"]),
    ];

    /// Everything about it.
    pub fn about(self) -> About {
        Self::ALL[self as usize]
    }

    /// The name on the command line and in tables.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Whether the run cannot go on after it.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Minimised | Self::Vanished | Self::Covered)
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|row| row.name == text);
        found.map(|row| row.fault).ok_or_else(|| {
            let names = Self::ALL.map(|row| row.name).join(", ");
            format!("there is no fault '{text}'; use one or more of {names}, joined by +")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_stands_in_its_own_row() {
        for (number, row) in Fault::ALL.into_iter().enumerate() {
            assert_eq!(row.fault as usize, number);
            assert_eq!(row.name.parse(), Ok(row.fault));
        }
    }
}
