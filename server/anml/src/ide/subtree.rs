//! Elements with everything below them.

use agmark_syntax::ancestors::ancestors;
use agmark_syntax::outline::OutlineItem;
use agmark_syntax::{Document, Span};

/// An element with its ancestors, from the top.
pub struct Element {
    pub path: Vec<OutlineItem>,
    pub item: OutlineItem,
}

/// The element on whose line `offset` is, or in whose lines of content, rows and summaries.
pub fn at(document: &Document, offset: usize) -> Option<Element> {
    let text = document.text();
    // The cursor may be in the indent.
    let line_end = text.line_range(text.line_of(offset)).end;
    let mut path = ancestors(document, line_end.max(offset));
    let item = path.pop()?;
    Some(Element { path, item })
}

impl Element {
    /// The whole lines of the element and of all below it.
    pub fn lines(&self, document: &Document) -> Span {
        let text = document.text();
        let start = text.line_start(text.line_of(self.item.span.start as usize));
        let end = text.line_range(text.line_of(self.item.span.end as usize)).end;
        Span::new(start, end)
    }
}
