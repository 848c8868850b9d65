//! Recordings of runs: the replies of the model and the results of tools, one line of JSON each.
//!
//! Each entry has a *position* in its run. `main/2` is the second request of `main`, and `main/2/0` is the first tool call of
//! the reply to it. Positions do not depend on the order in which parallel calls end.

mod difference;
mod entry;
mod recorder;

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::model::error::ModelError;
use difference::first_difference;
use entry::{Entry, EntryKey, EntryKind, VERSION};
use recorder::Recorder;

pub use entry::{Exchange, ListedTool, Outcome};

/// What a run does with a recording.
#[derive(Default)]
pub enum Recording {
    #[default]
    Off,
    Record(Mutex<Recorder>),
    Replay(Replay),
}

/// A recording that replaces the model and the tools.
pub struct Replay {
    input: Option<Value>,
    entries: Mutex<HashMap<EntryKey, VecDeque<Entry>>>,
}

impl Recording {
    /// Starts a recording. The first entry overwrites an earlier recording in the file. Other files are not changed.
    ///
    /// # Errors
    /// If the file cannot be written, or is not a recording.
    pub fn record(path: &Path) -> Result<Self, String> {
        Recorder::open(path)
            .map(|recorder| Self::Record(Mutex::new(recorder)))
            .map_err(|error| format!("cannot write the recording: {error}"))
    }

    /// Starts a recording in an open file; messages name it `path`.
    pub fn record_to(file: File, path: &Path) -> Self {
        Self::Record(Mutex::new(Recorder::to_open_file(file, path)))
    }

    /// The error that ended the recording early, if any.
    pub fn error(&self) -> Option<String> {
        let Self::Record(recorder) = self else { return None };
        recorder.lock().unwrap_or_else(PoisonError::into_inner).error().map(str::to_owned)
    }

    /// The recorded input, in a replay.
    pub fn input(&self) -> Option<&Value> {
        let Self::Replay(replay) = self else { return None };
        replay.input.as_ref()
    }

