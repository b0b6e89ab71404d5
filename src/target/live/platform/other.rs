//! Desktops without calls of our own: what the capture and input libraries can tell.

use anyhow::{Context, bail};
use image::RgbImage;

use super::super::desktop::{Desktop, Front, Probe, Senses, WindowId, WindowInfo};
use crate::capture;
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::input::{Key, SystemDevice, pointer};

/// A desktop seen through the libraries.
pub struct OtherDesktop;

impl OtherDesktop {
    /// Nothing is held open.
    ///
    /// # Errors
    /// Never; other desktops can fail here.
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self)
    }

    /// Pointer and keyboard.
    ///
    /// # Errors
    /// When the system takes no input from programs.
    pub fn device(&self) -> anyhow::Result<SystemDevice> {
        SystemDevice::new()
    }
}

impl Senses for OtherDesktop {
    fn pointer(&self) -> anyhow::Result<ScreenPoint> {
        pointer()
    }

    /// The libraries cannot look at keys: there is no abort key here.
    fn key_down(&self, _key: Key) -> anyhow::Result<bool> {
        Ok(false)
    }

    fn monitors(&self) -> anyhow::Result<Vec<ScreenRect>> {
        Ok(capture::monitors()?.into_iter().map(|monitor| monitor.place).collect())
    }
}

impl Desktop for OtherDesktop {
    fn windows(&self) -> anyhow::Result<Vec<WindowInfo>> {
        capture::windows()
    }

    fn window(&self, id: WindowId) -> anyhow::Result<Option<WindowInfo>> {
        Ok(capture::windows()?.into_iter().find(|window| window.id == id))
    }

    fn place(&self, id: WindowId) -> anyhow::Result<Option<ScreenRect>> {
        Ok(self.window(id)?.and_then(|window| window.place))
    }

    /// In front is the first window whose rectangle holds `point`: the list is in stacking order.
    fn probe(&self, id: WindowId, point: ScreenPoint) -> anyhow::Result<Probe> {
        let windows = capture::windows()?;
        let holds = |w: &&WindowInfo| w.place.is_some_and(|place| place.contains(point));
        let front = match windows.iter().find(holds) {
            Some(window) if window.id == id => Front::Itself,
            Some(window) => Front::Other(window.describe()),
            None => Front::Other("nothing but the desktop".to_string()),
        };
        let place = windows.iter().find(|window| window.id == id).and_then(|w| w.place);
        Ok(Probe { place, front, pointer: pointer()? })
    }

    fn focused(&self) -> anyhow::Result<Option<WindowInfo>> {
        capture::focused()
    }

    fn activate(&self, _id: WindowId) -> anyhow::Result<()> {
        bail!("this desktop does not let programs bring a window to the front; click on the game")
    }

    fn scale_at(&self, point: ScreenPoint) -> f64 {
        let monitors = capture::monitors().unwrap_or_default();
        monitors.iter().find(|m| m.place.contains(point)).map_or(1.0, |monitor| monitor.scale)
    }

    fn capture(&self, rect: ScreenRect) -> anyhow::Result<RgbImage> {
        capture::region(rect).context("check the screen recording permission")
    }
}
