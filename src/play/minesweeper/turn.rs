//! One look at a running game: check what the last inputs did, then decide.

use std::time::Duration;

use log::info;

use super::actions::{self, Clicker, Effect};
use super::{LOOK, MinesweeperPlayer, OnGuess, RESTLESS, State, Waiting};
use crate::board::Grid;
use crate::board::minesweeper::{Board, Cell};
use crate::frame::Frame;
use crate::play::{Ended, Outcome, Planned, Step};
use crate::solver::minesweeper::{FlagStyle, Limits, Move, Reason};

/// How many settle times an input that was sent again, a flag that nobody is known to have set, and
/// the picture of a lost game may take.
const PATIENCE: u32 = 3;

impl MinesweeperPlayer {
    /// One look at a running game.
    pub(super) fn play(&mut self, frame: &Frame, asked: Duration, mut waiting: Waiting) -> Step {
        let since = *waiting.since.get_or_insert(frame.at);
        let begun = *waiting.begun.get_or_insert(frame.at);
        // What was sent again gets more time: a game may stand still for seconds.
        let patience = if waiting.resent { PATIENCE } else { 1 };
        let settle = self.options.pace.settle() * patience;
        let cells = self.look(frame, asked);
        // A game that still draws is slow, not deaf: its time begins anew with each change.
        let changed = self.seen.as_ref().map_or(since, |seen| seen.changed);
        let late = frame.at - since.max(changed) > settle;
        let Some(cells) = cells else {
            self.state = State::Playing(waiting);
            return if frame.at - begun > settle * RESTLESS {
                self.unreadable("the picture does not come to rest")
            } else {
                Step::Look(Duration::ZERO)
            };
        };
        let over = self.shows_loss(&cells);
        // What comes and goes over a lost game must not keep it from ending.
        let end = late || frame.at - since > settle * PATIENCE;
        let unknown = cells.values().iter().filter(|cell| cell.is_none()).count();
        if unknown > 0 && (self.all_safe_open(&cells) || late && self.shows_win(&cells)) {
            return self.finish(Outcome::Won, &cells);
        }
        if unknown > 0 && !(over && end) {
            return self.wait_or(waiting, late, &format!("{unknown} cells cannot be read"));
        }
        // A dialog may hide what was read before; it does not hide that mines are shown.
        if over && end {
            return self.finish(Outcome::Lost, &cells);
        }
        if let Some(at) = self.memory.changed(&cells).first() {
            let text = format!("cell {at} no longer shows what it showed before");
            return self.wait_or(waiting, late, &text);
        }
        if over {
            return self.finish(Outcome::Lost, &cells);
        }
        let unmet: Vec<Effect> =
            waiting.effects.iter().copied().filter(|effect| !effect.shows(&cells)).collect();
        let board = match Board::check(&cells, self.in_hand().level.mines) {
            Ok(board) => board,
            Err(reasons) => {
                let text = format!("the board is impossible: {}", reasons[0]);
                return self.wait_or(waiting, late, &text);
            }
        };
        if board.is_won() && !self.flags_missing(&cells) {
            return self.finish(Outcome::Won, &cells);
        }
        if !unmet.is_empty() {
            if !late {
                self.state = State::Playing(waiting);
                return Step::Look(LOOK);
            }
            return self.resend(waiting, unmet, board.cells());
        }
        // A flag that nobody is known to have set is a pointer or the like until it has stayed.
        let own = waiting.effects.iter().any(|effect| matches!(effect, Effect::Flagged(_)));
        let stays = frame.at - since.max(changed) > settle * PATIENCE;
        if !own && !stays && self.memory.new_flag(&cells) {
            self.state = State::Playing(waiting);
            return Step::Look(LOOK);
        }
        self.memory.learn(&cells);
        if let Some(seen) = &self.seen {
            self.reader.confirm(frame, &seen.reading);
        }
        self.decide(&board, late, waiting)
    }

    /// Whether the picture is that of a lost game: mines are shown, or after a guess as many
    /// covered cells as there are mines turned into something that cannot be read.
    fn shows_loss(&self, cells: &Grid<Option<Cell>>) -> bool {
        if cells.values().iter().flatten().any(|cell| cell.is_end_picture()) {
            return true;
        }
        let strange = || cells.iter().filter(|(_, cell)| cell.is_none()).map(|(pos, _)| pos);
        let mines = self.game.as_ref().map(|game| game.level.mines);
        self.guessed
            && mines.is_some_and(|mines| strange().count() == mines)
            && strange().all(|pos| !self.memory.is_open(pos))
    }

    /// Whether the picture is that of a won game with a message over a part of it: the game has
    /// flagged the mines by itself and no covered cell is left in sight.
    fn shows_win(&self, cells: &Grid<Option<Cell>>) -> bool {
        let shown = |kind| cells.values().contains(&Some(kind));
        self.options.flags == FlagStyle::None && shown(Cell::Flag) && !shown(Cell::Covered)
    }

    /// Whether every safe cell is open, so that the game is won whatever the others show: some
    /// games mark the mines at the end with pictures that were not seen before.
    fn all_safe_open(&mut self, cells: &Grid<Option<Cell>>) -> bool {
        let open = cells.values().iter().filter(|cell| matches!(cell, Some(Cell::Open(_))));
        let mines = self.in_hand().level.mines;
        !self.options.rules.flags_to_win && open.count() + mines == cells.values().len()
    }

