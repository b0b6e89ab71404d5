//! X11: what only `doctor` asks about the screens.

use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::AtomEnum;

use super::gamma::tinted;
use super::x11::X11Desktop;

const MM_PER_INCH: f64 = 25.4;

impl X11Desktop {
    /// The X resources, such as `Xft.dpi`, as one text.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn resources(&self) -> anyhow::Result<String> {
        let bytes = self.property(self.root, u32::from(AtomEnum::RESOURCE_MANAGER))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The dots per inch, across, of the monitors whose size in millimetres is known.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn densities(&self) -> anyhow::Result<Vec<f64>> {
        let monitors = self.connection.randr_get_monitors(self.root, true)?.reply()?.monitors;
        let sized = monitors.iter().filter(|m| m.width_in_millimeters > 0);
        let dpi = |px: u16, mm: u32| f64::from(px) / f64::from(mm) * MM_PER_INCH;
        Ok(sized.map(|m| dpi(m.width, m.width_in_millimeters)).collect())
    }

    /// Whether a screen shows some of red, green and blue weaker than the others, as filters for
    /// the night have it.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn is_tinted(&self) -> anyhow::Result<bool> {
        let outputs = self.connection.randr_get_screen_resources_current(self.root)?.reply()?;
        for crtc in outputs.crtcs {
            let ramps = self.connection.randr_get_crtc_gamma(crtc)?.reply()?;
            if tinted(&ramps.red, &ramps.green, &ramps.blue) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
