//! Wrapping lines in a fence.

use agmark_syntax::{Document, Edit, Span};

use super::offer::lines;
use crate::ide::chunk_blocks::{ChunkBlocks, in_body};
use crate::lexical::line::{self, Class, class};
use crate::lexical::writer;
use crate::vocabulary::{Takes, tag};

/// Whether lines are selected that are not in a fence.
pub fn can_wrap(chunk: &ChunkBlocks, selection: Span) -> bool {
    let at = chunk.inside(selection.start as usize);
    !selection.is_empty() && !chunk.blocks.iter().any(|block| in_body(block, at))
}

/// Encloses the selected lines in a fence that no line in them closes. Under a tag that takes a body it is that body;
/// otherwise a new `@code`.
pub fn wrap(document: &Document, selection: Span) -> Edit {
    let span = lines(document, selection);
    let text = document.text();
    let body = text.span(span).replace("\r\n", "\n");
    let first = text.line_of(span.start as usize);
    let before = first.checked_sub(1).map(|line| text.slice(text.line_range(line)).into_owned());
    let wanted = before.as_deref().is_some_and(|before| match class(before) {
        Class::Block(name) => {
            tag(name).is_some_and(|tag| matches!(tag.takes, Takes::Fence | Takes::OptionalFence))
        }
        _ => false,
    });
    let mut out = String::new();
    if !wanted {
        let close = before.is_some_and(|before| !line::is_blank(&before));
        out.push_str(if close { "\n@code" } else { "@code" });
    }
    writer::fence(&body, &mut out);
    let out = if wanted { out.trim_start_matches('\n').to_owned() } else { out };
    Edit::replace(span, out)
}
