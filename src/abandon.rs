//! Work that nobody wants any more: a long look at a picture or a long thought ends early when its
//! run is to stop, for what it finds is not acted on then.
//!
//! It is told to a thread as a whole, not to each function on the way down: whatever a function
//! returns once it has been told is thrown away, so its result depends on its arguments still.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish that what is in hand be abandoned; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Wish(Arc<AtomicBool>);

impl Wish {
    /// From now on nobody wants what is being worked out.
    pub fn express(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has this thread heed the wish until the result is dropped.
    pub fn heed(&self) -> Heeding {
        Heeding { before: WISH.replace(Some(self.clone())), own: PhantomData }
    }
}

thread_local! {
    static WISH: RefCell<Option<Wish>> = const { RefCell::new(None) };
}

/// A thread heeds a [`Wish`] while this exists, and after it the one before.
#[derive(Debug)]
#[must_use = "the wish is heeded only while this exists"]
pub struct Heeding {
    before: Option<Wish>,
    /// It belongs to its thread.
    own: PhantomData<*const ()>,
}

impl Drop for Heeding {
    fn drop(&mut self) {
        WISH.set(self.before.take());
    }
}

/// Whether nobody wants what this thread is working out.
pub fn wanted() -> bool {
    WISH.with_borrow(|wish| wish.as_ref().is_some_and(|wish| wish.0.load(Ordering::Relaxed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_heeded_by_its_thread_only_and_only_for_a_time() {
        let wish = Wish::default();
        let heeding = wish.heed();
        assert!(!wanted());
        wish.express();
        assert!(wanted());
        assert!(!std::thread::spawn(wanted).join().expect("it does not panic"));
        drop(heeding);
        assert!(!wanted());
    }
}
