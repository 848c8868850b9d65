//! Recordings of runs: the replies of the model and the results of tools, a line of JSON each.
//!
//! Whatever is kept has a *place* in its run (`main/2`: the second request of `main`; `main/2/0`: the first call of
//! the reply to it), which is the same in every run that goes the same way, however its parts race.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use agmark_files::{Before, Place};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{Fault, ToolSpec};

/// What is written, and read again.
const VERSION: u32 = 1;

/// The first line of a recording is not longer.
const LONGEST_HEAD: u64 = 1 << 10;

/// A recording that is made, one that is played, or none.
#[derive(Default)]
pub enum Tape {
    #[default]
    Off,
    Record(Mutex<Recorder>),
    Replay(Mutex<HashMap<Key, VecDeque<Entry>>>),
}

/// A recording that is made. A run is not ended because its recording cannot be written: what it has cost would be
/// lost.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    /// Begun as soon as there is something to keep.
    file: Option<File>,
    /// Why nothing more is written.
    fault: Option<String>,
}

/// What came of one request.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Exchange {
    Reply(Value),
    Refused { status: u16, message: String, base_url: String },
    Failed(String),
}

/// What came of a tool's call: what the model is given.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Ok(String),
    Error(String),
}

/// A line of a recording.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    Recording { version: u32 },
    Model { at: String, request: Value, answer: Exchange },
    Tools { at: String, tools: Vec<Listed> },
    Tool { at: String, name: String, arguments: Value, outcome: Outcome },
}

/// A tool that a server offered.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Listed {
    pub server: String,
    pub name: String,
    pub description: String,
    pub parameters: Value,
}

impl Listed {
    /// The tool under the name that the model knows it by.
    pub fn spec(&self, name: String) -> ToolSpec {
        ToolSpec { name, description: self.description.clone(), parameters: self.parameters.clone() }
    }
}

/// Where an entry belongs.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Key(Kind, String);

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Kind {
    Model,
    Tools,
    Tool,
}

impl Tape {
    /// Begins a recording. An earlier recording in the file is replaced as soon as there is something to keep; any
    /// other file is left alone.
    ///
    /// # Errors
    /// When the file cannot be written, or is not a recording.
    pub fn record(path: &Path) -> Result<Self, String> {
        Recorder::open(path)
            .map(|recorder| Self::Record(Mutex::new(recorder)))
            .map_err(|error| format!("cannot write the recording: {error}"))
    }

    /// Begins a recording in a file that is open already; `path` is what it is called.
    pub fn record_to(file: File, path: &Path) -> Self {
        Self::Record(Mutex::new(Recorder { path: path.to_owned(), file: Some(file), fault: None }))
    }

    /// Why the recording is not whole, if it is not.
    pub fn fault(&self) -> Option<String> {
        let Self::Record(recorder) = self else { return None };
        recorder.lock().unwrap_or_else(PoisonError::into_inner).fault.clone()
    }

