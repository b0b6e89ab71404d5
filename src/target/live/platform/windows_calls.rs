//! The calls into Windows that no library wraps, each behind a safe function. This is the only
//! file for Windows with `unsafe` in it; every block says why it is sound.
#![allow(unsafe_code, reason = "system calls that no library wraps, kept in this one file")]

use std::ffi::c_void;
use std::mem::size_of;

use windows::Win32::Foundation::{CloseHandle, HANDLE, HWND, LPARAM, POINT, RECT};
use windows::Win32::Graphics::Dwm::{DWMWA_CLOAKED, DwmGetWindowAttribute};
use windows::Win32::Graphics::Gdi::{
    ClientToScreen, EnumDisplayMonitors, GetDC, GetMonitorInfoW, HDC, HMONITOR,
    MONITOR_DEFAULTTONEAREST, MONITORINFO, MonitorFromWindow, ReleaseDC,
};
use windows::Win32::Security::{GetTokenInformation, TOKEN_ELEVATION, TOKEN_QUERY, TokenElevation};
use windows::Win32::System::Threading::{
    GetCurrentProcess, OpenProcess, OpenProcessToken, PROCESS_NAME_WIN32,
    PROCESS_QUERY_LIMITED_INFORMATION, QueryFullProcessImageNameW,
};
use windows::Win32::UI::ColorSystem::GetDeviceGammaRamp;
use windows::Win32::UI::HiDpi::{
    DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE, DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2,
    GetDpiForMonitor, GetDpiForWindow, MDT_EFFECTIVE_DPI, SetProcessDpiAwarenessContext,
};
use windows::Win32::UI::Input::KeyboardAndMouse::{GetAsyncKeyState, INPUT, SendInput, VkKeyScanW};
use windows::Win32::UI::WindowsAndMessaging::{
    EnumWindows, GA_ROOT, GW_OWNER, GWL_EXSTYLE, GetAncestor, GetClassNameW, GetClientRect,
    GetCursorPos, GetForegroundWindow, GetWindow, GetWindowLongPtrW, GetWindowTextW,
    GetWindowThreadProcessId, IsIconic, IsWindowVisible, SetForegroundWindow, WindowFromPoint,
};
use windows::core::{BOOL, PWSTR, Result};

/// Titles, class names and paths are cut at so many UTF-16 units.
const MAX_TEXT: usize = 1024;

/// A text that Windows wrote into `buffer`, `len` units long.
fn text(buffer: &[u16], len: i32) -> String {
    let len = usize::try_from(len).unwrap_or(0).min(buffer.len());
    String::from_utf16_lossy(&buffer[..len])
}

/// A handle that is closed when dropped.
struct Owned(HANDLE);

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the handle came from a successful open call and is closed only here.
        let closed = unsafe { CloseHandle(self.0) };
        if let Err(error) = closed {
            log::debug!("cannot close a handle: {error}");
        }
    }
}

/// Makes every coordinate of this process a physical pixel, on every monitor. Must come before
/// any other call that has to do with windows.
pub fn set_dpi_awareness() -> Result<()> {
    let best = DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2;
    // SAFETY: both calls take a constant, no memory of ours. The older kind is for systems that
    // do not know the better one.
    unsafe {
        SetProcessDpiAwarenessContext(best)
            .or_else(|_| SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE))
    }
}

/// Every top-level window, the front-most first, invisible ones too.
pub fn top_level_windows() -> Result<Vec<HWND>> {
    extern "system" fn add(window: HWND, list: LPARAM) -> BOOL {
        // SAFETY: `list` is the pointer to the vector below, which outlives the enumeration, and
        // Windows calls back on the same thread while nothing else uses it.
        let list = unsafe { &mut *(list.0 as *mut Vec<HWND>) };
        list.push(window);
        true.into()
    }
    let mut list: Vec<HWND> = Vec::new();
    // SAFETY: `add` has the signature asked for, and the pointer is valid for the whole call.
    unsafe { EnumWindows(Some(add), LPARAM(&raw mut list as isize))? };
    Ok(list)
}

/// Whether a window is shown at all.
pub fn is_visible(window: HWND) -> bool {
    // SAFETY: any handle may be passed; a stale one gives false.
    unsafe { IsWindowVisible(window) }.as_bool()
}

/// Whether a window is minimised.
pub fn is_minimised(window: HWND) -> bool {
    // SAFETY: any handle may be passed; a stale one gives false.
    unsafe { IsIconic(window) }.as_bool()
}

