//! Front matter that does not end.

use agmark_syntax::{Awaits, Diagnostic, FixKind, Rule, Severity, Span};

/// Front matter without its closing line.
pub static RULE: Rule = Rule {
    code: "markdownlang/unterminated-front-matter",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "unterminated front matter",
    help: "The front matter ends at the next line that is exactly `---`. Without this line, the whole document \
           is front matter, and the program has no instructions.",
    bad: &["---
name: forecast
description: Says how the weather will be
input: { type: object }
output: { type: object }

Say how the weather will be.
"],
    good: &[plain!()],
};

/// At the opening delimiter.
pub(crate) fn at(delimiter: Span) -> Diagnostic {
    RULE.at(delimiter, "the front matter is not closed: add a line \"---\" after its last key")
        .awaiting(Awaits::After)
}
