//! X11: what windows there are, and which is in front.

use std::sync::Arc;

use anyhow::Context;
use x11rb::cookie::Cookie;
use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, GetGeometryReply, GetWindowAttributesReply, MapState,
    TranslateCoordinatesReply, Window,
};
use x11rb::rust_connection::RustConnection;

use super::super::desktop::{Desktop as _, WindowId, WindowInfo, WindowKind};
use super::x11::X11Desktop;
use super::x11_properties::{decode_class, decode_text};
use crate::geometry::{ScreenPoint, ScreenRect};

/// So many frames a window manager may put around a window.
const MAX_FRAMES: usize = 3;

/// An answer about a window that may have gone meanwhile.
pub(super) fn existing<T>(reply: Result<T, ReplyError>) -> anyhow::Result<Option<T>> {
    match reply {
        Ok(reply) => Ok(Some(reply)),
        Err(ReplyError::X11Error(_)) => Ok(None),
        Err(error) => Err(error).context("the X server does not answer"),
    }
}

/// A window id of ours as the X server counts them; one too large names no window.
pub(super) fn window_of(id: WindowId) -> Window {
    Window::try_from(id.0).unwrap_or(x11rb::NONE)
}

/// One step down the tree of windows.
pub(super) struct Step<'a> {
    question: Cookie<'a, Arc<RustConnection>, TranslateCoordinatesReply>,
    child: Window,
}

/// Where a window is, asked but not yet answered.
pub(super) struct PlaceQuestion<'a> {
    attributes: Cookie<'a, Arc<RustConnection>, GetWindowAttributesReply>,
    geometry: Cookie<'a, Arc<RustConnection>, GetGeometryReply>,
    origin: Cookie<'a, Arc<RustConnection>, TranslateCoordinatesReply>,
}

impl PlaceQuestion<'_> {
    pub(super) fn reply(self) -> anyhow::Result<Option<ScreenRect>> {
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

impl X11Desktop {
    /// The raw bytes of a property, empty if it is not there.
    pub(super) fn property(&self, window: Window, atom: u32) -> anyhow::Result<Vec<u8>> {
        let any = AtomEnum::ANY;
        let reply = self.connection.get_property(false, window, atom, any, 0, 4096)?.reply();
        Ok(existing(reply)?.map(|reply| reply.value).unwrap_or_default())
    }

    /// A property of 32-bit values, empty if it is not there.
    pub(super) fn property_u32(&self, window: Window, atom: u32) -> anyhow::Result<Vec<u32>> {
        let any = AtomEnum::ANY;
        let reply =
            existing(self.connection.get_property(false, window, atom, any, 0, 4096)?.reply())?;
        Ok(reply.and_then(|r| r.value32().map(Iterator::collect)).unwrap_or_default())
    }

    pub(super) fn title(&self, window: Window) -> anyhow::Result<String> {
        let modern = self.property(window, self.atoms._NET_WM_NAME)?;
        if !modern.is_empty() {
            return Ok(decode_text(&modern));
        }
        let old = u32::from(AtomEnum::WM_NAME);
        Ok(decode_text(&self.property(window, old)?))
    }

    /// The client windows, bottom-most first.
    pub(super) fn client_list(&self) -> anyhow::Result<Vec<Window>> {
        for atom in [self.atoms._NET_CLIENT_LIST_STACKING, self.atoms._NET_CLIENT_LIST] {
            let list = self.property_u32(self.root, atom)?;
            if !list.is_empty() {
                return Ok(list);
            }
        }
        // A window manager without a list marks the windows that it manages.
        let managed = self.managed(self.root, MAX_FRAMES)?;
        if !managed.is_empty() {
            return Ok(managed);
        }
        // No window manager: the root's children are the windows themselves.
        let tree = self.connection.query_tree(self.root)?.reply()?;
        let mut named = Vec::new();
        for window in tree.children {
            let class = u32::from(AtomEnum::WM_CLASS);
            if !self.property(window, class)?.is_empty() || !self.title(window)?.is_empty() {
                named.push(window);
            }
        }
        Ok(named)
    }

    /// The windows below `window` that a window manager marks as managed, at most `depth` levels
    /// down, bottom-most first.
    fn managed(&self, window: Window, depth: usize) -> anyhow::Result<Vec<Window>> {
        let mut found = Vec::new();
        let tree = existing(self.connection.query_tree(window)?.reply())?;
        for child in tree.into_iter().flat_map(|tree| tree.children) {
            if !self.property(child, self.atoms.WM_STATE)?.is_empty() {
                found.push(child);
            } else if depth > 1 {
                found.extend(self.managed(child, depth - 1)?);
            }
        }
        Ok(found)
    }

    pub(super) fn info(&self, window: Window) -> anyhow::Result<Option<WindowInfo>> {
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

    pub(super) fn ask_place(&self, id: WindowId) -> anyhow::Result<PlaceQuestion<'_>> {
        let window = window_of(id);
        Ok(PlaceQuestion {
            attributes: self.connection.get_window_attributes(window)?,
            geometry: self.connection.get_geometry(window)?,
            origin: self.connection.translate_coordinates(window, self.root, 0, 0)?,
        })
    }

    /// Asks which child of each parent of `id`, from the root down, is in front at `point`.
    pub(super) fn ask_steps(
        &self,
        id: WindowId,
        point: ScreenPoint,
    ) -> anyhow::Result<Vec<Step<'_>>> {
        let (x, y) = (i16::try_from(point.x)?, i16::try_from(point.y)?);
        let path = self.path(id)?;
        let ask = |pair: &[Window]| {
            let question = self.connection.translate_coordinates(self.root, pair[0], x, y)?;
            Ok(Step { question, child: pair[1] })
        };
        path.windows(2).map(ask).collect()
    }

    /// Whether every step leads to the child on the way to the window.
    pub(super) fn follow(&self, steps: Vec<Step<'_>>) -> anyhow::Result<bool> {
        let mut all = !steps.is_empty();
        for step in steps {
            let child = existing(step.question.reply())?.map(|reply| reply.child);
            all &= child == Some(step.child);
        }
        Ok(all)
    }

    /// The windows from the root down to `id`, remembered from the last time; a path that is no
    /// longer true is noticed where it is followed.
    pub(super) fn path(&self, id: WindowId) -> anyhow::Result<Vec<Window>> {
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
    pub(super) fn chain_at(&self, point: ScreenPoint) -> anyhow::Result<Vec<Window>> {
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
    pub(super) fn ancestor(
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

    pub(super) fn describe_chain(&self, chain: &[Window]) -> anyhow::Result<String> {
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
}
