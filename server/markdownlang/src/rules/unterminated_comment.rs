//! Comments that do not end.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A comment without `*/}}`.
pub static RULE: Rule = Rule {
    code: "markdownlang/unterminated-comment",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "unterminated comment",
    help: "A comment starts with `{{/*` and ends with `*/}}`. Without its end, the rest of the document is part \
           of the comment.",
    bad: &[program!("{{/* The list comes sorted.\nSay how the weather will be.\n")],
    good: &[program!("{{/* The list comes sorted. */}}\nSay how the weather will be.\n")],
};

/// At the comment's start.
pub(crate) fn at(start: Span) -> Diagnostic {
    RULE.at(start, "the comment that begins here has no end: add \"*/}}\"")
}
