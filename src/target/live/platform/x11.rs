//! X11: windows, focus, pointer, keys and capture over one connection of our own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, anyhow, ensure};
use image::RgbImage;
use x11rb::connection::Connection as _;
use x11rb::cookie::Cookie;
use x11rb::errors::ReplyError;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConnectionExt as _, EventMask, GetGeometryReply, GetWindowAttributesReply,
    ImageFormat, ImageOrder, MapState, TranslateCoordinatesReply, Window,
};
use x11rb::rust_connection::RustConnection;

use super::super::desktop::{Desktop, Front, Probe, WindowId, WindowInfo, WindowKind};
use super::x11_input::X11Device;
use super::x11_properties::{Atoms, decode_class, decode_text};
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::input::Key;

/// A connection to the X server named by `DISPLAY`.
pub struct X11Desktop {
    connection: Arc<RustConnection>,
    root: Window,
    atoms: Atoms,
    /// The way from the root down to windows asked about before.
    parents: RefCell<HashMap<WindowId, Vec<Window>>>,
    /// Keysyms of each key code, from `min_keycode` on.
    keymap: Vec<Vec<u32>>,
    min_keycode: u8,
}

/// An answer about a window that may have gone meanwhile.
fn existing<T>(reply: Result<T, ReplyError>) -> anyhow::Result<Option<T>> {
    match reply {
        Ok(reply) => Ok(Some(reply)),
        Err(ReplyError::X11Error(_)) => Ok(None),
        Err(error) => Err(error).context("the X server does not answer"),
    }
}

impl X11Desktop {
    /// Connects.
    ///
    /// # Errors
    /// When there is no X server at `DISPLAY`; the message says what to do.
    pub fn new() -> anyhow::Result<Self> {
        let display = std::env::var("DISPLAY").unwrap_or_default();
        ensure!(
            !display.is_empty(),
            "there is no display: DISPLAY is not set; start this from a desktop session"
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
        let (connection, parents) = (Arc::new(connection), RefCell::default());
        Ok(Self { connection, root, atoms, parents, keymap, min_keycode })
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

    /// The X resources, such as `Xft.dpi`, as one text.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn resources(&self) -> anyhow::Result<String> {
        let bytes = self
            .property(self.root, u32::from(x11rb::protocol::xproto::AtomEnum::RESOURCE_MANAGER))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The raw bytes of a property, empty if it is not there.
    fn property(&self, window: Window, atom: u32) -> anyhow::Result<Vec<u8>> {
        let any = x11rb::protocol::xproto::AtomEnum::ANY;
        let reply = self.connection.get_property(false, window, atom, any, 0, 4096)?.reply();
        Ok(existing(reply)?.map(|reply| reply.value).unwrap_or_default())
    }

    /// A property of 32-bit values, empty if it is not there.
    fn property_u32(&self, window: Window, atom: u32) -> anyhow::Result<Vec<u32>> {
        let any = x11rb::protocol::xproto::AtomEnum::ANY;
        let reply =
            existing(self.connection.get_property(false, window, atom, any, 0, 4096)?.reply())?;
        Ok(reply.and_then(|r| r.value32().map(Iterator::collect)).unwrap_or_default())
    }

    fn title(&self, window: Window) -> anyhow::Result<String> {
        let modern = self.property(window, self.atoms._NET_WM_NAME)?;
        if !modern.is_empty() {
            return Ok(decode_text(&modern));
        }
        let old = u32::from(x11rb::protocol::xproto::AtomEnum::WM_NAME);
        Ok(decode_text(&self.property(window, old)?))
    }

    /// The client windows, bottom-most first.
    fn client_list(&self) -> anyhow::Result<Vec<Window>> {
        for atom in [self.atoms._NET_CLIENT_LIST_STACKING, self.atoms._NET_CLIENT_LIST] {
            let list = self.property_u32(self.root, atom)?;
            if !list.is_empty() {
                return Ok(list);
            }
        }
        // No window manager: the root's children are the windows themselves.
        let tree = self.connection.query_tree(self.root)?.reply()?;
        let mut named = Vec::new();
        for window in tree.children {
            let class = u32::from(x11rb::protocol::xproto::AtomEnum::WM_CLASS);
            if !self.property(window, class)?.is_empty() || !self.title(window)?.is_empty() {
                named.push(window);
            }
        }
        Ok(named)
    }

    fn info(&self, window: Window) -> anyhow::Result<Option<WindowInfo>> {
        use x11rb::protocol::xproto::AtomEnum;
        let Some(attributes) = existing(self.connection.get_window_attributes(window)?.reply())?
        else {
            return Ok(None);
        };
        let class = decode_class(&self.property(window, AtomEnum::WM_CLASS.into())?);
        let owner = self.property_u32(window, AtomEnum::WM_TRANSIENT_FOR.into())?.first().copied();
        let owner = owner.filter(|&owner| owner != 0 && owner != self.root);
        let types = self.property_u32(window, self.atoms._NET_WM_WINDOW_TYPE)?;
        let is = |atom: u32| types.first() == Some(&atom);
        let kind = if owner.is_some() || is(self.atoms._NET_WM_WINDOW_TYPE_DIALOG) {
            WindowKind::Dialog
        } else if types.is_empty() || is(self.atoms._NET_WM_WINDOW_TYPE_NORMAL) {
            if attributes.override_redirect { WindowKind::Other } else { WindowKind::Main }
        } else {
            WindowKind::Other
        };
        Ok(Some(WindowInfo {
            id: WindowId(window.into()),
            title: self.title(window)?,
            class,
            pid: self.property_u32(window, self.atoms._NET_WM_PID)?.first().copied(),
            owner: owner.map(|owner| WindowId(owner.into())),
            kind,
            place: self.place(WindowId(window.into()))?,
        }))
    }

    fn ask_place(&self, id: WindowId) -> anyhow::Result<PlaceQuestion<'_>> {
        let window = window_of(id);
        Ok(PlaceQuestion {
            attributes: self.connection.get_window_attributes(window)?,
            geometry: self.connection.get_geometry(window)?,
            origin: self.connection.translate_coordinates(window, self.root, 0, 0)?,
        })
    }

    /// Asks which child of each parent of `id`, from the root down, is in front at `point`.
    fn ask_steps(&self, id: WindowId, point: ScreenPoint) -> anyhow::Result<Vec<Step<'_>>> {
        let (x, y) = (i16::try_from(point.x)?, i16::try_from(point.y)?);
        let path = self.path(id)?;
        let ask = |pair: &[Window]| {
            let question = self.connection.translate_coordinates(self.root, pair[0], x, y)?;
            Ok(Step { question, child: pair[1] })
        };
        path.windows(2).map(ask).collect()
    }

