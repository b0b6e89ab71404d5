//! The seven pieces and the ways they turn.

use serde::{Deserialize, Serialize};

/// One of the seven pieces of four cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Piece {
    /// Four in a row.
    I,
    /// The square.
    O,
    /// Three in a row with one in the middle of a side.
    T,
    /// The upper two cells stand right of the lower two.
    S,
    /// The upper two cells stand left of the lower two.
    Z,
    /// Three in a row with one above the left end.
    J,
    /// Three in a row with one above the right end.
    L,
}

impl Piece {
    /// Every piece, in the order of their indices.
    pub const ALL: [Piece; 7] =
        [Piece::I, Piece::O, Piece::T, Piece::S, Piece::Z, Piece::J, Piece::L];

    /// The place in [`Piece::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper-case letter.
    pub fn letter(self) -> char {
        ['I', 'O', 'T', 'S', 'Z', 'J', 'L'][self.index()]
    }

    /// The piece of a letter, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_uppercase())
    }
}

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Pieces from a text such as `IOLJSZ`; spaces and commas are skipped, anything else is `None`.
pub fn parse_pieces(text: &str) -> Option<Vec<Piece>> {
    text.chars().filter(|c| !matches!(c, ' ' | ',')).map(Piece::from_letter).collect()
}

/// How far a piece is turned from its first orientation, in quarter turns to the right.
///
/// Rules in which a piece has only one or two orientations use the first one or two of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Orientation {
    /// As first listed by the rules.
    #[default]
    First,
    /// Turned once to the right.
    Right,
    /// Turned half round.
    Half,
    /// Turned once to the left.
    Left,
}

impl Orientation {
    /// All four, by index.
    pub const ALL: [Orientation; 4] =
        [Orientation::First, Orientation::Right, Orientation::Half, Orientation::Left];

    /// Quarter turns to the right, 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The orientation after `turn` when a piece has `count` (1, 2 or 4) orientations.
    pub fn turned(self, turn: Turn, count: usize) -> Self {
        Self::ALL[(self.index() + turn.quarters()) % count.clamp(1, 4)]
    }
}

/// A turn of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// A quarter to the right (clockwise).
    Cw,
    /// Half round.
    Half,
    /// A quarter to the left (counter-clockwise).
    Ccw,
}

impl Turn {
    /// Quarter turns to the right.
    pub const fn quarters(self) -> usize {
        match self {
            Turn::Cw => 1,
            Turn::Half => 2,
            Turn::Ccw => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip_in_both_cases() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(Piece::from_letter(piece.letter().to_ascii_lowercase()), Some(piece));
            assert_eq!(Piece::ALL[piece.index()], piece);
        }
        assert_eq!(parse_pieces("i O,t"), Some(vec![Piece::I, Piece::O, Piece::T]));
        assert_eq!(parse_pieces("ix"), None);
    }

    #[test]
    fn turning_goes_round_in_as_many_steps_as_there_are_orientations() {
        assert_eq!(Orientation::First.turned(Turn::Ccw, 4), Orientation::Left);
        assert_eq!(Orientation::Left.turned(Turn::Cw, 4), Orientation::First);
        assert_eq!(Orientation::Right.turned(Turn::Cw, 2), Orientation::First);
        assert_eq!(Orientation::First.turned(Turn::Half, 1), Orientation::First);
    }
}
