//! The values of editor features that the methods of [`crate::Format`] return. All spans are in document coordinates.

pub mod completion_list;
pub mod highlight;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Document, Edit, Span, SymbolKind, World};

/// A hover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    pub markdown: String,
    /// The text that it describes.
    pub span: Span,
}

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text that a person sees and filters by.
    pub label: String,
    pub kind: SymbolKind,
    /// A short note beside the label.
    pub detail: String,
    /// Markdown.
    pub documentation: String,
    /// The inserted text and the span that it replaces.
    pub edit: Edit,
    /// Whether the text has placeholders (`$1`, `${2:name}`, `$0`).
    pub snippet: bool,
}

/// The signature of a call at one of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The call as it is written: `name(first, second)`.
    pub label: String,
    /// Markdown.
    pub documentation: String,
    pub parameters: Vec<Parameter>,
    /// The index of the parameter at the cursor.
    pub active: Option<usize>,
}

/// A parameter of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// A part of the label.
    pub label: String,
    /// Markdown.
    pub documentation: String,
}

/// The optional code lenses and inlay hints that a person wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LensOptions {
    /// The number of tokens of the parts of a document.
    pub tokens: bool,
}

/// A code lens: a line of information above a line of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The text that it describes. It is shown above the first line.
    pub span: Span,
    /// `None` if it is computed later ([`crate::Format::lens_title`]).
    pub title: Option<String>,
    /// The kind of lens, defined by the format.
    pub kind: &'static str,
    /// The command that a click executes, one of the format's, with its options.
    pub command: Option<(&'static str, Value)>,
}

/// An inlay hint: text that is shown between the words of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The offset of the text after it.
    pub at: usize,
    pub label: String,
    /// Markdown.
    pub tooltip: String,
}

/// A code action.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// In the imperative: `wrap in a fence`.
    pub title: String,
    pub kind: ActionKind,
    pub change: Change,
}

/// The group in which editors list an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Fixes a diagnostic with more than edits of the document.
    Fix,
    /// Extracts a part.
    Extract,
    /// Replaces a reference with its target.
    Inline,
    /// Rewrites a part with the same meaning.
    Rewrite,
    /// Any other action on the whole document.
    Source,
}

/// The effect of an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Edits of this document.
    Edits(Vec<Edit>),
    /// Edits of several files.
    Files(Vec<FileChange>),
    /// One of the format's commands with its options. For actions that take long or do not change the document.
    Command(&'static str, Value),
}

/// A change of one file. Spans of edits count bytes of `before`, the text of the file. If the file has changed by the
/// time of the change, the change is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChange {
    Edit {
        path: PathBuf,
        before: String,
        edits: Vec<Edit>,
    },
    /// Creates a file; refused if it exists.
    Create {
        path: PathBuf,
        text: String,
    },
    Delete {
        path: PathBuf,
        before: String,
    },
    /// Moves a file and edits it; refused if the target exists.
    Rename {
        path: PathBuf,
        to: PathBuf,
        before: String,
        edits: Vec<Edit>,
    },
}

impl FileChange {
    /// The path of the file; of a moved file, the old path.
    pub fn path(&self) -> &Path {
        match self {
            Self::Edit { path, .. }
            | Self::Create { path, .. }
            | Self::Delete { path, .. }
            | Self::Rename { path, .. } => path,
        }
    }

    /// The text of the file after the change; `None` if it is deleted.
    pub fn after(&self) -> Option<String> {
        match self {
            Self::Edit { before, edits, .. } | Self::Rename { before, edits, .. } => {
                Some(Edit::apply(before, edits))
            }
            Self::Create { text, .. } => Some(text.clone()),
            Self::Delete { .. } => None,
        }
    }
}

/// A command that clients call by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// `agmark.FORMAT.verbObject`.
    pub id: &'static str,
    /// The title in menus.
    pub title: &'static str,
    /// A sentence or two: what it does, its options and its result.
    pub help: &'static str,
}

/// A call of a command.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub document: &'a Document,
    pub world: &'a dyn World,
    /// The selection, or the position of the cursor.
    pub selection: Span,
    /// An object with the options of [`Command::help`]; `null` for none.
    pub options: &'a Value,
}

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Changes of files, undone in one step.
    Change(Vec<FileChange>),
    /// Edits of the document itself.
    Edits(Vec<Edit>),
    /// A new document.
    Document(NewDocument),
    /// Data for the caller.
    Value(Value),
    /// A message for the person.
    Message(String),
}

/// A new document that a command returns, to be opened in the editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDocument {
    /// The file name with the ending of its format: `report.md`.
    pub name: String,
    /// The language id.
    pub language: String,
    pub text: String,
    /// A short note: `212 tokens`.
    pub note: String,
}

impl Request<'_> {
    /// An option that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name)?.as_str()
    }

    /// An option that is a number.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.options.get(name)?.as_u64()
    }

    /// An option that is true or false [default: false].
    pub fn flag(&self, name: &str) -> bool {
        self.options.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}
