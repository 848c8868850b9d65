//! Recording what a client sends: a bug report that can be played again.
//!
//! A recording is text, one message of the client a line, as JSON. What the client sent that is no JSON stands
//! there as it came.

use std::io::Write;
use std::path::Path;

/// Writes messages to a file as they come.
pub struct Recorder {
    file: std::io::BufWriter<std::fs::File>,
}

impl Recorder {
    pub fn create(path: &Path) -> std::io::Result<Self> {
        Ok(Self { file: std::io::BufWriter::new(agmark_files::begin(path, "")?) })
    }

    /// Writes the body of a message.
    pub fn take(&mut self, body: &[u8]) {
        // Bodies have no raw line breaks that mean anything: JSON on one line.
        let line: Vec<u8> =
            body.iter().map(|b| if matches!(b, b'\n' | b'\r') { b' ' } else { *b }).chain([b'\n']).collect();
        if self.file.write_all(&line).and_then(|()| self.file.flush()).is_err() {
            tracing::warn!("the recording cannot be written");
        }
    }
}
