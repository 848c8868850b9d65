//! Cancellation of requests. When a client cancels a request, its future is dropped, and with it a guard.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells long work whether its result is still needed.
#[derive(Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

/// A guard that the future of a request holds while it waits for the result.
pub struct Waiting(Arc<AtomicBool>);

impl Cancel {
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Marks the result as not needed.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns a guard that cancels the work when it is dropped.
    pub fn waiting(&self) -> Waiting {
        Waiting(Arc::clone(&self.0))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
