//! What a reader met that is not as it should be.

use std::ops::Range;

use crate::{Member, Node, Value};

/// What a reader gives: as much of the tree as could be read, and the problems.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The value of the whole text.
    pub root: Node,
    /// What is wrong, by position.
    pub problems: Vec<Problem>,
    /// Whether the text was read to its end. If not (YAML stops at its first error), what is absent from
    /// the tree may well be in the text: do not report it as missing.
    pub complete: bool,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Which kind of mistake it is.
    pub kind: ProblemKind,
    /// The bytes to mark. Never outside of the text; empty where something is missing.
    pub span: Range<usize>,
    /// What is wrong, and what to do.
    pub message: String,
    /// Another place that belongs to it, with a few words on it.
    pub related: Option<(Range<usize>, String)>,
    /// An edit that puts it right.
    pub repair: Option<Repair>,
}

/// An edit that puts a problem right: replace the bytes of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What the edit does, as a command: `insert ","`.
    pub title: String,
    /// The bytes to replace; empty for an insertion.
    pub span: Range<usize>,
    /// What to put there.
    pub text: String,
}

/// The kinds of mistakes, for those who give each a code or a severity of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// The text does not follow the syntax.
    Syntax,
    /// A tab where YAML wants spaces.
    Tab,
    /// A quote or a bracket that is never closed.
    Unclosed,
    /// A comma that is missing, or one too many.
    Comma,
    /// A backslash sequence that does not exist.
    Escape,
    /// A comment in JSON.
    Comment,
    /// The same key twice in one object.
    DuplicateKey,
    /// A key that is a list or a mapping.
    ComplexKey,
    /// An alias without anchor, inside of its own anchor, or one that unfolds into too much.
    Alias,
    /// A tag that nobody understands, or that does not fit its value.
    Tag,
    /// A number that JSON cannot express.
    Number,
    /// More than [`crate::MAX_DEPTH`] containers inside one another.
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
    /// The same, with all positions moved: for a text that is part of a larger one and starts at byte `by` of it.
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

/// A piece of somebody's text as a message shows it: on one line, without control characters, at most 60 characters.
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
