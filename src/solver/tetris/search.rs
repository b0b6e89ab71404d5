//! What to do with the falling piece: looking ahead over known and unknown pieces.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use super::evaluator::{Evaluator, Step};
use super::fast::EndRule;
use super::path::shortest_path;
use super::reach::{Movement, Resting};
use super::{Landed, Strategy, beam};
use crate::board::tetris::{Falling, Orientation, Piece, Press, Well};

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// Pieces placed in thought, at least 1; more than are known are not looked at unless unknown
    /// ones are averaged over.
    pub depth: usize,
    /// Best placements followed at each piece but the last; `None` is all.
    pub width: Option<usize>,
    /// What is done about pieces that are not known.
    pub unknown: Unknown,
    /// With a limit, all known pieces are searched by a beam that gets wider as long as the time
    /// lasts; depth and width then do not matter.
    pub think: Option<Duration>,
    /// When the game ends.
    pub end: EndRule,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            depth: 1,
            width: None,
            unknown: Unknown::Ignore,
            think: None,
            end: EndRule::BeforeClearing,
        }
    }
}

/// What is done about pieces that are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unknown {
    /// The search ends before them.
    #[default]
    Ignore,
    /// The mean over all that may come is added to the value of the last known one.
    Average,
}

/// The hold slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hold {
    /// What lies in it.
    pub piece: Option<Piece>,
    /// Whether the falling piece may be put in now; false where the game has no hold.
    pub allowed: bool,
}

/// What a player is told.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The locked blocks.
    pub well: &'a Well,
    /// The rules and their moves.
    pub movement: &'a Movement,
    /// The falling piece, where it is now.
    pub falling: Falling,
    /// The pieces shown to come, nearest first.
    pub next: &'a [Piece],
    /// The hold slot.
    pub hold: Hold,
    /// Pieces that may follow those shown, for averaging (what is left of a bag; empty means any).
    pub possible: &'a [Piece],
}

/// What to do with the falling piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// The piece that is placed: the falling one, or after a hold another.
    pub piece: Piece,
    /// Its orientation.
    pub rotation: Orientation,
    /// Column of its left-most cells.
    pub column: usize,
    /// Whether the falling piece is put into the hold slot first.
    pub hold: bool,
    /// The player's value of it; only comparable with other values of the same player.
    pub score: f64,
    /// What to press, a hold included.
    pub keys: Vec<Press>,
    /// The piece at rest.
    pub end: Falling,
    /// Its cells at rest.
    pub resting: Resting,
    /// Rows it completes.
    pub lines: u32,
}

impl std::fmt::Display for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let keys: Vec<&str> = self.keys.iter().map(|key| key.name()).collect();
        let Self { piece, column, score, .. } = self;
        let turns = self.rotation.index();
        write!(f, "{piece} turned {turns} to column {column} ({score:.2}): {}", keys.join(" "))
    }
}

/// The best placement, or `None` when the piece cannot move at all.
pub fn plan(situation: &Situation, strategy: &Strategy) -> Option<Placement> {
    let seeker = Seeker::new(situation, strategy.evaluator.as_ref(), strategy.search);
    let root = seeker.root();
    let (found, score) = match strategy.search.think {
        Some(think) => beam::search(&seeker, &root, Instant::now() + think)?,
        None => {
            let (outlook, found) = seeker.best(&root, strategy.search.depth)?;
            (found, outlook.value)
        }
    };
    let mut keys = if found.held { vec![Press::Hold] } else { Vec::new() };
    let from = seeker.falling(&root, &found);
    let (presses, end) = shortest_path(situation.movement, situation.well, &from, &found.resting)?;
    keys.extend(presses);
    Some(Placement {
        piece: found.landed.piece,
        rotation: end.orientation,
        column: found.resting.col,
        hold: found.held,
        score,
        keys,
        end,
        resting: found.resting,
        lines: found.landed.locked.lines,
    })
}

/// A moment of the game in thought.
#[derive(Clone)]
pub(super) struct State {
    pub well: Well,
    /// Index of the falling piece in the queue.
    pub at: usize,
    pub hold: Option<Piece>,
    /// Whether this is the real situation, in which the piece may have moved already.
    pub real: bool,
}

/// One placement in thought.
#[derive(Clone)]
pub(super) struct Try {
    pub resting: Resting,
    pub landed: Landed,
    pub held: bool,
    pub after: State,
    pub gain: f64,
    pub value: f64,
    /// Whether the game goes on after it.
    pub inside: bool,
    priority: i32,
}

/// How good things look; more pieces placed alive come first.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(super) struct Outlook {
    pub alive: f64,
    pub value: f64,
}

pub(super) struct Seeker<'a> {
    situation: &'a Situation<'a>,
    evaluator: &'a dyn Evaluator,
    search: Search,
    queue: Vec<Piece>,
}

impl<'a> Seeker<'a> {
    fn new(situation: &'a Situation<'a>, evaluator: &'a dyn Evaluator, search: Search) -> Self {
        let mut queue = vec![situation.falling.piece];
        queue.extend(situation.next);
        Self { situation, evaluator, search, queue }
    }

