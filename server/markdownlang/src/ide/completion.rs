//! Completions.

mod body;
mod entry;
mod front_matter;
mod rank;
mod text;

use agmark_syntax::{Completion, Document, Span, SymbolKind, World};

use super::cursor::{self, Cursor};
use entry::offer;

/// The snippet of a whole program.
const PROGRAM: &str = "---\nname: ${1:my-program}\ndescription: ${2:What it does}\ninput:\n  type: object\n  properties:\n    ${3:topic}: { type: string }\n  required: [${3:topic}]\noutput:\n  type: object\n  properties:\n    ${4:answer}: { type: string }\n  required: [${4:answer}]\n---\n$0\n";

/// The completions at `offset`, the best first.
pub(crate) fn completions(document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
    let length = document.text().len();
    if length < 16 && document.text().slice(0..length).trim_matches(['-', '\n', '\r', ' ']).is_empty() {
        let mut program = offer("program", SymbolKind::Module, Span::new(0, length), PROGRAM);
        program.snippet = true;
        program.detail = "a new program".to_owned();
        return vec![program];
    }
    match cursor::at(document, offset) {
        Some(Cursor::Front { content }) => front_matter::complete(document, world, content, offset),
        Some(Cursor::Action { inside, closed }) => body::complete(document, inside, closed, offset),
        Some(Cursor::Text) => text::complete(document, world, offset),
        None => Vec::new(),
    }
}
