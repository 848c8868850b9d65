//! What formatting changes in a chunk. It is kept with the chunk, so that after an edit only changed chunks are formatted.

use crate::document::cached_parts::CachedPart;
use crate::format::line_edits::line_edits;
use crate::text::ending::Plain;
use crate::{Edit, Ending, Span};

/// The difference between a chunk and its formatted text.
#[derive(Debug)]
pub struct Layout {
    /// The number of line feeds at the start and end, before and after formatting. A chunk of line feeds only has all
    /// of them at the start.
    pub old: (usize, usize),
    pub new: (usize, usize),
    /// The bytes of these line feeds before formatting.
    pub bytes: (usize, usize),
    pub empty: bool,
    /// The change between them, in chunk coordinates.
    pub edit: Option<Edit>,
    /// The same change by lines.
    pub edits: Box<[Edit]>,
    /// Whether all lines end with LF, and whether all end with CRLF.
    is_lf: bool,
    is_crlf: bool,
}

impl CachedPart for Layout {
    fn size(&self) -> usize {
        let edits = self.edit.iter().chain(&self.edits);
        size_of::<Self>() + edits.map(|edit| size_of::<Edit>() + edit.text.len()).sum::<usize>()
    }
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
        let in_chunk = |edit: Edit| {
            let span = edit.span.shifted(old_inner.start);
            Edit {
                span: Span::new(plain.offset(span.start as usize), plain.offset(span.end as usize)),
                ..edit
            }
        };
        let by_lines = |whole: &Edit| {
            let lines = line_edits(&old[old_inner.clone()][whole.span.range()], &whole.text);
            let shifted = |edit: Edit| Edit { span: edit.span.shifted(whole.span.start as usize), ..edit };
            lines.into_iter().map(|edit| in_chunk(shifted(edit))).collect()
        };
        let edits = edit.as_ref().map(by_lines).unwrap_or_default();
        let edit = edit.map(in_chunk);
        let bytes = (plain.offset(old_inner.start), plain.len() - plain.offset(old_inner.end));
        Self {
            bytes,
            old: old_ends,
            new: new_ends,
            empty: old_inner.is_empty() && edit.is_none(),
            edit,
            edits,
            is_lf: plain.len() == old.len(),
            is_crlf: plain.is_crlf(),
        }
    }
}

impl Layout {
    /// Whether all lines have this line ending.
    pub fn has_only(&self, ending: Ending) -> bool {
        match ending {
            Ending::Lf => self.is_lf,
            Ending::CrLf => self.is_crlf,
        }
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
