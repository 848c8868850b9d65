//! A guest: an interpreter that runs the code of one call.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wasmtime::ResourceLimiter;

use crate::wasi::state::Wasi;

/// How often the time limit of a guest is checked.
pub const INTERVAL: Duration = Duration::from_millis(5);

/// The data of a guest.
pub struct Guest {
    pub wasi: Wasi,
    pub clock: Clock,
    /// The maximum size of its memory, in bytes.
    pub max_memory: u64,
    /// Whether it needed more memory.
    pub out_of_memory: bool,
}

/// The end of a guest.
#[derive(Clone)]
pub struct Clock {
    pub deadline: Instant,
    pub stopped: Arc<AtomicBool>,
}

/// Why a guest was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    #[error("the time limit is reached")]
    Late,
    #[error("it was stopped")]
    Stopped,
}

impl Clock {
    /// # Errors
    /// If the guest must end.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.stopped.load(Ordering::Relaxed) {
            return Err(Interrupted::Stopped);
        }
        if Instant::now() >= self.deadline { Err(Interrupted::Late) } else { Ok(()) }
    }

    /// Waits, at most until the guest must end.
    ///
    /// # Errors
    /// If the guest must end.
    pub fn wait(&self, pause: Duration) -> Result<(), Interrupted> {
        let until = Instant::now().checked_add(pause);
        loop {
            self.check()?;
            let left = until.map_or(INTERVAL, |until| until.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return Ok(());
            }
            thread::sleep(left.min(INTERVAL));
        }
    }
}

impl ResourceLimiter for Guest {
    fn memory_growing(&mut self, _now: usize, size: usize, _most: Option<usize>) -> wasmtime::Result<bool> {
        let fits = size as u64 <= self.max_memory;
        self.out_of_memory |= !fits;
        Ok(fits)
    }

    fn table_growing(&mut self, _now: usize, size: usize, _most: Option<usize>) -> wasmtime::Result<bool> {
        Ok(size <= 1 << 20)
    }
}
