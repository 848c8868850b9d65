//! The code lens above the front matter.

use agmark_syntax::{Document, Lens, Span};
use serde_json::json;

use super::commands::PREVIEW;
use crate::data;

/// The code lenses of a program.
pub(crate) fn code_lenses(document: &Document) -> Vec<Lens> {
    if data::front(document).is_none() {
        return Vec::new();
    }
    let lens = |title: &str, command| Lens {
        span: Span::at(0),
        title: Some(title.to_owned()),
        kind: "program",
        command: Some((command, json!({}))),
    };
    vec![lens("Show the rendered prompt", PREVIEW)]
}