    /// Whether every step leads to the child on the way to the window.
    fn follow(&self, steps: Vec<Step<'_>>) -> anyhow::Result<bool> {
        let mut all = !steps.is_empty();
        for step in steps {
            let child = existing(step.question.reply())?.map(|reply| reply.child);
            all &= child == Some(step.child);
        }
        Ok(all)
    }

    /// The windows from the root down to `id`, remembered from the last time; a path that is no
    /// longer true is noticed where it is followed.
    fn path(&self, id: WindowId) -> anyhow::Result<Vec<Window>> {
        if let Some(path) = self.parents.borrow().get(&id) {
            return Ok(path.clone());
        }
        let mut path = vec![window_of(id)];
        while path.last() != Some(&self.root) {
            let window = *path.last().expect("begins with the window");
            match existing(self.connection.query_tree(window)?.reply())? {
                Some(tree) if tree.parent != x11rb::NONE => path.push(tree.parent),
                _ => return Ok(Vec::new()),
            }
        }
        path.reverse();
        self.parents.borrow_mut().insert(id, path.clone());
        Ok(path)
    }

    /// The chain of windows from the root's child down to the deepest one at `point`.
    fn chain_at(&self, point: ScreenPoint) -> anyhow::Result<Vec<Window>> {
        let (x, y) = (i16::try_from(point.x)?, i16::try_from(point.y)?);
        let mut chain = vec![self.root];
        loop {
            let parent = *chain.last().expect("begins with the root");
            let reply = self.connection.translate_coordinates(self.root, parent, x, y)?.reply();
            match existing(reply)?.map(|reply| reply.child) {
                Some(child) if child != 0 => chain.push(child),
                _ => return Ok(chain.split_off(1)),
            }
        }
    }

