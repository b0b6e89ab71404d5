//! X11: pictures of the screen, or of the window at a place where the screen has no picture.

use anyhow::{Context, anyhow};
use image::RgbImage;
use x11rb::connection::Connection as _;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{ConnectionExt as _, GetImageReply, ImageFormat, ImageOrder, Window};

use super::super::desktop::{Desktop as _, WindowId};
use super::x11::X11Desktop;
use super::x11_windows::existing;
use crate::geometry::ScreenRect;

/// Where the pixels are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Canvas {
    /// The root window shows all windows, as on every plain X server.
    Screen,
    /// Each window has a picture of its own and the root has none: XWayland.
    Windows,
}

impl Canvas {
    /// The kind of the server at the other end of `connection`.
    ///
    /// # Errors
    /// When it does not answer.
    pub(super) fn of(
        connection: &impl x11rb::connection::Connection,
        root: Window,
    ) -> anyhow::Result<Self> {
        // Newer XWaylands have this extension; older ones are known by their outputs' names.
        if connection.query_extension(b"XWAYLAND")?.reply()?.present {
            return Ok(Self::Windows);
        }
        let monitors = existing(connection.randr_get_monitors(root, true)?.reply())?;
        for monitor in monitors.into_iter().flat_map(|reply| reply.monitors) {
            let name = connection.get_atom_name(monitor.name)?.reply()?.name;
            if name.starts_with(b"XWAYLAND") {
                return Ok(Self::Windows);
            }
        }
        Ok(Self::Screen)
    }
}

impl X11Desktop {
    /// What `rect`, which lies on the screen, shows.
    pub(super) fn picture(&self, rect: ScreenRect) -> anyhow::Result<RgbImage> {
        let reply = match self.canvas {
            Canvas::Screen => self
                .image_of(self.root, rect)
                .with_context(|| format!("cannot capture {rect}; is all of it on the screen?"))?,
            Canvas::Windows => self.image_of_window_at(rect)?,
        };
        match self.rgb(&reply, rect) {
            Some(image) => Ok(image),
            None => crate::capture::region(rect),
        }
    }

    /// What `rect`, counted from the corner of `window`, shows.
    fn image_of(&self, window: Window, rect: ScreenRect) -> anyhow::Result<GetImageReply> {
        let small = |v: i32| i16::try_from(v).context("too far away for the X server");
        let side = |v: u32| u16::try_from(v).context("too large for the X server");
        let (x, y, w, h) = (small(rect.x)?, small(rect.y)?, side(rect.w)?, side(rect.h)?);
        let format = ImageFormat::Z_PIXMAP;
        Ok(self.connection.get_image(format, window, x, y, w, h, u32::MAX)?.reply()?)
    }

    /// What the innermost window around `rect` shows there.
    fn image_of_window_at(&self, rect: ScreenRect) -> anyhow::Result<GetImageReply> {
        let mut failure = anyhow!("no window that runs in XWayland is there");
        for window in self.chain_at(rect.centre())?.into_iter().rev() {
            let Some(place) = self.place(WindowId(window.into()))? else { continue };
            if place.intersect(&rect) != Some(rect) {
                continue;
            }
            let within = ScreenRect { x: rect.x - place.x, y: rect.y - place.y, ..rect };
            match self.image_of(window, within) {
                Ok(reply) => return Ok(reply),
                // A window that only takes input has no picture; one around it has.
                Err(error) => failure = error,
            }
        }
        Err(failure.context(format!("cannot capture {rect}; in a Wayland session only windows that run in XWayland can be seen, and only one at a time")))
    }

    /// The picture in the server's answer, or `None` if the server counts pixels in a way that
    /// is not read here.
    fn rgb(&self, reply: &GetImageReply, rect: ScreenRect) -> Option<RgbImage> {
        let setup = self.connection.setup();
        let format = setup.pixmap_formats.iter().find(|format| format.depth == reply.depth);
        let plain = setup.image_byte_order == ImageOrder::LSB_FIRST
            && matches!(reply.depth, 24 | 32)
            && format.is_some_and(|format| format.bits_per_pixel == 32);
        if !plain {
            return None;
        }
        let (pixels, _) = reply.data.as_chunks::<4>();
        let mut rgb = vec![0; pixels.len() * 3];
        for (to, [blue, green, red, _]) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(pixels) {
            *to = [*red, *green, *blue];
        }
        RgbImage::from_raw(rect.w, rect.h, rgb)
    }
}
