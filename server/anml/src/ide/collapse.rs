//! Replaces a subtree with a summary.

use agmark_syntax::{Document, Edit, Span};

use super::subtree;
use crate::syntax::context::{Context, Front};
use crate::syntax::depths::STEP;
use crate::syntax::entry::{DocumentPart, each};
use crate::view::{Count, ViewLine};

/// Larger subtrees are not offered, because they are counted each time that a person moves the cursor, in bytes.
const LARGEST: usize = 256 << 10;

/// The edit that replaces everything below the element at `offset` with a summary, and the text of the summary; `None`
/// if nothing or only a summary is below it, or too much.
pub fn collapse(document: &Document, offset: usize) -> Option<(Edit, String)> {
    let element = subtree::at(document, offset).filter(|element| element.item.symbol.extends)?;
    let lines = element.lines(document);
    if lines.len() > LARGEST {
        return None;
    }
    let text = document.text().span(lines).into_owned();
    let (first, below) = text.split_once('\n')?;
    let (mut count, mut number) = (Count::default(), 0);
    each(below, Context { front: Front::Over, ..Context::default() }, &mut |item| {
        if let DocumentPart::Line(entry) = item {
            number += 1;
            ViewLine::of(&entry, false).count(&mut count);
        }
    });
    if count.is_empty() || (number == 1 && below.trim_start().starts_with('~')) {
        return None;
    }
    let words = count.take();
    let depth = first.len() - first.trim_start().len() + STEP as usize;
    let feed = if below.ends_with('\n') { "\n" } else { "" };
    let start = lines.start as usize + first.len() + 1;
    let summary = format!("{}~ {words}{feed}", " ".repeat(depth));
    Some((Edit::replace(Span::new(start, lines.end as usize), summary), words))
}
