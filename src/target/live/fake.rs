//! A desktop made of plain values, for tests of what is checked before an input goes out.

use std::cell::RefCell;
use std::rc::Rc;

use image::RgbImage;

use super::desktop::{Desktop, Front, Probe, Senses, WindowId, WindowInfo, WindowKind};
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::input::{Button, InputDevice, Key, Stroke};

/// What happens to the pointer when it is moved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mouse {
    /// It goes there.
    Obeys,
    /// A hand takes it elsewhere.
    InHand,
    /// It stays where it is.
    Held,
}

/// Everything about the desktop, changed by the test as it likes.
pub struct State {
    pub game: WindowInfo,
    pub cover: Option<String>,
    /// Whether asking for the window brings it in front of what covers it.
    pub raises: bool,
    pub focused: Option<WindowInfo>,
    /// Whether asking for the keyboard gives it.
    pub obeys: bool,
    /// Why input would not reach the game.
    pub barrier: Option<String>,
    /// By how much the desktop enlarges the game's picture.
    pub stretch: f64,
    pub pointer: ScreenPoint,
    /// What happens to the pointer when it is moved.
    pub mouse: Mouse,
    /// Everything that was sent.
    pub sent: Vec<String>,
}

/// Shares its state with the test.
#[derive(Clone)]
pub struct FakeDesktop(pub Rc<RefCell<State>>);

impl FakeDesktop {
    /// A game at (100, 200) of 300 x 200 pixels that has the keyboard.
    pub fn new() -> Self {
        let game = window(7, "Mines", 70);
        Self(Rc::new(RefCell::new(State {
            focused: Some(game.clone()),
            game,
            cover: None,
            raises: false,
            obeys: true,
            barrier: None,
            stretch: 1.0,
            pointer: ScreenPoint { x: 5, y: 500 },
            mouse: Mouse::Obeys,
            sent: Vec::new(),
        })))
    }
}

/// A main window of process `pid`.
pub fn window(id: u64, title: &str, pid: u32) -> WindowInfo {
    WindowInfo {
        id: WindowId(id),
        title: title.to_string(),
        class: "game".to_string(),
        pid: Some(pid),
        owner: None,
        kind: WindowKind::Main,
        place: Some(ScreenRect { x: 100, y: 200, w: 300, h: 200 }),
    }
}

impl Senses for FakeDesktop {
    fn pointer(&self) -> anyhow::Result<ScreenPoint> {
        Ok(self.0.borrow().pointer)
    }

    fn key_down(&self, _key: Key) -> anyhow::Result<bool> {
        Ok(false)
    }

    fn monitors(&self) -> anyhow::Result<Vec<ScreenRect>> {
        Ok(vec![ScreenRect { x: 0, y: 0, w: 1000, h: 800 }])
    }
}

impl Desktop for FakeDesktop {
    fn windows(&self) -> anyhow::Result<Vec<WindowInfo>> {
        Ok(vec![self.0.borrow().game.clone()])
    }

    fn window(&self, id: WindowId) -> anyhow::Result<Option<WindowInfo>> {
        Ok(Some(self.0.borrow().game.clone()).filter(|game| game.id == id))
    }

    fn place(&self, id: WindowId) -> anyhow::Result<Option<ScreenRect>> {
        Ok(self.window(id)?.and_then(|game| game.place))
    }

    fn probe(&self, id: WindowId, _point: ScreenPoint) -> anyhow::Result<Probe> {
        let place = self.place(id)?;
        let state = self.0.borrow();
        let front = state.cover.clone().map_or(Front::Itself, Front::Other);
        Ok(Probe { place, front, pointer: state.pointer })
    }

    fn focused(&self) -> anyhow::Result<Option<WindowInfo>> {
        Ok(self.0.borrow().focused.clone())
    }

    fn activate(&self, id: WindowId) -> anyhow::Result<()> {
        let mut state = self.0.borrow_mut();
        state.sent.push("activate".to_string());
        if state.raises {
            state.cover = None;
        }
        if state.obeys {
            let other = || window(id.0, "Letter", 90);
            let game = state.game.clone();
            state.focused = Some(if game.id == id { game } else { other() });
        }
        Ok(())
    }

    fn scale_at(&self, _point: ScreenPoint) -> f64 {
        1.0
    }

    fn input_barrier(&self, _window: &WindowInfo) -> Option<String> {
        self.0.borrow().barrier.clone()
    }

    fn stretch(&self, _window: &WindowInfo) -> f64 {
        self.0.borrow().stretch
    }

    fn capture(&self, rect: ScreenRect) -> anyhow::Result<RgbImage> {
        // Every pixel tells its own place on the screen.
        Ok(RgbImage::from_fn(rect.w, rect.h, |x, y| {
            image::Rgb([(rect.x as u32 + x) as u8, (rect.y as u32 + y) as u8, 0])
        }))
    }
}

impl InputDevice for FakeDesktop {
    fn move_to(&mut self, point: ScreenPoint) -> anyhow::Result<()> {
        let mut state = self.0.borrow_mut();
        state.sent.push(format!("move {point}"));
        match state.mouse {
            Mouse::Obeys => state.pointer = point,
            Mouse::InHand => state.pointer = ScreenPoint { x: point.x + 30, ..point },
            Mouse::Held => {}
        }
        Ok(())
    }

    fn button(&mut self, button: Button, stroke: Stroke) -> anyhow::Result<()> {
        self.0.borrow_mut().sent.push(format!("{stroke:?} {button:?}"));
        Ok(())
    }

    fn key(&mut self, key: Key, stroke: Stroke) -> anyhow::Result<()> {
        self.0.borrow_mut().sent.push(format!("{stroke:?} {key}"));
        Ok(())
    }
}
