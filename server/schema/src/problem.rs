//! The errors of a text.

use std::ops::Range;

use crate::{Member, Node, Value};

/// The result of parsing: the tree of the valid parts, and the problems.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The value of the whole text.
    pub root: Node,
    /// The problems, by position.
    pub problems: Vec<Problem>,
    /// Whether the text was read to its end. Otherwise (YAML stops at its first error) do not report missing values,
    /// because they may be in the rest.
    pub complete: bool,
}

/// An error in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The kind of error.
    pub kind: ProblemKind,
    /// The bytes to mark, inside the text; empty if something is missing.
    pub span: Range<usize>,
    /// The problem and the fix.
    pub message: String,
    /// A related place with a short note.
    pub related: Option<(Range<usize>, String)>,
    /// An edit that fixes it.
    pub repair: Option<Repair>,
}

/// An edit that fixes a problem: replace the bytes of `span` with `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What the edit does, in the imperative: `insert ","`.
    pub title: String,
    /// The bytes to replace; empty for an insertion.
    pub span: Range<usize>,
    /// What to put there.
    pub text: String,
}

/// The kinds of errors, for callers that map them to codes and severities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// The text does not follow the syntax.
    Syntax,
    /// A tab instead of spaces in YAML.
    Tab,
    /// A quote or bracket that is not closed.
    Unclosed,
    /// A missing or extra comma.
    Comma,
    /// An unknown escape sequence.
    Escape,
    /// A comment in JSON.
    Comment,
    /// The same key twice in one object.
    DuplicateKey,
    /// A key that is a list or a mapping.
    ComplexKey,
    /// An alias without an anchor, inside its own anchor, or too large when expanded.
    Alias,
    /// An unknown tag, or one that does not fit its value.
    Tag,
    /// A number that JSON cannot express.
    Number,
    /// More than [`crate::MAX_DEPTH`] nested containers.
    Depth,
}

impl Problem {
    pub(crate) fn new(kind: ProblemKind, span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem { kind, span, message: message.into(), related: None, repair: None }
    }

    pub(crate) fn with_repair(mut self, repair: Option<Repair>) -> Problem {
        self.repair = repair;
        self
    }

    pub(crate) fn with_related(mut self, span: Range<usize>, words: &str) -> Problem {
        self.related = Some((span, words.to_owned()));
        self
    }
}

impl Repair {
    pub(crate) fn insert(at: usize, text: &str) -> Repair {
        Repair { title: format!("insert '{text}'"), span: at..at, text: text.to_owned() }
    }

    pub(crate) fn delete(span: Range<usize>, title: &str) -> Repair {
        Repair { title: title.to_owned(), span, text: String::new() }
    }

    pub(crate) fn replace(span: Range<usize>, text: String, title: &str) -> Repair {
        Repair { title: title.to_owned(), span, text }
    }
}

impl Parsed {
    /// Moves all spans by `by` bytes, for a text that is part of a larger one.
    pub fn shifted(mut self, by: usize) -> Parsed {
        if by > 0 {
            shift_node(&mut self.root, by);
            for problem in &mut self.problems {
                shift(&mut problem.span, by);
                if let Some((span, _)) = &mut problem.related {
                    shift(span, by);
                }
                if let Some(repair) = &mut problem.repair {
                    shift(&mut repair.span, by);
                }
            }
        }
        self
    }
}

/// A part of a text for a message: on one line, without control characters, at most 60 characters.
pub fn shown(text: &str) -> String {
    let mut out: String = text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(60).is_some() {
        out.push('…');
    }
    out
}

fn shift_node(node: &mut Node, by: usize) {
    shift(&mut node.span, by);
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(|item| shift_node(item, by)),
        Value::Map(map) => {
            for Member { key, value } in &mut map.members {
                shift(&mut key.span, by);
                shift_node(value, by);
            }
        }
        _ => {}
    }
}

fn shift(span: &mut Range<usize>, by: usize) {
    *span = span.start + by..span.end + by;
}
