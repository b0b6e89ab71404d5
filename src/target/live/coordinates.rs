//! The arithmetic of desktops with several monitors and scales, without a desktop.

use crate::geometry::{ScreenPoint, ScreenRect};

/// Dots per inch at which Windows draws at scale 1.
const DPI_AT_SCALE_1: f64 = 96.0;
/// Windows spreads this many units over the width, and as many over the height, of the desktop.
const ABSOLUTE_RANGE: i64 = 65_536;

/// How much larger than at 96 DPI a monitor with `dpi` draws.
pub fn scale_of_dpi(dpi: u32) -> f64 {
    f64::from(dpi) / DPI_AT_SCALE_1
}

/// The smallest rectangle around all monitors, or `None` if there are none.
pub fn bounding(monitors: &[ScreenRect]) -> Option<ScreenRect> {
    let right = |m: &ScreenRect| m.x.saturating_add_unsigned(m.w);
    let bottom = |m: &ScreenRect| m.y.saturating_add_unsigned(m.h);
    let (x, y) = (monitors.iter().map(|m| m.x).min()?, monitors.iter().map(|m| m.y).min()?);
    let (to_x, to_y) = (monitors.iter().map(right).max()?, monitors.iter().map(bottom).max()?);
    Some(ScreenRect { x, y, w: to_x.abs_diff(x), h: to_y.abs_diff(y) })
}

/// `point` in the units of an absolute mouse input of Windows that spans all monitors
/// (`MOUSEEVENTF_ABSOLUTE` with `MOUSEEVENTF_VIRTUALDESK`), or `None` if it is outside `desktop`,
/// the bounding rectangle of all monitors.
///
/// Windows takes unit `u` for pixel `u * width / 65536`, rounded down. The unit returned lies in
/// the middle of the pixel's range, so that rounding of either kind finds the pixel again.
pub fn absolute(point: ScreenPoint, desktop: &ScreenRect) -> Option<(i32, i32)> {
    let unit = |v: i32, from: i32, size: u32| {
        let middle = (2 * (i64::from(v) - i64::from(from)) + 1) * ABSOLUTE_RANGE;
        i32::try_from(middle / (2 * i64::from(size))).ok()
    };
    if !desktop.contains(point) {
        return None;
    }
    Some((unit(point.x, desktop.x, desktop.w)?, unit(point.y, desktop.y, desktop.h)?))
}

