//! What a format says about a chunk. Everything that editors and the command line show comes from here.

use std::sync::Arc;

use crate::format::{Data, ErasedData};
use crate::{Diagnostic, Name, Rule, Span};

/// The analysis of one chunk. All spans count from the chunk's start; each list is in the order of the text. A format
/// returns it with its own types for `data` and `summary`; chunks hold it without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<D = ErasedData, S = ErasedData> {
    pub symbols: Vec<Symbol>,
    pub definitions: Vec<Definition>,
    pub references: Vec<Reference>,
    pub links: Vec<Link>,
    pub folds: Vec<Fold>,
    pub diagnostics: Vec<Diagnostic>,
    pub suppressions: Vec<Suppression>,
    /// What the format keeps for its own features ([`crate::Format::Chunk`]).
    pub data: Option<D>,
    /// What other files need to know ([`crate::Format::Summary`]).
    pub summary: Option<S>,
    /// Whether [`crate::Format::check_across_files`] has something to check here.
    pub cross_file: bool,
}

impl<D, S> Default for Analysis<D, S> {
    fn default() -> Self {
        Self {
            symbols: Vec::new(),
            definitions: Vec::new(),
            references: Vec::new(),
            links: Vec::new(),
            folds: Vec::new(),
            diagnostics: Vec::new(),
            suppressions: Vec::new(),
            data: None,
            summary: None,
            cross_file: false,
        }
    }
}

impl<D: Data, S: Data> Analysis<D, S> {
    /// The same without the format's types.
    pub fn erase(self) -> Analysis {
        Analysis {
            symbols: self.symbols,
            definitions: self.definitions,
            references: self.references,
            links: self.links,
            folds: self.folds,
            diagnostics: self.diagnostics,
            suppressions: self.suppressions,
            data: self.data.map(ErasedData::new),
            summary: self.summary.map(ErasedData::new),
            cross_file: self.cross_file,
        }
    }
}

/// A line of the outline. Parents are put together from the depths, over the borders of chunks: a symbol
/// belongs to the nearest one before it with a smaller depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    pub detail: String,
    pub kind: SymbolKind,
    pub depth: u32,
    /// The whole of it, as far as it lies in this chunk.
    pub span: Span,
    /// What is selected when somebody goes there; lies in `span`.
    pub selection: Span,
    /// Whether it reaches to the next symbol of the same or a smaller depth (a section, a subtree), so that
    /// it can be folded and selected as a whole.
    pub extends: bool,
    /// Whether a search over the workspace finds it.
    pub global: bool,
}

/// What a symbol is, in the words that editors have icons for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    File,
    Module,
    Section,
    Class,
    Property,
    Field,
    Function,
    Event,
    Variable,
    Constant,
    String,
    Number,
    Array,
    Object,
    Key,
    Enum,
    EnumMember,
    Struct,
    Interface,
}

/// A place that gives a name its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: Name,
    /// The name itself: what a rename replaces.
    pub span: Span,
    /// What the name stands for (a block, an element with its line): shown on hover and when somebody peeks.
    pub whole: Span,
    /// Whether other files of the workspace see it.
    pub global: bool,
    /// The rule that a second definition of the name in the same document breaks, if there is one.
    pub unique: Option<&'static Rule>,
}

/// A place that uses a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub name: Name,
    /// The name itself: what a rename replaces.
    pub span: Span,
    pub target: Target,
    /// The rule that is broken when nothing defines the name, if there is one.
    pub resolved: Option<&'static Rule>,
}

/// Where a reference looks for its definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// In the same file.
    File,
    /// In the same file, else among the global definitions of the workspace.
    Workspace,
    /// In another file: its path as written, relative to the folder of the file with the reference.
    Other(Arc<str>),
}

/// A place that leads to a file or an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub span: Span,
    pub kind: LinkKind,
    /// As written: an address, or a path relative to the folder of the file.
    pub target: String,
}

impl Link {
    /// The path of the file that it leads to, as written: the target without what leads further (`#part`).
    pub fn path(&self) -> &str {
        self.target.split('#').next().unwrap_or(&self.target)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// An address with a scheme (`https:`).
    Address,
    /// A file that is named.
    File,
    /// A file that becomes part of this one or is called by it: it is read with it.
    Import,
}

/// Lines that can be folded; those of symbols with `extends` are found without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From the line that stays visible to the last one that goes.
    pub span: Span,
    pub kind: FoldKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A part of the document.
    Block,
    Comment,
    Imports,
}

/// A comment that silences rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// The whole comment with its line ending: what is deleted when it is of no use.
    pub span: Span,
    /// The codes as written (`agd/duplicate-id`, or `duplicate-id`), each with its place.
    pub rules: Vec<(String, Span)>,
    pub scope: SuppressionScope,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuppressionScope {
    /// Findings that begin in these bytes.
    Within(Span),
    /// The whole file.
    File,
}

/// Which diagnostics of a rule a new comment silences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuppressionKind {
    /// Those of the element that the comment is for: `allow`.
    Local,
    /// Those of the whole file: `allow-file`.
    File,
}

impl SuppressionKind {
    pub const ALL: [Self; 2] = [Self::Local, Self::File];

    /// The word after `agmark:` in the comment.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Local => "allow",
            Self::File => "allow-file",
        }
    }
}

impl Suppression {
    /// Reads the words of a comment: `agmark: allow RULE, RULE` or `agmark: allow-file RULE`. `at` is where
    /// `comment` starts in the chunk, `span` what is deleted with it, `next` what a plain `allow` covers.
    /// Any other comment gives none.
    pub fn read(comment: &str, at: usize, span: Span, next: Span) -> Option<Self> {
        let lead = comment.find("agmark:")?;
        if comment[..lead].chars().any(char::is_alphanumeric) {
            return None;
        }
        let rest = &comment[lead + "agmark:".len()..];
        let words = rest.trim_start();
        let (scope, list) = if let Some(list) = words.strip_prefix("allow-file") {
            (SuppressionScope::File, list)
        } else {
            (SuppressionScope::Within(next), words.strip_prefix("allow")?)
        };
        if !list.is_empty() && !list.starts_with([' ', '\t']) {
            return None;
        }
        let base = at + comment.len() - list.len();
        let code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_');
        let mut rules = Vec::new();
        let mut from = 0;
        while let Some(start) = list[from..].find(code).map(|i| i + from) {
            let end = list[start..].find(|c| !code(c)).map_or(list.len(), |i| i + start);
            // A comment's own closer (`*/`, `--`) is no rule.
            if list[start..end].contains(|c: char| c.is_ascii_alphabetic()) {
                rules.push((list[start..end].to_owned(), Span::new(base + start, base + end)));
            }
            from = end;
        }
        Some(Self { span, rules, scope })
    }

    /// Whether a word of this comment names `rule`.
    pub fn names(&self, rule: &Rule) -> impl Iterator<Item = usize> {
        let (code, short) = (rule.code, rule.short());
        self.rules.iter().enumerate().filter(move |(_, (w, _))| w == code || w == short).map(|(i, _)| i)
    }
}
