//! Screen capture through xcap: the only file that names it.
//!
//! On plain X11 the live target captures through its own connection (see
//! [`crate::target::live::platform`]), which is several times faster; this way works on every
//! desktop xcap knows, and is the other one's obvious twin in the tests.

use anyhow::{Context, bail};
use image::{RgbImage, RgbaImage};

use crate::geometry::{ScreenPoint, ScreenRect};
use crate::target::live::{WindowId, WindowInfo, WindowKind};

/// One monitor, as the capture library sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct MonitorInfo {
    /// The output's name, such as `HDMI-1`.
    pub name: String,
    /// Its place on the desktop, in the units of the input calls.
    pub place: ScreenRect,
    /// Captured pixels per such unit.
    pub scale: f64,
    /// Whether it is the main one.
    pub primary: bool,
}

/// Every monitor.
///
/// # Errors
/// When the desktop cannot be asked, or the library's answer is incomplete.
pub fn monitors() -> anyhow::Result<Vec<MonitorInfo>> {
    let info = |monitor: &xcap::Monitor| -> Result<MonitorInfo, xcap::XCapError> {
        Ok(MonitorInfo {
            name: monitor.name()?,
            place: ScreenRect {
                x: monitor.x()?,
                y: monitor.y()?,
                w: monitor.width()?,
                h: monitor.height()?,
            },
            scale: f64::from(monitor.scale_factor()?),
            primary: monitor.is_primary()?,
        })
    };
    let all = xcap::Monitor::all().context("cannot list the monitors")?;
    let infos: Result<_, _> = all.iter().map(info).collect();
    infos.context("cannot ask for a monitor's place")
}

/// Captures `rect`, given in screen units; the picture has `scale` times as many pixels.
///
/// # Errors
/// When `rect` does not lie within one monitor, or the system refuses.
pub fn region(rect: ScreenRect) -> anyhow::Result<RgbImage> {
    let corner = ScreenPoint { x: rect.x, y: rect.y };
    for monitor in xcap::Monitor::all().context("cannot list the monitors")? {
        let place = ScreenRect {
            x: monitor.x()?,
            y: monitor.y()?,
            w: monitor.width()?,
            h: monitor.height()?,
        };
        if !place.contains(corner) {
            continue;
        }
        let (x, y) = (rect.x.abs_diff(place.x), rect.y.abs_diff(place.y));
        let image = monitor
            .capture_region(x, y, rect.w, rect.h)
            .with_context(|| format!("cannot capture {rect} of the monitor at {place}"))?;
        return Ok(to_rgb(image));
    }
    bail!("{rect} does not begin on any monitor; move the window fully onto one")
}

/// Every window the library lists, the front-most first; their places include the frames.
///
/// # Errors
/// When the desktop cannot be asked.
pub fn windows() -> anyhow::Result<Vec<WindowInfo>> {
    let mut all = xcap::Window::all().context("cannot list the windows")?;
    all.sort_by_key(|window| std::cmp::Reverse(window.z().unwrap_or(i32::MIN)));
    // A window may vanish while it is asked: it is left out then.
    Ok(all.iter().filter_map(|window| info(window).ok()).collect())
}

/// The window that has the keyboard, as far as the library knows.
///
/// # Errors
/// When the desktop cannot be asked.
pub fn focused() -> anyhow::Result<Option<WindowInfo>> {
    let all = xcap::Window::all().context("cannot list the windows")?;
    let focused = all.iter().find(|window| window.is_focused().unwrap_or(false));
    Ok(focused.and_then(|window| info(window).ok()))
}

fn info(window: &xcap::Window) -> Result<WindowInfo, xcap::XCapError> {
    let place =
        ScreenRect { x: window.x()?, y: window.y()?, w: window.width()?, h: window.height()? };
    Ok(WindowInfo {
        id: WindowId(window.id()?.into()),
        title: window.title()?,
        class: window.app_name()?,
        pid: window.pid().ok(),
        owner: None,
        kind: WindowKind::Main,
        place: (!window.is_minimized()?).then_some(place),
    })
}

/// Drops the alpha channel, which a screen does not have.
fn to_rgb(image: RgbaImage) -> RgbImage {
    let (width, height) = image.dimensions();
    let raw = image.into_raw();
    let (pixels, _) = raw.as_chunks::<4>();
    let rgb = pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    RgbImage::from_raw(width, height, rgb).expect("three bytes a pixel were collected")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropping_alpha_keeps_every_colour_in_place() {
        let rgba = RgbaImage::from_fn(3, 2, |x, y| image::Rgba([x as u8, y as u8, 7, 200]));
        let rgb = to_rgb(rgba);
        assert_eq!(rgb, RgbImage::from_fn(3, 2, |x, y| image::Rgb([x as u8, y as u8, 7])));
    }
}
