//! What is held down now, and that it is let go of on any way out.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Button, InputDevice, Key, KeyStroke, Stroke};
use crate::geometry::ScreenPoint;

/// What is down now; clones share one list.
#[derive(Debug, Clone, Default)]
pub struct HeldList(Arc<Mutex<Down>>);

#[derive(Debug, Default)]
struct Down {
    buttons: Vec<Button>,
    keys: Vec<Key>,
    /// Nothing goes down any more.
    closed: bool,
}

impl Down {
    fn check_open(&self) -> anyhow::Result<()> {
        anyhow::ensure!(!self.closed, "no input is sent any more: the run was stopped");
        Ok(())
    }
}

impl HeldList {
    fn lock(&self) -> MutexGuard<'_, Down> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on nothing goes down and the pointer is not moved, and what is down is released,
    /// the last pressed first, with a device that `connect` makes. It stays on the list: who
    /// pressed it may release it once more.
    ///
    /// # Errors
    /// When there is no device, or it refuses to release one of them.
    pub fn close<D: InputDevice>(
        &self,
        connect: impl FnOnce() -> anyhow::Result<D>,
    ) -> anyhow::Result<()> {
        let mut down = self.lock();
        down.closed = true;
        if down.keys.is_empty() && down.buttons.is_empty() {
            return Ok(());
        }
        let mut device = connect()?;
        let keys = down.keys.iter().rev().map(|key| device.key(*key, Stroke::Release));
        let keys: Vec<_> = keys.collect();
        let buttons = down.buttons.iter().rev().map(|b| device.button(*b, Stroke::Release));
        let buttons: Vec<_> = buttons.collect();
        keys.into_iter().chain(buttons).collect()
    }

    /// Whether nothing is down.
    pub fn is_empty(&self) -> bool {
        let down = self.lock();
        down.buttons.is_empty() && down.keys.is_empty()
    }

    /// The keys that are down, in the order they went down.
    pub fn keys(&self) -> Vec<Key> {
        self.lock().keys.clone()
    }

    /// The buttons that are down, in the order they went down.
    pub fn buttons(&self) -> Vec<Button> {
        self.lock().buttons.clone()
    }
}

/// A device that knows what it holds and releases it when dropped, on panic too.
pub struct Held<D: InputDevice> {
    device: D,
    list: HeldList,
}

impl<D: InputDevice> Held<D> {
    /// Nothing is held yet.
    pub fn new(device: D) -> Self {
        Self { device, list: HeldList::default() }
    }

    /// What is down, now and later.
    pub fn list(&self) -> HeldList {
        self.list.clone()
    }

    /// Moves the pointer.
    ///
    /// # Errors
    /// When the system refuses, or the list was closed.
    pub fn move_to(&mut self, point: ScreenPoint) -> anyhow::Result<()> {
        let down = self.list.lock();
        down.check_open()?;
        self.device.move_to(point)
    }

    /// Presses a button. It counts as held even if the system says it failed: a release too
    /// many does no harm, one too few does.
    ///
    /// # Errors
    /// When the system refuses, or the list was closed.
    pub fn press_button(&mut self, button: Button) -> anyhow::Result<()> {
        // Who closes the list waits until what goes down now can be released.
        let mut down = self.list.lock();
        down.check_open()?;
        down.buttons.push(button);
        self.device.button(button, Stroke::Press)
    }

    /// Releases a button.
    ///
    /// # Errors
    /// When the system refuses; it stays on the list then.
    pub fn release_button(&mut self, button: Button) -> anyhow::Result<()> {
        self.device.button(button, Stroke::Release)?;
        self.list.lock().buttons.retain(|held| *held != button);
        Ok(())
    }

    /// Presses a key; held even if the system says it failed.
    ///
    /// # Errors
    /// When the system refuses, or the list was closed.
    pub fn press_key(&mut self, key: Key) -> anyhow::Result<()> {
        let mut down = self.list.lock();
        down.check_open()?;
        if !down.keys.contains(&key) {
            down.keys.push(key);
        }
        self.device.key(key, Stroke::Press)
    }

