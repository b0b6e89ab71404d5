//! Whole games without a screen, for benchmarks and tuning.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use super::fast::{Drop, EndRule, FastGame, Lookahead};
use super::search::{Hold, Situation, Unknown, plan};
use super::{Movement, Strategy};
use crate::board::tetris::{Piece, PieceSource, Press, Randomiser, Rules, Well};

/// Which games are played.
#[derive(Clone)]
pub struct GameOptions {
    /// The well at the start.
    pub well: Well,
    /// How pieces move; the classic model is `classic`.
    pub rules: Rules,
    /// How pieces are dealt.
    pub randomiser: Randomiser,
    /// Pieces shown beyond the falling one; at least the search's depth less one.
    pub next: usize,
    /// Each game ends after so many pieces at the latest.
    pub max_pieces: Option<u64>,
    /// Which games; game `n` of a seed is the same whatever else is played.
    pub seed: u64,
}

/// How one game went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Pieces placed, the fatal one included.
    pub pieces: u64,
    /// Rows removed.
    pub lines: u64,
    /// How often 1, 2, 3 and 4 rows were removed at once.
    pub clears: [u64; 4],
    /// Whether the game was lost; otherwise it was cut short.
    pub finished: bool,
    /// A hash of every placement.
    pub checksum: u64,
    /// The well when the game ended.
    pub well: Well,
}

/// Something that places one piece after another.
enum Player<'a> {
    Fast(Box<FastGame>, Lookahead),
    General(&'a Strategy, Box<Movement>, Well),
}

/// What came of one piece.
struct Placed {
    lines: u32,
    /// Identifies the placement.
    code: u64,
}

impl<'a> Player<'a> {
    fn new(strategy: &'a Strategy, options: &GameOptions) -> Self {
        let search = strategy.search;
        // The fast engine knows straight drops only.
        let plain = search.unknown == Unknown::Ignore && search.think.is_none();
        if let Some(weights) = strategy.evaluator.weights()
            && plain
            && options.rules.name() == "classic"
        {
            let look = Lookahead {
                depth: search.depth.max(1).min(options.next + 1),
                width: search.width.unwrap_or(usize::MAX),
            };
            if let Some(game) = FastGame::new(&options.well, weights.clone(), search.end) {
                return Self::Fast(Box::new(game), look);
            }
        }
        Self::General(strategy, Box::new(Movement::new(&options.rules)), options.well.clone())
    }

    /// Places the first of `queue`; `None` when the game is lost.
    fn place(&mut self, queue: &mut Vec<Piece>, hold: &mut Hold) -> Option<Placed> {
        match self {
            Self::Fast(game, look) => {
                let drop = game.choose(queue, *look)?;
                queue.remove(0);
                Some(Placed { lines: game.play(&drop), code: code(&drop) })
            }
            Self::General(strategy, movement, well) => {
                let rules = movement.rules();
                let orientation = rules.spawn_orientations(queue[0])[0];
                let falling = rules.spawn(queue[0], orientation, well.cols());
                let (next, hold_now) = (&queue[1..], *hold);
                let situation =
                    Situation { well, movement, falling, next, hold: hold_now, possible: &[] };
                let found = plan(&situation, strategy)?;
                if found.hold {
                    let held = hold.piece.replace(queue.remove(0));
                    if held.is_none() {
                        queue.remove(0);
                    }
                } else {
                    queue.remove(0);
                }
                let rest = found.resting;
                if strategy.search.end == EndRule::BeforeClearing
                    && rest.up + rest.shape.height() > well.rows()
                {
                    return None;
                }
                let mut after = well.clone();
                let lines = after.lock(&rest.shape, rest.col, rest.up).lines;
                if after.overflows() {
                    return None;
                }
                *well = after;
                let code = (rest.up as u64) << 16 | (rest.col as u64) << 8 | found.rotation as u64;
                Some(Placed { lines, code: code << 1 | u64::from(found.hold) })
            }
        }
    }

    fn well(&self) -> Well {
        match self {
            Self::Fast(game, _) => game.well(),
            Self::General(.., well) => well.clone(),
        }
    }
}

fn code(drop: &Drop) -> u64 {
    (u64::from(drop.up) << 16 | u64::from(drop.col) << 8 | u64::from(drop.turns)) << 1
}

/// One step of the FNV-1a hash, a word at a time.
pub fn hash(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(0x0000_0100_0000_01B3)
}

/// Where [`hash`] begins.
pub const HASH_START: u64 = 0xCBF2_9CE4_8422_2325;

/// Plays game `index`; `go_on` is asked now and then (with the pieces placed since it was last
/// asked) and may cut it short.
pub fn play_game(
    strategy: &Strategy,
    options: &GameOptions,
    index: u64,
    mut go_on: impl FnMut(u64) -> bool,
) -> GameRecord {
    let mut player = Player::new(strategy, options);
    let mut source = PieceSource::new(options.randomiser, options.seed, index);
    let mut queue = Vec::new();
    let mut hold = Hold { piece: None, allowed: options.rules.has(Press::Hold) };
    let mut record = GameRecord {
        pieces: 0,
        lines: 0,
        clears: [0; 4],
        finished: false,
        checksum: HASH_START,
        well: options.well.clone(),
    };
    // Asking costs time: often enough for a second's patience, seldom enough not to show.
    let ask_every = if matches!(player, Player::Fast(..)) { 1 << 14 } else { 16 };
    loop {
        let missing = (options.next + 1).saturating_sub(queue.len());
        queue.extend(source.by_ref().take(missing));
        record.pieces += 1;
        let Some(placed) = player.place(&mut queue, &mut hold) else {
            record.finished = true;
            break;
        };
        record.lines += u64::from(placed.lines);
        if let Some(count) = record.clears.get_mut((placed.lines as usize).wrapping_sub(1)) {
            *count += 1;
        }
        record.checksum = hash(record.checksum, placed.code);
        let full = options.max_pieces.is_some_and(|most| record.pieces >= most);
        if full || record.pieces.is_multiple_of(ask_every) && !go_on(ask_every) {
            break;
        }
    }
    record.well = player.well();
    record
}

/// Plays games `0..games` on `threads` threads and gives each to `done` as it ends (in no
/// particular order), with its index. `go_on` is asked by every thread and may end everything;
/// games not begun by then are not played.
pub fn play_games(
    strategy: &Strategy,
    options: &GameOptions,
    games: std::ops::Range<u64>,
    threads: usize,
    go_on: impl Fn(u64) -> bool + Sync,
    mut done: impl FnMut(u64, GameRecord),
) {
    let next = AtomicU64::new(games.start);
    std::thread::scope(|scope| {
        let (give, take) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let give = give.clone();
            let (next, go_on, end) = (&next, &go_on, games.end);
            scope.spawn(move || {
                while go_on(0) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= end {
                        break;
                    }
                    let record = play_game(strategy, options, index, go_on);
                    if give.send((index, record)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(give);
        take.iter().for_each(|(index, record)| done(index, record));
    });
}
