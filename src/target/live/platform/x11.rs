//! X11: windows, focus, pointer, keys and capture over one connection of our own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, ensure};
use image::RgbImage;
use x11rb::connection::Connection as _;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt as _, EventMask, Window};
use x11rb::rust_connection::RustConnection;

use super::super::desktop::{Desktop, Front, Probe, Senses, WindowId, WindowInfo};
use super::super::session::Session;
use super::x11_capture::Canvas;
use super::x11_input::X11Device;
use super::x11_properties::{Atoms, keysym};
use super::x11_windows::{existing, window_of};
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::input::Key;

/// A connection to the X server named by `DISPLAY`.
pub struct X11Desktop {
    pub(super) connection: Arc<RustConnection>,
    pub(super) root: Window,
    pub(super) atoms: Atoms,
    /// Where the pixels are.
    pub(super) canvas: Canvas,
    /// The way from the root down to windows asked about before.
    pub(super) parents: RefCell<HashMap<WindowId, Vec<Window>>>,
    /// Keysyms of each key code, from `min_keycode` on.
    keymap: Vec<Vec<u32>>,
    min_keycode: u8,
}

impl X11Desktop {
    /// Connects.
    ///
    /// # Errors
    /// When there is no X server at `DISPLAY`; the message says what to do.
    pub fn new() -> anyhow::Result<Self> {
        let display = std::env::var("DISPLAY").unwrap_or_default();
        let advice = Session::current().advice();
        ensure!(
            !display.is_empty(),
            "there is no display: DISPLAY is not set; {}",
            advice.unwrap_or("start this from a desktop session")
        );
        let (connection, screen) = x11rb::connect(None)
            .with_context(|| format!("cannot reach the X server at DISPLAY={display}"))?;
        let setup = connection.setup();
        let (root, min_keycode) = (setup.roots[screen].root, setup.min_keycode);
        let count = setup.max_keycode - min_keycode + 1;
        let mapping = connection.get_keyboard_mapping(min_keycode, count)?.reply()?;
        let per_code = usize::from(mapping.keysyms_per_keycode.max(1));
        let keymap = mapping.keysyms.chunks(per_code).map(<[u32]>::to_vec).collect();
        let atoms = Atoms::new(&connection)?.reply().context("the X server does not answer")?;
        let canvas = Canvas::of(&connection, root)?;
        let (connection, parents) = (Arc::new(connection), RefCell::default());
        Ok(Self { connection, root, atoms, canvas, parents, keymap, min_keycode })
    }

    /// Pointer and keyboard over this same connection.
    ///
    /// # Errors
    /// When the X server takes no input from programs.
    pub fn device(&self) -> anyhow::Result<X11Device> {
        X11Device::new(Arc::clone(&self.connection), self.root)
    }

    /// The name of the window manager, or `None` if none runs.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn window_manager(&self) -> anyhow::Result<Option<String>> {
        let check = self.property_u32(self.root, self.atoms._NET_SUPPORTING_WM_CHECK)?;
        let Some(&window) = check.first() else { return Ok(None) };
        // A window manager that died leaves the root's property, but its own window is gone.
        let Some(alive) =
            existing(self.connection.get_window_attributes(window)?.reply())?.map(|_| window)
        else {
            return Ok(None);
        };
        Ok(Some(self.title(alive)?))
    }

    fn keycodes(&self, keysym: u32) -> impl Iterator<Item = u8> + '_ {
        let codes = self.keymap.iter().zip(self.min_keycode..);
        codes.filter(move |(symbols, _)| symbols.contains(&keysym)).map(|(_, code)| code)
    }
}

impl Senses for X11Desktop {
    fn pointer(&self) -> anyhow::Result<ScreenPoint> {
        let reply = self.connection.query_pointer(self.root)?.reply()?;
        Ok(ScreenPoint { x: reply.root_x.into(), y: reply.root_y.into() })
    }

    fn key_down(&self, key: Key) -> anyhow::Result<bool> {
        let keys = self.connection.query_keymap()?.reply()?.keys;
        Ok(self
            .keycodes(keysym(key))
            .any(|code| keys[usize::from(code / 8)] >> (code % 8) & 1 == 1))
    }

