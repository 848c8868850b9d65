//! Editor features on texts with a cursor.

mod actions;
mod commands;
mod completion;
mod hover;
mod on_type;

use std::sync::Arc;

use agmark_syntax::testing::Files;
use agmark_syntax::{AnyFormat, Document, Edit, Span};

use crate::Agd;

/// The cursor; two of them are the ends of a selection.
const CURSOR: char = '‸';

/// The text without its cursors, and what they select.
fn place(text: &str) -> (String, Span) {
    let start = text.find(CURSOR).expect("a cursor");
    let text = text.replacen(CURSOR, "", 1);
    let end = text.find(CURSOR).unwrap_or(start);
    (text.replacen(CURSOR, "", 1), Span::new(start, end))
}

/// A document. Lines `=== NAME` start further files.
fn files(text: &str) -> Files {
    let format: Arc<dyn AnyFormat> = Arc::new(Agd);
    Files::example(&format, text)
}

fn own(files: &Files) -> &Document {
    files.own().expect("the first file is a document")
}

/// The own document's text with these edits.
fn edited(document: &Document, edits: &[Edit]) -> String {
    Edit::apply(&document.text().to_string(), edits)
}
