//! Entries of a completion list.

use agmark_syntax::{Completion, Edit, Span, SymbolKind};

use crate::vocabulary::Word;

/// An entry that replaces `span` with `text`.
pub(super) fn offer(label: &str, kind: SymbolKind, span: Span, text: &str) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail: String::new(),
        documentation: String::new(),
        edit: Edit::replace(span, text),
        snippet: false,
    }
}

/// An entry for a word of the vocabulary.
pub(super) fn word(word: &Word, kind: SymbolKind, span: Span, text: &str) -> Completion {
    Completion {
        detail: word.usage.to_owned(),
        documentation: word.docs.to_owned(),
        ..offer(word.name, kind, span, text)
    }
}

/// `text` escaped for a snippet.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}
