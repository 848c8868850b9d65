//! A diff of two texts by lines.
//!
//! All diffs of the program are made here, of one type: the algorithms would be compiled again for each other type.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use similar::{Algorithm, group_diff_ops};
pub use similar::{DiffOp, DiffTag};

/// What happens to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineTag {
    Same,
    Removed,
    Added,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineChange<'a> {
    pub tag: LineTag,
    /// With its line ending.
    pub line: &'a str,
    /// From 0; of an added line, that of the new text.
    pub number: usize,
}

/// The steps from `old` to `new`. If it takes longer than `time`, they are less detailed.
pub fn steps(old: &[&str], new: &[&str], time: Option<Duration>) -> Vec<DiffOp> {
    let deadline = time.map(|time| Instant::now() + time);
    similar::capture_diff_slices_deadline(Algorithm::Myers, old, new, deadline)
}

/// The steps from one text to another.
#[derive(Clone, Debug)]
pub struct LineDiff<'a> {
    old: Vec<&'a str>,
    new: Vec<&'a str>,
    steps: Vec<DiffOp>,
}

impl<'a> LineDiff<'a> {
    /// Compares two texts. If it takes longer than `time`, the diff is less detailed.
    pub fn new(old: &'a str, new: &'a str, time: Option<Duration>) -> Self {
        let (old, new) = (lines(old), lines(new));
        let steps = steps(&old, &new, time);
        Self { old, new, steps }
    }

    /// All lines, in order.
    pub fn changes(&self) -> impl Iterator<Item = LineChange<'a>> {
        self.steps.iter().flat_map(|step| self.changes_of(step))
    }

    /// The changed lines in groups, with up to `context` lines around them.
    pub fn groups(&self, context: usize) -> Vec<Vec<LineChange<'a>>> {
        let groups = group_diff_ops(self.steps.clone(), context).into_iter();
        groups.map(|group| group.iter().flat_map(|step| self.changes_of(step)).collect()).collect()
    }

    /// A unified diff with the names of its header; empty if nothing changes.
    pub fn unified(&self, (from, to): (&str, &str), context: usize) -> String {
        let mut out = String::new();
        for group in group_diff_ops(self.steps.clone(), context) {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            if out.is_empty() {
                let _ = writeln!(out, "--- {from}\n+++ {to}");
            }
            let old = range(first.old_range().start, last.old_range().end);
            let new = range(first.new_range().start, last.new_range().end);
            let _ = writeln!(out, "@@ -{old} +{new} @@");
            for change in group.iter().flat_map(|step| self.changes_of(step)) {
                out.push(match change.tag {
                    LineTag::Same => ' ',
                    LineTag::Removed => '-',
                    LineTag::Added => '+',
                });
                out.push_str(change.line);
                if !change.line.ends_with(['\n', '\r']) {
                    out.push_str("\n\\ No newline at end of file\n");
                }
            }
        }
        out
    }

    fn changes_of(&self, step: &DiffOp) -> Vec<LineChange<'a>> {
        let lines = |tag, lines: &[&'a str], range: std::ops::Range<usize>| -> Vec<LineChange<'a>> {
            range.map(|number| LineChange { tag, line: lines[number], number }).collect()
        };
        if step.tag() == DiffTag::Equal {
            return lines(LineTag::Same, &self.old, step.old_range());
        }
        let mut all = lines(LineTag::Removed, &self.old, step.old_range());
        all.extend(lines(LineTag::Added, &self.new, step.new_range()));
        all
    }
}

/// The lines of a text with their endings, which are LF, CRLF or CR.
fn lines(text: &str) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find(['\n', '\r']) {
        let end = if rest[at..].starts_with("\r\n") { at + 2 } else { at + 1 };
        let (line, after) = rest.split_at(end);
        lines.push(line);
        rest = after;
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// The lines of a hunk, as its header says it.
fn range(start: usize, end: usize) -> String {
    match end - start {
        0 => format!("{start},0"),
        1 => (start + 1).to_string(),
        length => format!("{},{length}", start + 1),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(old: &str, new: &str, expected: Expect) {
        expected.assert_eq(&LineDiff::new(old, new, None).unified(("a", "b"), 1));
    }

    #[test]
    fn changes_far_from_each_other_are_hunks_of_their_own() {
        check(
            "1\n2\n3\n4\n5\n6\n7\n",
            "1\n2!\n3\n4\n5\n7\n8\n",
            expect![[r#"
                --- a
                +++ b
                @@ -1,3 +1,3 @@
                 1
                -2
                +2!
                 3
                @@ -5,3 +5,3 @@
                 5
                -6
                 7
                +8
            "#]],
        );
    }

    #[test]
    fn a_text_without_lines_has_an_empty_range() {
        check(
            "",
            "1\n",
            expect![[r#"
                --- a
                +++ b
                @@ -0,0 +1 @@
                +1
            "#]],
        );
        check("1\n", "1\n", expect![""]);
        check("", "", expect![""]);
    }

    #[test]
    fn a_missing_line_ending_is_noted() {
        check(
            "1\n2",
            "1\n3",
            expect![[r#"
                --- a
                +++ b
                @@ -1,2 +1,2 @@
                 1
                -2
                \ No newline at end of file
                +3
                \ No newline at end of file
            "#]],
        );
    }

    #[test]
    fn lines_end_with_any_line_ending() {
        assert_eq!(lines("a\r\n\rb\n\nc"), ["a\r\n", "\r", "b\n", "\n", "c"]);
        let diff = LineDiff::new("a\rb\r", "a\rc\r", None);
        let changed: Vec<_> = diff.changes().filter(|change| change.tag != LineTag::Same).collect();
        let change = |tag, line| LineChange { tag, line, number: 1 };
        assert_eq!(changed, [change(LineTag::Removed, "b\r"), change(LineTag::Added, "c\r")]);
    }
}
