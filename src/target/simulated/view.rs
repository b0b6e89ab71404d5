//! What both built-in games' targets do alike: parts of their picture as frames.

use std::time::Duration;

use image::RgbImage;

use super::paint::crop;
use crate::frame::Frame;
use crate::geometry::{FramePoint, PixelRect, Placement, ScreenPoint};
use crate::target::TargetError;

/// A frame of `region` of the picture of the target called `name`.
///
/// # Errors
/// When the region is empty or reaches over the picture's edges.
pub(super) fn capture(
    image: &RgbImage,
    region: Option<PixelRect>,
    seq: u64,
    at: Duration,
    name: &str,
) -> Result<Frame, TargetError> {
    let (width, height) = image.dimensions();
    let region = region.unwrap_or(PixelRect { x: 0, y: 0, w: width, h: height });
    let inside = |from: u32, size: u32, limit: u32| {
        size > 0 && from.checked_add(size).is_some_and(|end| end <= limit)
    };
    if !inside(region.x, region.w, width) || !inside(region.y, region.h, height) {
        return Err(TargetError::Outside(format!(
            "a capture of {region:?} from {name} of {width}x{height} pixels"
        )));
    }
    let placement = Placement { origin: ScreenPoint { x: 0, y: 0 }, scale: 1.0 };
    Ok(Frame { image: crop(image, region), region, seq, at, placement })
}

/// Checks that a click lies inside the picture of the target called `name`.
///
/// # Errors
/// When it does not.
pub(super) fn check_inside(
    image: &RgbImage,
    at: FramePoint,
    name: &str,
) -> Result<(), TargetError> {
    let (width, height) = image.dimensions();
    if (0.0..f64::from(width)).contains(&at.x) && (0.0..f64::from(height)).contains(&at.y) {
        return Ok(());
    }
    Err(TargetError::Outside(format!(
        "a click at ({:.1}, {:.1}) in {name} of {width}x{height} pixels",
        at.x, at.y
    )))
}
