//! A window of the desktop as a target: it is locked on, captured, and sent input only while the
//! lock holds.

pub mod coordinates;
mod corners;
mod desktop;
#[cfg(test)]
pub(crate) mod fake;
mod find;
mod follow;
mod guard;
pub mod platform;
mod session;
pub mod signals;
mod stop;
mod window;
#[cfg(test)]
mod window_tests;

pub use desktop::{Desktop, Front, Probe, Senses, WindowId, WindowInfo, WindowKind};
pub use find::{FindError, find};
pub use platform::SystemDesktop;
pub use session::Session;
pub use stop::StopWatcher;
pub use window::{LiveOptions, LiveWindow};

use crate::geometry::ScreenRect;
use crate::input::SystemDevice;

/// The open windows, the front-most first.
///
/// # Errors
/// When there is no desktop to ask; the message says what to do.
pub fn windows() -> anyhow::Result<Vec<WindowInfo>> {
    SystemDesktop::new()?.windows()
}

/// Locks on `window`, or on the part of it that `region` covers.
///
/// # Errors
/// When the window is gone, minimised or not wholly on the screen, or input is not possible.
pub fn open(
    window: &WindowInfo,
    region: Option<ScreenRect>,
    options: LiveOptions,
) -> anyhow::Result<LiveWindow> {
    let watcher = StopWatcher::start(SystemDesktop::new()?, options.abort_key, SystemDevice::new)?;
    let device = Box::new(SystemDevice::new()?);
    let mut live = LiveWindow::lock(
        Box::new(SystemDesktop::new()?),
        device,
        watcher,
        window,
        region,
        options,
    )?;
    signals::install(live.held());
    live.bring_to_front()?;
    Ok(live)
}

/// Locks on a region of the screen and the window that shows there.
///
/// # Errors
/// When no window shows in the middle of the region, or as for [`open`].
pub fn open_region(region: ScreenRect, options: LiveOptions) -> anyhow::Result<LiveWindow> {
    let desktop = SystemDesktop::new()?;
    let covers = |w: &WindowInfo| w.place.is_some_and(|p| p.intersect(&region) == Some(region));
    let in_front = |w: &WindowInfo| {
        let probe = desktop.probe(w.id, region.centre());
        probe.is_ok_and(|probe| probe.front == Front::Itself)
    };
    let shown = desktop.windows()?.into_iter().filter(covers).find(in_front);
    let window = shown.ok_or_else(|| {
        anyhow::anyhow!(
            "no window shows in all of the region {region}; give one that lies inside a window"
        )
    })?;
    open(&window, Some(region), options)
}
