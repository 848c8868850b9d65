//! Events of a run.

use std::time::Duration;

/// Something that happened in a run. Texts do not contain the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The servers of a program are being started.
    Starting { program: String, servers: Vec<String> },
    /// The servers have started and listed their tools.
    Started { program: String, servers: Vec<String>, took: Duration },
    /// A request is sent to the model.
    Asking { program: String, iteration: u32 },
    /// The model has replied; tokens of the whole run so far.
    Replied { program: String, tokens: u64, took: Duration },
    /// A tool is called.
    Calling { program: String, tool: String },
    /// A tool call has ended.
    Called { program: String, tool: String, took: Duration },
    /// A request will be repeated: the `retry`th time of at most `most`.
    Waiting { why: String, pause: Duration, retry: u32, most: u32 },
    /// Something is being prepared, which takes time once.
    Preparing { what: String },
    /// A notice for the person.
    Notice(String),
    /// The JSON of a request or a reply.
    Message { program: String, what: &'static str, text: String },
}
