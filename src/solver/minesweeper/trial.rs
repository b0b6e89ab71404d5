//! Whole games without a screen, for measuring strategies.

use super::{Contradiction, Limits, MoveKind, Strategy};
use crate::board::minesweeper::{Board, Cell, Game, Phase};
use crate::geometry::CellPos;

/// How a game went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trial {
    /// Whether all safe cells were opened.
    pub won: bool,
    /// Opens, chords and flags made.
    pub clicks: usize,
    /// Clicks that could have hit a mine, the first not counted.
    pub guesses: usize,
    /// A hash of all moves in order.
    pub checksum: u64,
}

/// Lets `strategy` play `game` from the first click at `first` to its end, or until it makes no
/// further move.
///
/// # Errors
/// When the strategy finds no arrangement for a real position: a bug.
pub fn play_out(
    strategy: &mut dyn Strategy,
    game: &mut Game,
    first: CellPos,
    limits: &Limits,
) -> Result<Trial, Contradiction> {
    let limits = Limits { first_click: Some(first), ..*limits };
    let mut trial = Trial { checksum: 0xcbf2_9ce4_8422_2325, ..Trial::default() };
    trial.make(game, first, MoveKind::Open);
    while !game.is_over() {
        let board = Board::check(&game.cells().map(|cell| Some(*cell)), game.level().mines)
            .expect("a game shows legal positions");
        let decision = strategy.decide(&board, &limits)?;
        if decision.moves.is_empty() {
            break;
        }
        for one in &decision.moves {
            trial.guesses += usize::from(one.is_guess());
            trial.make(game, one.cell, one.kind);
        }
    }
    trial.won = game.phase() == Phase::Won;
    Ok(trial)
}

impl Trial {
    /// Makes a move, counts it and adds it to the checksum (FNV-1a); an open of a cell that an
    /// earlier move of the batch has flooded is left out.
    fn make(&mut self, game: &mut Game, cell: CellPos, kind: MoveKind) {
        match kind {
            MoveKind::Open => {
                if !game.cells()[cell].is_closed() {
                    return;
                }
                while game.cells()[cell] == Cell::Flag {
                    game.mark(cell);
                }
                game.open(cell);
            }
            MoveKind::Flag => {
                while game.cells()[cell] != Cell::Flag && game.cells()[cell].is_closed() {
                    game.mark(cell);
                }
            }
            MoveKind::Chord => {
                game.chord(cell);
            }
        }
        self.clicks += 1;
        let word = ((cell.row * game.level().cols + cell.col) as u64) << 2 | kind as u64;
        self.checksum = (self.checksum ^ word).wrapping_mul(0x0100_0000_01b3);
    }
}
