//! The seam between the live target and a desktop: what it must be able to tell.

use image::RgbImage;
use serde::Serialize;

use crate::geometry::{ScreenPoint, ScreenRect};
use crate::input::Key;

/// A window's name in its desktop: an X11 window id, a Windows HWND.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct WindowId(pub u64);

impl std::fmt::Display for WindowId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "0x{:x}", self.0)
    }
}

/// What part a window plays in its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WindowKind {
    /// A main window.
    Main,
    /// A dialog, or a window that belongs to another one.
    Dialog,
    /// Neither: a tooltip, a menu, a panel, the desktop's background.
    Other,
}

/// One top-level window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowInfo {
    /// Its id.
    pub id: WindowId,
    /// Its title, made readable whatever its encoding; empty if it has none.
    pub title: String,
    /// Its class: both parts of X11's WM_CLASS with a space between; on Windows the class and
    /// the executable's name.
    pub class: String,
    /// The process it belongs to, if the desktop tells.
    pub pid: Option<u32>,
    /// The window it is a dialog of.
    pub owner: Option<WindowId>,
    /// What part it plays.
    pub kind: WindowKind,
    /// Where its client area (without the frame and title bar) lies; `None` while minimised.
    pub place: Option<ScreenRect>,
}

impl WindowInfo {
    /// The title, or the class where there is none, with the id.
    pub fn describe(&self) -> String {
        let name = if self.title.is_empty() { &self.class } else { &self.title };
        format!("window '{name}' ({})", self.id)
    }

    /// Whether both windows belong to one program.
    pub fn same_program(&self, other: &Self) -> bool {
        self.id == other.id
            || self.owner == Some(other.id)
            || other.owner == Some(self.id)
            || (self.pid.is_some() && self.pid == other.pid)
    }
}

/// What shows the user's hands: all that a watcher for a stop needs.
pub trait Senses {
    /// Where the pointer is.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn pointer(&self) -> anyhow::Result<ScreenPoint>;

    /// Whether a key is down, whoever pressed it.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn key_down(&self, key: Key) -> anyhow::Result<bool>;

    /// The places of all monitors.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn monitors(&self) -> anyhow::Result<Vec<ScreenRect>>;
}

/// What the live target asks of a desktop. All of it is read from outside the programs; nothing
/// but [`Desktop::activate`] changes anything.
pub trait Desktop: Senses {
    /// Every top-level window that a person could see, the front-most first.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn windows(&self) -> anyhow::Result<Vec<WindowInfo>>;

    /// One window, or `None` if there is no such window.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn window(&self, id: WindowId) -> anyhow::Result<Option<WindowInfo>>;

    /// Where the client area of `id` lies now, or `None` if it is gone or minimised. Cheap: it is
    /// asked before every input.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn place(&self, id: WindowId) -> anyhow::Result<Option<ScreenRect>>;

    /// Everything that must be known right before a button goes down on `id` at `point`, all at
    /// one moment as far as the desktop can.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn probe(&self, id: WindowId, point: ScreenPoint) -> anyhow::Result<Probe>;

    /// The window that has the keyboard, as a top-level window.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn focused(&self) -> anyhow::Result<Option<WindowInfo>>;

    /// Asks the desktop to bring a window to the front and give it the keyboard. It may take a
    /// while, or be refused: look at [`Desktop::focused`] then.
    ///
    /// # Errors
    /// When the desktop cannot be asked.
    fn activate(&self, id: WindowId) -> anyhow::Result<()>;

    /// Captured pixels per screen unit around `point`.
    fn scale_at(&self, point: ScreenPoint) -> f64;

    /// By how much the desktop enlarges the picture that `window` draws: more than 1 where its
    /// program does not know of the display's scale.
    fn stretch(&self, window: &WindowInfo) -> f64 {
        let _ = window;
        1.0
    }

    /// Whether another program may hold the pointer's events back for a while, as X11 window
    /// managers do at every press.
    fn may_freeze_pointer(&self) -> bool {
        false
    }

    /// What `rect` shows now. `rect` lies on the desktop.
    ///
    /// # Errors
    /// When the desktop refuses.
    fn capture(&self, rect: ScreenRect) -> anyhow::Result<RgbImage>;

    /// Why input would not reach `window` although it could be sent, as words for people that
    /// say what to do; `None` if nothing is known to be in the way.
    fn input_barrier(&self, window: &WindowInfo) -> Option<String> {
        let _ = window;
        None
    }
}

/// What is so right before a button goes down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// Where the window's client area lies; `None` if it is gone or minimised.
    pub place: Option<ScreenRect>,
    /// What a click at the point would reach.
    pub front: Front,
    /// Where the pointer is.
    pub pointer: ScreenPoint,
}

/// What is in front at a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Front {
    /// The window asked about.
    Itself,
    /// Another window, as words for people.
    Other(String),
}
