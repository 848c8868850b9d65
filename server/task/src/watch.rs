//! How long work is followed and stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Follows long work that reports events.
pub trait Watch<Event>: Send + Sync {
    /// Receives each event in order; must not block.
    fn on(&self, event: Event);

    /// Whether the work must stop. Long work asks several times a second.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Whether it also wants the events that only a log shows. Without it, they are not created.
    fn wants_details(&self) -> bool {
        false
    }
}

/// Ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<Event> Watch<Event> for Unwatched {
    fn on(&self, _event: Event) {}
}

/// A flag that stops work in several threads.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
