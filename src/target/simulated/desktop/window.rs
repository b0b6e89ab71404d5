//! One window on the desktop: the only file that names the windowing crates.

use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use image::RgbImage;
use softbuffer::{Context, Surface};
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle};
use winit::keyboard::ModifiersState;
use winit::window::{Window, WindowAttributes, WindowId};

use super::{Playable, help, keys};
use crate::geometry::FramePoint;
use crate::input::{Key, KeyStroke};

/// Opens a window with the game and returns when the person closes it.
///
/// # Errors
/// When there is no display or no window can be made on it.
pub fn open(game: Box<dyn Playable>) -> anyhow::Result<()> {
    let events = EventLoop::new().map_err(|error| {
        // The crate's own words name files of the machine that built it.
        log::debug!("no event loop: {error}");
        anyhow!(
            "cannot open a window: no usable display was found; start it inside a desktop \
             session, or set DISPLAY or WAYLAND_DISPLAY"
        )
    })?;
    let context = Context::new(events.owned_display_handle())
        .map_err(|error| anyhow!("cannot draw on this display: {error}"))?;
    let mut app = App {
        game,
        context,
        shown: None,
        pointer: FramePoint::new(-1.0, -1.0),
        modifiers: ModifiersState::empty(),
        help: false,
        insisted: false,
        start: Instant::now(),
        next_tick: Instant::now(),
        failure: None,
    };
    events.run_app(&mut app).context("the window was closed by an error of the display")?;
    app.failure.map_or(Ok(()), Err)
}

type Screen = Surface<OwnedDisplayHandle, Rc<Window>>;

struct App {
    game: Box<dyn Playable>,
    context: Context<OwnedDisplayHandle>,
    shown: Option<(Rc<Window>, Screen)>,
    pointer: FramePoint,
    modifiers: ModifiersState,
    help: bool,
    /// Whether the desktop was asked a second time for the size of the game's picture.
    insisted: bool,
    start: Instant,
    next_tick: Instant,
    failure: Option<anyhow::Error>,
}

impl App {
    fn make_window(&self, events: &ActiveEventLoop) -> anyhow::Result<(Rc<Window>, Screen)> {
        let (width, height) = self.game.image().dimensions();
        let attributes = WindowAttributes::default()
            .with_title(self.game.title())
            .with_resizable(false)
            .with_inner_size(PhysicalSize::new(width, height));
        let window =
            events.create_window(with_class(attributes)).context("cannot open a window")?;
        let window = Rc::new(window);
        let screen = Surface::new(&self.context, window.clone())
            .map_err(|error| anyhow!("cannot draw into the window: {error}"))?;
        Ok((window, screen))
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let Some((window, screen)) = &mut self.shown else { return Ok(()) };
        let size = window.inner_size();
        let (Some(width), Some(height)) =
            (NonZeroU32::new(size.width), NonZeroU32::new(size.height))
        else {
            return Ok(());
        };
        let image = self.game.image();
        let wanted = PhysicalSize::new(image.width(), image.height());
        if size != wanted && !self.insisted {
            // Some desktops forget the size that a window was made with; a refusal is final.
            self.insisted = true;
            let _ = window.request_inner_size(wanted);
        }
        let failed = |error| anyhow!("cannot draw into the window: {error}");
        screen.resize(width, height).map_err(failed)?;
        let mut buffer = screen.buffer_mut().map_err(failed)?;
        let panel = self.help.then(|| help::over(image, self.game.help()));
        copy(panel.as_ref().unwrap_or(image), &mut buffer, size.width as usize);
        window.pre_present_notify();
        buffer.present().map_err(failed)
    }

    fn key(&mut self, event: &KeyEvent) {
        let Some(key) = keys::key(&event.logical_key, event.location) else { return };
        match event.state {
            ElementState::Pressed if event.repeat => {}
            ElementState::Pressed if key == Key::F(1) => self.help = !self.help,
            ElementState::Pressed => {
                self.help = false;
                let shift = self.modifiers.shift_key() && !matches!(key, Key::Char(_));
                self.game.key_down(KeyStroke {
                    ctrl: self.modifiers.control_key() && key != Key::Control,
                    alt: self.modifiers.alt_key(),
                    shift: shift && key != Key::Shift,
                    key,
                });
            }
            ElementState::Released => self.game.key_up(key),
        }
    }

    fn tick(&mut self) {
        self.game.tick(self.start.elapsed());
    }

    fn stop(&mut self, events: &ActiveEventLoop, error: anyhow::Error) {
        self.failure = Some(error);
        events.exit();
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.shown.is_some() {
            return;
        }
        match self.make_window(events) {
            Ok(shown) => self.shown = Some(shown),
            Err(error) => self.stop(events, error),
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => return events.exit(),
            WindowEvent::RedrawRequested => {
                if let Err(error) = self.draw() {
                    self.stop(events, error);
                }
                return;
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::Focused(false) => self.game.unfocused(),
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => {
                self.tick();
                self.key(&event);
            }
            WindowEvent::CursorMoved { position, .. } => {
                // The windowing crate gives the pixel's corner; the games count its middle.
                self.pointer = FramePoint::new(position.x + 0.5, position.y + 0.5);
                self.game.moved(self.pointer);
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let Some(button) = keys::button(button) else { return };
                self.tick();
                match state {
                    ElementState::Pressed if self.help => self.help = false,
                    ElementState::Pressed => self.game.press(button, self.pointer),
                    ElementState::Released => self.game.release(button, self.pointer),
                }
            }
            WindowEvent::Resized(_) => {}
            _ => return,
        }
        if let Some((window, _)) = &self.shown {
            window.request_redraw();
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let now = Instant::now();
        if now >= self.next_tick {
            self.next_tick = now + self.game.period();
            self.tick();
            if let Some((window, _)) = &self.shown {
                window.request_redraw();
            }
        }
        events.set_control_flow(ControlFlow::WaitUntil(self.next_tick));
    }
}

/// Copies the picture to the top left of a buffer of 0RGB words; what lies outside is black.
fn copy(image: &RgbImage, buffer: &mut [u32], width: usize) {
    buffer.fill(0);
    let columns = width.min(image.width() as usize);
    let rows = image.as_raw().chunks_exact(image.width() as usize * 3);
    for (to, from) in buffer.chunks_exact_mut(width).zip(rows) {
        for (word, pixel) in to[..columns].iter_mut().zip(from.chunks_exact(3)) {
            *word = u32::from_be_bytes([0, pixel[0], pixel[1], pixel[2]]);
        }
    }
}

/// Gives the window a class, by which window managers and bots know it.
#[cfg(all(unix, not(target_os = "macos")))]
fn with_class(attributes: WindowAttributes) -> WindowAttributes {
    use winit::platform::{wayland, x11};
    let attributes = x11::WindowAttributesExtX11::with_name(attributes, "sweepfall", "sweepfall");
    wayland::WindowAttributesExtWayland::with_name(attributes, "sweepfall", "sweepfall")
}

/// Other systems know windows by their program.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn with_class(attributes: WindowAttributes) -> WindowAttributes {
    attributes
}