/// Whether the desktop hides a window that counts as visible: one on another virtual desktop, or
/// a suspended app.
pub fn is_cloaked(window: HWND) -> bool {
    let mut cloaked = 0u32;
    let to: *mut u32 = &raw mut cloaked;
    // SAFETY: the attribute is a DWORD, and `to` points to one for the whole call.
    let known = unsafe {
        DwmGetWindowAttribute(window, DWMWA_CLOAKED, to.cast::<c_void>(), size_of::<u32>() as u32)
    };
    known.is_ok() && cloaked != 0
}

/// A window's title.
pub fn title(window: HWND) -> String {
    let mut buffer = [0; MAX_TEXT];
    // SAFETY: the length of the buffer goes along with it; a stale handle gives length 0.
    let len = unsafe { GetWindowTextW(window, &mut buffer) };
    text(&buffer, len)
}

/// A window's class name.
pub fn class(window: HWND) -> String {
    let mut buffer = [0; MAX_TEXT];
    // SAFETY: the length of the buffer goes along with it; a stale handle gives length 0.
    let len = unsafe { GetClassNameW(window, &mut buffer) };
    text(&buffer, len)
}

/// The process that made a window, or `None` if the window is gone.
pub fn process(window: HWND) -> Option<u32> {
    let mut pid = 0;
    // SAFETY: `pid` is valid for the whole call; a stale handle gives thread 0.
    let thread = unsafe { GetWindowThreadProcessId(window, Some(&raw mut pid)) };
    (thread != 0).then_some(pid)
}

fn open(pid: u32) -> Result<Owned> {
    // SAFETY: takes numbers only; the handle is owned from here on.
    unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, false, pid) }.map(Owned)
}

/// The path of a process's executable.
pub fn executable(pid: u32) -> Result<String> {
    let process = open(pid)?;
    let mut buffer = [0; MAX_TEXT];
    let mut len = buffer.len() as u32;
    let to = PWSTR(buffer.as_mut_ptr());
    // SAFETY: `to` has room for `len` units, and both outlive the call.
    unsafe { QueryFullProcessImageNameW(process.0, PROCESS_NAME_WIN32, to, &raw mut len)? };
    Ok(text(&buffer, len as i32))
}

/// Whether a process runs as administrator.
pub fn is_elevated(pid: u32) -> Result<bool> {
    elevated(open(pid)?.0)
}

/// Whether this process runs as administrator.
pub fn am_elevated() -> Result<bool> {
    // SAFETY: no arguments; the result is a constant that need not be closed.
    elevated(unsafe { GetCurrentProcess() })
}

fn elevated(process: HANDLE) -> Result<bool> {
    let mut token = HANDLE::default();
    // SAFETY: `token` is valid for the whole call and owned after it.
    unsafe { OpenProcessToken(process, TOKEN_QUERY, &raw mut token)? };
    let token = Owned(token);
    let mut elevation = TOKEN_ELEVATION::default();
    let to: *mut TOKEN_ELEVATION = &raw mut elevation;
    let (mut len, size) = (0, size_of::<TOKEN_ELEVATION>() as u32);
    // SAFETY: the class asked for is a TOKEN_ELEVATION, `to` points to one of `size` bytes.
    unsafe { GetTokenInformation(token.0, TokenElevation, Some(to.cast()), size, &raw mut len)? };
    Ok(elevation.TokenIsElevated != 0)
}

/// The window that a window belongs to, as a dialog does.
pub fn owner(window: HWND) -> Option<HWND> {
    // SAFETY: any handle may be passed; a stale one gives an error.
    unsafe { GetWindow(window, GW_OWNER) }.ok().filter(|owner| !owner.is_invalid())
}

/// A window's extended style bits; 0 if it is gone.
pub fn extended_style(window: HWND) -> u32 {
    // SAFETY: any handle may be passed; the index is one that every window has.
    let style = unsafe { GetWindowLongPtrW(window, GWL_EXSTYLE) };
    // The style is 32 bits in a pointer-sized integer.
    style as u32
}

/// A window's client area: its corner on the desktop, width and height.
pub fn client_area(window: HWND) -> Option<(POINT, i32, i32)> {
    let (mut rect, mut corner) = (RECT::default(), POINT::default());
    // SAFETY: `rect` is valid for the whole call; a stale handle gives an error.
    unsafe { GetClientRect(window, &raw mut rect) }.ok()?;
    // SAFETY: `corner` is valid for the whole call; a stale handle gives false.
    let found = unsafe { ClientToScreen(window, &raw mut corner) }.as_bool();
    found.then_some((corner, rect.right, rect.bottom))
}

/// The top-level window that a click at `point` would reach.
pub fn top_level_at(point: POINT) -> Option<HWND> {
    // SAFETY: takes numbers only.
    let window = unsafe { WindowFromPoint(point) };
    if window.is_invalid() {
        return None;
    }
    // SAFETY: any handle may be passed; a stale one gives an invalid one.
    let root = unsafe { GetAncestor(window, GA_ROOT) };
    (!root.is_invalid()).then_some(root)
}

