//! Recordings of runs: the replies of the model and the results of tools, a line of JSON each.
//!
//! Whatever is kept has a *place* in its run (`main/2`: the second request of `main`; `main/2/0`: the first call of
//! the reply to it), which is the same in every run that goes the same way, however its parts race.

mod difference;
mod recorder;

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use difference::difference;
use recorder::Recorder;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{Fault, ToolSpec};

/// What is written, and read again.
const VERSION: u32 = 1;

/// A recording that is made, one that is played, or none.
#[derive(Default)]
pub enum Tape {
    #[default]
    Off,
    Record(Mutex<Recorder>),
    Replay(Played),
}

/// A recording that is played.
pub struct Played {
    input: Option<Value>,
    entries: Mutex<HashMap<Key, VecDeque<Entry>>>,
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

impl Outcome {
    /// The same outcome with another text.
    #[must_use]
    pub fn map(self, text: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::Ok(old) => Self::Ok(text(&old)),
            Self::Error(old) => Self::Error(text(&old)),
        }
    }
}

/// A line of a recording.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    Recording {
        version: u32,
    },
    /// What the program was given.
    Input(Value),
    Model {
        at: String,
        request: Value,
        answer: Exchange,
    },
    Tools {
        at: String,
        tools: Vec<Listed>,
    },
    Tool {
        at: String,
        name: String,
        arguments: Value,
        outcome: Outcome,
    },
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
        Self::Record(Mutex::new(Recorder::of(file, path)))
    }

    /// Why the recording is not whole, if it is not.
    pub fn fault(&self) -> Option<String> {
        let Self::Record(recorder) = self else { return None };
        recorder.lock().unwrap_or_else(PoisonError::into_inner).fault().map(str::to_owned)
    }

    /// The input of the run that was recorded, if it is played and the recording holds it.
    pub fn input(&self) -> Option<&Value> {
        let Self::Replay(played) = self else { return None };
        played.input.as_ref()
    }

    /// Reads the text of a recording.
    ///
    /// # Errors
    /// When it is not a recording; names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut entries: HashMap<Key, VecDeque<Entry>> = HashMap::new();
        let mut input = None;
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let head = lines.next().and_then(|(_, line)| serde_json::from_str(line).ok());
        match head {
            Some(Entry::Recording { version: VERSION }) => {}
            Some(Entry::Recording { version }) => {
                return Err(format!(
                    "the recording is of version {version}; this program reads version {VERSION}"
                ));
            }
            _ => return Err("this is not a recording: make one with `-record FILE`".to_owned()),
        }
        for (index, line) in lines {
            let entry: Entry = serde_json::from_str(line)
                .map_err(|error| format!("line {} of the recording cannot be read: {error}", index + 1))?;
            match (entry.key(), entry) {
                (Some(key), entry) => entries.entry(key).or_default().push_back(entry),
                (None, Entry::Input(value)) => input = Some(value),
                (None, _) => {}
            }
        }
        Ok(Self::Replay(Played { input, entries: Mutex::new(entries) }))
    }

    /// Whether nothing is asked and nothing started.
    pub fn is_replay(&self) -> bool {
        matches!(self, Self::Replay(_))
    }

    /// What came of a request when it was recorded; nothing where nothing is played.
    pub(crate) fn play_reply(&self, at: &str, request: &Value) -> Option<Result<Value, Fault>> {
        let Self::Replay(played) = self else { return None };
        let Some(Entry::Model { request: recorded, answer, .. }) = take(played, Kind::Model, at) else {
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

    pub(crate) fn keep_input(&self, input: Value) {
        if let Self::Record(recorder) = self {
            recorder.lock().unwrap_or_else(PoisonError::into_inner).keep_input(input);
        }
    }

    pub(crate) fn keep_reply(&self, at: &str, request: Value, answer: Exchange) {
        self.keep(|| Entry::Model { at: at.to_owned(), request, answer });
    }

    /// The tools that servers offered when it was recorded.
    pub(crate) fn play_tools(&self, at: &str) -> Option<Vec<Listed>> {
        let Self::Replay(played) = self else { return None };
        match take(played, Kind::Tools, at) {
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
        let Self::Replay(played) = self else { return None };
        Some(match take(played, Kind::Tool, at) {
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

impl Entry {
    fn key(&self) -> Option<Key> {
        match self {
            Self::Recording { .. } | Self::Input(_) => None,
            Self::Model { at, .. } => Some(Key(Kind::Model, at.clone())),
            Self::Tools { at, .. } => Some(Key(Kind::Tools, at.clone())),
            Self::Tool { at, .. } => Some(Key(Kind::Tool, at.clone())),
        }
    }
}

fn take(played: &Played, kind: Kind, at: &str) -> Option<Entry> {
    let mut entries = played.entries.lock().unwrap_or_else(PoisonError::into_inner);
    entries.get_mut(&Key(kind, at.to_owned()))?.pop_front()
}

#[cfg(test)]
mod tests {
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
    fn what_is_no_recording_is_refused() {
        let refused = |text: &str| Tape::parse(text).err().unwrap();
        assert_eq!(refused(""), "this is not a recording: make one with `-record FILE`");
        assert!(refused(r#"{"recording":{"version":9}}"#).contains("version 9"));
        assert!(refused("{\"recording\":{\"version\":1}}\nx").starts_with("line 2 of the recording"));
    }
}
