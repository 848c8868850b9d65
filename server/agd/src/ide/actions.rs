//! What a person could want to do with the selection.

mod attributes;
pub mod fence;
pub mod ids;
mod markdown;
mod offer;
mod paragraphs;

use agmark_syntax::{Action, ActionKind, Change, Command, Document, Edit, Span};
use serde_json::Value;

use super::chunk_blocks::Part;
use super::commands;

/// The actions for a selection, which is empty where there is only a cursor. What is about the whole document, or
/// as large as the selection, is a command: it is worked out when somebody asks for it.
pub fn actions(document: &Document, selection: Span) -> Vec<Action> {
    let Some(part) = Part::at(document, selection.start as usize) else { return Vec::new() };
    let rewrite = |(title, edits): (String, Vec<Edit>)| Action {
        title,
        kind: ActionKind::Rewrite,
        change: Change::Edits(edits),
    };
    let offers = [
        ids::add_one(document, &part, selection),
        attributes::sort(&part, selection),
        paragraphs::split(&part, selection),
        paragraphs::join(document, &part, selection),
        markdown::convert(document, &part, selection),
    ];
    let mut out: Vec<Action> = offers.into_iter().flatten().map(rewrite).collect();
    let asked = |command: &Command, kind: ActionKind| Action {
        title: command.title.to_owned(),
        kind,
        change: Change::Command(command.id, Value::Null),
    };
    if fence::can_wrap(&part, selection) {
        out.push(asked(&commands::WRAP_IN_FENCE, ActionKind::Rewrite));
    }
    out.extend(commands::WHOLE.iter().map(|command| asked(command, ActionKind::Source)));
    out
}
