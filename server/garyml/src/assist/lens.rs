//! Lines of information: what can be done with a diff, and what a block costs.

use agmark_syntax::{Document, Lens, Name, Show};
use serde_json::json;

use super::about::about;
use super::execute::{APPLY_DIFF, PREVIEW_DIFF};
use crate::names::ID;
use crate::own::Own;

const DIFF: &str = "diff";
const TOKENS: &str = "tokens";

pub(super) fn lenses(document: &Document, show: Show) -> Vec<Lens> {
    let mut all = Vec::new();
    for (start, chunk) in document.judged() {
        for diff in Own::kept(chunk).map_or(&[][..], |own| &own.diffs) {
            let Some(id) = &diff.id else { continue };
            let span = diff.span.shifted(start);
            let lens = |title: &str, command| Lens {
                span,
                title: Some(title.to_owned()),
                kind: DIFF,
                command: Some((command, json!({ "id": id }))),
            };
            all.extend([lens("apply", APPLY_DIFF), lens("preview", PREVIEW_DIFF)]);
        }
    }
    if show.tokens {
        for (start, chunk) in document.chunks().iter() {
            let blocks =
                chunk.facts().definitions.iter().filter(|d| d.name.space == ID && d.unique.is_some());
            all.extend(blocks.map(|d| Lens {
                span: d.whole.shifted(start),
                title: None,
                kind: TOKENS,
                command: None,
            }));
        }
    }
    all.sort_by_key(|lens| lens.span.start);
    all
}

/// How many tokens the block of a lens costs; empty for one without content of its own.
pub(super) fn title(document: &Document, lens: &Lens) -> Option<String> {
    if lens.kind != TOKENS || lens.span.end as usize > document.text().len() {
        return None;
    }
    Some(about(&Name::new(ID, ""), &document.text().span(lens.span))).filter(|title| !title.is_empty())
}
