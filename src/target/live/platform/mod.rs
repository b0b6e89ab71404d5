//! One desktop a file, behind [`Desktop`](super::Desktop).

#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
mod other;
#[cfg(windows)]
mod windows;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_properties;

#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
pub use other::OtherDesktop as SystemDesktop;
#[cfg(windows)]
pub use windows::{WindowsDesktop as SystemDesktop, set_pointer};
#[cfg(all(unix, not(target_os = "macos")))]
pub use x11::X11Desktop as SystemDesktop;
