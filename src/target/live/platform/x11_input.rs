//! X11: the pointer over the connection that also looks at the windows.
//!
//! enigo asks the server twice around every event and has a connection of its own. Here a move,
//! the look at what is under the pointer and the press travel in this order over one
//! connection, which costs one round trip a click and keeps the time between look and press
//! short. Keys go through enigo, which knows keyboard layouts.

use std::sync::Arc;

use anyhow::{Context, anyhow};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, MOTION_NOTIFY_EVENT, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use crate::geometry::ScreenPoint;
use crate::input::{Button, InputDevice, Key, Stroke, SystemDevice};

/// Pointer and keyboard of an X server.
pub struct X11Device {
    connection: Arc<RustConnection>,
    root: Window,
    keyboard: SystemDevice,
}

impl X11Device {
    /// Uses `connection`, whose root window is `root`.
    ///
    /// # Errors
    /// When the X server has no XTEST extension or enigo cannot connect.
    pub fn new(connection: Arc<RustConnection>, root: Window) -> anyhow::Result<Self> {
        connection
            .xtest_get_version(2, 2)?
            .reply()
            .map_err(|error| anyhow!("{error}"))
            .context("this X server takes no input from programs: it lacks the XTEST extension")?;
        Ok(Self { connection, root, keyboard: SystemDevice::new()? })
    }

    fn send(&self, event: u8, detail: u8, x: i16, y: i16) -> anyhow::Result<()> {
        let now = x11rb::CURRENT_TIME;
        self.connection.xtest_fake_input(event, detail, now, self.root, x, y, 0)?;
        self.connection.flush().context("the X server does not answer")
    }
}

impl InputDevice for X11Device {
    fn move_to(&mut self, point: ScreenPoint) -> anyhow::Result<()> {
        let (x, y) = (i16::try_from(point.x), i16::try_from(point.y));
        let (x, y) = x.ok().zip(y.ok()).with_context(|| format!("{point} is on no X screen"))?;
        self.send(MOTION_NOTIFY_EVENT, 0, x, y)
    }

    fn button(&mut self, button: Button, stroke: Stroke) -> anyhow::Result<()> {
        let event = match stroke {
            Stroke::Press => BUTTON_PRESS_EVENT,
            Stroke::Release => BUTTON_RELEASE_EVENT,
        };
        let detail = match button {
            Button::Left => 1,
            Button::Middle => 2,
            Button::Right => 3,
        };
        self.send(event, detail, 0, 0)
    }

    fn key(&mut self, key: Key, stroke: Stroke) -> anyhow::Result<()> {
        self.keyboard.key(key, stroke)
    }
}