    /// Releases a key.
    ///
    /// # Errors
    /// When the system refuses; it stays on the list then.
    pub fn release_key(&mut self, key: Key) -> anyhow::Result<()> {
        self.device.key(key, Stroke::Release)?;
        self.list.lock().keys.retain(|held| *held != key);
        Ok(())
    }

    /// Presses a key after its modifiers.
    ///
    /// # Errors
    /// When the system refuses one of them.
    pub fn press_stroke(&mut self, stroke: KeyStroke) -> anyhow::Result<()> {
        for key in stroke.keys() {
            self.press_key(key)?;
        }
        Ok(())
    }

    /// Releases a key before its modifiers.
    ///
    /// # Errors
    /// When the system refuses one of them.
    pub fn release_stroke(&mut self, stroke: KeyStroke) -> anyhow::Result<()> {
        for key in stroke.keys().into_iter().rev() {
            self.release_key(key)?;
        }
        Ok(())
    }

    /// Releases everything, the last pressed first; what fails is logged.
    pub fn release_all(&mut self) {
        for key in self.list.keys().into_iter().rev() {
            self.list.lock().keys.retain(|held| *held != key);
            if let Err(error) = self.device.key(key, Stroke::Release) {
                log::error!("key {key} may still be down: {error:#}");
            }
        }
        for button in self.list.buttons().into_iter().rev() {
            self.list.lock().buttons.retain(|held| *held != button);
            if let Err(error) = self.device.button(button, Stroke::Release) {
                log::error!("the {button:?} mouse button may still be down: {error:#}");
            }
        }
    }
}

impl<D: InputDevice> Drop for Held<D> {
    fn drop(&mut self) {
        self.release_all();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    /// Writes down what it is told.
    #[derive(Clone, Default)]
    struct Listed(Rc<RefCell<Vec<String>>>);

    impl InputDevice for Listed {
        fn move_to(&mut self, point: ScreenPoint) -> anyhow::Result<()> {
            self.0.borrow_mut().push(format!("move {point}"));
            Ok(())
        }

        fn button(&mut self, button: Button, stroke: Stroke) -> anyhow::Result<()> {
            self.0.borrow_mut().push(format!("{stroke:?} {button:?}"));
            Ok(())
        }

        fn key(&mut self, key: Key, stroke: Stroke) -> anyhow::Result<()> {
            self.0.borrow_mut().push(format!("{stroke:?} {key}"));
            Ok(())
        }
    }

    #[test]
    fn modifiers_go_down_first_and_up_last() {
        let list = Listed::default();
        let mut held = Held::new(list.clone());
        let stroke = "ctrl+shift+r".parse().expect("a stroke");
        held.press_stroke(stroke).expect("pressed");
        held.release_stroke(stroke).expect("released");
        assert!(held.list().is_empty());
        let expected = [
            "Press control",
            "Press shift",
            "Press r",
            "Release r",
            "Release shift",
            "Release control",
        ];
        assert_eq!(*list.0.borrow(), expected);
    }

    #[test]
    fn once_closed_everything_is_let_go_of_and_nothing_goes_down() {
        let (own, other) = (Listed::default(), Listed::default());
        let mut held = Held::new(own.clone());
        held.press_key(Key::Down).expect("pressed");
        held.press_button(Button::Right).expect("pressed");
        held.list().close(|| Ok(other.clone())).expect("released");
        assert_eq!(*other.0.borrow(), ["Release down", "Release Right"]);
        assert!(held.press_key(Key::Left).is_err());
        assert!(held.press_button(Button::Left).is_err());
        assert!(held.move_to(ScreenPoint { x: 1, y: 1 }).is_err());
        held.release_button(Button::Right).expect("a release goes out all the same");
        drop(held);
        assert_eq!(own.0.borrow()[2..], ["Release Right", "Release down"]);
    }

    #[test]
    fn a_panic_lets_go_of_every_key_and_button() {
        let list = Listed::default();
        let inner = list.clone();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
            let mut held = Held::new(inner);
            held.press_key(Key::Left).expect("pressed");
            held.press_button(Button::Left).expect("pressed");
            panic!("in the middle of a click");
        }));
        assert!(result.is_err());
        assert_eq!(list.0.borrow()[2..], ["Release left", "Release Left"]);
    }
}
