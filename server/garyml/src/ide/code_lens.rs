//! Code lenses: apply or preview a diff, open a command as a prompt, and the number of tokens of a block.

use agmark_syntax::cached_parts::CachedPart;
use agmark_syntax::{Chunk, Document, Lens, LensOptions, Name, Span, SymbolKind};
use serde_json::json;

use super::commands::{APPLY_DIFF, PREVIEW_DIFF, RENDER_PROMPT};
use super::describe::describe;
use crate::analysis::namespaces::ID;
use crate::cross_file::chunk_group;

const DIFF: &str = "diff";
const COMMAND: &str = "command";
const TOKENS: &str = "tokens";

/// The longest command that a lens contains, in bytes.
const LONGEST: u32 = 4 << 10;

pub(crate) fn code_lenses(document: &Document, show: LensOptions) -> Vec<Lens> {
    let mut all = Vec::new();
    let groups = chunk_group::groups(document).into_iter().filter(|(_, questions)| questions.has_diffs);
    for (start, own) in groups.flat_map(|(group, _)| chunk_group::data(&group)) {
        for diff in &own.diffs {
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
    for (start, chunk) in document.chunks().iter() {
        let calls = chunk.cached(0, || Calls::of(chunk, &document.chunk_text(start, chunk)));
        all.extend(calls.0.iter().map(|(span, text)| Lens {
            span: span.shifted(start),
            title: Some("open as prompt".to_owned()),
            kind: COMMAND,
            command: Some((RENDER_PROMPT, json!({ "command": text }))),
        }));
    }
    if show.tokens {
        for (start, chunk) in document.chunks().iter() {
            let blocks =
                chunk.analysis().definitions.iter().filter(|d| d.name.space == ID && d.unique.is_some());
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

/// The commands of a chunk: the span of the header and the text of the command.
struct Calls(Box<[(Span, String)]>);

impl CachedPart for Calls {
    fn size(&self) -> usize {
        size_of::<Self>() + self.0.iter().map(|call| size_of_val(call) + call.1.len()).sum::<usize>()
    }
}

impl Calls {
    fn of(chunk: &Chunk, text: &str) -> Self {
        let symbols = chunk.analysis().symbols.iter();
        let calls = symbols.filter(|s| s.kind == SymbolKind::Function && is_call(s.name));
        let short = calls.filter(|call| call.span.end - call.span.start <= LONGEST);
        Self(short.map(|call| (call.selection, call.span.text(text).to_owned())).collect())
    }
}

/// Whether a header's name is that of a command, not of a generic form.
fn is_call(name: &str) -> bool {
    name.strip_prefix('.').is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// The number of tokens of the block of a lens; empty for a block without content.
pub(crate) fn title(document: &Document, lens: &Lens) -> Option<String> {
    if lens.kind != TOKENS || lens.span.end as usize > document.text().len() {
        return None;
    }
    Some(describe(&Name::new(ID, ""), &document.text().span(lens.span))).filter(|title| !title.is_empty())
}
