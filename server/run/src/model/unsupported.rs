//! What a server does not support. It is not sent again in this run.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::message::Format;

/// The notice that requests are sent without tools.
pub const WITHOUT_TOOLS: &str =
    "the server or the model does not support tools: the program runs without `python`";

/// The format that a request asks for. Replies are checked in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatLevel {
    /// The schema of the program.
    Schema,
    /// Any JSON object.
    Object,
    /// Free text. Only the system message describes the format.
    Text,
}

/// What a server does not support.
#[derive(Debug, Default)]
pub struct Unsupported {
    formats: AtomicU8,
    tools: AtomicBool,
}

impl FormatLevel {
    const ALL: [Self; 3] = [Self::Schema, Self::Object, Self::Text];

    /// The format that replaces the schema, if any.
    pub fn format(self) -> Option<Format> {
        match self {
            Self::Schema => None,
            Self::Object => Some(Format::Object),
            Self::Text => Some(Format::Text),
        }
    }

    /// The next format to try.
    pub fn next(self) -> Self {
        if self == Self::Schema { Self::Object } else { Self::Text }
    }

    /// The notice for the person when this format is used.
    pub fn notice(self) -> &'static str {
        match self {
            Self::Schema => "",
            Self::Object => {
                "the server does not support the schema: agmark asks for any JSON object and checks the reply itself"
            }
            Self::Text => {
                "the server does not support JSON objects: agmark asks for free text and checks the reply itself"
            }
        }
    }
}

impl Unsupported {
    /// The format of the next request.
    pub fn format(&self) -> FormatLevel {
        let at = usize::from(self.formats.load(Ordering::Relaxed));
        FormatLevel::ALL.get(at).copied().unwrap_or(FormatLevel::Text)
    }

    /// Records that a format is not supported. Returns whether this is new.
    pub fn add_format(&self, level: FormatLevel) -> bool {
        let (now, next) = (level as u8, level.next() as u8);
        self.formats.compare_exchange(now, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Whether tools are not supported.
    pub fn tools(&self) -> bool {
        self.tools.load(Ordering::Relaxed)
    }

    /// Records that tools are not supported. Returns whether this is new.
    pub fn add_tools(&self) -> bool {
        !self.tools.swap(true, Ordering::Relaxed)
    }
}
