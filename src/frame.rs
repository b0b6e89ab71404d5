//! Pixels captured at one moment.

use std::time::Duration;

use image::RgbImage;

use crate::geometry::{FramePoint, PixelRect, Placement, ScreenPoint};

/// Pixels captured at one moment.
///
/// Frame coordinates are those of the *whole* target (its client area or image). A frame of a
/// part of it keeps those coordinates: its first pixel is at `region.x`, `region.y`.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The pixels of `region`.
    pub image: RgbImage,
    /// Which part of the target this is, in frame pixels.
    pub region: PixelRect,
    /// Counts the captures of one target from 0.
    pub seq: u64,
    /// When it was captured, on the run's clock.
    pub at: Duration,
    /// Where the whole target lies on the screen.
    pub placement: Placement,
}

impl Frame {
    /// A frame of a whole picture that is on no screen (a saved screenshot, a test image).
    pub fn from_image(image: RgbImage) -> Self {
        let region = PixelRect { x: 0, y: 0, w: image.width(), h: image.height() };
        let placement = Placement { origin: ScreenPoint { x: 0, y: 0 }, scale: 1.0 };
        Self { image, region, seq: 0, at: Duration::ZERO, placement }
    }

    /// `point` in this frame's own image, whose top-left pixel is (0, 0).
    pub fn to_image(&self, point: FramePoint) -> FramePoint {
        FramePoint::new(point.x - f64::from(self.region.x), point.y - f64::from(self.region.y))
    }
}
