//! The limits of a call.

use std::time::Duration;

/// The limits of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time of the code, without the preparation of the interpreter.
    pub time: Duration,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of files.
    pub files: u64,
    /// Bytes of standard output, and of standard error. The rest is dropped with a note.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(30), memory: 128 << 20, files: 64 << 20, output: 1 << 20 }
    }
}