    /// Reads a recording.
    ///
    /// # Errors
    /// When the file cannot be read or is no recording.
    pub fn replay(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read the recording {}: {error}", path.display()))?;
        Self::parse(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Reads the text of a recording.
    ///
    /// # Errors
    /// When it is none; names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut entries: HashMap<Key, VecDeque<Entry>> = HashMap::new();
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let head = lines.next().and_then(|(_, line)| serde_json::from_str(line).ok());
        match head {
            Some(Entry::Recording { version: VERSION }) => {}
            Some(Entry::Recording { version }) => {
                return Err(format!(
                    "the recording is of version {version}; this program reads version {VERSION}"
                ));
            }
            _ => return Err("this is no recording: make one with `-record FILE`".to_owned()),
        }
        for (index, line) in lines {
            let entry: Entry = serde_json::from_str(line)
                .map_err(|error| format!("line {} of the recording cannot be read: {error}", index + 1))?;
            if let Some(key) = entry.key() {
                entries.entry(key).or_default().push_back(entry);
            }
        }
        Ok(Self::Replay(Mutex::new(entries)))
    }

    /// Whether nothing is asked and nothing started.
    pub fn is_replay(&self) -> bool {
        matches!(self, Self::Replay(_))
    }

    /// What came of a request when it was recorded; nothing where nothing is played.
    pub(crate) fn play_reply(&self, at: &str, request: &Value) -> Option<Result<Value, Fault>> {
        let Self::Replay(entries) = self else { return None };
        let Some(Entry::Model { request: recorded, answer, .. }) = take(entries, Kind::Model, at) else {
            let message = format!("the recording has no further request at {at}: record the run again");
            return Some(Err(Fault::Replay(message)));
        };
        if let Some(pointer) = difference(&recorded, request) {
            let message = format!(
                "the request at {at} differs from the recorded one at `{pointer}`: the program, its input or the \
                 settings are others than they were. Record the run again"
            );
            return Some(Err(Fault::Replay(message)));
        }
        Some(match answer {
            Exchange::Reply(reply) => Ok(reply),
            Exchange::Refused { status, message, base_url } => {
                Err(Fault::Refused { status, message, base_url })
            }
            Exchange::Failed(message) => Err(Fault::Replay(message)),
        })
    }

    pub(crate) fn keep_reply(&self, at: &str, request: Value, answer: Exchange) {
        self.keep(|| Entry::Model { at: at.to_owned(), request, answer });
    }

    /// The tools that servers offered when it was recorded.
    pub(crate) fn play_tools(&self, at: &str) -> Option<Vec<Listed>> {
        let Self::Replay(entries) = self else { return None };
        match take(entries, Kind::Tools, at) {
            Some(Entry::Tools { tools, .. }) => Some(tools),
            _ => None,
        }
    }

    pub(crate) fn keep_tools(&self, at: &str, tools: &[Listed]) {
        self.keep(|| Entry::Tools { at: at.to_owned(), tools: tools.to_vec() });
    }

    /// What a tool gave when it was recorded; nothing where nothing is played.
    pub(crate) fn play_result(
        &self,
        at: &str,
        name: &str,
        arguments: &Value,
    ) -> Option<Result<Outcome, String>> {
        let Self::Replay(entries) = self else { return None };
        Some(match take(entries, Kind::Tool, at) {
            Some(Entry::Tool { name: known, arguments: given, outcome, .. })
                if known == name && given == *arguments =>
            {
                Ok(outcome)
            }
            Some(_) => {
                Err(format!("the call of {name} at {at} differs from the recorded one: record the run again"))
            }
            None => Err(format!("the recording has no call of {name} at {at}: record the run again")),
        })
    }

    pub(crate) fn keep_result(&self, at: &str, name: &str, arguments: &Value, outcome: &Outcome) {
        self.keep(|| Entry::Tool {
            at: at.to_owned(),
            name: name.to_owned(),
            arguments: arguments.clone(),
            outcome: outcome.clone(),
        });
    }

    fn keep(&self, entry: impl FnOnce() -> Entry) {
        let Self::Record(recorder) = self else { return };
        recorder.lock().unwrap_or_else(PoisonError::into_inner).keep(&entry());
    }
}

impl Recorder {
    fn open(path: &Path) -> Result<Self, String> {
        let place = Place::named(path).map_err(|error| error.to_string())?;
        place.check(Before::Anything).map_err(|error| error.to_string())?;
        let about = place.about().map_err(|error| error.to_string())?;
        if about.is_some() && !is_recording(path).map_err(|error| error.to_string())? {
            return Err(format!("{}: the file is not a recording: choose another name", path.display()));
        }
        Ok(Self { path: path.to_owned(), file: None, fault: None })
    }

