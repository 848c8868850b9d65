//! Code actions for the selection.

mod attributes;
pub mod fence;
pub mod ids;
mod markdown;
mod offer;
mod paragraphs;

use agmark_syntax::{Action, ActionKind, Change, Command, Document, Edit, Span};
use serde_json::Value;

use super::chunk_blocks::ChunkBlocks;
use super::commands;

/// The actions for a selection or a cursor. Actions on the whole document or on many lines are commands, which compute
/// their edits when they run.
pub fn actions(document: &Document, selection: Span) -> Vec<Action> {
    let Some(chunk) = ChunkBlocks::at(document, selection.start as usize) else { return Vec::new() };
    let rewrite = |(title, edits): (String, Vec<Edit>)| Action {
        title,
        kind: ActionKind::Rewrite,
        change: Change::Edits(edits),
    };
    let offers = [
        ids::add_one(document, &chunk, selection),
        attributes::sort(&chunk, selection),
        paragraphs::split(&chunk, selection),
        paragraphs::join(document, &chunk, selection),
        markdown::convert(document, &chunk, selection),
    ];
    let mut out: Vec<Action> = offers.into_iter().flatten().map(rewrite).collect();
    let asked = |command: &Command, kind: ActionKind| Action {
        title: command.title.to_owned(),
        kind,
        change: Change::Command(command.id, Value::Null),
    };
    if fence::can_wrap(&chunk, selection) {
        out.push(asked(&commands::WRAP_IN_FENCE, ActionKind::Rewrite));
    }
    out.extend(commands::WHOLE.iter().map(|command| asked(command, ActionKind::Source)));
    out
}
