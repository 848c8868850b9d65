//! What a strict parse fails with.

use thiserror::Error;

/// The first thing that is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ParseError {
    pub kind: ErrorKind,
    /// In bytes from the start of the text.
    pub offset: usize,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// What is wrong. The words say what is allowed, too.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ErrorKind {
    #[error("id \"{id}\" is already defined on line {first}: an id is unique in its document")]
    DuplicateId { id: String, first: usize },
    #[error("unknown tag \"@{tag}\"{}", meant(.near.as_deref()))]
    UnknownTag { tag: String, near: Option<String> },
    #[error("bad identifier \"{found}\": a letter or \"_\", then letters, digits, \"_\" and \"-\"")]
    BadIdentifier { found: String },
    #[error("bad hash \"{found}\": one to eight hexadecimal digits")]
    BadHash { found: String },
    #[error("the bracket of this id is not closed: an id ends with \"]\"")]
    UnclosedId,
    #[error("the id is the last thing on its line: nothing comes after it")]
    AfterId,
    #[error("\"@{tag}\" has its attributes before the id, not in it")]
    AttributesInId { tag: String },
    #[error("no key before \"{found}\": attributes are written key=value")]
    MissingKey { found: String },
    #[error("bad key \"{key}\": letters, digits, \"_\" and \"-\"")]
    BadKey { key: String },
    #[error("invalid attribute \"{found}\": write key=value")]
    MissingEquals { found: String },
    #[error("no value after \"{key}=\": an empty one is written {key}=\"\"")]
    MissingValue { key: String },
    #[error("\"{key}\" is given twice")]
    DuplicateKey { key: String },
    #[error("the quote is not closed on its line")]
    UnterminatedQuote,
    #[error("this fence is never closed: a line of exactly {tildes} \"~\" closes it")]
    UnterminatedFence { tildes: u32 },
    #[error("\"@{tag}\" needs a body between two lines \"~~~\"")]
    FenceExpected { tag: String },
    #[error("an item outside of a list: items stand directly under \"@ul\" or \"@ol\"")]
    StrayItem,
    #[error("a quote line outside of a quote: quote lines stand directly under \"@quote\"")]
    StrayQuote,
    #[error("a fence opens only after \"@code\", \"@raw\", \"@table\" or \"@x-…\"")]
    StrayFence,
    #[error("text outside of any block: a paragraph starts with \"@p \"")]
    StrayText,
    #[error("a heading, a paragraph, an item and a quote line are one line: this line belongs to nothing")]
    Continuation,
    #[error("\"@ref\" needs what it refers to, and takes nothing else: \"@ref #ident\"")]
    BadReference,
    #[error("the text has {bytes} bytes, and the most that can be read is 4 GiB: split it")]
    TooLarge { bytes: usize },
}

fn meant(near: Option<&str>) -> String {
    near.map_or_else(
        || ": a tag of your own starts with \"x-\"".to_owned(),
        |near| format!(": did you mean \"@{near}\"?"),
    )
}

impl ParseError {
    pub(crate) fn new(source: &str, offset: usize, kind: ErrorKind) -> Self {
        let before = source.get(..offset).unwrap_or(source);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before[start..].trim_start_matches('\u{feff}').chars().count() + 1;
        Self { kind, offset, line: line_of(source, offset), column }
    }
}

/// Where the lines of a text start, for a text of which many places are asked.
#[derive(Clone, Debug)]
pub struct Lines(Box<[usize]>);

impl Lines {
    pub fn of(source: &str) -> Self {
        Self(memchr::memchr_iter(b'\n', source.as_bytes()).map(|at| at + 1).collect())
    }

    /// The line of an offset, from 1.
    pub fn number(&self, offset: usize) -> usize {
        self.0.partition_point(|start| *start <= offset) + 1
    }
}

/// The line of an offset, from 1.
pub fn line_of(source: &str, offset: usize) -> usize {
    memchr::memchr_iter(b'\n', &source.as_bytes()[..offset.min(source.len())]).count() + 1
}