    fn monitors(&self) -> anyhow::Result<Vec<ScreenRect>> {
        let reply = self.connection.randr_get_monitors(self.root, true)?.reply();
        let monitors: Vec<ScreenRect> = reply.map_or_else(
            |_| Vec::new(),
            |reply| {
                let rect = |m: &x11rb::protocol::randr::MonitorInfo| ScreenRect {
                    x: m.x.into(),
                    y: m.y.into(),
                    w: m.width.into(),
                    h: m.height.into(),
                };
                reply.monitors.iter().map(rect).collect()
            },
        );
        if !monitors.is_empty() {
            return Ok(monitors);
        }
        let root = self.connection.get_geometry(self.root)?.reply()?;
        Ok(vec![ScreenRect { x: 0, y: 0, w: root.width.into(), h: root.height.into() }])
    }
}

impl Desktop for X11Desktop {
    fn windows(&self) -> anyhow::Result<Vec<WindowInfo>> {
        let mut infos = Vec::new();
        for window in self.client_list()?.into_iter().rev() {
            infos.extend(self.info(window)?.filter(|info| info.place.is_some()));
        }
        Ok(infos)
    }

    fn window(&self, id: WindowId) -> anyhow::Result<Option<WindowInfo>> {
        self.info(window_of(id))
    }

    fn place(&self, id: WindowId) -> anyhow::Result<Option<ScreenRect>> {
        self.ask_place(id)?.reply()
    }

    fn probe(&self, id: WindowId, point: ScreenPoint) -> anyhow::Result<Probe> {
        // All questions travel together: one round trip, one moment.
        let place = self.ask_place(id)?;
        let pointer = self.connection.query_pointer(self.root)?;
        let steps = self.ask_steps(id, point)?;
        let place = place.reply()?;
        let pointer = pointer.reply()?;
        let pointer = ScreenPoint { x: pointer.root_x.into(), y: pointer.root_y.into() };
        if self.follow(steps)? {
            return Ok(Probe { place, front: Front::Itself, pointer });
        }
        // Something else is in front, or the window got another frame: look it up at leisure.
        self.parents.borrow_mut().remove(&id);
        let chain = self.chain_at(point)?;
        let front = if chain.contains(&window_of(id)) {
            Front::Itself
        } else {
            Front::Other(self.describe_chain(&chain)?)
        };
        Ok(Probe { place, front, pointer })
    }

    fn focused(&self) -> anyhow::Result<Option<WindowInfo>> {
        let focus = self.connection.get_input_focus()?.reply()?.focus;
        let clients = self.client_list()?;
        // Toolkits give the keyboard to a child of the top-level window.
        match self.ancestor(focus, |window| Ok(clients.contains(&window)))? {
            Some(window) => self.info(window),
            None if focus > 1 && focus != self.root => self.info(focus),
            None => Ok(None),
        }
    }

    fn activate(&self, id: WindowId) -> anyhow::Result<()> {
        let window = window_of(id);
        if self.window_manager()?.is_some() {
            // Source 2: asked for by the user through a pager, which no manager holds back.
            let data = [2, x11rb::CURRENT_TIME, 0, 0, 0];
            let event = ClientMessageEvent::new(32, window, self.atoms._NET_ACTIVE_WINDOW, data);
            let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
            self.connection.send_event(false, self.root, mask, event)?;
        } else {
            use x11rb::protocol::xproto::{ConfigureWindowAux, InputFocus, StackMode};
            let above = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
            self.connection.configure_window(window, &above)?;
            let now = x11rb::CURRENT_TIME;
            self.connection.set_input_focus(InputFocus::PARENT, window, now)?;
        }
        self.connection.flush().context("the X server does not answer")
    }

    /// X11 has one pixel grid for capture and input, whatever scale the toolkits draw at.
    fn scale_at(&self, _point: ScreenPoint) -> f64 {
        1.0
    }

    fn may_freeze_pointer(&self) -> bool {
        true
    }

    fn capture(&self, rect: ScreenRect) -> anyhow::Result<RgbImage> {
        self.picture(rect)
    }
}
