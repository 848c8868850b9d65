//! Draws the lines of a file that an edit changes.

use std::fmt::Write;

use agmark_syntax::line_diff::{LineDiff, LineTag};

use super::draw::{cut, visible};
use crate::terminal::{BOLD, DIM, GREEN, Look, RED};

/// The changed lines below the name of the file, old and new. Lines that do not change are not shown.
pub fn lines(name: &str, before: &str, after: &str, look: Look) -> String {
    let digits = (before.lines().count() + 1).to_string().len();
    let room = look.width.saturating_sub(digits + 5).max(20);
    let mut out = format!("  {}\n", look.paint(BOLD, name));
    for change in LineDiff::new(before, after, None).changes() {
        let (mark, style, number) = match change.tag {
            LineTag::Same => continue,
            LineTag::Removed => ('-', RED, Some(change.number)),
            LineTag::Added => ('+', GREEN, None),
        };
        let number = number.map(|line| (line + 1).to_string()).unwrap_or_default();
        let number = look.paint(DIM, format_args!("{number:>digits$}"));
        let line = cut(&visible(change.line.trim_end()), room);
        let _ = writeln!(out, "  {number} {}", look.paint(style, format_args!("{mark} {line}")));
    }
    out
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn only_changed_lines_are_shown() {
        let look = Look { colour: false, width: 30 };
        let drawn = lines("x.agd", "one\ntwo\nthree\n", "one\n2\nthree\nfour that is much too long\n", look);
        expect![[r#"
            changes:
              x.agd
              2 - two
                + 2
                + four that is much too l…
        "#]]
        .assert_eq(&format!("changes:\n{drawn}"));
    }
}
