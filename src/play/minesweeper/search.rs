//! Finding the board and waiting for a game that can be played.

use std::time::Duration;

use image::RgbImage;
use log::info;

use super::game::GameInHand;
use super::memory::Memory;
use super::{
    Asked, FIND, FRESH, LOOK, MinesweeperPlayer, NEW_GAME_TRIES, Seen, State, UNUSUAL, Waiting,
};
use crate::board::Grid;
use crate::board::minesweeper::{Board, Cell, Level, StartRule};
use crate::frame::Frame;
use crate::geometry::FrameRect;
use crate::play::{Ended, Outcome, Step};
use crate::vision::minesweeper::Reading;

/// Reasons that a message tells one by one.
const TOLD: usize = 3;

/// Whether two boards that were found are one, but for what noise may shift.
fn same_place(a: &FrameRect, b: &FrameRect) -> bool {
    [a.x - b.x, a.y - b.y, a.w - b.w, a.h - b.h].iter().all(|off| off.abs() < 2.0)
}

impl MinesweeperPlayer {
    /// Looks for the board in a whole frame.
    pub(super) fn search(&mut self, frame: &Frame, since: Option<Duration>) -> Step {
        let since = since.unwrap_or(frame.at);
        let found = self.reader.find(frame);
        if let (Ok(reading), Some(level)) = (&found, self.known_level())
            && (reading.cells.cols(), reading.cells.rows()) != (level.cols, level.rows)
        {
            return self.other_board(frame.at - since < FIND, since, reading, level);
        }
        match found {
            Ok(reading) if !self.believes(&reading, frame.at) && frame.at - since < FIND => {
                self.state = State::Searching(Some(since));
                Step::Look(Duration::from_millis(100))
            }
            Ok(reading) => {
                info!("found a board of {}x{}", reading.cells.cols(), reading.cells.rows());
                self.seen = Some(Seen {
                    reading,
                    image: RgbImage::new(1, 1),
                    since: frame.at,
                    changed: frame.at,
                    asked: Duration::ZERO,
                    size: (frame.region.w, frame.region.h),
                });
                let first = Asked { outcome: Outcome::Stopped, tries: 0, since: None };
                self.state = match self.interrupted.take() {
                    // What was sent last must show, and may be sent once more.
                    Some(State::Playing(Waiting { effects, .. })) => {
                        State::Playing(Waiting { effects, ..Waiting::default() })
                    }
                    Some(state) => state,
                    None => State::AwaitFresh(first),
                };
                // A pointer that rests on the board may change how a cell looks.
                let away = if self.options.dry_run { Vec::new() } else { self.park() };
                if away.is_empty() { Step::Look(Duration::ZERO) } else { Step::Act(away) }
            }
            Err(_) if frame.at - since < FIND => {
                self.state = State::Searching(Some(since));
                Step::Look(Duration::from_millis(100))
            }
            Err(error) if self.interrupted.is_some() => Step::GiveUp(Ended::Safety(format!(
                "the board was not found again after the window had changed: {error}; uncover it \
                 and start anew"
            ))),
            Err(error) => Step::GiveUp(Ended::NothingFound(format!(
                "no Minesweeper board was found: {error}; uncover the game's window, or see \
                 what is there with `sweepfall windows` and `sweepfall read`"
            ))),
        }
    }

    /// Whether the board in `reading` is taken for the whole one: a message over a part of it may
    /// make it look smaller than it is, but seldom at the same place for long.
    fn believes(&mut self, reading: &Reading, at: Duration) -> bool {
        let (cols, rows) = (reading.cells.cols(), reading.cells.rows());
        if self.level(reading).is_err() {
            return false;
        }
        let known = self.known_level().is_some() || self.options.level.is_some();
        if known || Level::standard(cols, rows).is_some() {
            return true;
        }
        let bounds = reading.geometry.bounds();
        match self.unusual.filter(|(before, _)| same_place(before, &bounds)) {
            Some((_, since)) => at - since >= UNUSUAL,
            None => {
                self.unusual = Some((bounds, at));
                false
            }
        }
    }

    /// Size and mines of the game that was interrupted, if one was.
    fn known_level(&self) -> Option<Level> {
        self.interrupted.as_ref().and(self.level)
    }