    /// The first window among `window` and its parents that `wanted` accepts.
    fn ancestor(
        &self,
        mut window: Window,
        wanted: impl Fn(Window) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Option<Window>> {
        while window > 1 && window != self.root {
            if wanted(window)? {
                return Ok(Some(window));
            }
            match existing(self.connection.query_tree(window)?.reply())? {
                Some(tree) => window = tree.parent,
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    fn describe_chain(&self, chain: &[Window]) -> anyhow::Result<String> {
        for &window in chain {
            if let Some(info) = self.info(window)?
                && (!info.title.is_empty() || !info.class.is_empty())
            {
                return Ok(info.describe());
            }
        }
        Ok(match chain.first() {
            Some(window) => format!("a nameless window (0x{window:x}), perhaps a menu or tooltip"),
            None => "nothing but the desktop".to_string(),
        })
    }

    fn keycodes(&self, keysym: u32) -> impl Iterator<Item = u8> + '_ {
        let codes = self.keymap.iter().zip(self.min_keycode..);
        codes.filter(move |(symbols, _)| symbols.contains(&keysym)).map(|(_, code)| code)
    }
}

/// One step down the tree of windows.
struct Step<'a> {
    question: Cookie<'a, Arc<RustConnection>, TranslateCoordinatesReply>,
    child: Window,
}

/// Where a window is, asked but not yet answered.
struct PlaceQuestion<'a> {
    attributes: Cookie<'a, Arc<RustConnection>, GetWindowAttributesReply>,
    geometry: Cookie<'a, Arc<RustConnection>, GetGeometryReply>,
    origin: Cookie<'a, Arc<RustConnection>, TranslateCoordinatesReply>,
}

impl PlaceQuestion<'_> {
    fn reply(self) -> anyhow::Result<Option<ScreenRect>> {
        let attributes = existing(self.attributes.reply())?;
        let geometry = existing(self.geometry.reply())?;
        let origin = existing(self.origin.reply())?;
        let (Some(attributes), Some(geometry), Some(origin)) = (attributes, geometry, origin)
        else {
            return Ok(None);
        };
        Ok((attributes.map_state == MapState::VIEWABLE).then(|| ScreenRect {
            x: origin.dst_x.into(),
            y: origin.dst_y.into(),
            w: geometry.width.into(),
            h: geometry.height.into(),
        }))
    }
}

/// A window id of ours as the X server counts them; one too large names no window.
fn window_of(id: WindowId) -> Window {
    Window::try_from(id.0).unwrap_or(x11rb::NONE)
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

    fn pointer(&self) -> anyhow::Result<ScreenPoint> {
        let reply = self.connection.query_pointer(self.root)?.reply()?;
        Ok(ScreenPoint { x: reply.root_x.into(), y: reply.root_y.into() })
    }

    fn key_down(&self, key: Key) -> anyhow::Result<bool> {
        let keys = self.connection.query_keymap()?.reply()?.keys;
        let keysym = super::x11_properties::keysym(key);
        Ok(self.keycodes(keysym).any(|code| keys[usize::from(code / 8)] >> (code % 8) & 1 == 1))
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

    /// X11 has one pixel grid for capture and input, whatever scale the toolkits draw at.
    fn scale_at(&self, _point: ScreenPoint) -> f64 {
        1.0
    }

    fn capture(&self, rect: ScreenRect) -> anyhow::Result<RgbImage> {
        let small = |v: i32| i16::try_from(v).context("too far away for the X server");
        let side = |v: u32| u16::try_from(v).context("too large for the X server");
        let (x, y, w, h) = (small(rect.x)?, small(rect.y)?, side(rect.w)?, side(rect.h)?);
        let reply = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, self.root, x, y, w, h, u32::MAX)?
            .reply()
            .with_context(|| format!("cannot capture {rect}; is all of it on the screen?"))?;
        let setup = self.connection.setup();
        let format = setup.pixmap_formats.iter().find(|format| format.depth == reply.depth);
        let plain = setup.image_byte_order == ImageOrder::LSB_FIRST
            && matches!(reply.depth, 24 | 32)
            && format.is_some_and(|format| format.bits_per_pixel == 32);
        if !plain {
            return crate::capture::region(rect);
        }
        let (pixels, _) = reply.data.as_chunks::<4>();
        let mut rgb = vec![0; pixels.len() * 3];
        for (to, [blue, green, red, _]) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(pixels) {
            *to = [*red, *green, *blue];
        }
        RgbImage::from_raw(rect.w, rect.h, rgb)
            .ok_or_else(|| anyhow!("the X server sent a picture of another size than {rect}"))
    }
}
