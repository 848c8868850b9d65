//! The comment that silences a rule.

use agmark_syntax::{Document, Edit, Piece, Span, SuppressionKind};

use crate::syntax::structure::Structure;

/// The edit that silences `rule` for the diagnostic at `span`, or for the whole file.
pub fn suppress(document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit> {
    let text = document.text();
    let break_line = text.ending().as_str();
    if kind == SuppressionKind::File {
        let bom = '\u{feff}'.len_utf8();
        let start = if text.slice(0..bom.min(text.len())) == "\u{feff}" { bom } else { 0 };
        return Some(Edit::insert(start, format!("# agmark: allow-file {rule}{break_line}")));
    }
    let (start, chunk) = document.chunk_at(span.start as usize)?;
    let piece = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &piece)?;
    let structure = Structure::read(&Piece { text: &piece, tree: &tree, state: chunk.state() }, None);
    let at = (span.start as usize).saturating_sub(start);
    let item = structure.items.iter().find(|i| at < i.range.end).or(structure.items.last())?;
    // In loose text, only a comment at column 0 is a comment, and it belongs to the next line.
    let loose = item.is_text();
    let line = if loose { line_start(&piece, at) } else { item.range.start };
    // The comment must not have a tab in its indent.
    let indent = if loose { String::new() } else { " ".repeat(item.indent.width as usize) };
    let comment = format!("{indent}# agmark: allow {rule}{break_line}");
    Some(Edit::insert(start + line, comment))
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}