/// The window that has the keyboard.
pub fn foreground() -> Option<HWND> {
    // SAFETY: no arguments.
    let window = unsafe { GetForegroundWindow() };
    (!window.is_invalid()).then_some(window)
}

/// Asks for `window` to get the keyboard; whether Windows agreed.
pub fn set_foreground(window: HWND) -> bool {
    // SAFETY: any handle may be passed; a stale one gives false.
    unsafe { SetForegroundWindow(window) }.as_bool()
}

/// Where the pointer is.
pub fn pointer() -> Result<POINT> {
    let mut point = POINT::default();
    // SAFETY: `point` is valid for the whole call.
    unsafe { GetCursorPos(&raw mut point)? };
    Ok(point)
}

/// Whether a virtual key is down now, in any program.
pub fn is_key_down(virtual_key: u16) -> bool {
    // SAFETY: takes a number only. The top bit says down.
    unsafe { GetAsyncKeyState(virtual_key.into()) < 0 }
}

/// The virtual key that types a UTF-16 unit in the current layout.
pub fn virtual_key(unit: u16) -> Option<u16> {
    // SAFETY: takes a number only. -1 says there is none; the upper byte is the modifiers.
    let found = unsafe { VkKeyScanW(unit) };
    (found != -1).then_some(found as u16 & 0xff)
}

fn monitor_handles() -> Result<Vec<HMONITOR>> {
    extern "system" fn add(monitor: HMONITOR, _: HDC, _: *mut RECT, list: LPARAM) -> BOOL {
        // SAFETY: as in `top_level_windows`.
        let list = unsafe { &mut *(list.0 as *mut Vec<HMONITOR>) };
        list.push(monitor);
        true.into()
    }
    let mut list: Vec<HMONITOR> = Vec::new();
    // SAFETY: `add` has the signature asked for, and the pointer is valid for the whole call.
    unsafe { EnumDisplayMonitors(None, None, Some(add), LPARAM(&raw mut list as isize)) }.ok()?;
    Ok(list)
}

/// The place of every monitor.
pub fn monitors() -> Result<Vec<RECT>> {
    let place = |monitor: &HMONITOR| {
        let mut info =
            MONITORINFO { cbSize: size_of::<MONITORINFO>() as u32, ..Default::default() };
        // SAFETY: `info` says its own size and is valid for the whole call.
        unsafe { GetMonitorInfoW(*monitor, &raw mut info) }.ok()?;
        Ok(info.rcMonitor)
    };
    monitor_handles()?.iter().map(place).collect()
}

fn density(monitor: HMONITOR) -> Result<u32> {
    let (mut across, mut down) = (0, 0);
    // SAFETY: both numbers are valid for the whole call; a stale handle gives an error.
    unsafe { GetDpiForMonitor(monitor, MDT_EFFECTIVE_DPI, &raw mut across, &raw mut down)? };
    Ok(across)
}

/// The dots per inch that programs are told to draw with on each monitor.
pub fn densities() -> Result<Vec<u32>> {
    monitor_handles()?.into_iter().map(density).collect()
}

/// The dots per inch that `window` is drawn with, and those of the monitor it is on.
pub fn density_of(window: HWND) -> Option<(u32, u32)> {
    // SAFETY: any handle may be passed; a stale one gives 0.
    let drawn = unsafe { GetDpiForWindow(window) };
    // SAFETY: any handle may be passed; a stale one gives some monitor.
    let monitor = unsafe { MonitorFromWindow(window, MONITOR_DEFAULTTONEAREST) };
    Some((drawn, density(monitor).ok()?)).filter(|_| drawn > 0)
}

/// How strong the main monitor shows the levels of red, green and blue.
pub fn gamma() -> Option<[[u16; 256]; 3]> {
    let mut ramps = [[0u16; 256]; 3];
    // SAFETY: no window means the whole screen; what is got is given back below.
    let screen = unsafe { GetDC(None) };
    // SAFETY: three ramps of 256 words are what the call fills, and they outlive it.
    let told = unsafe { GetDeviceGammaRamp(screen, ramps.as_mut_ptr().cast::<c_void>()) };
    // SAFETY: it came from `GetDC` with the same window.
    unsafe { ReleaseDC(None, screen) };
    told.as_bool().then_some(ramps)
}

/// Puts one input into the system's input stream.
pub fn send(input: INPUT) -> Result<()> {
    // SAFETY: the slice holds one INPUT, and its size goes along.
    let sent = unsafe { SendInput(&[input], size_of::<INPUT>() as i32) };
    if sent == 1 { Ok(()) } else { Err(windows::core::Error::from_thread()) }
}
