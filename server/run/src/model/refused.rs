//! What a server has refused in this run, and is not sent again.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::message::Format;

/// What is said when a server is asked without tools.
pub const WITHOUT_TOOLS: &str = "the server or the model takes no tools: the program runs without `python`";

/// How the reply is held to JSON. The reply is checked here in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// By the schema.
    ToSchema,
    /// By `json_object`.
    ToObject,
    /// By the words of the first message alone.
    Nothing,
}

/// What a server has refused so far.
#[derive(Debug, Default)]
pub struct Refused {
    formats: AtomicU8,
    tools: AtomicBool,
}

impl Held {
    const ALL: [Self; 3] = [Self::ToSchema, Self::ToObject, Self::Nothing];

    /// What is sent in place of the schema, if not the schema itself.
    pub fn format(self) -> Option<Format> {
        match self {
            Self::ToSchema => None,
            Self::ToObject => Some(Format::Object),
            Self::Nothing => Some(Format::Text),
        }
    }

    /// What is tried next.
    pub fn lower(self) -> Self {
        if self == Self::ToSchema { Self::ToObject } else { Self::Nothing }
    }

    /// What a person is told when it comes to this.
    pub fn notice(self) -> &'static str {
        match self {
            Self::ToSchema => "",
            Self::ToObject => {
                "the server refused the schema: from here on it is asked for any JSON object, and the reply is checked here"
            }
            Self::Nothing => {
                "the server refused JSON objects, too: from here on it is asked without a format, and the reply is checked here"
            }
        }
    }
}

impl Refused {
    /// How the next request is held to JSON.
    pub fn held(&self) -> Held {
        let at = usize::from(self.formats.load(Ordering::Relaxed));
        Held::ALL.get(at).copied().unwrap_or(Held::Nothing)
    }

    /// The server refused `held`. Whether that is news.
    pub fn lower(&self, held: Held) -> bool {
        let (now, next) = (held as u8, held.lower() as u8);
        self.formats.compare_exchange(now, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Whether the server takes no tools.
    pub fn tools(&self) -> bool {
        self.tools.load(Ordering::Relaxed)
    }

    /// The server takes no tools. Whether that is news.
    pub fn leave_tools(&self) -> bool {
        !self.tools.swap(true, Ordering::Relaxed)
    }
}