    /// Reads the text of a recording.
    ///
    /// # Errors
    /// If the text is not a recording. The message names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut entries: HashMap<EntryKey, VecDeque<Entry>> = HashMap::new();
        let mut input = None;
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let head = lines.next().and_then(|(_, line)| serde_json::from_str(line).ok());
        match head {
            Some(Entry::Recording { version: VERSION }) => {}
            Some(Entry::Recording { version }) => {
                return Err(format!("unsupported version {version} of the recording: must be {VERSION}"));
            }
            _ => return Err("this is not a recording: make one with `-record FILE`".to_owned()),
        }
        for (index, line) in lines {
            let entry: Entry = serde_json::from_str(line)
                .map_err(|error| format!("invalid line {} of the recording: {error}", index + 1))?;
            match (entry.key(), entry) {
                (Some(key), entry) => entries.entry(key).or_default().push_back(entry),
                (None, Entry::Input(value)) => input = Some(value),
                (None, _) => {}
            }
        }
        Ok(Self::Replay(Replay { input, entries: Mutex::new(entries) }))
    }

    /// Whether this is a replay: no model is called and nothing is started.
    pub fn is_replay(&self) -> bool {
        matches!(self, Self::Replay(_))
    }

    /// The recorded result of a request; `None` if this is not a replay.
    pub(crate) fn replay_reply(&self, at: &str, request: &Value) -> Option<Result<Value, ModelError>> {
        let Self::Replay(replay) = self else { return None };
        let Some(Entry::Model { request: recorded, answer, .. }) = take(replay, EntryKind::Model, at) else {
            let message = format!("the recording has no request at {at}: record the run again");
            return Some(Err(ModelError::Replay(message)));
        };
        if let Some(pointer) = first_difference(&recorded, request) {
            let message = format!(
                "the request at {at} differs from the recorded request at `{pointer}`: the program, its input or the \
                 settings have changed. Record the run again"
            );
            return Some(Err(ModelError::Replay(message)));
        }
        Some(match answer {
            Exchange::Reply(reply) => Ok(reply),
            Exchange::Refused { status, message, base_url } => {
                Err(ModelError::Refused { status, message, base_url })
            }
            Exchange::Failed(message) => Err(ModelError::Replay(message)),
        })
    }

    pub(crate) fn record_input(&self, input: Value) {
        if let Self::Record(recorder) = self {
            recorder.lock().unwrap_or_else(PoisonError::into_inner).record_input(input);
        }
    }

    pub(crate) fn record_reply(&self, at: &str, request: Value, answer: Exchange) {
        self.add(|| Entry::Model { at: at.to_owned(), request, answer });
    }

    /// The recorded tools of servers.
    pub(crate) fn replay_tools(&self, at: &str) -> Option<Vec<ListedTool>> {
        let Self::Replay(replay) = self else { return None };
        match take(replay, EntryKind::Tools, at) {
            Some(Entry::Tools { tools, .. }) => Some(tools),
            _ => None,
        }
    }

    pub(crate) fn record_tools(&self, at: &str, tools: &[ListedTool]) {
        self.add(|| Entry::Tools { at: at.to_owned(), tools: tools.to_vec() });
    }

    /// The recorded result of a tool; `None` if this is not a replay.
    pub(crate) fn replay_result(
        &self,
        at: &str,
        name: &str,
        arguments: &Value,
    ) -> Option<Result<Outcome, String>> {
        let Self::Replay(replay) = self else { return None };
        Some(match take(replay, EntryKind::Tool, at) {
            Some(Entry::Tool { name: known, arguments: given, outcome, .. })
                if known == name && given == *arguments =>
            {
                Ok(outcome)
            }
            Some(_) => Err(format!(
                "the call of {name} at {at} differs from the recorded call: record the run again"
            )),
            None => Err(format!("the recording has no call of {name} at {at}: record the run again")),
        })
    }

    pub(crate) fn record_result(&self, at: &str, name: &str, arguments: &Value, outcome: &Outcome) {
        self.add(|| Entry::Tool {
            at: at.to_owned(),
            name: name.to_owned(),
            arguments: arguments.clone(),
            outcome: outcome.clone(),
        });
    }

    fn add(&self, entry: impl FnOnce() -> Entry) {
        let Self::Record(recorder) = self else { return };
        recorder.lock().unwrap_or_else(PoisonError::into_inner).add(&entry());
    }
}

fn take(replay: &Replay, kind: EntryKind, at: &str) -> Option<Entry> {
    let mut entries = replay.entries.lock().unwrap_or_else(PoisonError::into_inner);
    entries.get_mut(&EntryKey(kind, at.to_owned()))?.pop_front()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn entries_are_replayed_by_position() {
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
        let recording = Recording::parse(&text).unwrap();
        assert_eq!(recording.replay_reply("main/2", &json!({ "m": 2 })).unwrap().unwrap(), "second");
        let differs = recording.replay_reply("main/1", &json!({ "m": 3 })).unwrap().unwrap_err().to_string();
        assert!(differs.contains("`/m`"), "{differs}");
        assert!(
            recording.replay_reply("main/1", &json!({ "m": 1 })).unwrap().is_err(),
            "it was replayed already"
        );
        assert_eq!(
            recording.replay_result("main/1/0", "python", &json!({ "code": "1" })),
            Some(Ok(Outcome::Ok("1".into())))
        );
        assert!(recording.replay_result("main/1/1", "python", &json!({})).unwrap().is_err());
    }

    #[test]
    fn invalid_recordings_are_refused() {
        let refused = |text: &str| Recording::parse(text).err().unwrap();
        assert_eq!(refused(""), "this is not a recording: make one with `-record FILE`");
        assert!(refused(r#"{"recording":{"version":9}}"#).contains("version 9"));
        assert!(refused("{\"recording\":{\"version\":1}}\nx").starts_with("invalid line 2 of the recording"));
    }
}
