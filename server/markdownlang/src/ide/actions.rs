//! Code actions besides fixes.

use agmark_syntax::{Action, ActionKind, Change, Document, FileChange, LinkKind, PathKind, Span, World};
use serde_json::json;

use super::{commands, extract};
use crate::convert;
use crate::data;

pub(crate) fn actions(document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
    let mut all = missing_imports(document, world, selection);
    all.extend(extract::action(document, world, selection));
    if data::front(document).is_some_and(|front| {
        let has = |key: &str| front.parsed.root.get(key).is_some();
        has("input") || has("output") || !front.parsed.complete
    }) {
        all.push(Action {
            title: "show the rendered prompt".to_owned(),
            kind: ActionKind::Source,
            change: Change::Command(commands::PREVIEW, json!({})),
        });
    }
    all
}

/// The actions that create missing imported files.
fn missing_imports(document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
    let mut all = Vec::new();
    for (start, chunk) in document.chunks_at(selection) {
        for link in chunk.analysis().links.iter().filter(|l| l.kind == LinkKind::Import) {
            if !link.span.shifted(start).meets(selection)
                || world.path_kind(&link.target) != PathKind::Nothing
                || !link.target.ends_with(".md")
            {
                continue;
            }
            let Some(path) = world.resolve_path(&link.target) else { continue };
            let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            let name = convert::program_name(&stem);
            all.push(Action {
                title: format!("create {}", link.target),
                kind: ActionKind::Fix,
                change: Change::Files(vec![FileChange::Create {
                    path,
                    text: convert::new_program(if name.is_empty() { "program" } else { &name }),
                }]),
            });
        }
    }
    all
}
