//! Where a pointer is: at a place, or in a corner of the desktop.

use crate::geometry::{ScreenPoint, ScreenRect};

/// How far the pointer may be from where it was put and still count as there: systems round,
/// and a mouse on a desk trembles.
const TREMBLE_PX: i32 = 4;
/// How near to a corner of the desktop counts as pushed into it.
const CORNER_PX: i32 = 2;

/// Whether the pointer is in one of `corners`.
pub fn in_corner(pointer: ScreenPoint, corners: &[ScreenPoint]) -> bool {
    corners.iter().any(|corner| near(pointer, *corner, CORNER_PX))
}

/// Whether `a` is within `distance` pixels of `b` in both directions.
fn near(a: ScreenPoint, b: ScreenPoint, distance: i32) -> bool {
    let close =
        |a: i32, b: i32| i64::from(a).abs_diff(i64::from(b)) <= distance.unsigned_abs().into();
    close(a.x, b.x) && close(a.y, b.y)
}

/// Whether a pointer put at `point` counts as there.
pub fn is_there(pointer: ScreenPoint, point: ScreenPoint) -> bool {
    near(pointer, point, TREMBLE_PX)
}

/// The corner pixels that a pointer can be pushed into: those with no monitor beyond them on
/// either side.
pub fn corners(monitors: &[ScreenRect]) -> Vec<ScreenPoint> {
    let on_any = |x: i32, y: i32| monitors.iter().any(|m| m.contains(ScreenPoint { x, y }));
    let mut corners = Vec::new();
    for m in monitors {
        let (right, bottom) = (m.x + m.w as i32 - 1, m.y + m.h as i32 - 1);
        for (x, dx) in [(m.x, -1), (right, 1)] {
            for (y, dy) in [(m.y, -1), (bottom, 1)] {
                if !on_any(x + dx, y) && !on_any(x, y + dy) {
                    corners.push(ScreenPoint { x, y });
                }
            }
        }
    }
    corners
}

/// `point` moved away from the corners so that parking the pointer there is no wish to stop.
pub fn off_corners(point: ScreenPoint, monitors: &[ScreenRect]) -> ScreenPoint {
    const MARGIN: i32 = 8 * CORNER_PX;
    let Some(monitor) = monitors.iter().min_by_key(|m| distance(point, m)) else { return point };
    let clamp = |v: i32, from: i32, size: u32| {
        let to = from + size as i32 - 1;
        v.clamp((from + MARGIN).min(to), (to - MARGIN).max(from))
    };
    ScreenPoint { x: clamp(point.x, monitor.x, monitor.w), y: clamp(point.y, monitor.y, monitor.h) }
}

/// How far `point` lies outside `rect`, in pixels along both axes together.
fn distance(point: ScreenPoint, rect: &ScreenRect) -> i64 {
    let outside = |v: i32, from: i32, size: u32| {
        let (v, from) = (i64::from(v), i64::from(from));
        (from - v).max(v - (from + i64::from(size) - 1)).max(0)
    };
    outside(point.x, rect.x, rect.w) + outside(point.y, rect.y, rect.h)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: ScreenRect = ScreenRect { x: 0, y: 0, w: 1920, h: 1080 };

    fn point(x: i32, y: i32) -> ScreenPoint {
        ScreenPoint { x, y }
    }

    #[test]
    fn corners_between_two_monitors_are_no_corners() {
        let right = ScreenRect { x: 1920, y: 0, w: 1280, h: 1024 };
        let found = corners(&[SCREEN, right]);
        assert!(!found.contains(&point(1919, 0)) && !found.contains(&point(1920, 0)));
        assert!(found.contains(&point(0, 0)) && found.contains(&point(3199, 1023)));
        assert!(found.contains(&point(1919, 1079)), "the lower monitor's step is a corner");
    }

    #[test]
    fn parking_keeps_away_from_corners_and_on_a_monitor() {
        for from in [point(-50, -50), point(1919, 1079), point(0, 500)] {
            let parked = off_corners(from, &[SCREEN]);
            assert!(SCREEN.contains(parked));
            assert!(corners(&[SCREEN]).iter().all(|c| !near(parked, *c, 10)), "{parked}");
        }
        assert_eq!(off_corners(point(600, 400), &[SCREEN]), point(600, 400));
    }
}
