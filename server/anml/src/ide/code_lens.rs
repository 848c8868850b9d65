//! What a document costs, above its first line.

use agmark_syntax::{Document, Lens, LensOptions, Span};
use serde_json::json;

use super::commands::VIEW;
use crate::cross_file::meta;
use crate::tokens;

const WHOLE: &str = "tokens";
const INTERACTIVE: &str = "interactive";

/// Larger documents are counted on the command line, in bytes: it takes seconds.
const LARGEST: usize = 4 << 20;

pub fn code_lenses(document: &Document, show: LensOptions) -> Vec<Lens> {
    if !show.tokens || document.text().is_empty() || document.text().len() > LARGEST {
        return Vec::new();
    }
    let lens = |kind, command| Lens { span: Span::at(0), title: None, kind, command };
    let mut all = vec![lens(WHOLE, None)];
    let view = |filter: &str| Some((VIEW, json!({ "filter": filter })));
    if meta(document, "type").as_deref() != Some("diff") {
        all.push(lens(INTERACTIVE, view("interactive")));
    }
    all
}

pub fn title(document: &Document, lens: &Lens) -> Option<String> {
    let text = document.text();
    match lens.kind {
        WHOLE => {
            // Pieces end at line ends, where tokens end, too.
            let pieces = document
                .chunks()
                .iter()
                .map(|(start, chunk)| tokens::count(&document.chunk_text(start, chunk)));
            Some(agmark_tokens::words(pieces.sum()))
        }
        INTERACTIVE => {
            let tokens = tokens::interactive(&text.slice(0..text.len())).ok()??;
            Some(format!("{} with what agents act on alone", agmark_tokens::words(tokens)))
        }
        _ => None,
    }
}
