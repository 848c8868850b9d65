//! What a format offers to a person at an editor: values that the methods of [`crate::Format`] return. All spans are in
//! document coordinates.

pub mod completion_list;
pub mod highlight;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Document, Edit, Span, SymbolKind, World};

/// Something to show beside the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    pub markdown: String,
    /// What it is about.
    pub span: Span,
}

/// Something that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What a person sees and types on.
    pub label: String,
    pub kind: SymbolKind,
    /// A few words beside the label.
    pub detail: String,
    /// Markdown: what it means.
    pub documentation: String,
    /// What is written, over what.
    pub edit: Edit,
    /// Whether the text has places to fill in (`$1`, `${2:name}`, `$0`).
    pub snippet: bool,
}

/// What is called, where an argument stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `name(first, second)`, as people write it.
    pub label: String,
    /// Markdown.
    pub documentation: String,
    pub parameters: Vec<Parameter>,
    /// The parameter that stands at the cursor.
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

/// What a person wants to see besides the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LensOptions {
    /// How many tokens the parts of a document cost.
    pub tokens: bool,
}

/// A line of information above a line of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// What it is about; it stands above the first line.
    pub span: Span,
    /// What it says; none if that is to be asked for ([`crate::Format::lens_title`]).
    pub title: Option<String>,
    /// Tells the format's kinds of lenses from each other.
    pub kind: &'static str,
    /// What happens when somebody chooses it: one of the format's commands, and its options.
    pub command: Option<(&'static str, Value)>,
}

/// Words between the words of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// After which byte it stands.
    pub at: usize,
    pub label: String,
    /// Markdown, shown beside the pointer.
    pub tooltip: String,
}

/// Something that a person could do with a selection.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// An order: `wrap in a fence`.
    pub title: String,
    pub kind: ActionKind,
    pub change: Change,
}

/// Under which heading editors list an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Mends what is found at the place, where that takes more than edits of the document.
    Fix,
    /// Makes something of its own from a part.
    Extract,
    /// Puts something in place of what leads to it.
    Inline,
    /// Says the same in another way.
    Rewrite,
    /// Anything else about the document as a whole.
    Source,
}

/// What an action does.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Edits of this document.
    Edits(Vec<Edit>),
    /// Edits of several files.
    Files(Vec<FileChange>),
    /// Asks for one of the format's commands with these options. For what takes long to work out or does not
    /// change the document.
    Command(&'static str, Value),
}

/// What becomes of one file. `before` is what stands in it, of which edits count bytes: if it has changed by the
/// time that the change is made, the change is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChange {
    Edit {
        path: PathBuf,
        before: String,
        edits: Vec<Edit>,
    },
    /// A new file; refused if one is there.
    Create {
        path: PathBuf,
        text: String,
    },
    Delete {
        path: PathBuf,
        before: String,
    },
    /// Another path for a file, and edits of it; refused if a file is there.
    Rename {
        path: PathBuf,
        to: PathBuf,
        before: String,
        edits: Vec<Edit>,
    },
}

impl FileChange {
    /// The file that it is about; of one that gets another path, the one that it has before.
    pub fn path(&self) -> &Path {
        match self {
            Self::Edit { path, .. }
            | Self::Create { path, .. }
            | Self::Delete { path, .. }
            | Self::Rename { path, .. } => path,
        }
    }

    /// What the file says afterwards; none if it goes.
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

/// Something that can be asked for by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// `agmark.FORMAT.verbObject`.
    pub id: &'static str,
    /// As menus show it.
    pub title: &'static str,
    /// What it does, takes (its options) and gives; a sentence or two.
    pub help: &'static str,
}

/// A command that somebody asked for.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub document: &'a Document,
    pub world: &'a dyn World,
    /// What is selected, or where the cursor is.
    pub selection: Span,
    /// An object of the options named in [`Command::help`]; `null` if none were given.
    pub options: &'a Value,
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Changes, undone in one step.
    Change(Vec<FileChange>),
    /// Edits of the document itself.
    Edits(Vec<Edit>),
    /// A new document.
    Document(NewDocument),
    /// Data for whoever asked.
    Value(Value),
    /// A sentence for the person.
    Message(String),
}

/// A document that a command wrote, for somebody to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDocument {
    /// A file name, with the ending that belongs to its format: `report.md`.
    pub name: String,
    /// The language id.
    pub language: String,
    pub text: String,
    /// A few words to tell with it: `212 tokens`.
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

    /// An option that is yes or no; no if it is not given.
    pub fn flag(&self, name: &str) -> bool {
        self.options.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}
