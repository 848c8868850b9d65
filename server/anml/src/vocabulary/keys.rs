//! Reserved keys of the front matter.

/// What the value of a key must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Text,
    /// A whole number.
    Integer,
    /// A whole number, 0 or more.
    Number,
    /// A whole number, 1 or more.
    Positive,
    /// `WIDTHxHEIGHT`, whole numbers.
    Size,
    /// `interactive`, `compact` or role names, with commas between them.
    Filter,
    /// `diff`.
    Diff,
}

impl Type {
    /// The allowed values for messages.
    pub fn allowed(self) -> &'static str {
        match self {
            Self::Text => "any text",
            Self::Integer => "a whole number",
            Self::Number => "a whole number from 0",
            Self::Positive => "a whole number from 1",
            Self::Size => "a width and a height, such as \"1280x720\"",
            Self::Filter => "a list of \"interactive\", \"compact\" or role names, with commas between them",
            Self::Diff => "\"diff\"",
        }
    }

    /// Whether `value`, without quotes, is of this type.
    pub fn fits(self, value: &str) -> bool {
        let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match self {
            Self::Text => true,
            Self::Integer => number(value.strip_prefix('-').unwrap_or(value)),
            Self::Number => number(value),
            Self::Positive => number(value) && value.bytes().any(|b| b != b'0'),
            Self::Size => value.split_once('x').is_some_and(|(w, h)| number(w) && number(h)),
            Self::Filter => value.split(',').map(str::trim).all(|word| {
                let (len, good) = crate::syntax::chars::role(word.as_bytes());
                good && len == word.len()
            }),
            Self::Diff => value == "diff",
        }
    }
}

/// A key.
#[derive(Debug)]
pub struct Key {
    pub name: &'static str,
    pub kind: Type,
    /// A sentence.
    pub doc: &'static str,
}

const fn key(name: &'static str, kind: Type, doc: &'static str) -> Key {
    Key { name, kind, doc }
}

/// All reserved keys, in their canonical order.
pub static KEYS: &[Key] = &[
    key("type", Type::Diff, "`diff`: the document says what changed since `base`."),
    key("base", Type::Text, "What a diff starts from: the name of a snapshot."),
    key("url", Type::Text, "Where the snapshot was taken: an address, or another name of the place."),
    key("title", Type::Text, "What the page or screen is called."),
    key("viewport", Type::Size, "How large the window was, in pixels: `1280x720`."),
    key("ts", Type::Integer, "When the snapshot was taken, in seconds since 1970."),
    key("source", Type::Text, "What was looked at: `browser`, `terminal`, `db`, `cloud`, `ide`."),
    key("budget", Type::Number, "How many lines the body may have at most."),
    key("encoding", Type::Text, "The encoding of the source, such as `utf-8`."),
    key("depth", Type::Positive, "How many levels were kept: 1 is the top level alone."),
    key(
        "filter",
        Type::Filter,
        "What was kept: `interactive`, `compact`, or role names, with commas between them.",
    ),
    key(
        "expand",
        Type::Text,
        "The refs of elements that a view shows whole, whatever its depth and filter say: `e5`.",
    ),
];
