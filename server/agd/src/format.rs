//! The canonical form of a piece.
//!
//! The blank lines between two blocks depend only on the first line of the later one and on comments next to it. So the
//! formatted pieces together are the formatted document. A tag has one blank line before it. A comment, a block after a
//! comment, and lines outside of blocks keep one blank line or none.

use agmark_syntax::{Formatted, Piece, Severity, Span};

use crate::lexical::writer::{self, Header};
use crate::rules;
use crate::syntax::block::{Block, BlockKind};
use crate::syntax::context::BlockContext;
use crate::syntax::cuts::Before;
use crate::syntax::value;
use crate::syntax::{inline, read};

#[cfg(test)]
mod tests;

/// Formats a piece. A block with an error is not changed.
pub fn format(piece: &Piece<'_>) -> Formatted {
    let text = piece.text;
    let blocks = read::blocks(piece.tree, text);
    let before = Before::of(piece.state);
    let mut out = Formatted { text: String::with_capacity(text.len() + 16), skipped: Vec::new() };
    for (index, block) in blocks.iter().enumerate() {
        let context = BlockContext { text, blocks: &blocks, index };
        if blank_before(context, before) {
            out.text.push('\n');
        }
        if is_good(context) {
            lay_out(block, text, &mut out.text);
            out.text.push('\n');
        } else {
            let lines = lines(block.span, text).text(text);
            if out.text.is_empty() && lines.starts_with('\u{feff}') {
                // At the start of the document it would be read as a byte-order mark.
                out.text.push('\n');
            }
            out.text.push_str(lines);
            out.skipped.push(block.span);
        }
    }
    out
}

fn blank_before(context: BlockContext<'_>, before: Before) -> bool {
    let is_comment = |block: &Block| block.kind == BlockKind::Comment;
    let block = context.block();
    match context.before() {
        // No comment comes directly before a piece, because there is no cut after one.
        None if block.has_tag() => before.content,
        None => before.content && before.blank,
        Some(previous) if block.has_tag() && !is_comment(previous) => true,
        // The first line feed only ends the line of the block before.
        Some(_) => context.gap().matches('\n').count() > 1,
    }
}

/// Whether the block can be rewritten without losing anything.
fn is_good(context: BlockContext<'_>) -> bool {
    let block = context.block();
    if block.kind == BlockKind::Comment {
        return true;
    }
    let mut findings = Vec::new();
    rules::check_block(context, &mut findings);
    block.has_tag() && findings.iter().all(|finding| finding.severity != Severity::Error)
}

/// The whole lines of a span, with the last line feed if there is one.
fn lines(span: Span, text: &str) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let line_start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let rest = text.get(end..).unwrap_or("");
    let line_end = end + rest.find('\n').map_or(rest.len(), |at| at + 1);
    // The byte-order mark is not part of the first line.
    let marked = text.get(line_start..start).is_some_and(|indent| indent.starts_with('\u{feff}'));
    let line_start = if marked { line_start + '\u{feff}'.len_utf8() } else { line_start };
    Span::new(line_start, line_end)
}

/// A block in canonical form, without the last line feed.
fn lay_out(block: &Block, text: &str, out: &mut String) {
    if block.kind == BlockKind::Comment {
        return out.push_str(block.span.text(text));
    }
    let id = block.ids.first();
    let header = Header {
        tag: block.name(text),
        is_inline: block.is_inline(),
        id: id.map(|id| id.identifier.name().text(text)),
        hash: id.and_then(|id| id.hash).map(|hash| hash.text(text).trim_start_matches(':')),
    };
    let inline_text = |out: &mut String| {
        if let (true, Some(span)) = (block.is_inline(), block.text) {
            out.push(' ');
            inline::canonical(span, &block.markup, text, out);
        }
        for target in block.targets.iter().filter(|_| !block.is_inline()) {
            out.push(' ');
            out.push_str(target.span.text(text));
        }
    };
    writer::header(&header, inline_text, |out| attributes(block, text, out), out);
    items(block, text, out);
    if let Some(fence) = &block.fence {
        writer::fence(fence.body.map_or("", |body| body.text(text)), out);
    }
}

fn attributes(block: &Block, text: &str, out: &mut String) {
    let mut attributes: Vec<_> = block.attributes.iter().collect();
    attributes.sort_by_key(|attribute| attribute.name.text(text));
    for attribute in attributes {
        writer::attribute(attribute.name.text(text), &value::canonical(attribute, text), out);
    }
}

fn items(block: &Block, text: &str, out: &mut String) {
    let marker = if block.kind == BlockKind::Quote { '>' } else { '-' };
    for item in &block.items {
        writer::marker(marker, item.text.is_empty(), out);
        inline::canonical(item.text, &block.markup[item.markup.clone()], text, out);
    }
}
