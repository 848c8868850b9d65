//! The parts of a prompt.

use std::path::{Path, PathBuf};

use crate::ast::{Content, Node};

/// The format of a prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PromptFormat {
    #[default]
    Xml,
    Markdown,
}

/// The files around a document. Paths are normalized.
pub trait Files {
    /// The text of a file.
    ///
    /// # Errors
    /// If it cannot or must not be read: a sentence for people.
    fn read(&self, path: &Path) -> Result<String, String>;

    /// The project files, nearest first. All documents can refer to their contexts.
    fn project(&self) -> Vec<PathBuf>;

    /// The documents of the workspace that define a command.
    fn defining(&self, command: &str) -> Vec<PathBuf>;

    /// The names of the commands that documents of the workspace define. Called if a command is not found.
    fn commands(&self) -> Vec<String>;
}

/// A prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub text: String,
    /// Warnings: files that cannot be read, references without a target.
    pub warnings: Vec<String>,
}

impl PromptFormat {
    /// The format with this name in options.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "xml" => Some(Self::Xml),
            "markdown" => Some(Self::Markdown),
            _ => None,
        }
    }
}

/// The parts of a prompt.
pub(super) struct Gathered {
    pub(super) version: Option<String>,
    pub(super) blocks: Vec<Block>,
    pub(super) warnings: Vec<String>,
}

/// A header with everything under it, with includes inserted.
pub(super) struct Block {
    /// Without its children.
    pub(super) node: Node,
    pub(super) children: Vec<Child>,
    /// The text of the file of a context without content.
    pub(super) file: Option<String>,
}

/// A block under another one.
pub(super) struct Child {
    /// The number of contents of the parent before it.
    pub(super) after: usize,
    pub(super) block: Block,
}

/// An item under a header: text or a block.
pub(super) enum Piece<'a> {
    Text(&'a [Content]),
    Block(&'a Block),
}

impl Block {
    /// The contents before the first child, and the items after it in the order of the text.
    pub(super) fn pieces(&self) -> (&[Content], Vec<Piece<'_>>) {
        let all = self.node.contents.as_slice();
        let contents = |from: usize, to: usize| all.get(from..to).unwrap_or(&[]);
        let first = self.children.first().map_or(all.len(), |child| child.after);
        let mut pieces = Vec::with_capacity(self.children.len());
        let mut done = first;
        for child in &self.children {
            if child.after > done {
                pieces.push(Piece::Text(contents(done, child.after)));
                done = child.after;
            }
            pieces.push(Piece::Block(&child.block));
        }
        if done < all.len() {
            pieces.push(Piece::Text(contents(done, all.len())));
        }
        (contents(0, first), pieces)
    }

    /// Its content, or that of its file.
    pub(super) fn content_text(&self) -> Option<&str> {
        let own = self.node.contents.first().map(|c| c.value.as_str());
        own.filter(|_| self.node.has_content()).or(self.file.as_deref())
    }

    /// The language of its content: of the fence, else the `format` of a context, else the extension of its path.
    pub(super) fn language(&self) -> &str {
        let fence = self.node.contents.first().and_then(|c| c.language.as_deref());
        let format = || self.node.text("format").filter(|_| self.node.is("Context"));
        let ending = || self.node.text("path").and_then(|p| Some(p.rsplit_once('.')?.1));
        let ending = || ending().filter(|e| e.len() <= 8 && e.bytes().all(|b| b.is_ascii_alphanumeric()));
        let diff = || self.node.is("Diff").then_some("diff");
        fence.or_else(format).or_else(diff).or_else(ending).unwrap_or("")
    }
}

/// `OutputFormat` in lower case with `between` before each word.
pub(super) fn words(name: &str, between: char) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    let mut before_small = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && before_small {
            out.push(between);
        }
        before_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        out.push(c.to_ascii_lowercase());
    }
    out
}
