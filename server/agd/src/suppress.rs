//! Comments that silence rules.

use agmark_syntax::{Document, Edit, Span, Suppression, SuppressionKind};

use crate::rules;
use crate::syntax::block::{Block, BlockKind};
use crate::syntax::read;

/// The comments of a piece that silence rules, for the next block that is not a comment or for the whole file.
pub fn suppressions(blocks: &[Block], text: &str) -> Vec<Suppression> {
    let mut out = Vec::new();
    let is_comment = |block: &Block| block.kind == BlockKind::Comment;
    let mut ahead = 0;
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| is_comment(block)) {
        let comment = block.span.text(text);
        let start = block.span.start as usize + 2;
        let Some(words) = comment.get(2..) else { continue };
        // Adjacent comments have the same block after them.
        ahead = ahead.max(index);
        while blocks.get(ahead).is_some_and(is_comment) {
            ahead += 1;
        }
        let next = blocks.get(ahead);
        // From the comment, so that the lines in between are included.
        let covered = Span { start: block.span.end, end: next.map_or(block.span.end, |next| next.span.end) };
        out.extend(Suppression::read(words, start, whole_line(block.span, text), covered));
    }
    out
}

/// A line with its line feed.
fn whole_line(span: Span, text: &str) -> Span {
    let end = span.end as usize;
    let rest = text.get(end..).unwrap_or("");
    Span::new(span.start as usize, end + rest.find('\n').map_or(rest.len(), |at| at + 1))
}

/// The edit that silences `rule` for the diagnostic at `span`: it extends the comment before the block or adds one.
/// `None` for a syntax error, which a comment cannot silence.
pub fn edit(document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit> {
    if rules::RULES.iter().any(|own| own.code == rule && rules::is_syntax_error(own)) {
        return None;
    }
    if kind == SuppressionKind::File {
        let mark = document.text().slice(0..'\u{feff}'.len_utf8());
        let at = if mark == "\u{feff}" { mark.len() } else { 0 };
        return Some(Edit::insert(at, format!("@! agmark: allow-file {rule}\n")));
    }
    let (start, chunk) = document.chunk_at(span.start as usize)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let blocks = read::blocks(&tree, &text);
    let offset = (span.start as usize).saturating_sub(start);
    let at = blocks.iter().position(|block| block.span.touches(offset) && block.kind != BlockKind::Comment);
    if let Some(index) = at.and_then(|at| at.checked_sub(1))
        && let comment = &blocks[index]
        && comment.kind == BlockKind::Comment
        && let Some(allow) =
            Suppression::read(comment.span.text(&text).get(2..)?, 0, Span::default(), Span::default())
        && allow.scope != agmark_syntax::SuppressionScope::File
    {
        return Some(Edit::insert(start + comment.span.end as usize, format!(", {rule}")));
    }
    // A comment may be before any of the blank lines between blocks.
    let from = at.map_or(offset, |at| blocks[at].span.start as usize);
    let line = text.get(..from)?.rfind('\n').map_or(0, |at| at + 1);
    let line =
        if line == 0 && start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { line };
    Some(Edit::insert(start + line, format!("@! agmark: allow {rule}\n")))
}
