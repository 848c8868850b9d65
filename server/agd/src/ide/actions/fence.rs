//! Wrapping lines in a fence.

use agmark_syntax::{Document, Edit, Span};

use super::offer::lines;
use crate::ide::chunk_blocks::{Part, in_body};
use crate::lexical::line::{self, Class, class};
use crate::lexical::writer;
use crate::vocabulary::{Takes, tag};

/// Whether there are lines to wrap: some are selected, and they are in no fence yet.
pub fn can_wrap(part: &Part, selection: Span) -> bool {
    let at = part.inside(selection.start as usize);
    !selection.is_empty() && !part.blocks.iter().any(|block| in_body(block, at))
}

/// Puts the selected lines in a fence that nothing in them closes. Under a tag that wants a body it is that body, else a
/// `@code` of its own.
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
