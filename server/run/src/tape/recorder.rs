//! A recording that is made.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use agmark_files::{Before, Place};
use serde_json::Value;

use super::{Entry, VERSION};

/// The first line of a recording is not longer.
const LONGEST_HEAD: u64 = 1 << 10;

/// A recording that is made. A run is not ended because its recording cannot be written: what it has cost would be
/// lost.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    /// Begun as soon as there is something to keep.
    file: Option<File>,
    /// The input of the run, until the first entry is written.
    input: Option<Value>,
    /// Why nothing more is written.
    fault: Option<String>,
}

impl Recorder {
    /// A recorder that writes to a file, which is begun with the first entry.
    ///
    /// # Errors
    /// When the file cannot be written, or is not a recording.
    pub fn open(path: &Path) -> Result<Self, String> {
        let place = Place::named(path).map_err(|error| error.to_string())?;
        place.check(Before::Anything).map_err(|error| error.to_string())?;
        let about = place.about().map_err(|error| error.to_string())?;
        if about.is_some() && !is_recording(path).map_err(|error| error.to_string())? {
            return Err(format!("{}: the file is not a recording: choose another name", path.display()));
        }
        Ok(Self { path: path.to_owned(), file: None, input: None, fault: None })
    }

    /// A recorder that writes to a file that is open already; `path` is what it is called.
    pub fn of(file: File, path: &Path) -> Self {
        Self { path: path.to_owned(), file: Some(file), input: None, fault: None }
    }

    /// Why the recording is not whole, if it is not.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Keeps the input of the run: it is written before the first entry.
    pub fn keep_input(&mut self, input: Value) {
        self.input = Some(input);
    }

    /// Writes an entry. After the first failure nothing more is written.
    pub fn keep(&mut self, entry: &Entry) {
        if self.fault.is_none()
            && let Err(error) = self.write(entry)
        {
            self.fault = Some(format!("the recording {} is not whole: {error}", self.path.display()));
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
    File::open(path)?.take(LONGEST_HEAD).read_to_end(&mut head)?;
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

    use crate::tape::Tape;

    #[test]
    fn only_a_recording_is_replaced_and_only_by_another() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("program.md"), "---\nname: p\n---\n").unwrap();
        let refused = Tape::record(&at("program.md")).err().unwrap();
        assert!(refused.contains("is not a recording"), "{refused}");
        assert_eq!(fs::read_to_string(at("program.md")).unwrap(), "---\nname: p\n---\n");
        assert!(Tape::record(folder.path()).err().unwrap().contains("not a regular file"));
        assert!(Tape::record(&at("gone/x")).is_err());

        let tape = Tape::record(&at("tape")).unwrap();
        tape.keep_tools("a", &[]);
        let before = fs::read_to_string(at("tape")).unwrap();
        assert_eq!(before.lines().count(), 2);
        let tape = Tape::record(&at("tape")).unwrap();
        assert_eq!(fs::read_to_string(at("tape")).unwrap(), before, "nothing was recorded yet");
        tape.keep_tools("b", &[]);
        let after = fs::read_to_string(at("tape")).unwrap();
        assert!(after.lines().count() == 2 && after.contains("\"b\""), "{after}");
        assert_eq!(tape.fault(), None);
    }

    #[test]
    fn a_recording_holds_its_input() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tape");
        let tape = Tape::record(&path).unwrap();
        tape.keep_input(json!({ "name": "Ada" }));
        assert!(!path.exists(), "nothing was recorded yet");
        tape.keep_tools("a", &[]);
        tape.keep_tools("b", &[]);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().nth(1), Some(r#"{"input":{"name":"Ada"}}"#));
        assert_eq!(text.lines().count(), 4);
        assert_eq!(Tape::parse(&text).unwrap().input(), Some(&json!({ "name": "Ada" })));
        let older = text.lines().filter(|line| !line.contains("input")).collect::<Vec<_>>().join("\n");
        assert_eq!(Tape::parse(&older).unwrap().input(), None);
    }
}
