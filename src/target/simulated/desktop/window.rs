//! One window on the desktop: the only file that names the windowing crates.

use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::Instant;

use anyhow::{Context as _, anyhow, bail};
use image::RgbImage;
use softbuffer::{Context, Surface};
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle};
use winit::keyboard::ModifiersState;
use winit::window::{Window, WindowAttributes, WindowId};

use super::seat::{Asked, Input, Wish};
use super::turns::Turns;
use super::{Company, Hands, help, keys};
use crate::geometry::FramePoint;
use crate::input::{Key, KeyStroke};
use crate::target::simulated::{EndedGame, Playable};

/// Opens a window with the game, for a person and the `company`, and returns when it is closed.
///
/// # Errors
/// When there is no display or no window can be made on it.
pub fn open(game: Box<dyn Playable>, company: Company) -> anyhow::Result<()> {
    let events = EventLoop::with_user_event().build().map_err(|error| {
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
        turns: Turns::new(events.create_proxy(), company.bot, company.pauses),
        bot_begins: company.bot_begins,
        ended: company.ended,
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
    let result = events.run_app(&mut app);
    app.turns.persons();
    app.game.close();
    app.tell();
    result.context("the window was closed by an error of the display")?;
    app.failure.map_or(Ok(()), Err)
}

/// The key that hands over to the bot and back.
const HAND_OVER: Key = Key::Char('b');

type Screen = Surface<OwnedDisplayHandle, Rc<Window>>;

struct App {
    game: Box<dyn Playable>,
    turns: Turns,
    bot_begins: bool,
    ended: Box<dyn FnMut(EndedGame, Hands)>,
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
        check_room(events, width, height)?;
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
        if event.state == ElementState::Released {
            return self.person(Input::Up(key));
        }
        let shift = self.modifiers.shift_key() && !matches!(key, Key::Char(_));
        let stroke = KeyStroke {
            ctrl: self.modifiers.control_key() && key != Key::Control,
            alt: self.modifiers.alt_key(),
            shift: shift && key != Key::Shift,
            key,
        };
        match key {
            _ if event.repeat => {}
            Key::F(1) => self.show_help(!self.help),
            _ => {
                self.show_help(false);
                if stroke == KeyStroke::from(HAND_OVER) {
                    self.hand_over();
                } else {
                    self.person(Input::Down(stroke));
                }
            }
        }
    }

    /// Shows or hides the help; meanwhile a person's game waits.
    fn show_help(&mut self, help: bool) {
        self.help = help;
        self.game.covered(help && !self.turns.is_bots());
    }

    /// The person does something, which counts only if it is their turn.
    fn person(&mut self, input: Input) {
        if !self.turns.is_bots() {
            self.input(input);
        }
    }

    /// Whoever's turn it is does something.
    fn input(&mut self, input: Input) {
        let before = self.game.inputs();
        match input {
            Input::Move(to) => self.game.moved(to),
            Input::Press(button, at) => self.game.press(button, at),
            Input::Release(button, at) => self.game.release(button, at),
            Input::Down(stroke) => self.game.key_down(stroke),
            Input::Up(key) => self.game.key_up(key),
        }
        if self.game.inputs() > before {
            self.turns.played();
        }
        self.tell();
    }

    /// Tells of a game that has ended.
    fn tell(&mut self) {
        if let Some(game) = self.game.ended() {
            (self.ended)(game, self.turns.end());
        }
    }

    /// The bot plays on for the person, or the person for the bot.
    fn hand_over(&mut self) {
        self.game.handed_over();
        self.turns.hand_over();
        self.retitle();
    }

    /// The title says whose turn it is.
    fn retitle(&self) {
        let Some((window, _)) = &self.shown else { return };
        let title = self.game.title();
        let bots = self.turns.is_bots().then_some(" - the bot plays (B: you play)");
        window.set_title(&format!("{title}{}", bots.unwrap_or_default()));
    }

    fn tick(&mut self) {
        self.game.tick(self.start.elapsed());
        self.tell();
    }

    fn redraw(&self) {
        if let Some((window, _)) = &self.shown {
            window.request_redraw();
        }
    }

    fn stop(&mut self, events: &ActiveEventLoop, error: anyhow::Error) {
        self.failure = Some(error);
        events.exit();
    }
}

impl ApplicationHandler<Asked> for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.shown.is_some() {
            return;
        }
        match self.make_window(events) {
            Ok(shown) => {
                self.shown = Some(shown);
                if std::mem::take(&mut self.bot_begins) {
                    self.hand_over();
                }
            }
            Err(error) => self.stop(events, error),
        }
    }

    fn user_event(&mut self, _events: &ActiveEventLoop, asked: Asked) {
        if !self.turns.hears(asked.seat) {
            // The answer's sender is dropped, which tells the bot.
            return;
        }
        self.tick();
        // A bot that has left no longer waits for its answer.
        match asked.wish {
            Wish::Picture(answer) => {
                let _ = answer.send(self.game.image().clone());
                return;
            }
            Wish::Input(input, answer) => {
                self.input(input);
                let _ = answer.send(());
            }
            Wish::Leave => {
                self.game.handed_over();
                self.turns.persons();
                self.retitle();
            }
        }
        self.redraw();
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => return events.exit(),
            WindowEvent::RedrawRequested => {
                if let Err(error) = self.draw() {
                    self.stop(events, error);
                }
                return;
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::Focused(false) if !self.turns.is_bots() => self.game.unfocused(),
            WindowEvent::Focused(_) => {}
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => {
                self.tick();
                self.key(&event);
            }
            WindowEvent::CursorMoved { position, .. } => {
                // The windowing crate gives the pixel's corner; the games count its middle.
                self.pointer = FramePoint::new(position.x + 0.5, position.y + 0.5);
                self.person(Input::Move(self.pointer));
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let Some(button) = keys::button(button) else { return };
                self.tick();
                match state {
                    ElementState::Pressed if self.help => self.show_help(false),
                    ElementState::Pressed => self.person(Input::Press(button, self.pointer)),
                    ElementState::Released => self.person(Input::Release(button, self.pointer)),
                }
            }
            WindowEvent::Resized(_) => {}
            _ => return,
        }
        self.redraw();
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let now = Instant::now();
        if now >= self.next_tick {
            self.next_tick = now + self.game.period();
            self.tick();
            self.redraw();
        }
        events.set_control_flow(ControlFlow::WaitUntil(self.next_tick));
    }
}

/// Checks that a picture fits on one of the screens, as far as they are known.
fn check_room(events: &ActiveEventLoop, width: u32, height: u32) -> anyhow::Result<()> {
    let screens: Vec<_> = events.available_monitors().map(|monitor| monitor.size()).collect();
    let fits = |screen: &PhysicalSize<u32>| width <= screen.width && height <= screen.height;
    match screens.iter().max_by_key(|screen| u64::from(screen.width) * u64::from(screen.height)) {
        Some(largest) if !screens.iter().any(fits) && largest.width > 0 => bail!(
            "the window would have {width}x{height} pixels, more than the screen's {}x{}; give a \
             smaller board or a smaller --scale",
            largest.width,
            largest.height
        ),
        _ => Ok(()),
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
