//! Windows: windows, keyboard focus, pointer and monitors in physical pixels.

use std::time::Instant;

use anyhow::{Context, ensure};
use image::RgbImage;
use windows::Win32::Foundation::{E_ACCESSDENIED, HWND, POINT};
use windows::Win32::UI::Input::KeyboardAndMouse::MOUSE_EVENT_FLAGS;
use windows::Win32::UI::WindowsAndMessaging::{WS_EX_NOACTIVATE, WS_EX_TOOLWINDOW};

use super::super::desktop::{Desktop, Front, Probe, Senses, WindowId, WindowInfo, WindowKind};
use super::gamma::tinted;
use super::windows_calls as calls;
use super::windows_input::{send_mouse, trail, virtual_key};
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::input::{Key, SystemDevice};

/// The class of dialogs that Windows itself makes.
const DIALOG_CLASS: &str = "#32770";
/// Classes of the desktop's own windows: its background and the task bars.
const SHELL_CLASSES: [&str; 4] = ["Progman", "WorkerW", "Shell_TrayWnd", "Shell_SecondaryTrayWnd"];

/// Makes all coordinates physical pixels. To be called before anything else in the program.
pub fn prepare() {
    // It fails where a manifest or the user's compatibility settings chose for this program;
    // then they rule, and `doctor` tells of different scales.
    if let Err(error) = calls::set_dpi_awareness() {
        log::debug!("the DPI awareness is already set: {error}");
    }
}

/// The names of the running programs that have a window, hidden ones too, such as `explorer.exe`;
/// none where Windows does not list its windows.
pub fn running() -> Vec<String> {
    let windows = calls::top_level_windows().unwrap_or_default();
    let mut pids: Vec<u32> = windows.into_iter().filter_map(calls::process).collect();
    pids.sort_unstable();
    pids.dedup();
    pids.into_iter().filter_map(program).collect()
}

/// The file name of a process's program.
fn program(pid: u32) -> Option<String> {
    let path = calls::executable(pid).ok()?;
    path.rsplit(['\\', '/']).next().map(str::to_string)
}

/// The desktop of this Windows session.
#[derive(Debug, Clone, Copy)]
pub struct WindowsDesktop;

impl WindowsDesktop {
    /// The desktop of this session.
    ///
    /// # Errors
    /// When it shows no monitor, as in a service or a locked session.
    pub fn new() -> anyhow::Result<Self> {
        let monitors = Self.monitors()?;
        ensure!(!monitors.is_empty(), "no monitor is there; start this from a desktop session");
        Ok(Self)
    }

    /// Pointer and keyboard.
    ///
    /// # Errors
    /// When the system takes no input from programs.
    pub fn device(&self) -> anyhow::Result<SystemDevice> {
        SystemDevice::new()
    }

    /// The dots per inch that programs are told to draw with on each monitor.
    ///
    /// # Errors
    /// When the system does not answer.
    pub fn densities(&self) -> anyhow::Result<Vec<f64>> {
        let densities = calls::densities().context("Windows does not tell the monitors' scales")?;
        Ok(densities.into_iter().map(f64::from).collect())
    }

    /// Whether the main monitor shows some of red, green and blue weaker than the others, as
    /// filters for the night have it.
    ///
    /// # Errors
    /// Never: a monitor that does not tell counts as clear.
    pub fn is_tinted(&self) -> anyhow::Result<bool> {
        Ok(calls::gamma().is_some_and(|[red, green, blue]| tinted(&red, &green, &blue)))
    }

    fn info(&self, window: HWND) -> Option<WindowInfo> {
        let pid = calls::process(window)?;
        let class = calls::class(window);
        let owner = calls::owner(window);
        let kind = kind(&class, calls::extended_style(window), owner.is_some());
        let name = program(pid).unwrap_or_default();
        Some(WindowInfo {
            id: id_of(window),
            title: calls::title(window),
            class: [class, name].join(" ").trim().to_string(),
            pid: Some(pid),
            owner: owner.map(id_of),
            kind,
            place: place(window),
        })
    }
}

fn kind(class: &str, extended_style: u32, owned: bool) -> WindowKind {
    let tool = extended_style & (WS_EX_TOOLWINDOW.0 | WS_EX_NOACTIVATE.0) != 0;
    if tool || SHELL_CLASSES.contains(&class) {
        WindowKind::Other
    } else if owned || class == DIALOG_CLASS {
        WindowKind::Dialog
    } else {
        WindowKind::Main
    }
}

fn id_of(window: HWND) -> WindowId {
    WindowId(window.0 as usize as u64)
}

/// A window of ours as Windows names it; one too large names no window.
fn handle_of(id: WindowId) -> HWND {
    HWND(usize::try_from(id.0).unwrap_or(0) as *mut _)
}

/// Where the client area lies, or `None` while it is not shown.
fn place(window: HWND) -> Option<ScreenRect> {
    if !calls::is_visible(window) || calls::is_minimised(window) || calls::is_cloaked(window) {
        return None;
    }
    let (corner, w, h) = calls::client_area(window)?;
    let side = |v: i32| u32::try_from(v).ok().filter(|v| *v > 0);
    Some(ScreenRect { x: corner.x, y: corner.y, w: side(w)?, h: side(h)? })
}

