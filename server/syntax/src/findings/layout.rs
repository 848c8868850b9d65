//! Where the layout is not the canonical one. Nobody is told unless the rule for it is switched on.

use crate::{Diagnostic, Document, Edit, Settings};

pub(super) fn findings(document: &Document, settings: &Settings) -> Vec<Diagnostic> {
    let format = &**document.format();
    let Some(rule) = format.layout_rule().filter(|rule| settings.severity(rule).is_some()) else {
        return Vec::new();
    };
    let end = document.text().len();
    let mut out = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let edit = chunk.layout(format, start + chunk.len() == end, || document.chunk_text(start, chunk));
        if let Some(Edit { span, text }) = edit {
            let edit = Edit { span: span.shifted(start), text: text.clone() };
            let finding = rule.at(edit.span, "not in canonical form: formatting writes it otherwise");
            out.push(finding.fix("format it", vec![edit]));
        }
    }
    out
}

/// The lines of `old` that `new` has otherwise, from the first to the last; none if they are the same.
pub(crate) fn difference(old: &str, new: &str) -> Option<Edit> {
    if old == new {
        return None;
    }
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
    let (old_lines, new_lines) = (lines(old), lines(new));
    let start: usize = old
        .split_inclusive('\n')
        .zip(new.split_inclusive('\n'))
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len())
        .sum();
    let (mut old_end, mut new_end) = (old.len(), new.len());
    for (a, b) in old_lines.iter().rev().zip(new_lines.iter().rev()) {
        let (from, to) = (old_end - a, new_end - b);
        if from < start || to < start || old[from..old_end] != new[to..new_end] {
            break;
        }
        (old_end, new_end) = (from, to);
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
}
