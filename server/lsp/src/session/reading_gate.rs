//! Lets a test hold a reading before it starts or before its result is sent. It does nothing without a test.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The time limit for diagnostics that wait for files. After it, they are computed without the files.
const PATIENCE: Duration = Duration::from_secs(10);

/// A moment in a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Before,
    After,
}

#[derive(Clone, Default)]
pub struct ReadingGate(Arc<(Mutex<State>, Condvar)>);

#[derive(Default)]
struct State {
    closed: Option<Moment>,
    /// The number of started readings.
    begun: u64,
    patience: Option<Duration>,
}

impl ReadingGate {
    /// Waits until the gate is open for this moment.
    pub fn pass(&self, moment: Moment) {
        let (state, changed) = &*self.0;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        state.begun += u64::from(moment == Moment::Before);
        changed.notify_all();
        while state.closed == Some(moment) {
            state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub fn patience(&self) -> Duration {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).patience.unwrap_or(PATIENCE)
    }

    /// The request of a test: `{"hold": "before" | "after" | null, "patience": milliseconds, "begun": number}`. Waits
    /// until `begun` readings have started.
    pub fn set(&self, wish: &serde_json::Value) {
        let (state, changed) = &*self.0;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(hold) = wish.get("hold") {
            state.closed = match hold.as_str() {
                Some("before") => Some(Moment::Before),
                Some("after") => Some(Moment::After),
                _ => None,
            };
        }
        if let Some(patience) = wish.get("patience").and_then(serde_json::Value::as_u64) {
            state.patience = Some(Duration::from_millis(patience));
        }
        changed.notify_all();
        let wanted = wish.get("begun").and_then(serde_json::Value::as_u64).unwrap_or(0);
        while state.begun < wanted {
            state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
