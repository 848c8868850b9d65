//! Writing a recording.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use agmark_files::{Before, FileLocation};
use serde_json::Value;

use super::entry::{Entry, VERSION};

/// The maximum length of the first line, in bytes.
const MAX_HEAD: u64 = 1 << 10;

/// Writes a recording. A run continues if its recording cannot be written, because its result would be lost.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    /// Created with the first entry.
    file: Option<File>,
    /// The input of the run, until the first entry is written.
    input: Option<Value>,
    /// The error after which nothing is written.
    error: Option<String>,
}

impl Recorder {
    /// A recorder for a file, which is created with the first entry.
    ///
    /// # Errors
    /// If the file cannot be written, or is not a recording.
    pub fn open(path: &Path) -> Result<Self, String> {
        let place = FileLocation::named(path).map_err(|error| error.to_string())?;
        place.check(Before::Anything).map_err(|error| error.to_string())?;
        let about = place.about().map_err(|error| error.to_string())?;
        if about.is_some() && !is_recording(path).map_err(|error| error.to_string())? {
            return Err(format!("{}: the file is not a recording: choose another name", path.display()));
        }
        Ok(Self { path: path.to_owned(), file: None, input: None, error: None })
    }

    /// A recorder for an open file; messages name it `path`.
    pub fn to_open_file(file: File, path: &Path) -> Self {
        Self { path: path.to_owned(), file: Some(file), input: None, error: None }
    }

    /// The error that ended the recording early, if any.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Sets the input of the run, which is written before the first entry.
    pub fn record_input(&mut self, input: Value) {
        self.input = Some(input);
    }

    /// Writes an entry. After an error, nothing is written.
    pub fn add(&mut self, entry: &Entry) {
        if self.error.is_none()
            && let Err(error) = self.write(entry)
        {
            self.error = Some(format!("the recording {} is incomplete: {error}", self.path.display()));
        }
    }

    fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let head = line(&Entry::Recording { version: VERSION })?;
                none.insert(agmark_files::begin(&self.path, head)?)
            }
        };
        if let Some(input) = self.input.take() {
            file.write_all(&line(&Entry::Input(input))?)?;
        }
        file.write_all(&line(entry)?)
    }
}

/// Whether a file is a recording, or empty.
fn is_recording(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(MAX_HEAD).read_to_end(&mut head)?;
    let first = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(head.is_empty() || matches!(serde_json::from_slice(first), Ok(Entry::Recording { .. })))
}

fn line(entry: &Entry) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    Ok(line)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use crate::recording::Recording;

    #[test]
    fn only_a_recording_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("program.md"), "---\nname: p\n---\n").unwrap();
        let refused = Recording::record(&at("program.md")).err().unwrap();
        assert!(refused.contains("is not a recording"), "{refused}");
        assert_eq!(fs::read_to_string(at("program.md")).unwrap(), "---\nname: p\n---\n");
        assert!(Recording::record(folder.path()).err().unwrap().contains("not a regular file"));
        assert!(Recording::record(&at("gone/x")).is_err());

        let recording = Recording::record(&at("tape")).unwrap();
        recording.record_tools("a", &[]);
        let before = fs::read_to_string(at("tape")).unwrap();
        assert_eq!(before.lines().count(), 2);
        let recording = Recording::record(&at("tape")).unwrap();
        assert_eq!(fs::read_to_string(at("tape")).unwrap(), before, "nothing was recorded yet");
        recording.record_tools("b", &[]);
        let after = fs::read_to_string(at("tape")).unwrap();
        assert!(after.lines().count() == 2 && after.contains("\"b\""), "{after}");
        assert_eq!(recording.error(), None);
    }

    #[test]
    fn a_recording_contains_its_input() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tape");
        let recording = Recording::record(&path).unwrap();
        recording.record_input(json!({ "name": "Ada" }));
        assert!(!path.exists(), "nothing was recorded yet");
        recording.record_tools("a", &[]);
        recording.record_tools("b", &[]);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().nth(1), Some(r#"{"input":{"name":"Ada"}}"#));
        assert_eq!(text.lines().count(), 4);
        assert_eq!(Recording::parse(&text).unwrap().input(), Some(&json!({ "name": "Ada" })));
        let older = text.lines().filter(|line| !line.contains("input")).collect::<Vec<_>>().join("\n");
        assert_eq!(Recording::parse(&older).unwrap().input(), None);
    }
}
