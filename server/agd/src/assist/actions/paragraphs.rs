//! Making two paragraphs of one, and one of two.

use agmark_syntax::{Document, Edit, Span};

use super::Offer;
use crate::assist::part::{Part, is_good, reads};
use crate::block::{Block, BlockKind};
use crate::scan;

/// Splits the paragraph at the cursor. The id stays with the first half.
pub fn split(parts: &[Part], selection: Span) -> Offer {
    let part = parts.first().filter(|_| selection.is_empty())?;
    let at = part.inside(selection.start as usize);
    let block = part.block_at(at).filter(|block| is_paragraph(block, part))?;
    let text = block.text?;
    if at <= text.start as usize || at >= text.end as usize {
        return None;
    }
    let cuts =
        |markup: &crate::block::Markup| (markup.span.start as usize) < at && at < markup.span.end as usize;
    if block.markup.iter().any(cuts) {
        return None;
    }
    let first = part.text.get(text.start as usize..at)?.trim();
    let second = part.text.get(at..text.end as usize)?.trim();
    let rest = part.text.get(text.end as usize..block.span.end as usize)?;
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let (first, second) = (format!("@p {first}{rest}"), format!("@p {second}"));
    if !reads(&first) || !is_plain(&second) || rest.is_empty() && !is_plain(&first) {
        return None;
    }
    let edit = part.edit(Edit::replace(block.span, format!("{first}\n\n{second}")));
    Some(("split the paragraph here".to_owned(), vec![edit]))
}

/// Joins the selected paragraphs, or the one at the cursor with the next. At most one of them has an id, which is then
/// that of the whole.
pub fn join(document: &Document, parts: &[Part], selection: Span) -> Offer {
    let first = parts.first()?;
    let start = first.inside(selection.start as usize);
    let at =
        first.blocks.iter().position(|block| std::ptr::eq(block, first.block_at(start).unwrap_or(block)))?;
    let mut all: Vec<(&Part, &Block)> = first.blocks[at..].iter().map(|block| (first, block)).collect();
    all.extend(parts[1..].iter().flat_map(|part| part.blocks.iter().map(move |block| (part, block))));
    let next;
    if selection.is_empty() && all.len() < 2 {
        let last = parts.last()?;
        next = Part::at(document, last.start + last.text.len()).filter(|next| next.start > last.start)?;
        all.extend(next.blocks.first().map(|block| (&next, block)));
    }
    let selected =
        |(part, block): &&(&Part, &Block)| (block.span.start as usize) + part.start <= selection.end as usize;
    let count = if selection.is_empty() { 2 } else { all.iter().take_while(selected).count() };
    let chosen = all.get(..count).filter(|chosen| chosen.len() > 1)?;
    if !chosen.iter().all(|(part, block)| is_paragraph(block, part)) {
        return None;
    }
    let ids: Vec<&str> =
        chosen.iter().flat_map(|(part, block)| block.ids.iter().map(|id| id.span.text(&part.text))).collect();
    let id = match ids.as_slice() {
        [] => String::new(),
        [one] => format!(" {one}"),
        _ => return None,
    };
    let texts = chosen.iter().filter_map(|(part, block)| block.text.map(|text| text.text(&part.text)));
    let text = texts.collect::<Vec<_>>().join(" ");
    let joined = format!("@p {text}{id}");
    if !reads(&joined) || id.is_empty() && !is_plain(&joined) {
        return None;
    }
    let (first, last) = (chosen.first()?, chosen.last()?);
    let span =
        Span::new(first.1.span.start as usize + first.0.start, last.1.span.end as usize + last.0.start);
    let title =
        if count == 2 { "join the two paragraphs".to_owned() } else { format!("join {count} paragraphs") };
    Some((title, vec![Edit::replace(span, joined)]))
}

fn is_paragraph(block: &Block, part: &Part) -> bool {
    block.kind == BlockKind::Paragraph && is_good(block, &part.text)
}

/// Whether a line is a paragraph without an id.
fn is_plain(line: &str) -> bool {
    reads(line) && scan::final_bracket(line).is_none()
}
