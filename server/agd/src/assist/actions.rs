//! What a person could want to do with the selection.

mod attributes;
pub mod fence;
pub mod ids;
pub mod markdown;
mod paragraphs;

use agmark_syntax::{Action, ActionKind, Change, Document, Edit, Span};
use serde_json::Value;

use super::commands;
use super::part::Part;

/// The actions for a selection, which is empty where there is only a cursor. What is about the whole document is a
/// command: it is worked out when somebody asks for it.
pub fn actions(document: &Document, selection: Span) -> Vec<Action> {
    let parts = Part::all_in(document, selection);
    let rewrite = |title: String, edits: Vec<Edit>| Action {
        title,
        kind: ActionKind::Rewrite,
        change: Change::Edits(edits),
    };
    let mut out: Vec<Action> = [
        ids::add_one(document, &parts, selection),
        attributes::sort(&parts, selection),
        paragraphs::split(&parts, selection),
        paragraphs::join(document, &parts, selection),
        markdown::convert(document, selection),
        fence::wrap(document, &parts, selection),
    ]
    .into_iter()
    .flatten()
    .map(|(title, edits)| rewrite(title, edits))
    .collect();
    out.extend(commands::ALL.iter().map(|command| Action {
        title: command.title.to_owned(),
        kind: ActionKind::Source,
        change: Change::Command(command.id, Value::Null),
    }));
    out
}

/// What an action is called, and what it changes.
pub type Offer = Option<(String, Vec<Edit>)>;

/// Whole lines around a span, without the last line feed.
pub fn lines(document: &Document, span: Span) -> Span {
    let text = document.text();
    let start = text.line_start(text.line_of(span.start as usize));
    // A selection that ends at the start of a line does not mean that line.
    let mut last = text.line_of(span.end as usize);
    if !span.is_empty() && text.line_start(last) == span.end as usize && last > 0 {
        last -= 1;
    }
    Span::new(start, text.line_range(last).end.max(start))
}
