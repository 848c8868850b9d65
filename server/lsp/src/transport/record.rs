//! Records what a client sends, for bug reports that can be replayed.
//!
//! A recording is text with one message of the client on each line, as JSON. Invalid JSON is recorded unchanged.

use std::io::Write;
use std::path::Path;

/// Writes messages to a file as they arrive.
pub struct Recorder {
    file: std::io::BufWriter<std::fs::File>,
}

impl Recorder {
    pub fn create(path: &Path) -> std::io::Result<Self> {
        Ok(Self { file: std::io::BufWriter::new(agmark_files::begin(path, "")?) })
    }

    /// Writes the body of a message.
    pub fn take(&mut self, body: &[u8]) {
        // Line breaks in JSON have no meaning, so a body fits on one line.
        let line: Vec<u8> =
            body.iter().map(|b| if matches!(b, b'\n' | b'\r') { b' ' } else { *b }).chain([b'\n']).collect();
        if self.file.write_all(&line).and_then(|()| self.file.flush()).is_err() {
            tracing::warn!("the recording cannot be written");
        }
    }
}
