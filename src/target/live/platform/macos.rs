//! macOS: windows, pointer and keys in points; captures have more pixels on Retina screens.

use anyhow::{Context, bail, ensure};
use image::RgbImage;
use objc2_app_kit::{NSApplicationActivationOptions, NSRunningApplication};
use objc2_core_graphics::{
    CGEvent, CGEventSource, CGEventSourceStateID, CGPreflightScreenCaptureAccess,
    CGRequestScreenCaptureAccess,
};

use super::super::coordinates::scale_at;
use super::super::desktop::{Desktop, Front, Probe, Senses, WindowId, WindowInfo};
use crate::capture;
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::input::{Key, SystemDevice};

/// The desktop of this macOS session.
#[derive(Debug, Clone)]
pub struct MacDesktop {
    /// The monitors with their scales, as they were at the start.
    monitors: Vec<(ScreenRect, f64)>,
}

impl MacDesktop {
    /// The desktop of this session.
    ///
    /// # Errors
    /// When this program may not record the screen; the message says where to allow it.
    pub fn new() -> anyhow::Result<Self> {
        if !CGPreflightScreenCaptureAccess() {
            // Shows the system's own question, once.
            CGRequestScreenCaptureAccess();
            bail!(
                "macOS does not let this program see the screen: allow your terminal under System \
                 Settings > Privacy & Security > Screen & System Audio Recording, and under \
                 Accessibility for mouse and keys; then quit the terminal and start it again"
            );
        }
        let monitors: Vec<_> =
            capture::monitors()?.into_iter().map(|m| (m.place, m.scale)).collect();
        ensure!(!monitors.is_empty(), "no monitor is there; start this from a desktop session");
        Ok(Self { monitors })
    }

    /// Pointer and keyboard.
    ///
    /// # Errors
    /// When this program may not send input; the message says where to allow it.
    pub fn device(&self) -> anyhow::Result<SystemDevice> {
        SystemDevice::new().context(
            "allow your terminal under System Settings > Privacy & Security > Accessibility, then \
             quit it and start it again",
        )
    }
}

/// The virtual key code of a key, from the list in Apple's `Events.h`. Characters are elsewhere
/// on each keyboard layout and have none here.
fn key_code(key: Key) -> Option<u16> {
    Some(match key {
        Key::Char(_) => return None,
        Key::Return => 0x24,
        Key::Tab => 0x30,
        Key::Space => 0x31,
        Key::Escape => 0x35,
        Key::Shift => 0x38,
        Key::Alt => 0x3a,
        Key::Control => 0x3b,
        Key::KeypadEnter => 0x4c,
        Key::Pause => 0x71,
        Key::Home => 0x73,
        Key::PageUp => 0x74,
        Key::End => 0x77,
        Key::PageDown => 0x79,
        Key::Left => 0x7b,
        Key::Right => 0x7c,
        Key::Down => 0x7d,
        Key::Up => 0x7e,
        Key::F(n) => {
            const CODES: [u16; 12] =
                [0x7a, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6d, 0x67, 0x6f];
            return usize::from(n).checked_sub(1).and_then(|i| CODES.get(i).copied());
        }
    })
}

impl Senses for MacDesktop {
    fn pointer(&self) -> anyhow::Result<ScreenPoint> {
        let event = CGEvent::new(None).context("macOS does not tell where the pointer is")?;
        let at = CGEvent::location(Some(&event));
        Ok(ScreenPoint { x: at.x.floor() as i32, y: at.y.floor() as i32 })
    }

    fn key_down(&self, key: Key) -> anyhow::Result<bool> {
        let state = CGEventSourceStateID::CombinedSessionState;
        Ok(key_code(key).is_some_and(|code| CGEventSource::key_state(state, code)))
    }

    fn monitors(&self) -> anyhow::Result<Vec<ScreenRect>> {
        Ok(self.monitors.iter().map(|(place, _)| *place).collect())
    }
}

impl Desktop for MacDesktop {
    fn windows(&self) -> anyhow::Result<Vec<WindowInfo>> {
        capture::windows()
    }

    fn window(&self, id: WindowId) -> anyhow::Result<Option<WindowInfo>> {
        Ok(self.windows()?.into_iter().find(|window| window.id == id))
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
        Ok(Probe { place, front, pointer: self.pointer()? })
    }

    fn focused(&self) -> anyhow::Result<Option<WindowInfo>> {
        capture::focused()
    }

    fn activate(&self, id: WindowId) -> anyhow::Result<()> {
        let pid = self.window(id)?.and_then(|window| window.pid);
        let pid = pid.and_then(|pid| i32::try_from(pid).ok());
        let app = pid.and_then(NSRunningApplication::runningApplicationWithProcessIdentifier);
        if let Some(app) = app {
            app.activateWithOptions(NSApplicationActivationOptions::ActivateAllWindows);
        }
        Ok(())
    }

    fn scale_at(&self, point: ScreenPoint) -> f64 {
        scale_at(&self.monitors, point)
    }

    fn capture(&self, rect: ScreenRect) -> anyhow::Result<RgbImage> {
        capture::region(rect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_keys_have_the_codes_of_a_mac_keyboard() {
        assert_eq!(key_code(Key::F(1)), Some(0x7a));
        assert_eq!(key_code(Key::F(12)), Some(0x6f));
        assert_eq!((key_code(Key::F(0)), key_code(Key::F(13))), (None, None));
    }
}
