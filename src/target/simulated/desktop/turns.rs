//! Whose turn it is at a window: a person's or a bot's.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use winit::event_loop::EventLoopProxy;

use super::seat::{Asked, Pauses, Seat};
use crate::target::simulated::EndedGame;

/// Who played a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hands {
    /// Only a person.
    Person,
    /// Only a bot.
    Bot,
    /// Both in turn.
    Both,
}

/// Plays in the seat until it is taken away; runs in a thread of its own.
pub type Bot = Arc<dyn Fn(Seat) + Send + Sync>;

/// Who else is at the window.
pub struct Company {
    /// Is told of each game that ended, and who played it.
    pub ended: Box<dyn FnMut(EndedGame, Hands)>,
    /// Plays when it is asked to.
    pub bot: Bot,
    /// How fast it plays.
    pub pauses: Pauses,
    /// Whether it begins.
    pub bot_begins: bool,
}

/// Whose turn it is, and who had one in the game in hand.
pub(super) struct Turns {
    window: EventLoopProxy<Asked>,
    bot: Bot,
    pauses: Pauses,
    /// Tells the bot in the seat that it is taken away.
    seated: Option<Arc<AtomicBool>>,
    /// The number of the last seat given.
    seat: u64,
    hands: Option<Hands>,
}

impl Turns {
    pub(super) fn new(window: EventLoopProxy<Asked>, bot: Bot, pauses: Pauses) -> Self {
        Self { window, bot, pauses, seated: None, seat: 0, hands: None }
    }

    /// Whether a bot plays now.
    pub(super) fn is_bots(&self) -> bool {
        self.seated.is_some()
    }

    /// Whether wishes from the seat of this number are heard.
    pub(super) fn hears(&self, seat: u64) -> bool {
        self.is_bots() && seat == self.seat
    }

    /// The other one plays on.
    pub(super) fn hand_over(&mut self) {
        if self.is_bots() {
            return self.persons();
        }
        let taken = Arc::new(AtomicBool::new(false));
        self.seat += 1;
        let seat = Seat::new(self.seat, self.window.clone(), taken.clone(), self.pauses);
        self.seated = Some(taken);
        let bot = self.bot.clone();
        std::thread::spawn(move || bot(seat));
    }

    /// A person plays on.
    pub(super) fn persons(&mut self) {
        if let Some(taken) = self.seated.take() {
            taken.store(true, Ordering::SeqCst);
        }
    }

    /// Whoever's turn it is has done something in the game in hand.
    pub(super) fn played(&mut self) {
        let now = if self.is_bots() { Hands::Bot } else { Hands::Person };
        let before = self.hands.unwrap_or(now);
        self.hands = Some(if before == now { now } else { Hands::Both });
    }

    /// Who played the game in hand, which has ended.
    pub(super) fn end(&mut self) -> Hands {
        self.hands.take().unwrap_or(Hands::Person)
    }
}