/// The scale of the monitor that `point` is on: `(place, scale)` of each are given. Beyond all
/// monitors it is 1.
pub fn scale_at(monitors: &[(ScreenRect, f64)], point: ScreenPoint) -> f64 {
    monitors.iter().find(|(place, _)| place.contains(point)).map_or(1.0, |(_, scale)| *scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{CellPos, GridGeometry, Placement};

    fn rect(text: &str) -> ScreenRect {
        text.parse().expect("a region")
    }

    /// What Windows makes of an absolute input.
    fn pixel(units: (i32, i32), desktop: &ScreenRect) -> ScreenPoint {
        let back = |unit: i32, from: i32, size: u32| {
            from + i32::try_from(i64::from(unit) * i64::from(size) / ABSOLUTE_RANGE).expect("small")
        };
        ScreenPoint {
            x: back(units.0, desktop.x, desktop.w),
            y: back(units.1, desktop.y, desktop.h),
        }
    }

    /// Monitors as people have them: one; a second at the right, the left, above; three.
    fn desks() -> Vec<Vec<ScreenRect>> {
        let desk = |monitors: &[&str]| monitors.iter().map(|text| rect(text)).collect();
        vec![
            desk(&["0,0,1920x1080"]),
            desk(&["0,0,1366x768", "1366,-300,1920x1200"]),
            desk(&["0,0,2560x1440", "-1920,180,1920x1080"]),
            desk(&["0,0,3840x2160", "640,-1440,2560x1440"]),
            desk(&["0,0,1920x1080", "-1080,-420,1080x1920", "1920,0,3840x2160"]),
        ]
    }

    #[test]
    fn every_pixel_column_and_row_of_every_desk_is_hit_exactly() {
        for monitors in desks() {
            let desktop = bounding(&monitors).expect("there are monitors");
            for monitor in &monitors {
                let columns = (0..monitor.w).map(|i| ScreenPoint {
                    x: monitor.x + i as i32,
                    y: monitor.y + (i % monitor.h) as i32,
                });
                let rows = (0..monitor.h).map(|i| ScreenPoint {
                    x: monitor.x + (i % monitor.w) as i32,
                    y: monitor.y + i as i32,
                });
                for point in columns.chain(rows) {
                    let units = absolute(point, &desktop).expect("on the desktop");
                    assert_eq!(pixel(units, &desktop), point, "on {desktop}");
                }
            }
        }
    }

    #[test]
    fn places_beyond_the_desktop_have_no_units() {
        let desktop = rect("-1920,0,3840x1080");
        for (x, y) in [(-1921, 5), (1920, 5), (0, -1), (0, 1080), (i32::MIN, i32::MAX)] {
            assert_eq!(absolute(ScreenPoint { x, y }, &desktop), None);
        }
    }

    #[test]
    fn a_board_drawn_at_any_dpi_on_any_monitor_is_clicked_in_the_cell_that_was_meant() {
        for monitors in desks() {
            let desktop = bounding(&monitors).expect("there are monitors");
            for (monitor, dpi) in monitors.iter().flat_map(|m| [96, 120, 144, 192].map(|d| (m, d)))
            {
                let pitch = 16.0 * scale_of_dpi(dpi);
                let grid = GridGeometry::uniform(12.0, 55.0, pitch, pitch, 30, 16);
                // Windows captures and clicks in the same pixels, whatever the DPI.
                let origin = ScreenPoint { x: monitor.x + 7, y: monitor.y + 31 };
                let placement = Placement { origin, scale: 1.0 };
                for cell in cells(&grid) {
                    let aimed = placement.to_screen(grid.cell(cell).centre());
                    let units = absolute(aimed, &desktop).expect("on the desktop");
                    let hit = placement.to_frame(pixel(units, &desktop));
                    assert_eq!(grid.cell_at(hit), Some(cell), "{dpi} DPI on {monitor}");
                }
            }
        }
    }

    #[test]
    fn a_board_on_a_retina_screen_is_clicked_in_points_and_read_in_pixels() {
        for (scale, origin) in [(2.0, (-1440, -900)), (3.0, (100, 80)), (1.0, (2560, 25))] {
            let origin = ScreenPoint { x: origin.0, y: origin.1 };
            let placement = Placement { origin, scale };
            let grid = GridGeometry::uniform(25.0, 111.0, 16.5 * scale, 16.5 * scale, 30, 16);
            for cell in cells(&grid) {
                let aimed = placement.to_screen(grid.cell(cell).centre());
                assert_eq!(grid.cell_at(placement.to_frame(aimed)), Some(cell), "at scale {scale}");
            }
        }
    }

    fn cells(grid: &GridGeometry) -> impl Iterator<Item = CellPos> {
        let cols = grid.cols();
        (0..grid.rows()).flat_map(move |row| (0..cols).map(move |col| CellPos::new(col, row)))
    }

    #[test]
    fn each_point_has_the_scale_of_its_monitor() {
        let monitors = [(rect("0,0,1440x900"), 2.0), (rect("-1920,0,1920x1080"), 1.0)];
        assert_eq!(scale_at(&monitors, ScreenPoint { x: 0, y: 0 }), 2.0);
        assert_eq!(scale_at(&monitors, ScreenPoint { x: -1, y: 0 }), 1.0);
        assert_eq!(scale_at(&monitors, ScreenPoint { x: 0, y: 2000 }), 1.0);
        assert_eq!(scale_of_dpi(144), 1.5);
    }

    #[test]
    fn the_bounding_rectangle_begins_at_the_left_and_top_most_monitor() {
        let around = |list: &[&str]| bounding(&list.iter().map(|t| rect(t)).collect::<Vec<_>>());
        assert_eq!(around(&["0,0,10x10", "-5,-7,5x5"]), Some(rect("-5,-7,15x17")));
        assert_eq!(around(&[]), None);
    }
}
