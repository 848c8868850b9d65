//! Cancellation: when a client takes a request back, its future is dropped, and with it a guard.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asked by long work whether anybody still wants its result.
#[derive(Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

/// Held by whoever waits for the result.
pub struct Waiting(Arc<AtomicBool>);

impl Cancel {
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Says that the result is not wanted any more.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The guard: when it goes, the work is not wanted any more.
    pub fn waiting(&self) -> Waiting {
        Waiting(Arc::clone(&self.0))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
