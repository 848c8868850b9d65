//! Documents that do not parse.

use std::sync::Arc;

use ::agd::{Agd, Document, ParseError};
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{Encoding, Settings, Severity};

use crate::input::Input;

/// Why a document cannot be parsed: a position and the message of `agmark check`.
#[derive(Debug, thiserror::Error)]
#[error("{name}:{line}:{column}: {message}")]
pub struct Malformed {
    name: String,
    line: usize,
    column: usize,
    message: String,
}

/// The document that `text` is. `name` is the name of the text in messages.
///
/// # Errors
/// When it does not parse: the first thing that is wrong with it.
pub fn parsed<'a>(name: &str, text: &'a str) -> Result<Document<'a>, Malformed> {
    ::agd::parse(text).map_err(|error| malformed(name, text, error).swap_remove(0))
}

/// All that is wrong with a text, of which the parser says the first.
pub fn malformed(name: &str, text: &str, error: ParseError) -> Vec<Malformed> {
    let document = agmark_syntax::Document::new(Arc::new(Agd), text);
    let mut found = diagnose(&document, &EmptyWorld, &Settings::default());
    found.retain(|finding| finding.severity == Severity::Error && ::agd::is_syntax_error(finding.rule));
    let at = |finding: &agmark_syntax::Diagnostic| {
        let at = document.text().position(finding.span.start as usize, Encoding::Utf32);
        let (line, column) = (at.line as usize + 1, at.column as usize + 1);
        Malformed { name: name.to_owned(), line, column, message: finding.message.to_string() }
    };
    let mut all: Vec<Malformed> = found.iter().map(at).collect();
    if all.is_empty() {
        // A comment can suppress the finding, but the text still does not parse.
        let ParseError { kind, line, column, .. } = error;
        all.push(Malformed { name: name.to_owned(), line, column, message: kind.to_string() });
    }
    all
}

impl Input {
    /// The document that `text`, which was read from here, is.
    ///
    /// # Errors
    /// As for [`parsed`].
    pub fn document<'a>(&self, text: &'a str) -> Result<Document<'a>, Malformed> {
        parsed(&self.name(), text)
    }
}
