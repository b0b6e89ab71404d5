//! What games pay for lines.

use serde::{Deserialize, Serialize};

/// A table of points for one to four lines at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// 10, 30, 60, 100, whatever the level (the 9x20 dialog game).
    #[default]
    Classic,
    /// 1, 3, 7, 13 (the interview-book game).
    Book,
    /// 40, 100, 300, 1200 times one more than the level (NES, vitetris).
    Nes,
    /// 40, 100, 300, 1200 times the level, which starts at 1 (quadrapassel).
    Gnome,
    /// 100, 300, 500, 800 times the level, which starts at 1.
    Guideline,
}

impl Scoring {
    /// Points for clearing `lines` (0 to 4; more count as 4) at `level`.
    pub fn points(self, lines: u32, level: u32) -> u64 {
        let (table, factor): ([u64; 4], u64) = match self {
            Scoring::Classic => ([10, 30, 60, 100], 1),
            Scoring::Book => ([1, 3, 7, 13], 1),
            Scoring::Nes => ([40, 100, 300, 1200], u64::from(level) + 1),
            Scoring::Gnome => ([40, 100, 300, 1200], u64::from(level.max(1))),
            Scoring::Guideline => ([100, 300, 500, 800], u64::from(level.max(1))),
        };
        match lines {
            0 => 0,
            n => table[n.min(4) as usize - 1] * factor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_paid_as_the_games_pay_them() {
        let all = |scoring: Scoring, level| [0, 1, 2, 3, 4].map(|n| scoring.points(n, level));
        assert_eq!(all(Scoring::Classic, 9), [0, 10, 30, 60, 100]);
        assert_eq!(all(Scoring::Book, 0), [0, 1, 3, 7, 13]);
        assert_eq!(all(Scoring::Nes, 9), [0, 400, 1000, 3000, 12000]);
        assert_eq!(all(Scoring::Gnome, 2), [0, 80, 200, 600, 2400]);
        assert_eq!(all(Scoring::Guideline, 1), [0, 100, 300, 500, 800]);
    }
}