    /// Whether the game wants every mine flagged before it counts as won, and some are not.
    pub(super) fn flags_missing(&self, cells: &Grid<Option<Cell>>) -> bool {
        self.options.rules.flags_to_win && cells.values().contains(&Some(Cell::Covered))
    }

    /// Looks again until it is late; then closes a dialog that may cover the board, once; then
    /// stops.
    pub(super) fn wait_or(&mut self, mut waiting: Waiting, late: bool, problem: &str) -> Step {
        if !late {
            self.state = State::Playing(waiting);
            return Step::Look(LOOK);
        }
        if !waiting.dismissed && !waiting.effects.is_empty() {
            waiting.dismissed = true;
            (waiting.since, waiting.begun) = (None, None);
            let plan = self.steps(&self.options.new_game.dismiss);
            self.state = State::Playing(waiting);
            if let Ok(plan) = plan
                && !plan.is_empty()
            {
                return Step::Act(plan);
            }
            return Step::Look(LOOK);
        }
        self.state = State::Playing(waiting);
        self.unreadable(problem)
    }

    pub(super) fn unreadable(&self, problem: &str) -> Step {
        Step::GiveUp(Ended::Safety(format!(
            "{problem}; nothing was clicked on it. See the saved evidence, uncover the board or \
             give the game's profile with --profile"
        )))
    }

    /// Sends once more what had no effect.
    pub(super) fn resend(
        &mut self,
        mut waiting: Waiting,
        unmet: Vec<Effect>,
        cells: &Grid<Cell>,
    ) -> Step {
        if waiting.resent {
            return Step::GiveUp(Ended::Safety(format!(
                "the input at cell {} had no effect, twice; is the game paused or its window \
                 not in front?",
                unmet[0].cell()
            )));
        }
        let clicker = self.clicker(cells);
        let mut plan: Vec<Planned> = unmet.iter().flat_map(|e| clicker.again(*e)).collect();
        plan.extend(self.park());
        self.in_hand().retries += unmet.len() as u32;
        waiting.effects = unmet;
        waiting.resent = true;
        (waiting.since, waiting.begun) = (None, None);
        self.state = State::Playing(waiting);
        Step::Act(plan)
    }

    /// Asks the strategy and turns its moves into inputs.
    pub(super) fn decide(&mut self, board: &Board, late: bool, waiting: Waiting) -> Step {
        let limits = Limits {
            start: self.options.rules.start,
            first_click: self.first_click,
            think: self.options.think,
            flags: self.options.flags,
        };
        let decided = self.strategy.decide(board, &limits).and_then(|decision| {
            let stuck = decision.moves.is_empty();
            if stuck { self.guesser.decide(board, &limits) } else { Ok(decision) }
        });
        let decision = match decided {
            Ok(decision) => decision,
            Err(contradiction) => return self.wait_or(waiting, late, &contradiction.to_string()),
        };
        let guess = decision.moves.iter().find(|m| m.is_guess() && m.reason != Reason::Opening);
        if let Some(ended) = guess.and_then(|guess| self.refuse_guess(guess)) {
            return Step::GiveUp(ended);
        }
        if decision.moves.is_empty() {
            return self.unreadable("the solver has no move although the game is not over");
        }
        for m in &decision.moves {
            info!("{:?} {}: {}", m.kind, m.cell, m.reason);
        }
        if self.options.dry_run {
            let would = |m: &Move| format!("would {} {} ({})", m.kind, m.cell, m.reason);
            let told: Vec<String> = decision.moves.iter().map(would).collect();
            return Step::GiveUp(Ended::DryRun(told.join("; ")));
        }
        if board.is_fresh() {
            self.first_click = Some(decision.moves[0].cell);
        }
        if let Some(asked) = self.seen.as_ref().map(|seen| seen.asked) {
            let answer = self.real_time.now().saturating_sub(asked);
            self.in_hand().answers.push(answer);
        }
        self.guessed = decision.moves.iter().any(Move::is_guess);
        self.in_hand().guesses += u32::from(guess.is_some());
        let mut plan = self.clicker(board.cells()).plan(&decision.moves);
        plan.extend(self.park());
        let effects = actions::effects(&decision.moves, board.cells());
        self.state = State::Playing(Waiting { effects, ..Waiting::default() });
        self.last = Some(decision);
        Step::Act(plan)
    }

    /// Why a guess is not made, if it is not.
    pub(super) fn refuse_guess(&mut self, guess: &Move) -> Option<Ended> {
        let text = format!(
            "only a guess is left: cell {} is a mine with {:.1} % ({})",
            guess.cell,
            guess.mine_probability * 100.0,
            guess.reason
        );
        match &mut self.options.on_guess {
            OnGuess::Play => None,
            OnGuess::Stop => Some(Ended::Guess(text)),
            OnGuess::Ask(ask) => (!ask(guess)).then_some(Ended::Guess(text)),
        }
    }

    pub(super) fn clicker<'a>(&'a self, cells: &'a Grid<Cell>) -> Clicker<'a> {
        let seen = self.seen.as_ref().expect("a board was found before it is clicked");
        Clicker {
            geometry: &seen.reading.geometry,
            cells,
            rules: &self.options.rules,
            pace: &self.options.pace,
        }
    }
}
