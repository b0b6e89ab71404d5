//! One desktop a file, behind [`Desktop`](super::Desktop).

#[cfg(not(all(unix, not(target_os = "macos"))))]
mod other;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_input;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_properties;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_windows;

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub use other::OtherDesktop as SystemDesktop;
#[cfg(all(unix, not(target_os = "macos")))]
pub use x11::X11Desktop as SystemDesktop;
