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
    /// Frames that take long, as where some are dropped.
    LostFrame,
    /// Frames that show the game as it was.
    LateFrame,
    /// The frame before once more.
    RepeatedFrame,
    /// The upper part of one frame and the lower part of the next.
    TornFrame,
    /// Every pixel a little off, differently in each frame.
    Noise,
    /// A box of another program over a part of the picture.
    Popup,
    /// A small yellow box with a line of text.
    Tooltip,
    /// The mouse pointer over a cell.
    Cursor,
    /// Warmer colours.
    ColourShift,
    /// A game that neither draws nor listens for a while.
    Freeze,
    /// The window is moved.
    Moved,
    /// The window is closed.
    Vanished,
    /// Another window comes in front.
    Covered,
}

impl Fault {
    /// Every fault, its name and what it does.
    pub const ALL: [(Fault, &'static str, &'static str); 16] = [
        (Self::LostInput, "lost-input", "one input in 20 never arrives"),
        (Self::LateInput, "late-input", "one input in 10 arrives 60 ms late"),
        (Self::DoubledInput, "doubled-input", "one input in 10 arrives twice"),
        (Self::LostFrame, "lost-frame", "one frame in 10 comes 100 ms late"),
        (Self::LateFrame, "late-frame", "one frame in 5 shows the game one frame ago"),
        (Self::RepeatedFrame, "repeated-frame", "one frame in 3 is the one before once more"),
        (Self::TornFrame, "torn-frame", "one frame in 5 mixes two moments"),
        (Self::Noise, "noise", "every channel is up to 2 steps off, anew in each frame"),
        (Self::Popup, "popup", "a grey box over a third of the picture for 400 ms in 700 ms"),
        (Self::Tooltip, "tooltip", "a small yellow box for 400 ms in 700 ms"),
        (Self::Cursor, "cursor", "a pointer over a cell for 400 ms in 700 ms"),
        (Self::ColourShift, "colour-shift", "a tenth less green and a fifth less blue"),
        (Self::Freeze, "freeze", "no drawing and no listening for 400 ms in 800 ms"),
        (Self::Moved, "moved", "the window is moved in the middle of the game"),
        (Self::Vanished, "vanished", "the window is closed in the middle of the game"),
        (Self::Covered, "covered", "a window comes in front in the middle of the game"),
    ];

    /// The name on the command line and in tables.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// What it does, for people.
    pub fn about(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|(_, name, _)| *name == text);
        found.map(|(fault, ..)| *fault).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|(_, name, _)| *name).collect();
            format!("there is no fault '{text}'; use one of {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_stands_in_its_own_row() {
        for (row, (fault, name, about)) in Fault::ALL.into_iter().enumerate() {
            assert_eq!(fault as usize, row);
            assert_eq!(name.parse(), Ok(fault));
            assert_eq!((fault.name(), fault.about()), (name, about));
        }
    }
}
