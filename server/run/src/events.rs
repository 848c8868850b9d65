//! What a run tells while it goes on.

use std::time::Duration;

/// Something that happened. Texts hold no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The servers of a program are being started.
    Starting { program: String, servers: Vec<String> },
    /// They have started and told their tools.
    Started { program: String, servers: Vec<String>, took: Duration },
    /// A request goes to the model.
    Asking { program: String, iteration: u32 },
    /// The model has replied; tokens of the whole run so far.
    Replied { program: String, tokens: u64, took: Duration },
    /// A tool is called.
    Calling { program: String, tool: String },
    /// A call of a tool has ended.
    Called { program: String, tool: String, took: Duration },
    /// A request will be repeated: the `retry`th time of at most `most`.
    Waiting { why: String, pause: Duration, retry: u32, most: u32 },
    /// Something that takes its time is being made ready, once.
    Preparing { what: String },
    /// Something that a person should know.
    Notice(String),
    /// A request or a reply, as it goes over the wire.
    Wire { program: String, what: &'static str, text: String },
}
