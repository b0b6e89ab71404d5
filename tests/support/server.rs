//! The X server of a desktop, asked about what is down and what shows.

use serde_json::Value;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::Desk;

/// A connection of the test's own.
pub struct Server {
    connection: RustConnection,
    root: u32,
}

impl Server {
    /// Connects to the server of `desk`.
    pub fn of(desk: &Desk) -> Self {
        let (connection, screen) = x11rb::connect(Some(desk.display())).expect("it was started");
        let root = connection.setup().roots[screen].root;
        Self { connection, root }
    }

    /// Whether a key or a mouse button is down.
    pub fn anything_down(&self) -> bool {
        let keys = self.connection.query_keymap().expect("asked").reply().expect("told").keys;
        let pointer = self.connection.query_pointer(self.root).expect("asked").reply();
        const BUTTONS: u16 = 0x1f00;
        let buttons = u16::from(pointer.expect("told").mask) & BUTTONS;
        keys != [0; 32] || buttons != 0
    }

    /// The pixels of the screen at the place of `window`, as `sweepfall windows` lists it.
    pub fn picture(&self, window: &Value) -> Vec<u8> {
        let side = |name: &str| window["place"][name].as_i64().expect("every window has a place");
        let (x, y) = (side("x") as i16, side("y") as i16);
        let (w, h) = (side("w") as u16, side("h") as u16);
        let format = ImageFormat::Z_PIXMAP;
        let image = self.connection.get_image(format, self.root, x, y, w, h, u32::MAX);
        image.expect("asked").reply().expect("on the screen").data
    }

    /// Makes the server answer nobody else until `self` is dropped.
    pub fn grab(&self) {
        self.connection.grab_server().expect("asked");
        self.connection.sync().expect("the server answers");
    }
}