    /// A board that is not the one that was played on.
    fn other_board(
        &mut self,
        again: bool,
        since: Duration,
        reading: &Reading,
        level: Level,
    ) -> Step {
        self.state = State::Searching(Some(since));
        if again {
            return Step::Look(Duration::from_millis(100));
        }
        Step::GiveUp(Ended::Safety(format!(
            "the board has another size than before, {}x{} cells instead of {}x{}; start anew if \
             that is wanted",
            reading.cells.cols(),
            reading.cells.rows(),
            level.cols,
            level.rows
        )))
    }

    /// Waits for a game that can be played: fresh, or just found in its middle.
    pub(super) fn await_fresh(&mut self, frame: &Frame, asked: Duration, fresh: Asked) -> Step {
        let Asked { outcome, tries, since } = fresh;
        let since = since.unwrap_or(frame.at);
        let late = frame.at - since > FRESH;
        self.state = State::AwaitFresh(Asked { since: Some(since), ..fresh });
        let Some(cells) = self.look(frame, asked) else {
            return if late { self.no_new_game(outcome, tries, None) } else { Step::Look(LOOK) };
        };
        let level = self.seen.as_ref().map(|seen| self.level(&seen.reading));
        let level = match level.expect("a board was found before a game is waited for") {
            Ok(level) => level,
            Err(text) => return Step::GiveUp(Ended::Safety(text)),
        };
        let board = match Board::check(&cells, level.mines) {
            Ok(board) => board,
            Err(_) if !late => return Step::Look(LOOK),
            Err(reasons) => {
                let more = reasons.len().saturating_sub(TOLD);
                let told = reasons.iter().take(TOLD).map(ToString::to_string);
                let more = (more > 0).then(|| format!("{more} more things like this"));
                let reasons: Vec<String> = told.chain(more).collect();
                return self.no_new_game(outcome, tries, Some(reasons.join("; ")));
            }
        };
        let over = board.is_lost() || board.is_won();
        let anew = tries > 0;
        let begun = !board.is_fresh() && self.options.rules.start != StartRule::Opened;
        if over || (anew && begun) {
            if !anew {
                self.state =
                    State::Restart(if board.is_won() { Outcome::Won } else { Outcome::Lost }, 0);
                return Step::Look(Duration::ZERO);
            }
            return if late { self.no_new_game(outcome, tries, None) } else { Step::Look(LOOK) };
        }
        self.begin(level, &cells);
        Step::Look(Duration::ZERO)
    }

    /// Asks once more for a new game, or gives up.
    pub(super) fn no_new_game(
        &mut self,
        outcome: Outcome,
        tries: u32,
        reasons: Option<String>,
    ) -> Step {
        if tries > 0 && tries < NEW_GAME_TRIES {
            self.state = State::Restart(outcome, tries);
            return Step::Look(Duration::ZERO);
        }
        let why = reasons.unwrap_or_else(|| "the board is not a fresh one".into());
        Step::GiveUp(Ended::Safety(format!(
            "no game to play appeared: {why}; start a new game by hand and close its dialogs"
        )))
    }

    /// The size and mines of the game on the screen.
    fn level(&self, reading: &Reading) -> Result<Level, String> {
        let cells = reading.kinds();
        let (cols, rows) = (cells.cols(), cells.rows());
        if let Some(level) = self.options.level {
            if (level.cols, level.rows) != (cols, rows) {
                return Err(format!(
                    "the board has {cols}x{rows} cells but --level asks for {level}; \
                     leave --level out or choose the right one"
                ));
            }
            return Ok(level);
        }
        let before = self.level.filter(|level| (level.cols, level.rows) == (cols, rows));
        if let Some(level) = before {
            return Ok(level);
        }
        let flags = cells.values().iter().filter(|cell| **cell == Some(Cell::Flag)).count();
        let counted = reading.counters.mines_left.and_then(|left| usize::try_from(left).ok());
        let counted = counted.map(|left| left + flags);
        let plausible = counted.filter(|mines| *mines > 0 && mines * 2 < cols * rows);
        let standard = Level::standard(cols, rows);
        plausible.map(|mines| Level { cols, rows, mines }).or(standard).ok_or_else(|| {
            format!(
                "the number of mines of this {cols}x{rows} board is not known; \
                 give it with --level {cols}x{rows}/MINES"
            )
        })
    }

    pub(super) fn begin(&mut self, level: Level, cells: &Grid<Option<Cell>>) {
        self.games += 1;
        self.level = Some(level);
        self.game = Some(GameInHand::new(self.games, level, self.real_time.now()));
        self.memory = Memory::new(level.cols, level.rows);
        self.memory.learn_open(cells);
        self.first_click = None;
        self.guessed = false;
        self.state = State::Playing(Waiting::default());
    }
}
