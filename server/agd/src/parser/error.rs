//! Errors of the strict parser.

use thiserror::Error;

/// The first error in a text, and its position.
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

/// The kind of an error. The message also says what is expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ErrorKind {
    #[error("id \"{id}\" is already defined on line {first}: ids must be unique in a document")]
    DuplicateId { id: String, first: usize },
    #[error("unknown tag \"@{tag}\"{}", meant(.near.as_deref()))]
    UnknownTag { tag: String, near: Option<String> },
    #[error(
        "invalid identifier \"{found}\": expected a letter or \"_\", then letters, digits, \"_\" or \"-\""
    )]
    BadIdentifier { found: String },
    #[error("invalid hash \"{found}\": expected one to eight hexadecimal digits")]
    BadHash { found: String },
    #[error("unclosed id: expected \"]\"")]
    UnclosedId,
    #[error("text after the id: the id must be the last thing on its line")]
    AfterId,
    #[error("attributes inside the id: \"@{tag}\" takes them before the id")]
    AttributesInId { tag: String },
    #[error("missing key before \"{found}\": expected key=value")]
    MissingKey { found: String },
    #[error("invalid key \"{key}\": expected letters, digits, \"_\" or \"-\"")]
    BadKey { key: String },
    #[error("invalid attribute \"{found}\": expected key=value")]
    MissingEquals { found: String },
    #[error("missing value after \"{key}=\": for an empty value, write {key}=\"\"")]
    MissingValue { key: String },
    #[error("duplicate attribute \"{key}\": write each key once")]
    DuplicateKey { key: String },
    #[error("unclosed quote: expected a closing quote on the same line")]
    UnterminatedQuote,
    #[error("unclosed fence: expected a closing line of exactly {tildes} \"~\"")]
    UnterminatedFence { tildes: u32 },
    #[error("missing body of \"@{tag}\": expected it between two lines \"~~~\"")]
    FenceExpected { tag: String },
    #[error("item outside a list: items must come directly after \"@ul\" or \"@ol\"")]
    StrayItem,
    #[error("quote line outside a quote: quote lines must come directly after \"@quote\"")]
    StrayQuote,
    #[error("unexpected fence: a fence must follow \"@code\", \"@raw\", \"@table\" or \"@x-…\"")]
    StrayFence,
    #[error("text outside a block: start a paragraph with \"@p \"")]
    StrayText,
    #[error("text outside a block: a heading, a paragraph, an item or a quote line must be one line")]
    Continuation,
    #[error("invalid \"@ref\": expected one target and nothing else, as in \"@ref #ident\"")]
    BadReference,
    #[error("document of {bytes} bytes is too large: split it into files of less than 4 GiB")]
    TooLarge { bytes: usize },
}

fn meant(near: Option<&str>) -> String {
    near.map_or_else(
        || ": your own tags must start with \"x-\"".to_owned(),
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

/// The starts of the lines of a text, for many look-ups.
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