    fn root(&self) -> State {
        let hold = self.situation.hold.piece;
        State { well: self.situation.well.clone(), at: 0, hold, real: true }
    }

    /// How many pieces are known.
    pub fn known(&self) -> usize {
        self.queue.len()
    }

    /// Where the piece of a try starts from.
    fn falling(&self, state: &State, found: &Try) -> Falling {
        if state.real && !found.held {
            return self.situation.falling;
        }
        self.spawn(found.landed.piece)
    }

    fn spawn(&self, piece: Piece) -> Falling {
        let rules = self.situation.movement.rules();
        let orientation = rules.spawn_orientations(piece)[0];
        rules.spawn(piece, orientation, self.situation.well.cols())
    }

    /// All placements, best first: of equal values the smallest priority, then the first found.
    pub fn tries(&self, state: &State, queue: &[Piece]) -> Vec<Try> {
        let mut tries = Vec::new();
        let Some(piece) = queue.get(state.at).copied() else { return tries };
        let falling = if state.real { self.situation.falling } else { self.spawn(piece) };
        self.try_piece(state, falling, false, state.at + 1, state.hold, &mut tries);
        let may_hold = !state.real || self.situation.hold.allowed;
        if may_hold && self.situation.movement.rules().has(Press::Hold) {
            let swapped = match state.hold {
                Some(held) => Some((held, state.at + 1)),
                None => queue.get(state.at + 1).map(|next| (*next, state.at + 2)),
            };
            if let Some((other, at)) = swapped.filter(|(other, _)| *other != piece) {
                self.try_piece(state, self.spawn(other), true, at, Some(piece), &mut tries);
            }
        }
        tries.sort_by(|a, b| {
            let key = |t: &Try| Outlook { alive: f64::from(u8::from(t.inside)), value: t.value };
            key(b).partial_cmp(&key(a)).unwrap_or(Ordering::Equal).then(a.priority.cmp(&b.priority))
        });
        tries
    }

    fn try_piece(
        &self,
        state: &State,
        falling: Falling,
        held: bool,
        at: usize,
        hold: Option<Piece>,
        tries: &mut Vec<Try>,
    ) {
        for resting in self.situation.movement.resting(&state.well, &falling) {
            let Resting { shape, col, up, .. } = resting;
            let mut well = state.well.clone();
            let locked = well.lock(&shape, col, up);
            let landed = Landed { piece: falling.piece, shape, col, up, locked };
            let step = Step { before: &state.well, landed: &landed, after: &well };
            let inside = match self.search.end {
                EndRule::BeforeClearing => up + shape.height() <= well.rows(),
                EndRule::AfterClearing => !well.overflows(),
            };
            let (gain, value) = (self.evaluator.gain(&step), self.evaluator.value(&step));
            let priority = self.evaluator.priority(&step);
            let after = State { well, at, hold, real: false };
            tries.push(Try { resting, landed, held, after, gain, value, inside, priority });
        }
    }

    /// The best of all placements with its outlook, `depth` pieces deep.
    fn best(&self, state: &State, depth: usize) -> Option<(Outlook, Try)> {
        self.best_in(state, depth, &self.queue)
    }

    fn best_in(&self, state: &State, depth: usize, queue: &[Piece]) -> Option<(Outlook, Try)> {
        let tries = self.tries(state, queue);
        let last = depth <= 1;
        let width = if last { 1 } else { self.search.width.unwrap_or(usize::MAX).max(1) };
        let mut best: Option<(Outlook, Try)> = None;
        for found in tries.into_iter().take(width) {
            let own = Outlook { alive: f64::from(u8::from(found.inside)), value: found.value };
            let ahead =
                if last || !found.inside { own } else { self.ahead(&found, depth, queue, own) };
            if best.as_ref().is_none_or(|(most, _)| ahead > *most) {
                best = Some((ahead, found));
            }
        }
        best
    }

    /// The outlook of a placement with what follows it.
    fn ahead(&self, found: &Try, depth: usize, queue: &[Piece], own: Outlook) -> Outlook {
        let follow = |queue: &[Piece]| match self.best_in(&found.after, depth - 1, queue) {
            Some((ahead, _)) if ahead.alive > 0.0 => {
                Outlook { alive: own.alive + ahead.alive, value: found.gain + ahead.value }
            }
            _ => own,
        };
        if found.after.at < queue.len() {
            return follow(queue);
        }
        if self.search.unknown == Unknown::Ignore {
            // Known pieces are used up here as well as in every other branch.
            return Outlook { alive: own.alive + 1.0, ..own };
        }
        let any = if self.situation.possible.is_empty() {
            &Piece::ALL[..]
        } else {
            self.situation.possible
        };
        // What is counted for the last piece only would be put off for ever if the chance of having
        // it next were worth as much as having it: so the first piece's own value counts too.
        let mut mean = Outlook { alive: 0.0, value: found.value - found.gain };
        for piece in any {
            let mut longer = queue.to_vec();
            longer.push(*piece);
            let one = follow(&longer);
            mean.alive += one.alive / any.len() as f64;
            mean.value += one.value / any.len() as f64;
        }
        mean
    }

    /// The queue of known pieces.
    pub fn queue(&self) -> &[Piece] {
        &self.queue
    }
}
