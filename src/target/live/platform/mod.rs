//! One desktop a file, behind [`Desktop`](super::Desktop).

#[cfg(not(target_os = "macos"))]
mod gamma;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(windows)]
mod windows;
#[cfg(windows)]
mod windows_calls;
#[cfg(windows)]
mod windows_input;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_capture;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_input;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_properties;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_screens;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_windows;

#[cfg(target_os = "macos")]
pub use macos::MacDesktop as SystemDesktop;
#[cfg(windows)]
pub use windows::{WindowsDesktop as SystemDesktop, prepare, running};
#[cfg(windows)]
pub use windows_input::{move_pointer, send_button, send_scan_code};
#[cfg(all(unix, not(target_os = "macos")))]
pub use x11::X11Desktop as SystemDesktop;

/// What must be set up before anything else in the program: nothing here.
#[cfg(not(windows))]
pub fn prepare() {}