impl Senses for WindowsDesktop {
    fn pointer(&self) -> anyhow::Result<ScreenPoint> {
        let point = calls::pointer()
            .context("Windows does not tell where the pointer is; is the session locked?")?;
        Ok(trail().settle(ScreenPoint { x: point.x, y: point.y }, Instant::now()))
    }

    fn key_down(&self, key: Key) -> anyhow::Result<bool> {
        Ok(virtual_key(key).is_some_and(calls::is_key_down))
    }

    fn monitors(&self) -> anyhow::Result<Vec<ScreenRect>> {
        let rects = calls::monitors().context("Windows does not list the monitors")?;
        let place = |r: &windows::Win32::Foundation::RECT| ScreenRect {
            x: r.left,
            y: r.top,
            w: r.right.abs_diff(r.left),
            h: r.bottom.abs_diff(r.top),
        };
        Ok(rects.iter().map(place).collect())
    }
}

impl Desktop for WindowsDesktop {
    fn windows(&self) -> anyhow::Result<Vec<WindowInfo>> {
        let all = calls::top_level_windows().context("Windows does not list its windows")?;
        let infos = all.into_iter().filter(|w| place(*w).is_some()).filter_map(|w| self.info(w));
        // Nameless tool windows are shadows, menus and tooltips.
        Ok(infos.filter(|w| w.kind != WindowKind::Other || !w.title.is_empty()).collect())
    }

    fn window(&self, id: WindowId) -> anyhow::Result<Option<WindowInfo>> {
        Ok(self.info(handle_of(id)))
    }

    fn place(&self, id: WindowId) -> anyhow::Result<Option<ScreenRect>> {
        Ok(place(handle_of(id)))
    }

    fn probe(&self, id: WindowId, point: ScreenPoint) -> anyhow::Result<Probe> {
        let front = match calls::top_level_at(POINT { x: point.x, y: point.y }) {
            Some(window) if id_of(window) == id => Front::Itself,
            Some(window) => {
                let name = self.info(window).map(|info| info.describe());
                Front::Other(name.unwrap_or_else(|| "a window that is closing".to_string()))
            }
            None => Front::Other("nothing but the desktop".to_string()),
        };
        Ok(Probe { place: place(handle_of(id)), front, pointer: self.pointer()? })
    }

    fn focused(&self) -> anyhow::Result<Option<WindowInfo>> {
        Ok(calls::foreground().and_then(|window| self.info(window)))
    }

    fn activate(&self, id: WindowId) -> anyhow::Result<()> {
        let window = handle_of(id);
        if !calls::set_foreground(window) {
            // Only the program that sent or got the last input may hand over the keyboard: a
            // mouse input that moves nothing makes it this one.
            send_mouse(0, 0, MOUSE_EVENT_FLAGS(0)).context("Windows refused an input")?;
            calls::set_foreground(window);
        }
        Ok(())
    }

    /// With per-monitor awareness capture and input share the physical pixels of all monitors.
    fn scale_at(&self, _point: ScreenPoint) -> f64 {
        1.0
    }

    fn stretch(&self, window: &WindowInfo) -> f64 {
        let density = calls::density_of(handle_of(window.id));
        density.map_or(1.0, |(drawn, shown)| f64::from(shown) / f64::from(drawn))
    }

    fn capture(&self, rect: ScreenRect) -> anyhow::Result<RgbImage> {
        crate::capture::region(rect)
    }

    /// Windows drops input to a program of higher rights without telling.
    fn input_barrier(&self, window: &WindowInfo) -> Option<String> {
        let theirs = match calls::is_elevated(window.pid?) {
            Ok(elevated) => elevated,
            Err(error) => error.code() == E_ACCESSDENIED,
        };
        let ours = calls::am_elevated().unwrap_or(false);
        (theirs && !ours).then(|| {
            format!(
                "{} runs as administrator, so Windows keeps our clicks and keys from it; start \
                 this as administrator too, or the game without",
                window.describe()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_and_tool_windows_are_no_games_and_owned_windows_are_dialogs() {
        assert_eq!(kind("WineMine", 0, false), WindowKind::Main);
        assert_eq!(kind("WineMine", 0, true), WindowKind::Dialog);
        assert_eq!(kind(DIALOG_CLASS, 0, false), WindowKind::Dialog);
        assert_eq!(kind("Progman", 0, false), WindowKind::Other);
        assert_eq!(kind("tooltips_class32", WS_EX_TOOLWINDOW.0, true), WindowKind::Other);
    }

    #[test]
    fn window_ids_and_handles_round_trip() {
        for id in [1, 0x1_0042, u64::from(u32::MAX)] {
            assert_eq!(id_of(handle_of(WindowId(id))), WindowId(id));
        }
    }

    #[test]
    fn the_pointer_goes_to_every_monitor_and_is_found_there() {
        let desktop = WindowsDesktop::new().expect("a desktop");
        for monitor in desktop.monitors().expect("monitors") {
            for point in [monitor.centre(), ScreenPoint { x: monitor.x + 21, y: monitor.y + 17 }] {
                super::super::windows_input::move_pointer(point).expect("moved");
                assert_eq!(desktop.pointer().expect("a place"), point);
            }
        }
    }
}
