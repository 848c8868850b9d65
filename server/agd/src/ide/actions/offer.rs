//! What the actions share.

use agmark_syntax::{Document, Edit, Span};

/// The title of an action and its edits.
pub type OfferedEdits = Option<(String, Vec<Edit>)>;

/// Whole lines around a span, without the last line feed.
pub fn lines(document: &Document, span: Span) -> Span {
    let text = document.text();
    let start = text.line_start(text.line_of(span.start as usize));
    // A selection that ends at the start of a line does not include that line.
    let mut last = text.line_of(span.end as usize);
    if !span.is_empty() && text.line_start(last) == span.end as usize && last > 0 {
        last -= 1;
    }
    Span::new(start, text.line_range(last).end.max(start))
}
