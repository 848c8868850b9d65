//! Code actions: convert, extract, inline, apply, render.

mod convert;
mod extract;
mod inline;

use agmark_syntax::{Action, ActionKind, Change, Document, Span, World};
use serde_json::json;

use super::commands::{APPLY_DIFF, LIST_COMMANDS, PREVIEW_DIFF, RENDER_PROMPT};
use super::cursor::CursorContext;
use super::diff_at_cursor::diff_at;
use crate::syntax::structure::Structure;

pub(crate) fn actions(document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
    let offset = selection.start as usize;
    let mut all = Vec::new();
    if let Some(around) = CursorContext::new(document, offset) {
        let structure = around.structure();
        all.extend(inline::action(document, world, offset));
        all.extend(extract::action(document, &around, &structure, selection));
        all.extend(convert::actions(&around, &structure, offset));
        all.extend(diffs(&around, &structure, offset));
    }
    for (format, name) in [("xml", "XML"), ("markdown", "Markdown")] {
        let options = json!({ "format": format });
        all.push(source(format!("render as prompt ({name})"), RENDER_PROMPT, options));
    }
    all.push(source("list the commands of the workspace".to_owned(), LIST_COMMANDS, json!({})));
    all
}

fn source(title: String, command: &'static str, options: serde_json::Value) -> Action {
    Action { title, kind: ActionKind::Source, change: Change::Command(command, options) }
}

/// Actions on the diff at an offset, or on the one that a parameter there refers to.
fn diffs(around: &CursorContext, structure: &Structure<'_>, offset: usize) -> Vec<Action> {
    let Some(id) = diff_at(around, structure, offset) else { return Vec::new() };
    let action = |title: String, command| Action {
        title,
        kind: ActionKind::Rewrite,
        change: Change::Command(command, json!({ "id": id })),
    };
    vec![
        action(format!("apply the diff \"{id}\""), APPLY_DIFF),
        action(format!("preview the diff \"{id}\""), PREVIEW_DIFF),
    ]
}
