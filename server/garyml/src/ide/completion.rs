//! What could be written at the cursor.

mod headers;
mod parameters;
mod values;

use agmark_syntax::{Completion, Document, Edit, Span, SymbolKind, World};

use super::cursor::{Around, Inside, indent_of};

/// The languages that are offered after a fence and for a format, those of most use first.
pub(crate) const LANGUAGES: &[&str] = &[
    "python",
    "go",
    "json",
    "diff",
    "javascript",
    "typescript",
    "rust",
    "java",
    "c",
    "cpp",
    "csharp",
    "ruby",
    "php",
    "sql",
    "html",
    "css",
    "xml",
    "yaml",
    "toml",
    "markdown",
    "bash",
    "text",
];

/// What could be written at `offset`, the best first.
pub(crate) fn complete(document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
    let Some(around) = Around::new(document, offset) else { return Vec::new() };
    let structure = around.structure();
    let (before, after) = around.line(offset);
    let indent = indent_of(before);
    let at = Place { document, world, around: &around, structure: &structure, offset, after, indent };
    let words = before.trim_start_matches([' ', '\t']);
    match around.inside(&structure, offset) {
        Inside::Block => return Vec::new(),
        // The first word of a body may become a parameter.
        Inside::Body(header) if indent > header => {
            let first = !words.is_empty() && is_word(words) && around.begins_body(&structure, offset);
            let mut offers = if first { parameters::offers(&at, words) } else { Vec::new() };
            offers.retain(|offer| offer.label.starts_with(words));
            return offers;
        }
        _ => {}
    }
    if words.starts_with('#') {
        return Vec::new();
    }
    if words.is_empty() && after.trim().is_empty() {
        // What belongs to the header above comes before what may follow it.
        let mut offers = parameters::offers(&at, words);
        offers.extend(headers::with_dots(&at));
        return offers;
    }
    // Before what stands on the line nothing is written, but over its first word.
    if words.is_empty() && !after.starts_with(in_word) {
        return Vec::new();
    }
    if let Some(name) = words.strip_prefix('.').filter(|name| is_word(name)) {
        return headers::offers(&at, name);
    }
    if let Some(language) = fence(words) {
        let span = at.word(language);
        return LANGUAGES.iter().map(|l| plain(l, SymbolKind::Constant, "language", "", span, l)).collect();
    }
    parameters::offers(&at, words)
}

/// A cursor and what is around it.
pub(crate) struct Place<'a> {
    pub document: &'a Document,
    pub world: &'a dyn World,
    pub around: &'a Around,
    pub structure: &'a crate::structure::Structure<'a>,
    pub offset: usize,
    /// The line from the cursor on.
    pub after: &'a str,
    pub indent: u32,
}

impl Place<'_> {
    /// What is replaced where `typed` stands before the cursor: that, and the word that goes on behind it.
    pub fn word(&self, typed: &str) -> Span {
        let rest = self.after.len() - self.after.trim_start_matches(in_word).len();
        Span::new(self.offset.saturating_sub(typed.len()), self.offset + rest)
    }

    /// The indent of one level.
    pub fn unit(&self) -> String {
        " ".repeat(self.around.unit(self.structure) as usize)
    }

    /// Whether no header stands before the cursor's line.
    pub fn is_first_header(&self) -> bool {
        let line = self.document.text().line_start(self.document.text().line_of(self.offset));
        let first = self.document.chunks().iter().find_map(|(start, chunk)| {
            chunk.analysis().symbols.first().map(|symbol| symbol.selection.shifted(start).start as usize)
        });
        first.is_none_or(|at| at >= line)
    }

    /// Whether nothing follows on the line but the rest of the word.
    pub fn at_line_end(&self) -> bool {
        self.after.trim_start_matches(in_word).trim().is_empty()
    }
}

pub(crate) fn plain(
    label: &str,
    kind: SymbolKind,
    detail: &str,
    documentation: &str,
    span: Span,
    text: &str,
) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail: detail.to_owned(),
        documentation: documentation.to_owned(),
        edit: Edit::replace(span, text),
        snippet: false,
    }
}

/// The language that is being typed after a fence.
fn fence(words: &str) -> Option<&str> {
    let language = words.trim_start_matches('`');
    (words.len() - language.len() >= 3 && is_word(language)).then_some(language)
}

fn is_word(text: &str) -> bool {
    text.chars().all(in_word)
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}
