//! The diagnostics of layout that is not canonical. The rule for it is off by default.
//!
//! Formatting can move a blank line between two chunks from one to the other. Therefore chunks are compared without
//! the line feeds at their ends, and the line feeds between chunks are counted.

use crate::text::ending::Plain;
use crate::{Diagnostic, Document, Edit, Rule, Settings, Span};

pub(super) fn findings(document: &Document, settings: &Settings) -> Vec<Diagnostic> {
    let format = &**document.format();
    let Some(rule) = format.info().layout_rule.filter(|rule| settings.severity(rule).is_some()) else {
        return Vec::new();
    };
    let end = document.text().len();
    let mut out = Vec::new();
    let mut between = Between::default();
    for (start, chunk) in document.chunks().iter() {
        let text = || document.chunk_text(start, chunk);
        let Some(layout) = chunk.layout(format, start + chunk.len() == end, text) else { return Vec::new() };
        between.old += layout.old.0;
        between.new += layout.new.0;
        between.bytes += layout.bytes.0;
        if layout.empty {
            continue;
        }
        out.extend(between.finding(rule));
        out.extend(
            layout
                .edit
                .iter()
                .map(|edit| finding(rule, Edit { span: edit.span.shifted(start), text: edit.text.clone() })),
        );
        let bytes = layout.bytes.1;
        between = Between { at: start + chunk.len() - bytes, bytes, old: layout.old.1, new: layout.new.1 };
    }
    out.extend(between.finding(rule));
    out
}

fn finding(rule: &'static Rule, edit: Edit) -> Diagnostic {
    let finding = rule.at(edit.span, "not in canonical form: format the document");
    finding.fix("format it", vec![edit])
}

/// The line feeds between two chunks.
#[derive(Default)]
struct Between {
    at: usize,
    bytes: usize,
    old: usize,
    new: usize,
}

impl Between {
    fn finding(&self, rule: &'static Rule) -> Option<Diagnostic> {
        let edit = || Edit::replace(Span::new(self.at, self.at + self.bytes), "\n".repeat(self.new));
        (self.old != self.new).then(|| finding(rule, edit()))
    }
}

/// The difference between a chunk and its formatted text.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The number of line feeds at the start and end, before and after formatting. A chunk of line feeds only has all
    /// of them at the start.
    old: (usize, usize),
    new: (usize, usize),
    /// The bytes of these line feeds before formatting.
    bytes: (usize, usize),
    empty: bool,
    /// The change between them, in chunk coordinates.
    edit: Option<Edit>,
}

impl Layout {
    /// Compares a text with its formatted text. Line endings are ignored.
    pub fn of(plain: &Plain<'_>, new: &str) -> Self {
        let old = &*plain.text;
        let ends = |text: &str| {
            let start = text.len() - text.trim_start_matches('\n').len();
            (start, text.len() - start - text[start..].trim_end_matches('\n').len())
        };
        let (old_ends, new_ends) = (ends(old), ends(new));
        let inner = |text: &'_ str, (start, end): (usize, usize)| start..text.len() - end;
        let (old_inner, new_inner) = (inner(old, old_ends), inner(new, new_ends));
        let edit = difference(&old[old_inner.clone()], &new[new_inner]);
        let edit = edit.map(|edit| {
            let span = edit.span.shifted(old_inner.start);
            Edit {
                span: Span::new(plain.offset(span.start as usize), plain.offset(span.end as usize)),
                ..edit
            }
        });
        let bytes = (plain.offset(old_inner.start), plain.len() - plain.offset(old_inner.end));
        Self { bytes, old: old_ends, new: new_ends, empty: old_inner.is_empty() && edit.is_none(), edit }
    }
}

/// The edit from the first to the last line that differs; `None` if `old` and `new` are equal.
fn difference(old: &str, new: &str) -> Option<Edit> {
    if old == new {
        return None;
    }
    let both = old.split_inclusive('\n').zip(new.split_inclusive('\n'));
    let start: usize = both.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum();
    let (mut old_end, mut new_end) = (old.len(), new.len());
    let lines = |text: &str| text[start..].split_inclusive('\n').map(str::len).rev().collect::<Vec<_>>();
    for (a, b) in lines(old).into_iter().zip(lines(new)) {
        if old[old_end - a..old_end] != new[new_end - b..new_end] {
            break;
        }
        (old_end, new_end) = (old_end - a, new_end - b);
    }
    Some(Edit::replace((start..old_end).into(), &new[start..new_end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_lines_that_differ() {
        for (old, new, span, text) in [
            ("a\nb\nc\n", "a\nB\nc\n", 2..4, "B\n"),
            ("a\n\n\nb\n", "a\n\nb\n", 3..4, ""),
            ("a\nb", "a\n\nb\n", 2..3, "\nb\n"),
            ("", "a\n", 0..0, "a\n"),
            ("a\na\n", "a\n", 2..4, ""),
        ] {
            let edit = difference(old, new);
            assert_eq!(edit, Some(Edit::replace(span.into(), text)), "{old:?}");
            assert_eq!(Edit::apply(old, edit.as_slice()), new);
        }
        assert_eq!(difference("a\n", "a\n"), None);
    }

    #[test]
    fn line_feeds_at_the_ends_are_counted() {
        let layout = Layout::of(&Plain::of("\na  b\n\n"), "a b\n");
        assert_eq!((layout.old, layout.new, layout.empty), ((1, 2), (0, 1), false));
        assert_eq!(layout.edit, Some(Edit::replace(Span::new(1, 5), "a b")));
        let layout = Layout::of(&Plain::of("\n\n"), "");
        assert_eq!((layout.old, layout.new, layout.empty), ((2, 0), (0, 0), true));
        let layout = Layout::of(&Plain::of("\r\na  b\r\nc\n\r\n"), "a b\nc\n");
        assert_eq!((layout.old, layout.new, layout.bytes), ((1, 2), (0, 1), (2, 3)));
        assert_eq!(layout.edit, Some(Edit::replace(Span::new(2, 8), "a b\n")));
    }
}
