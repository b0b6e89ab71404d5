//! The pieces to come.

use std::collections::VecDeque;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::Options;
use crate::board::tetris::{Orientation, Piece, PieceSource, Rules};

/// The pieces to come, with the orientation in which each will appear.
#[derive(Debug, Clone)]
pub(super) struct Queue {
    source: PieceSource,
    pieces: VecDeque<(Piece, Orientation)>,
}

impl Queue {
    pub fn new(options: &Options, rng: &mut Pcg64Mcg) -> Self {
        let randomiser = options.randomiser.unwrap_or(options.rules.randomiser());
        let source = PieceSource::new(randomiser, options.seed, 0);
        let mut queue = Self { source, pieces: VecDeque::new() };
        queue.fill(&options.rules, rng);
        queue
    }

    /// The next piece.
    pub fn pop(&mut self, rules: &Rules, rng: &mut Pcg64Mcg) -> (Piece, Orientation) {
        let next = self.pieces.pop_front().expect("the queue is filled after every piece");
        self.fill(rules, rng);
        next
    }

    /// The pieces to come, the next one first.
    pub fn coming(&self) -> impl Iterator<Item = (Piece, Orientation)> + '_ {
        self.pieces.iter().copied()
    }

    fn fill(&mut self, rules: &Rules, rng: &mut Pcg64Mcg) {
        while self.pieces.len() < Options::MAX_NEXT {
            let piece = self.source.next().expect("a piece source never ends");
            let orientations = rules.spawn_orientations(piece);
            let orientation = orientations[rng.random_range(0..orientations.len())];
            self.pieces.push_back((piece, orientation));
        }
    }
}
