//! The analysis of a chunk: the base of everything that editors and the command line show.

use std::sync::Arc;

use crate::format::{Data, ErasedData};
use crate::{Diagnostic, Name, Rule, Span, Symbols};

/// The analysis of one chunk. All spans count from the start of the chunk. Each list is in the order of the text. A
/// format returns it with its own types for `data` and `summary`; chunks hold it without these types
/// ([`ChunkAnalysis`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<D, S, L = Vec<Symbol>> {
    pub symbols: L,
    pub definitions: Vec<Definition>,
    pub references: Vec<Reference>,
    pub links: Vec<Link>,
    pub folds: Vec<Fold>,
    pub diagnostics: Vec<Diagnostic>,
    pub suppressions: Vec<Suppression>,
    /// Names that connect chunks of a document for [`crate::Format::check_across_files`].
    pub ties: Vec<Tie>,
    /// What the format keeps for its own features ([`crate::Format::Chunk`]).
    pub data: Option<D>,
    /// What other files need to know ([`crate::Format::Summary`]).
    pub summary: Option<S>,
    /// Whether [`crate::Format::check_across_files`] has something to check here.
    pub cross_file: bool,
}

/// The analysis that a chunk holds.
pub type ChunkAnalysis = Analysis<ErasedData, ErasedData, Symbols>;

impl<D, S, L: Default> Default for Analysis<D, S, L> {
    fn default() -> Self {
        Self {
            symbols: L::default(),
            definitions: Vec::new(),
            references: Vec::new(),
            links: Vec::new(),
            folds: Vec::new(),
            diagnostics: Vec::new(),
            suppressions: Vec::new(),
            ties: Vec::new(),
            data: None,
            summary: None,
            cross_file: false,
        }
    }
}

impl<D: Data, S: Data> Analysis<D, S> {
    /// The analysis without the format's types.
    pub fn erase(self) -> ChunkAnalysis {
        Analysis {
            symbols: Symbols::of(&self.symbols),
            definitions: self.definitions,
            references: self.references,
            links: self.links,
            folds: self.folds,
            diagnostics: self.diagnostics,
            suppressions: self.suppressions,
            ties: self.ties,
            data: self.data.map(ErasedData::new),
            summary: self.summary.map(ErasedData::new),
            cross_file: self.cross_file,
        }
    }
}

impl ChunkAnalysis {
    /// Frees the unused memory of the lists. Documents keep thousands of analyses.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.definitions.shrink_to_fit();
        self.references.shrink_to_fit();
        self.links.shrink_to_fit();
        self.folds.shrink_to_fit();
        self.diagnostics.shrink_to_fit();
        self.suppressions.shrink_to_fit();
    }
}

/// A line of the outline. The parent of a symbol is the nearest previous symbol with a smaller depth, also in another
/// chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: Box<str>,
    pub detail: Box<str>,
    pub kind: SymbolKind,
    pub depth: u32,
    /// The whole element, as far as it is in this chunk.
    pub span: Span,
    /// The part of `span` that a jump selects.
    pub selection: Span,
    /// Whether the element extends to the next symbol of the same or a smaller depth (a section, a subtree), so that
    /// it can be folded and selected as a whole.
    pub extends: bool,
    /// Whether a workspace search finds it.
    pub global: bool,
}

/// The kind of a symbol, one of those that editors have icons for.
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

impl SymbolKind {
    /// All kinds. The index of a kind is its number.
    pub const ALL: [Self; 19] = [
        Self::File,
        Self::Module,
        Self::Section,
        Self::Class,
        Self::Property,
        Self::Field,
        Self::Function,
        Self::Event,
        Self::Variable,
        Self::Constant,
        Self::String,
        Self::Number,
        Self::Array,
        Self::Object,
        Self::Key,
        Self::Enum,
        Self::EnumMember,
        Self::Struct,
        Self::Interface,
    ];
}

/// A definition of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: Name,
    /// The name, which a rename replaces.
    pub span: Span,
    /// The defined element, for example a block. A hover shows it.
    pub whole: Span,
    /// Whether other files of the workspace see it.
    pub global: bool,
    /// The rule that forbids a second definition of the name in the document.
    pub unique: Option<&'static Rule>,
}

/// A use of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub name: Name,
    /// The name, which a rename replaces.
    pub span: Span,
    pub target: Target,
    /// The rule that requires a definition of the name.
    pub resolved: Option<&'static Rule>,
}

/// Where a reference looks for its definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// In the same file.
    File,
    /// In the same file. Without a definition there, the text is not a name.
    IfDefined,
    /// In the same file, else among the global definitions of the workspace.
    Workspace,
    /// In another file. The path is as written, relative to the folder of the file with the reference.
    Other(Arc<str>),
}

/// A name that one chunk gives and others need, such as the id of a form. Unlike definitions and references, ties are
/// not shown to anyone: they only say which chunks must be checked together ([`crate::Document::chunks_tied`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    pub name: Name,
    /// False if the chunk needs the name.
    pub gives: bool,
}

/// A link to a file or an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub span: Span,
    pub kind: LinkKind,
    /// The target as written: an address, or a path relative to the folder of the file.
    pub target: String,
}

impl Link {
    /// The path of the target as written, without a fragment (`#part`).
    pub fn path(&self) -> &str {
        Self::path_of(&self.target)
    }

    /// The path of a target.
    pub fn path_of(target: &str) -> &str {
        target.split('#').next().unwrap_or(target)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// An address with a scheme (`https:`).
    Address,
    /// A file.
    File,
    /// A file that becomes part of this one or that this one calls.
    Import,
}

/// Lines that can be folded. Symbols with `extends` do not need one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From the line that stays visible to the last hidden line.
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
    /// The whole comment with its line ending, which is deleted if the comment is unused.
    pub span: Span,
    /// The codes as written (`agd/duplicate-id` or `duplicate-id`), each with its span.
    pub rules: Vec<(String, Span)>,
    pub scope: SuppressionScope,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuppressionScope {
    /// Diagnostics that start in this span.
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
    /// Reads a comment `agmark: allow RULE, RULE` or `agmark: allow-file RULE`; `None` for any other comment. `at` is
    /// the start of `comment` in the chunk, `span` the part to delete with it, `next` the part that a plain `allow`
    /// covers.
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
            // The end of a comment (`*/`, `--`) is not a rule.
            if list[start..end].contains(|c: char| c.is_ascii_alphabetic()) {
                rules.push((list[start..end].to_owned(), Span::new(base + start, base + end)));
            }
            from = end;
        }
        Some(Self { span, rules, scope })
    }

    /// The indices of the words that name `rule`.
    pub fn names(&self, rule: &Rule) -> impl Iterator<Item = usize> {
        let (code, short) = (rule.code, rule.short());
        self.rules.iter().enumerate().filter(move |(_, (w, _))| w == code || w == short).map(|(i, _)| i)
    }
}