    fn keep(&mut self, entry: &Entry) {
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

impl Entry {
    fn key(&self) -> Option<Key> {
        match self {
            Self::Recording { .. } => None,
            Self::Model { at, .. } => Some(Key(Kind::Model, at.clone())),
            Self::Tools { at, .. } => Some(Key(Kind::Tools, at.clone())),
            Self::Tool { at, .. } => Some(Key(Kind::Tool, at.clone())),
        }
    }
}

fn take(entries: &Mutex<HashMap<Key, VecDeque<Entry>>>, kind: Kind, at: &str) -> Option<Entry> {
    let mut entries = entries.lock().unwrap_or_else(PoisonError::into_inner);
    entries.get_mut(&Key(kind, at.to_owned()))?.pop_front()
}

fn line(entry: &Entry) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    Ok(line)
}

/// The pointer of the first place where two values differ.
fn difference(one: &Value, other: &Value) -> Option<String> {
    let within = |step: String, one: &Value, other: &Value| {
        difference(one, other).map(|rest| format!("/{step}{rest}"))
    };
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let extra = b.iter().filter(|(key, _)| !a.contains_key(*key));
            a.iter()
                .map(|(key, value)| (key, Some(value), b.get(key)))
                .chain(extra.map(|(key, value)| (key, None, Some(value))))
                .find_map(|(key, one, other)| match (one, other) {
                    (Some(one), Some(other)) => within(crate::schema::escaped(key), one, other),
                    _ => Some(format!("/{}", crate::schema::escaped(key))),
                })
        }
        (Value::Array(a), Value::Array(b)) => {
            let known = a.iter().zip(b).enumerate();
            known
                .filter_map(|(index, (one, other))| within(index.to_string(), one, other))
                .next()
                .or_else(|| (a.len() != b.len()).then(|| format!("/{}", a.len().min(b.len()))))
        }
        _ => (one != other).then(String::new),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    #[test]
    fn a_recording_is_played_place_by_place() {
        let text = [
            Entry::Recording { version: VERSION },
            Entry::Model {
                at: "main/1".into(),
                request: json!({ "m": 1 }),
                answer: Exchange::Reply(json!("first")),
            },
            Entry::Model {
                at: "main/2".into(),
                request: json!({ "m": 2 }),
                answer: Exchange::Reply(json!("second")),
            },
            Entry::Tool {
                at: "main/1/0".into(),
                name: "python".into(),
                arguments: json!({ "code": "1" }),
                outcome: Outcome::Ok("1".into()),
            },
        ]
        .map(|entry| serde_json::to_string(&entry).unwrap())
        .join("\n");
        let tape = Tape::parse(&text).unwrap();
        assert_eq!(tape.play_reply("main/2", &json!({ "m": 2 })).unwrap().unwrap(), "second");
        let differs = tape.play_reply("main/1", &json!({ "m": 3 })).unwrap().unwrap_err().to_string();
        assert!(differs.contains("`/m`"), "{differs}");
        assert!(tape.play_reply("main/1", &json!({ "m": 1 })).unwrap().is_err(), "it was played already");
        assert_eq!(
            tape.play_result("main/1/0", "python", &json!({ "code": "1" })),
            Some(Ok(Outcome::Ok("1".into())))
        );
        assert!(tape.play_result("main/1/1", "python", &json!({})).unwrap().is_err());
    }

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
    fn the_first_difference_is_named() {
        let differs = |one: Value, other: Value| difference(&one, &other);
        assert_eq!(
            differs(json!({ "a": [1, { "b/c": 2 }] }), json!({ "a": [1, { "b/c": 3 }] })).unwrap(),
            "/a/1/b~1c"
        );
        assert_eq!(differs(json!([1]), json!([1, 2])).unwrap(), "/1");
        assert_eq!(differs(json!({ "a": 1 }), json!({ "a": 1, "b": 2 })).unwrap(), "/b");
        assert_eq!(differs(json!({ "a": 1, "b": 2 }), json!({ "b": 2, "a": 1 })), None);
    }

    #[test]
    fn what_is_no_recording_is_refused() {
        let refused = |text: &str| Tape::parse(text).err().unwrap();
        assert_eq!(refused(""), "this is no recording: make one with `-record FILE`");
        assert!(refused(r#"{"recording":{"version":9}}"#).contains("version 9"));
        assert!(refused("{\"recording\":{\"version\":1}}\nx").starts_with("line 2 of the recording"));
    }
}
